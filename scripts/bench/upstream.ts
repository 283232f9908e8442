/** A server of files for `update`, and a catalog with a data source for them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const MODIFIED = '2026-01-02T03:04:05Z';
const BYTES = 2_000_000;

/** Serves a folder index like those of nginx, and its files. */
export async function serveUpstream(names: readonly string[]): Promise<{ url: string; close: () => void }> {
  const rows = names.map((name) => `<a href="${name}">${name}</a>  02-Jan-2026 03:04  ${BYTES}\n`).join('');
  const index = `<html><title>Index of /</title><h1>Index of /</h1><pre><a href="../">../</a>\n${rows}</pre></html>\n`;
  const server = createServer(({ method, url }, response) => {
    if (url === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(index);
    else {
      response.writeHead(200, { 'Last-Modified': new Date(MODIFIED).toUTCString(), 'Content-Length': BYTES });
      response.end(method === 'HEAD' ? undefined : Buffer.alloc(BYTES));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** The files of a catalog that knows some files of an upstream. */
export function upstreamCatalog(url: string, known: readonly string[]): Record<string, string> {
  const checksum = `{ lastModified: ${MODIFIED}, contentLength: ${BYTES}, sha1: null }`;
  const entries = known.map((name) => `${name}:\n  checksums:\n    - ${checksum}\n`).join('');
  const source = `source: { url: "${url}", level: 1, downloadLimit: 1 }`;
  return {
    'site.yaml': 'title: Benchmark\nserviceUrl: https://c.example.org\nrepository: https://g.example.org/c\n',
    'datasources/upstream/datasource.yaml': `name: Benchmark\nbaseUrl: ${url}\ndirectory: maps\naction: Copy\n${source}\n`,
    'datasources/upstream/files.yaml': entries || '{}\n',
  };
}
