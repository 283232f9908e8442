"""Prints which map the client in Python chooses: the first argument is a catalog, the second its key, each other a list of maps."""

import sys

from cartalog_client import Catalog

url, key, *lines = sys.argv[1:]
catalog = Catalog(url, [key])
for line in lines:
    print((catalog.first_working(line.split(" ")) or {"id": "null"})["id"])
