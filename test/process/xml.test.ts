/** The XML renditions and writes, inside the Cloudflare runtime. */
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXmlSchemas } from '../../cli/package.ts';
import { replay } from '../../commands/verify/replay/replay.ts';
import { schemaPath, XML_SCHEMA_NAMES } from '../../contract/renditions.ts';
import { ROOT } from '../support/cli.ts';
import { serveCatalog, type TestServer } from '../support/server.ts';

const CORNERS = join(ROOT, 'test', 'golden', 'corners', 'input');

let site: TestServer;
/** The same without the edge handler. */
let plain: TestServer;
beforeAll(async () => {
  [site, plain] = await Promise.all([
    serveCatalog({ catalog: CORNERS, withHandler: true }),
    serveCatalog({ catalog: CORNERS, withHandler: false }),
  ]);
});
afterAll(() => Promise.all([site?.stop(), plain?.stop()]));

test('the desktop client can be replayed, twice in a row', async () => {
  for (const _ of ['first', 'second']) {
    const steps = await replay(site.url, fetch, readXmlSchemas());
    expect(steps.filter(({ result }) => result !== 'holds')).toEqual([]);
    expect(steps.length).toBeGreaterThan(8);
  }
});

describe('schemas', () => {
  test.each(XML_SCHEMA_NAMES)('%s is published', async (name) => {
    const response = await fetch(site.url + schemaPath(name));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    expect(await response.text()).toBe(readXmlSchemas().get(name));
  });

  test.each(['/v1/schemas/unknown-catalog.xsd', '/v1/schemas/', '/v1/schemas'])(
    '%s is refused in JSON',
    async (path) => {
      const response = await fetch(site.url + path);
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toBe('application/json');
      expect(await response.json()).toHaveProperty('detail');
    },
  );
});

describe('headers of XML', () => {
  test.each([
    '/v1/',
    '/v1/mapservers/',
    '/v1/overlayservers/',
    '/v1/datasources/',
    '/v1/datasources/corners/',
    '/v1/datasources/no-files/',
    '/v1/categories/',
    '/v1/categories/10/',
    '/v1/editions/',
    '/v1/editions/timealbum/',
  ])('%s', async (path) => {
    const json = await fetch(site.url + path);
    const xml = await fetch(`${site.url}${path}?format=xml`);
    const preferred = await fetch(site.url + path, { headers: { Accept: 'application/xml' } });
    expect(xml.status).toBe(200);
    expect(xml.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    expect(xml.headers.get('ETag')).toMatch(/^(?:W\/)?"[^"]+"$/);
    expect(xml.headers.get('ETag')).not.toBe(json.headers.get('ETag'));
    for (const name of ['Allow', 'Cache-Control', 'Last-Modified', 'Vary']) {
      expect(xml.headers.get(name)).toBe(json.headers.get(name));
    }
    expect(await preferred.text()).toBe(await xml.text());

    const head = await fetch(`${site.url}${path}?format=xml`, { method: 'HEAD' });
    expect([head.status, head.headers.get('ETag')]).toEqual([200, xml.headers.get('ETag')]);
  });

  test('the XML with the source has a different ETag', async () => {
    const path = `${site.url}/v1/datasources/corners/?format=xml`;
    const without = await fetch(path);
    const source = await fetch(`${path}&includeSource=true`);
    expect(source.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    expect(source.headers.get('Cache-Control')).toBe('max-age=7200');
    expect(source.headers.get('ETag')).not.toBe(without.headers.get('ETag'));
    expect((await source.text()).replace(/<source .*<\/source>/, '')).toBe(await without.text());
  });
});

describe('a write to a data source, with a large body and credentials', () => {
  test.each([
    ['PUT', 200_000_000, 202],
    ['POST', 10_000_000, 403],
    ['DELETE', 10_000_000, 403],
  ])('%s of %i bytes is answered %i, and changes nothing', async (method, size, status) => {
    const address = `${site.url}/v1/datasources/corners/`;
    const before = await fetchAgain(address);
    const response = await send(method, address, size);
    expect(response.status).toBe(status);
    expect(response.type).toBe('application/json');
    expect(JSON.parse(response.body)).toHaveProperty('detail');
    const after = await fetchAgain(address);
    expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'));
    expect(await after.text()).toBe(await before.text());
  });
});

/**
 * The answer to a GET after a body that nobody read. Rarely, and more often on a busy machine, the runtime for this machine
 * gives that request a connection of its own that still has the body on it, and never answers it; the next one it answers.
 */
async function fetchAgain(url: string): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(20_000) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    return fetch(url);
  }
}

/** Sends a body of this many bytes in chunks, as a program does that streams a file. */
function send(method: string, url: string, size: number): Promise<{ status: number; type: string; body: string }> {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const headers = { Authorization: 'Basic YTpi', 'Content-Type': 'multipart/form-data; boundary=x' };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: { ...headers, 'Transfer-Encoding': 'chunked' } }, (response) => {
      let body = '';
      response.on('data', (data) => (body += data));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
      );
    });
    outgoing.on('error', reject);
    let left = size;
    const write = (): void => {
      while (left > 0) {
        left -= chunk.length;
        if (!outgoing.write(chunk)) return void outgoing.once('drain', write);
      }
      outgoing.end();
    };
    write();
  });
}

describe('the static files alone', () => {
  test.each([
    ['/v1/schemas/datasource-catalog.xsd', 200, 'application/xml; charset=utf-8'],
    ['/v1/schemas/unknown-catalog.xsd', 404, 'application/json'],
    ['/v1/editions/index.xml', 200, 'application/xml; charset=utf-8'],
    ['/v1/datasources/index.xml', 200, 'application/xml; charset=utf-8'],
    ['/v1/datasources/corners/index.xml', 200, 'application/xml; charset=utf-8'],
    ['/v1/datasources/corners/index.source.xml', 200, 'application/xml; charset=utf-8'],
    ['/v1/datasources/corners/', 200, 'application/json'],
    ['/v1/datasources/corners/?format=xml', 200, 'application/json'],
    ['/v1/categories/1/', 200, 'application/json'],
  ])('%s: %i %s', async (path, status, type) => {
    const response = await fetch(plain.url + path);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, type]);
    await response.arrayBuffer();
  });
});
