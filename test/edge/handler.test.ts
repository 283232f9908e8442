/** Behaviour of the handler that requests alone cannot show, so that the contract does not cover it, and its renditions. */
import { describe, expect, test } from 'vitest';
import { createHandler, type HandlerEnvironment } from '../../edge/handler.ts';

const BASE = 'https://catalog.example.org';
const PUBLISHED = {
  repository: 'https://git.example.org/catalog',
  ids: { datasource: ['srtm3'], category: ['7'], edition: ['offline'] },
  withSource: [],
  files: ['/v1/openapi.json', '/v1/all.json', '/v1/schemas/edition.json'],
};
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const handler = createHandler(PUBLISHED, () => NOW);

/** Static files that record every request, and always give the same response. */
function assets(response: () => Response): { env: HandlerEnvironment; requests: string[] } {
  const requests: string[] = [];
  const env = {
    ASSETS: {
      async fetch(request: Request) {
        requests.push(`${request.method} ${new URL(request.url).pathname}${[...request.headers.keys()].join()}`);
        return response();
      },
    },
  };
  return { env, requests };
}

const document =
  (headers: Record<string, string> = {}) =>
  (): Response =>
    new Response('[]\n', { headers: { 'Content-Type': 'application/json', ETag: '"a"', ...headers } });

const send = (env: HandlerEnvironment, path: string, init: RequestInit = {}): Promise<Response> =>
  handler.fetch(new Request(BASE + path, init), env);

