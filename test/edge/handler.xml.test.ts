/** The handler and the XML renditions; the static files are a table. */
import { describe, expect, test } from 'vitest';
import { createHandler, type HandlerEnvironment } from '../../edge/handler.ts';

const ASSETS: Record<string, string> = {
  '/v1/mapservers/index.json': '[]',
  '/v1/mapservers/index.xml': '<catalog/>',
  '/v1/datasources/plain/index.json': '{}',
  '/v1/datasources/plain/index.xml': '<plain/>',
  '/v1/datasources/found/index.json': '{}',
  '/v1/datasources/found/index.xml': '<found/>',
  '/v1/datasources/found/index.source.xml': '<found><source/></found>',
};
const LAST_MODIFIED = 'Sat, 19 Sep 2026 01:03:00 GMT';

const environment: HandlerEnvironment = {
  ASSETS: {
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const body = ASSETS[pathname];
      if (body === undefined) return new Response(null, { status: 404 });
      const type = pathname.endsWith('.xml') ? 'application/xml; charset=utf-8' : 'application/json';
      return new Response(request.method === 'HEAD' ? null : body, {
        headers: { 'Content-Type': type, ETag: `"${pathname}"`, 'Last-Modified': LAST_MODIFIED },
      });
    },
  },
};

const handler = createHandler({
  repository: 'https://git.example.org/catalog',
  ids: { datasource: ['plain', 'found'], category: [], edition: [] },
  withSource: ['found'],
  files: [],
});

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  handler.fetch(new Request(`https://catalog.example.org${path}`, init), environment);

describe('the rendition', () => {
  test.each([
    ['/v1/mapservers/?format=xml', null, '<catalog/>'],
    ['/v1/mapservers/?format=xml', 'application/json', '<catalog/>'],
    ['/v1/mapservers/?format=json', 'application/xml; charset=utf-8', '[]'],
    ['/v1/mapservers/?format=api', 'application/xml; charset=utf-8', '[]'],
    ['/v1/mapservers/', 'application/xml; charset=utf-8', '<catalog/>'],
    ['/v1/mapservers/', '*/*', '[]'],
    ['/v1/mapservers/', null, '[]'],
    ['/v1/mapservers/?format=xml&includeSource=true', null, '<catalog/>'],
    ['/v1/datasources/plain/?format=xml&includeSource=true', null, '<plain/>'],
    ['/v1/datasources/found/?format=xml', null, '<found/>'],
    ['/v1/datasources/found/?format=xml&includeSource=true', null, '<found><source/></found>'],
    ['/v1/datasources/found/?includeSource=true&format=xml', null, '<found><source/></found>'],
    ['/v1/datasources/found/?includeSource=true', 'text/xml', '<found><source/></found>'],
    ['/v1/datasources/found/?format=xml&includeSource=false', null, '<found/>'],
    ['/v1/datasources/found/?format=xml&includeSource=', null, '<found/>'],
    ['/v1/datasources/found/?includeSource=true', null, '{}'],
    ['/v1/datasources/found/?format=json&includeSource=true', null, '{}'],
  ])('of %s for %s', async (path, accept, body) => {
    const response = await send(path, { headers: accept === null ? {} : { Accept: accept } });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(
      body.startsWith('<') ? 'application/xml; charset=utf-8' : 'application/json',
    );
    expect(response.headers.get('Vary')).toBe('Accept');
    expect(await response.text()).toBe(body);
  });

  test.each(['xml-source', 'XML', '', 'index.xml', '__proto__'])('format=%s does not exist', async (format) => {
    const response = await send(`/v1/mapservers/?format=${format}`, { headers: { Accept: 'application/xml' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    const { detail } = (await response.json()) as { detail: string };
    expect(detail).toMatch(/use one of: json, api, xml\.$/);
  });
});

describe('a conditional request for XML', () => {
  const path = '/v1/datasources/found/?format=xml';
  const etag = '/v1/datasources/found/index.xml';
  test.each([
    [{ 'If-None-Match': `"${etag}"` }, 304],
    [{ 'If-None-Match': `W/"${etag}"` }, 304],
    [{ 'If-None-Match': `"${etag}-gzip"` }, 304],
    [{ 'If-None-Match': `W/"${etag}-gzip"` }, 304],
    [{ 'If-None-Match': `"other", "${etag}"` }, 304],
    [{ 'If-None-Match': `"${etag}"`, 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 304],
    [{ 'If-Modified-Since': LAST_MODIFIED }, 304],
    [{ 'If-None-Match': '"/v1/datasources/found/index.json"' }, 200],
    [{ 'If-None-Match': '"/v1/datasources/found/index.source.xml"' }, 200],
    [{ 'If-None-Match': '"other"', 'If-Modified-Since': LAST_MODIFIED }, 200],
  ])('%o: %i', async (headers, status) => {
    const response = await send(path, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.get('ETag')).toBe(`"${etag}"`);
    expect(response.headers.get('Last-Modified')).toBe(LAST_MODIFIED);
  });
});

describe('a write to a data source', () => {
  test.each([
    ['PUT', 202],
    ['POST', 403],
    ['DELETE', 403],
  ])('%s is answered %i without reading its body', async (method, status) => {
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull: (controller) => {
          pulled++;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method, body, duplex: 'half', headers: { Authorization: 'Basic YTpi' } };
    const response = await send('/v1/datasources/found/?format=xml', init as RequestInit);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.json()).toHaveProperty('detail');
    expect(pulled).toBe(0);
  });
});
