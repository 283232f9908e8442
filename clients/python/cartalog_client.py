"""Reads a signed catalog of maps. Copy this file; it needs Python 3.9, and PyNaCl or the program minisign.

docs/clients.md of Cartalog says what is verified, and explains the code of each refusal.
"""

import concurrent.futures
import contextlib
import datetime
import hashlib
import http.client
import json
import math
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from base64 import b64decode

# RW and one of QRST are the base64 of "Ed", for Ed25519, and of the first bits of the id.
SIGNATURE = re.compile(
    rb"untrusted comment: [^\n]*\n(RW[QRST][A-Za-z0-9+/]{96}=)\ntrusted comment: ([^\0\r\n]*)\n([A-Za-z0-9+/]{86}==)\n?"
)
SIGNATURE_BYTES, MANIFEST_BYTES = 8192, 16 * 1024 * 1024
PATIENCE = 60  # How long a request may take, in seconds.
CLOCKS = 86400  # How far clocks may differ, in seconds.
NEVER = "99999999999"  # The last time that is written with eleven digits.
MANIFEST = "/manifest.json"


class CatalogError(Exception):
    """Why a catalog or a document is refused: a message, and a code."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Catalog:
    """A catalog whose manifest was verified. Open it again to see news."""

    def __init__(self, url, keys, spares=(), service_url=None, store=None, now=time.time, ignore_clock=False):
        """
        url: the address of the catalog; with service_url, the address of a mirror
        keys, spares: public keys in minisign's form; keys sign the catalog, spare keys sign lists of other keys
        store: keeps texts by name from one start to the next, such as a shelve; in memory by default
        ignore_clock: accept what has expired or is from the future, after a person has decided so
        """
        self._url, self._service_url = url.rstrip("/"), (service_url or url).rstrip("/")
        is_text = isinstance(keys, str) or isinstance(spares, str)
        _refuse_if(is_text, "malformed", "Keys are a list of texts, not one text")
        self._keys, self._spares = list(keys), list(spares)
        self._store = {} if store is None else store
        self._now, self._ignore_clock = now, ignore_clock
        self._open()

    def read(self, path):
        """The document at a path, such as "/v1/mapservers/"."""
        for is_fresh in (False, True):
            if is_fresh:  # Something may have been published meanwhile.
                self._open()
            _refuse_if(path not in self._files, "not-found", f"The manifest of {self._service_url} has no {path}")
            size, sha256 = self._files[path]
            kept = self._store.get(self._url + path, "").encode("utf-8", "surrogateescape")
            if hashlib.sha256(kept).hexdigest() == sha256:
                return _parsed(path, kept)
            content = self._request(path, size)[0]
            if hashlib.sha256(content).hexdigest() == sha256:
                self._store[self._url + path] = content.decode("utf-8", "surrogateescape")
                return _parsed(path, content)
        raise CatalogError("wrong-document", f"{self._url}{path} is not what was signed.")

    def maps_at(self, longitude, latitude, types=("xyz",)):
        """The maps at a place, the best first: the document below /v2/at/, with the maps of the world at its end.

        types: the types that the program can show; maps of other types are left out.
        """
        row = math.floor((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * 32)
        here = self.read(f"/v2/at/5/{math.floor((longitude + 180) / 360 * 32) % 32}/{min(max(row, 0), 31)}.json")
        if here.pop("worldUrl", None):  # The files of earlier versions have the maps of the world.
            here["maps"] += self.read("/v2/at/world.json")["maps"]
        here["maps"] = [one for one in here["maps"] if one.get("type", "xyz") in types]
        return here

    def first_working(self, maps):
        """The document of the first map that works, or else of the first with an unknown state, or of an alternative.

        maps: ids such as "mapservers/openstreetmap"; ids that the catalog lacks are skipped. None if no map is found.
        """
        status = (self._or_none("/v2/status.json") or {"maps": {}})["maps"]
        found = self._first(maps, status)
        if found:
            return found
        failing = [self._or_none(f"/v2/{name}.json") or {"properties": {}} for name in maps]
        return self._first([one["id"] for map in failing for one in map["properties"].get("alternatives", [])], status)

    def _first(self, maps, status):
        def state(name):
            health = status.get(name, {"old": True})
            return "unsure" if health.get("old") else health["verdict"]

        wanted = [name for verdict in ("works", "unsure") for name in maps if state(name) == verdict]
        return next(filter(None, (self._or_none(f"/v2/{name}.json") for name in wanted)), None)

    def _or_none(self, path):
        try:
            return self.read(path)
        except CatalogError as error:
            if error.code == "not-found":
                return None
            raise

    def _open(self):
        try:
            self._files = self._read_manifest(*self._kept(self._url + MANIFEST, _etag_and_content, (None, None)))
        except CatalogError as error:
            if not error.code.startswith("wrong-"):
                raise
            # The site may have changed between reading the manifest and its signature.
            self._files = self._read_manifest(None, None)

    def _read_manifest(self, etag, kept):
        time_name, keys_name = f"time {self._service_url}", f"keys {self._service_url} {self._keys} {self._spares}"
        signature = self._read_signature(MANIFEST)
        text, etag = self._request(MANIFEST, MANIFEST_BYTES, etag, kept)
        keys = self._kept(keys_name, _key_list, {"timestamp": 0, "keys": [], "revoked": []})
        listed = lambda use: [one["key"] for one in keys["keys"] if one["use"] == use]  # noqa: E731
        if b'"/v2/keys.json.minisig"' in text:
            list_signature = self._read_signature("/v2/keys.json")
            list_text = self._request("/v2/keys.json", MANIFEST_BYTES)[0]
            spares = self._spares + listed("spare")
            try:  # Only spare keys sign it: the key that signs every day is easier to steal.
                found = self._verify("/v2/keys.json", list_text, list_signature, spares, keys["revoked"])
                if found[0] >= keys["timestamp"]:
                    keys = {**json.loads(list_text), "timestamp": found[0]}
                    self._store[keys_name] = json.dumps(keys)
            except CatalogError as error:  # A list that no known spare key signed changes nothing.
                if error.code == "unsupported":
                    raise
        signing = self._keys + self._spares + listed("signing")
        timestamp, end = self._verify(MANIFEST, text, signature, signing, keys["revoked"])
        last, now, manifest = self._kept(time_name, int, 0), self._now(), _parsed(MANIFEST, text)
        is_early = timestamp > now + CLOCKS
        signed_on = f"{self._service_url} was signed on {_day(timestamp)}"
        _refuse_if(timestamp < last, "older", f"{signed_on}; one of {_day(last)} was accepted before")
        if not self._ignore_clock:
            _refuse_if(is_early, "not-yet-valid", f"{signed_on}; here it is {_day(now)}")
            _refuse_if(end < now, "expired", f"{signed_on}, valid until {_day(end)}; here it is {_day(now)}")
        is_other = manifest["serviceUrl"] != self._service_url
        _refuse_if(is_other, "other-catalog", f"{self._service_url} has the manifest of {manifest['serviceUrl']}")
        if not is_early:
            self._store[time_name] = str(timestamp)
        self._store[self._url + MANIFEST] = json.dumps([etag, text.decode()])
        return {file["url"]: (file["size"], file["sha256"]) for file in manifest["files"]}

    def _verify(self, path, content, signature_text, keys, revoked):
        """Verifies a text. Returns when it was signed, and until when it is valid."""
        url, ids = self._service_url + path, {_public_key(key)[0]: key for key in keys}
        match = SIGNATURE.fullmatch(signature_text)
        _refuse_if(not match, "malformed", f"The signature of {url} is damaged")
        # Two bytes name the algorithm and eight the key; the signature follows. Public keys have the same form.
        signature, comment, of_comment = b64decode(match[1]), match[2], b64decode(match[3])
        is_revoked = signature[2:10] in [_public_key(key)[0] for key in revoked]
        _refuse_if(is_revoked, "revoked", f"{url} is signed with a key that was revoked")
        _refuse_if(signature[2:10] not in ids, "wrong-key", f"{url} is signed with an unknown key")
        messages = ((content, signature[10:]), (signature[10:] + comment, of_comment))
        code = _why_wrong(ids[signature[2:10]], messages, signature_text)
        _refuse_if(code, code, f"{url} or its signature was changed")
        parts = [part.partition(":")[::2] for part in comment.decode("utf-8", "replace").split("\t")]
        says = {"valid-until": NEVER, **dict(parts)}
        has_times = all(re.fullmatch("[0-9]{1,11}", says.get(name, "")) for name in ("timestamp", "valid-until"))
        is_whole = has_times and says.get("file") and says.get("catalog") and len(dict(parts)) == len(parts)
        _refuse_if(not is_whole, "malformed", f"The trusted comment of {url} is incomplete")
        _refuse_if(not path.endswith("/" + says["file"]), "other-file", f"{url} has the signature of {says['file']}")
        is_other = says["catalog"] != self._service_url
        _refuse_if(is_other, "other-catalog", f"{url} is of another catalog, {says['catalog']}")
        return int(says["timestamp"]), int(says["valid-until"])

    def _read_signature(self, path):
        try:
            return self._request(path + ".minisig", SIGNATURE_BYTES)[0]
        except CatalogError as error:
            _refuse_if(error.code == "not-found", "unsigned", f"{self._service_url}{path} is not signed")
            raise

    def _kept(self, name, parse, otherwise):
        """What was kept, if it was not damaged."""
        try:
            return parse(self._store[name])
        except (KeyError, ValueError, TypeError):
            return otherwise

    def _request(self, path, limit, etag=None, kept=None):
        """The content and the ETag of a document; only the beginning if the document is too long."""
        answer, opened, end = concurrent.futures.Future(), [], time.monotonic() + PATIENCE
        try:  # The timeout of urllib is for each byte, so another thread reads.
            request = urllib.request.Request(self._url + path, headers={"If-None-Match": etag} if etag else {})
            threading.Thread(target=_read, args=(request, limit, answer, opened, end), daemon=True).start()
            return answer.result(PATIENCE)
        except urllib.error.HTTPError as error:
            if error.code == 304 and etag:
                return kept, etag
            code = "not-found" if error.code == 404 else "unreachable"
            raise CatalogError(code, f"{self._url}{path} answers {error.code}.") from None
        except (OSError, ValueError, http.client.HTTPException, concurrent.futures.TimeoutError) as error:
            raise CatalogError("unreachable", f"{self._url}{path} cannot be read: {error!r}") from None
        finally:  # Ends the thread, whatever it waits for: a server may send a head or a body forever.
            for connection in opened:
                with connection, contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)


def _read(request, limit, answer, opened, end):
    def connect(*args, **options):
        connection = socket.create_connection(*args, **options)
        opened.append(connection.dup())
        if time.monotonic() > end:  # Nobody waits any more.
            connection.close()
            raise TimeoutError
        return connection

    class Opening:  # Makes urllib open its connections by connect(), so that another thread can end them.
        def do_open(self, make, *args, **options):
            def made(*its, **others):
                connection = make(*its, **others)
                connection._create_connection = connect
                return connection

            return super().do_open(made, *args, **options)

    http_handler = type("Http", (Opening, urllib.request.HTTPHandler), {})
    https_handler = type("Https", (Opening, urllib.request.HTTPSHandler), {})
    try:
        opener = urllib.request.build_opener(http_handler, https_handler)
        with opener.open(request, timeout=PATIENCE) as response:
            content = bytearray()
            while len(content) <= limit and (chunk := response.read1(limit + 1 - len(content))):
                content += chunk
            answer.set_result((bytes(content), response.headers.get("ETag")))
    except BaseException as error:
        answer.set_exception(error)


def _refuse_if(is_wrong, code, message):
    if is_wrong:
        raise CatalogError(code, message + ".")


def _parsed(path, content):
    try:
        return json.loads(content)
    except ValueError:
        raise CatalogError("malformed", f"{path} is not JSON.") from None


def _etag_and_content(text):
    etag, content = json.loads(text)
    return etag and str(etag), bytes(content, "utf-8")


def _key_list(text):
    keys = json.loads(text)
    return {name: keys[name] for name in ("timestamp", "keys", "revoked")}


def _public_key(text):
    """The id and the bytes of a key."""
    _refuse_if(not re.fullmatch("RW[QRST][A-Za-z0-9+/]{53}", text), "malformed", f"Not a public key: {text}")
    return b64decode(text)[2:10], b64decode(text)[10:]


def _why_wrong(key, messages, signature_text):
    """Verifies the signatures of the file and of the trusted comment. None if both are right, otherwise a code."""
    try:
        from nacl.exceptions import BadSignatureError
        from nacl.signing import VerifyKey
    except ImportError:
        return _why_minisign_refuses(key, messages[0][0], signature_text)
    for (message, signature), code in zip(messages, ("wrong-signature", "wrong-comment")):
        try:
            VerifyKey(_public_key(key)[1]).verify(message, signature)
        except BadSignatureError:
            return code
    return None


def _why_minisign_refuses(key, content, signature_text):
    _refuse_if(not shutil.which("minisign"), "unsupported", "Nothing verifies signatures: install PyNaCl or minisign")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "content")
        for name, data in ((path, content), (path + ".minisig", signature_text)):
            with open(name, "wb") as file:
                file.write(data)
        result = subprocess.run(["minisign", "-V", "-P", key, "-m", path], capture_output=True, check=False)
    # minisign prints "Comment signature verification failed"; the capital does not matter.
    wrong = "wrong-comment" if b"omment signature" in result.stderr else "wrong-signature"
    return wrong if result.returncode else None


def _day(seconds):
    return f"{datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=int(seconds))} UTC"