describe('the handler', () => {
  test.each([
    ['/v1/', 'GET /v1/index.json'],
    ['/v1/?format=api', 'GET /v1/index.api.json'],
    ['/v1/mapservers/?format=api', 'GET /v1/mapservers/index.json'],
    ['/v1/datasources/?format=api', 'GET /v1/datasources/index.api.json'],
    ['/v1/datasources/srtm3/?format=api', 'GET /v1/datasources/srtm3/index.json'],
    ['/v1/%63ategories/7/', 'GET /v1/categories/7/index.json'],
  ])('%s reads one file, and does not pass headers on', async (path, expected) => {
    const { env, requests } = assets(document());
    expect((await send(env, path, { headers: { Range: 'bytes=0-1', Cookie: 'a=b' } })).status).toBe(200);
    expect(requests).toEqual([expected]);
  });

  test('/v1/ leads to the description in every rendition, and no other document does', async () => {
    const { env } = assets(document());
    const linkOf = async (path: string): Promise<string | null> => (await send(env, path)).headers.get('Link');
    for (const path of ['/v1/', '/v1/?format=xml', '/v1/?format=api'])
      expect(await linkOf(path)).toBe('</v1/openapi.json>; rel="service-desc"');
    expect(await linkOf('/v1/mapservers/')).toBeNull();
  });

  test('a published id whose file is missing gets a 502 in JSON', async () => {
    const { env } = assets(() => new Response('<html>', { status: 404 }));
    const response = await send(env, '/v1/datasources/srtm3/');
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ detail: expect.stringContaining('could not be read') });
  });

  test.each([
    ['max-age=7200', 'Fri, 02 Jan 2026 05:04:05 GMT'],
    ['max-age=0', 'Fri, 02 Jan 2026 03:04:05 GMT'],
    ['public, max-age=0, must-revalidate', null],
    [null, null],
  ])('Cache-Control %s gives Expires %s', async (cacheControl, expires) => {
    const { env } = assets(document(cacheControl === null ? {} : { 'Cache-Control': cacheControl }));
    for (const headers of [{}, { 'If-None-Match': '"a"' }])
      expect((await send(env, '/v1/datasources/srtm3/', { headers })).headers.get('Expires')).toBe(expires);
  });

  const SINCE = 'Fri, 02 Jan 2026 03:04:05 GMT';
  const EDITION = '/v1/editions/offline/index.json';
  test.each([
    ['GET', { 'If-None-Match': '"a"' }, 304, ['HEAD']],
    ['GET', { 'If-None-Match': '"x"' }, 200, ['HEAD', 'GET']],
    ['GET', { 'If-Modified-Since': SINCE }, 304, ['HEAD']],
    ['HEAD', { 'If-None-Match': '"a"' }, 304, ['HEAD']],
    ['HEAD', { 'If-None-Match': '"x"' }, 200, ['HEAD']],
  ])('%s with %j is a %i, and reads the document only where it is sent: %j', async (method, headers, status, read) => {
    const { env, requests } = assets(document({ 'Last-Modified': SINCE }));
    expect((await send(env, '/v1/editions/offline/', { method, headers })).status).toBe(status);
    expect(requests).toEqual(read.map((each) => `${each} ${EDITION}`));
  });

  test('a document that goes or changes between HEAD and GET is answered as it is then', async () => {
    for (const [second, status] of [
      [new Response('', { status: 404 }), 502],
      [document({ ETag: '"x"' })(), 304],
    ] as const) {
      const answers = [document()(), second];
      const { env } = assets(() => answers.shift() as Response);
      expect((await send(env, '/v1/', { headers: { 'If-None-Match': '"x"' } })).status).toBe(status);
    }
  });

  describe('where the host takes no more header rules', () => {
    const own = createHandler(
      {
        ...PUBLISHED,
        headers: { '/v1/datasources/srtm3/': [NOW / 1000, 60], '/v1/editions/offline/': [null, 30] },
      },
      () => NOW,
    );
    const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      own.fetch(new Request(BASE + path, { headers }), assets(document({ 'Cache-Control': 'public, max-age=0' })).env);

    test.each([
      ['/v1/datasources/srtm3/', SINCE, 'max-age=60', 'Fri, 02 Jan 2026 03:05:05 GMT'],
      ['/v1/datasources/srtm3/?format=xml', SINCE, 'max-age=60', 'Fri, 02 Jan 2026 03:05:05 GMT'],
      ['/v1/editions/offline/', null, 'max-age=30', 'Fri, 02 Jan 2026 03:04:35 GMT'],
      ['/v1/editions/', null, 'public, max-age=0', null],
      ['/v1/categories/7/', null, 'public, max-age=0', null],
    ])('%s gets its headers from the handler', async (path, modified, cacheControl, expires) => {
      const { headers } = await get(path);
      expect(['Last-Modified', 'Cache-Control', 'Expires'].map((name) => headers.get(name))).toEqual([
        modified,
        cacheControl,
        expires,
      ]);
    });

    test('they decide conditional requests', async () => {
      const response = await get('/v1/datasources/srtm3/', { 'If-Modified-Since': SINCE });
      expect(response.status).toBe(304);
      expect(response.headers.get('Last-Modified')).toBe(SINCE);
    });
  });

  test('a 304 has no body and no Content-Type', async () => {
    const { env } = assets(document({ 'Last-Modified': 'Fri, 02 Jan 2026 03:04:05 GMT' }));
    const response = await send(env, '/v1/', { headers: { 'If-None-Match': '"a"' } });
    expect(response.status).toBe(304);
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Allow, ETag',
      etag: '"a"',
      'last-modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['PUT', 202],
    ['POST', 403],
    ['DELETE', 403],
  ])('the body of a %s is not read', async (method, status) => {
    let pulled = 0;
    const pull = (controller: ReadableStreamDefaultController): void => {
      pulled++;
      controller.enqueue(new Uint8Array(1024));
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const init = { method, body, duplex: 'half', headers: { Authorization: 'Basic YTpi' } } as RequestInit;
    const response = await send(assets(document()).env, '/v1/datasources/srtm3/?format=xml', init);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, 'application/json']);
    expect(await response.json()).toHaveProperty('detail');
    expect(pulled).toBe(0);
  });
});

describe('the rendition', () => {
  test.each(['xml-source', 'XML', '', 'index.xml', '__proto__'])('format=%s does not exist', async (format) => {
    const { env } = assets(document());
    const response = await send(env, `/v1/mapservers/?format=${format}`, { headers: { Accept: 'application/xml' } });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/json']);
    expect(((await response.json()) as { detail: string }).detail).toMatch(/use one of: json, api, xml\.$/);
  });
});
