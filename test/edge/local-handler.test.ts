import { describe, expect, test } from 'vitest';
import type { HandlerEnvironment } from '../../edge/handler.ts';
import { localHandler } from '../../edge/local-handler.ts';

const FILES: Readonly<Record<string, string>> = { '/': 'page', '/live.json': '{}', '/_headers': 'x' };

/** Answers as a host does. */
const ENVIRONMENT: HandlerEnvironment = {
  ASSETS: {
    async fetch({ url }) {
      const { pathname } = new URL(url);
      const headers = { 'Access-Control-Allow-Origin': '*' };
      return new Response(FILES[pathname] ?? 'not found', { status: pathname in FILES ? 200 : 404, headers });
    },
  },
};

const HANDLER = localHandler({ fetch: async () => new Response('document') }, ['my.space.example']);
const ask = (url: string, method = 'GET'): Promise<Response> =>
  HANDLER.fetch(new Request(url, { method }), ENVIRONMENT);

test.each(['127.0.0.1:8788', '[::1]:8788', 'localhost:8788', 'LOCALHOST', 'my.space.example'])(
  'answers as %s',
  async (host) => {
    expect(await (await ask(`http://${host}/`)).text()).toBe('page');
    expect(await (await ask(`http://${host}/v1/editions/`)).text()).toBe('document');
  },
);

test.each(['evil.example', 'localhost.evil.example', 'my.space.example.', '127.0.0.2', '169.254.1.1'])(
  'refuses %s, and names the flag',
  async (host) => {
    for (const path of ['', 'v1/', 'live.json']) {
      const response = await ask(`http://${host}/${path}`);
      expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
      expect(await response.text()).toBe(
        `cartalog serve does not answer as ${host}; --allow-host ${host} changes that.\n`,
      );
    }
  },
);

describe('static files', () => {
  test.each(['_headers', '_worker.js', '_routes.json', '_redirects', '.assetsignore', 'none'])(
    '/%s is not found',
    async (path) => {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const response = await ask(`http://localhost/${path}`, method);
        expect([response.status, await response.text()]).toEqual([404, 'not found']);
      }
    },
  );

  test.each([
    '/live.json',
    '%6cive.json',
    'live%2ejson',
    'LIVE.json',
    'live.json/',
    '%2flive.json',
    '%5Flive',
    '/_worker.js',
    '_Headers',
  ])('another spelling is not found: /%s', async (path) => {
    const all: HandlerEnvironment = {
      ASSETS: {
        fetch: async ({ url }) =>
          new Response(url.endsWith('/-/-') ? 'not found' : 'found', { status: url.endsWith('/-/-') ? 404 : 200 }),
      },
    };
    const response = await HANDLER.fetch(new Request(`http://localhost/${path}`), all);
    expect(await response.text()).toBe(path === '%5Flive' ? 'found' : 'not found');
  });

  test('have the headers of the host, but only our own pages may read the report', async () => {
    expect((await ask('http://localhost/')).headers.get('Access-Control-Allow-Origin')).toBe('*');
    const report = await ask('http://localhost/live.json');
    expect([report.status, report.headers.get('Access-Control-Allow-Origin')]).toEqual([200, null]);
  });
});
