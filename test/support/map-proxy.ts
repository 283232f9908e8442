/** MapProxy on loopback, a WMS that others have written. Its pictures are made of tiles in Web Mercator. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { temporaryFolder, writeFiles } from './catalogs.ts';

export const whyNoMapProxy: string | null = existsSync('/usr/lib/python3/dist-packages/mapproxy')
  ? null
  : 'MapProxy is not installed';

/** Serves on any port, says at which, and ends with its input. */
const PROGRAM = `import os, sys, threading
from wsgiref import simple_server
from mapproxy.wsgiapp import make_wsgi_app
threading.Thread(target=lambda: os._exit(len(sys.stdin.read())), daemon=True).start()
server = simple_server.make_server('127.0.0.1', 0, make_wsgi_app(sys.argv[1]))
print(server.server_port, flush=True)
server.serve_forever()`;

/** The layers `a map`, of tiles, and `debug`, whose pictures say what was asked for. */
const configuration = (tiles: string): string => `services:
  wms: { versions: [1.1.1, 1.3.0], srs: ['EPSG:3857', 'EPSG:4326', 'EPSG:25832'], image_formats: [image/png] }
layers:
  - { name: a map, title: Map, sources: [cache] }
  - { name: debug, title: Debug, sources: [debug] }
caches:
  cache: { sources: [tiles], grids: [mercator], disable_storage: true }
sources:
  tiles: { type: tile, url: '${tiles}/%(z)s/%(x)s/%(y)s.png', grid: mercator }
  debug: { type: debug }
grids:
  mercator: { base: GLOBAL_WEBMERCATOR }
`;

export async function mapProxy(tiles: string): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, { 'mapproxy.yaml': configuration(tiles) });
  const child = spawn('/usr/bin/python3', ['-c', PROGRAM, join(folder, 'mapproxy.yaml')], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  onTestFinished(() => void child.kill());
  for await (const port of createInterface(child.stdout)) return `http://127.0.0.1:${port}/service`;
  throw new Error('MapProxy does not start.');
}
