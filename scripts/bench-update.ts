/**
 * The benchmark of `update`, against a server of this process: how many requests unchanged files cost, how fast new ones
 * are observed within the limits of politeness, and how much memory all of it takes in addition to the catalog.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inColumns } from '../contract/text.ts';
import { type Measured, measure } from './bench/measure.ts';
import { PROGRAM } from './bench/workplace.ts';

const SUMMER = '2026-07-02T03:04:05Z';
const WINTER = '2026-01-02T03:04:05Z';

/** A data source: so many files of a size, evenly in so many folders. */
interface Upstream {
  readonly id: string;
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
}

const UNCHANGED: Upstream = { id: 'unchanged', files: 14_000, folders: 40, bytes: 2_000_000 };
const NEW: Upstream = { id: 'new', files: 1_125, folders: 1, bytes: 2_000_000 };
const LARGE: Upstream = { id: 'large', files: 2, folders: 1, bytes: 500_000_000 };

/** Requests a second, for the new files. */
const RATE = 100;

/** In addition to the memory that `check` takes for the same catalog. */
const MOST_MEBIBYTES = 150;

const work = mkdtempSync(join(tmpdir(), 'cartalog-bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const paths = ({ files, folders }: Upstream): string[] =>
  Array.from({ length: files }, (_, index) => `folder-${index % folders}/file-${index}.bin`);
const timeOf = (path: string): string => (/[13579]\.bin$/.test(path) ? SUMMER : WINTER);

/** The index of a folder as nginx makes it, with times of a zone that has summer time. */
function listing(upstream: Upstream, folder: string): string {
  const rows =
    folder === ''
      ? Array.from({ length: upstream.folders }, (_, index) => `<a href="folder-${index}/">folder-${index}/</a>\n`)
      : paths(upstream).flatMap((path) => {
          if (!path.startsWith(folder)) return [];
          const name = path.slice(folder.length);
          const local = new Date(Date.parse(timeOf(path)) + (timeOf(path) === SUMMER ? 2 : 1) * 3_600_000);
          const [, day, month, year, clock = ''] = local.toUTCString().split(' ');
          return [`<a href="${name}">${name}</a>  ${day}-${month}-${year} ${clock.slice(0, 5)}  ${upstream.bytes}\n`];
        });
  const title = `Index of /${upstream.id}/${folder}`;
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1><hr><pre><a href="../">../</a>\n${rows.join('')}</pre><hr></body></html>\n`;
}

const piece = Buffer.alloc(1024 * 1024, 'x');

function send(response: ServerResponse, left: number): void {
  if (left <= 0) response.end();
  else response.write(piece.subarray(0, left), () => send(response, left - piece.length));
}

const server = createServer(({ method, url = '' }, response) => {
  const [, id, ...rest] = url.split('/');
  const upstream = [UNCHANGED, NEW, LARGE].find((one) => one.id === id);
  const path = rest.join('/');
  if (!upstream) response.writeHead(404).end();
  else if (path === '' || path.endsWith('/')) {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(listing(upstream, path));
  } else {
    const lastModified = new Date(timeOf(path)).toUTCString();
    response.writeHead(200, { 'Last-Modified': lastModified, 'Content-Length': upstream.bytes });
    if (method === 'HEAD') response.end();
    else send(response, upstream.bytes);
  }
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Writes a catalog with one data source, which knows all files or none. */
function writeCatalog(upstream: Upstream, isKnown: boolean): string {
  const catalog = join(work, upstream.id);
  const url = `${address}/${upstream.id}/`;
  const checksum = (path: string): string =>
    `{ lastModified: ${timeOf(path)}, contentLength: ${upstream.bytes}, sha1: null }`;
  const entries = paths(upstream).map((path) => `${path}:\n  checksums:\n    - ${checksum(path)}\n`);
  const files = {
    'site.yaml': 'title: Benchmark\nserviceUrl: https://c.example.org\nrepository: https://g.example.org/c\n',
    [`datasources/${upstream.id}/datasource.yaml`]: `name: Benchmark\nbaseUrl: ${url}\ndirectory: maps\naction: Copy\nsource: { url: "${url}", level: 2, downloadLimit: ${upstream === LARGE ? 1_000 : 1} }\n`,
    [filesOf(upstream)]: isKnown ? entries.join('') : '{}\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(catalog, path)), { recursive: true });
    writeFileSync(join(catalog, path), text);
  }
  return catalog;
}

function filesOf({ id }: Upstream): string {
  return `datasources/${id}/files.yaml`;
}

interface Result extends Measured {
  readonly requests: number;
  /** In addition to `check`. */
  readonly added: number;
}

/** Updates a catalog. @throws where it finds another number of new files than expected, or writes what is not new */
async function update(upstream: Upstream, isKnown: boolean, rate: number): Promise<Result> {
  const catalog = writeCatalog(upstream, isKnown);
  const cache = join(work, `cache-of-${upstream.id}`);
  const before = readFileSync(join(catalog, filesOf(upstream)), 'utf8');
  const args = ['--catalog', catalog, '--format', 'json', '--allow-private', '--connections', '8'];
  const measured = await measure([PROGRAM, 'update', ...args, '--rate', String(rate)], { cache });
  const check = await measure([PROGRAM, 'check', '--catalog', catalog], { cache });
  const [source] = JSON.parse(measured.stdout).sources;
  const expected = isKnown ? { unchanged: upstream.files, changed: 0 } : { unchanged: 0, changed: upstream.files };
  const found = { unchanged: source.unchanged, changed: source.added.length + source.changed.length };
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${upstream.id}: ${JSON.stringify(found)}`);
  if (isKnown && readFileSync(join(catalog, filesOf(upstream)), 'utf8') !== before) throw new Error('it has changed');
  return { ...measured, requests: source.requests, added: measured.mebibytes - check.mebibytes };
}

const lines = [['', 'files', 'requests', 'at most', 'seconds', 'at most', 'MiB more than check', 'at most', '']];
const report = (
  name: string,
  { files }: Upstream,
  result: Result,
  most: { requests: number; seconds: number },
): void => {
  const isReached =
    result.requests <= most.requests && result.seconds <= most.seconds && result.added <= MOST_MEBIBYTES;
  const [requests, seconds] = [String(result.requests), result.seconds.toFixed(2)];
  const limits = [String(most.requests), most.seconds.toFixed(2)] as const;
  const memory = [result.added.toFixed(0), String(MOST_MEBIBYTES)];
  const row = [name, String(files), requests, limits[0], seconds, limits[1], ...memory];
  lines.push([...row, isReached ? 'reached' : 'MISSED']);
  if (!isReached) process.exitCode = 1;
};
// Without a pace, so that what is measured is the program.
report('unchanged', UNCHANGED, await update(UNCHANGED, true, 1_000), { requests: 100, seconds: 20 });
const added = await update(NEW, false, RATE);
report(`new, ${RATE} a second`, NEW, added, { requests: NEW.files + 5, seconds: (1.1 * added.requests) / RATE + 2 });
report('downloaded whole, 1 GB', LARGE, await update(LARGE, false, 1_000), { requests: 10, seconds: 60 });
server.close();
server.closeAllConnections();
process.stdout.write(inColumns(lines));
console.log(`\nNode ${process.version}.`);
