import { expect, test } from 'vitest';
import { localHandler } from '../../edge/local-handler.ts';

const document = async () => new Response('document');
const file = async ({ url }: Request) =>
  new Response(`file ${new URL(url).pathname}`, { headers: { 'Access-Control-Allow-Origin': '*' } });
const handler = localHandler(document, file, ['my.space.example'], () => ({ site: 'one', problems: [], more: 0 }));
const ask = (url: string): Promise<Response> => handler(new Request(url));

test.each(['127.0.0.1:8788', '[::1]:8788', 'localhost:8788', 'LOCALHOST', 'my.space.example'])(
  'answers as %s',
  async (host) => {
    expect(await (await ask(`http://${host}/`)).text()).toBe('file /');
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

test('only our own pages may read the report, which is no file', async () => {
  const report = await ask('http://localhost/live.json');
  expect([report.headers.get('Content-Type'), report.headers.get('Access-Control-Allow-Origin')]).toEqual([
    'application/json',
    null,
  ]);
  expect(await report.json()).toEqual({ site: 'one', problems: [], more: 0 });
  for (const path of ['/%6cive.json', '//live.json', '/LIVE.json', '/live.json/'])
    expect(await (await ask(`http://localhost${path}`)).text()).toBe(`file ${path}`);
});
