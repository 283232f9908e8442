"""What the client in Python thinks of catalogs: a line of the file is one, a line of output the codes."""

import sys

if "--without-nacl" in sys.argv:
    sys.modules["nacl"] = None
import cartalog_client
from cartalog_client import Catalog, CatalogError

cartalog_client.PATIENCE = 3
for line in open(sys.argv[1], encoding="utf-8"):
    url, service_url, keys, spares, now, last_seen, document, runs = line.rstrip("\n").split("\t")
    store = {f"time {service_url}": last_seen} if last_seen else {}
    codes = []
    for run in runs.split(", "):
        if run == "cut off":
            store = {name: text[: len(text) // 2] for name, text in store.items()}
        if run.startswith("keeps "):
            store = {name: run[6:] for name in store}
        try:
            options = {"now": lambda: int(now), "ignore_clock": run == "ignores clock"}
            catalog = Catalog(url, keys.split(" "), spares.split(" "), service_url, store, **options)
            found = catalog.read(document)
            codes.append("ok" if found[0]["id"] == "Hills" else f"not the document: {found}")
        except CatalogError as error:
            codes.append(error.code)
    size = sum(map(len, store.values()))
    print(*codes, *([f"and keeps {size} characters"] if size > 100_000 else []))
