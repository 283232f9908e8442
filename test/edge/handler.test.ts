/** Behaviour of the handler that requests alone cannot show, so that the contract does not cover it. */
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
    const response = await send(env, path, { headers: { 'If-None-Match': '"x"', Range: 'bytes=0-1', Cookie: 'a=b' } });
    expect(response.status).toBe(200);
    expect(requests).toEqual([expected]);
  });

  test.each([
    ['GET', '/v1/datasources/gone/', 404],
    ['PUT', '/v1/datasources/gone/', 404],
    ['GET', '/v1/mapservers', 308],
    ['PUT', '/v1/datasources/srtm3/', 202],
    ['POST', '/v1/datasources/srtm3/', 403],
    ['DELETE', '/v1/mapservers/', 405],
    ['OPTIONS', '/v1/mapservers/', 200],
    ['PROPFIND', '/v1/mapservers/', 405],
    ['GET', '/v1/mapservers/?format=csv', 404],
  ])('%s %s reads no file', async (method, path, status) => {
    const { env, requests } = assets(document());
    expect((await send(env, path, { method })).status).toBe(status);
    expect(requests).toEqual([]);
  });

  test('a published id whose file is missing gets a 502 in JSON', async () => {
    const { env } = assets(() => new Response('<html>', { status: 404 }));
    const response = await send(env, '/v1/datasources/srtm3/');
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ detail: expect.stringContaining('/v1/datasources/srtm3/') });
  });

  test.each([
    ['max-age=7200', 'Fri, 02 Jan 2026 05:04:05 GMT'],
    ['max-age=0', 'Fri, 02 Jan 2026 03:04:05 GMT'],
    ['public, max-age=0, must-revalidate', null],
    [null, null],
  ])('Cache-Control %s gives Expires %s', async (cacheControl, expires) => {
    const { env } = assets(document(cacheControl === null ? {} : { 'Cache-Control': cacheControl }));
    for (const headers of [{}, { 'If-None-Match': '"a"' }]) {
      expect((await send(env, '/v1/datasources/srtm3/', { headers })).headers.get('Expires')).toBe(expires);
    }
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

  test('the body of a report is not read', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const { env } = assets(document());
    const init = { method: 'PUT', body, duplex: 'half' } as RequestInit;
    expect((await send(env, '/v1/datasources/srtm3/', init)).status).toBe(202);
    expect(pulled).toBeLessThan(3);
  });
});
