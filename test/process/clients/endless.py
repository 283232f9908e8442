"""Opens catalogs of servers whose answers never end, and prints why each is refused and what still runs then."""

import socket
import threading
import time

import cartalog_client

cartalog_client.PATIENCE = 1
KEY = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
ANSWERS = {  # How each begins, and how it goes on.
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "status": (b"HTTP/1.", b"1"),
    "headers": (b"HTTP/1.1 200 OK\r\nA: ", b"a"),
    "body": (b"HTTP/1.1 200 OK\r\n\r\n", b"a"),
}


def answer(server, beginning, rest):
    try:
        connection = server.accept()[0]
        connection.sendall(beginning)
        while True:
            connection.sendall(rest)
            time.sleep(0.01)
    except OSError:
        pass


for name, texts in ANSWERS.items():
    threads = set(threading.enumerate())
    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=answer, args=(server, *texts)).start()
    try:
        cartalog_client.Catalog(f"http://127.0.0.1:{server.getsockname()[1]}", [KEY])
    except cartalog_client.CatalogError as error:
        end = time.monotonic() + 20
        while set(threading.enumerate()) != threads and time.monotonic() < end:
            time.sleep(0.01)
        print(name, error.code, len(threading.enumerate()) - len(threads))
