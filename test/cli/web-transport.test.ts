/** Requests over real sockets, to a server that behaves badly. */
import type { lookup } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { openRealWeb, type TransportContext } from '../../cli/web-transport.ts';
import { type Web, type WebAnswer, WebError, type WebOptions, type WebRequest } from '../../commands/web/web.ts';
import { type Behaviour, startFaultyServer } from '../support/faulty-server.ts';

const REPOSITORY = 'https://github.com/example/catalog';
const TIMEOUTS = { connectMs: 500, firstByteMs: 200, stalledMs: 200 };
const FAST = { connections: 2, perSecond: 1_000 };

function open(options: Partial<WebOptions> = {}, context: TransportContext = {}): Web {
  return openRealWeb(REPOSITORY, { allowPrivate: true, pace: FAST, ...options }, { timeouts: TIMEOUTS, ...context });
}

/** What becomes of a request: the status and body, or the kind and message of the error. */
async function outcomeOf(web: Web, url: string, request: Partial<WebRequest> = {}): Promise<string> {
  try {
    const answer: WebAnswer = await web.request({ url, maxBytes: 1_000, ...request });
    return `${answer.status} ${await answer.text()}`;
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    return `${error.kind}: ${error.message}`;
  }
}

describe('an answer', () => {
  test.each<[string, Behaviour, Partial<WebRequest>, string]>([
    ['is given as it is', { body: 'text' }, {}, '200 text'],
    ['may come slowly', { body: 'text', delayMs: 50, dripMs: 20 }, {}, '200 text'],
    ['may have no length', { body: 'text', length: null }, {}, '200 text'],
    ['to HEAD has no body', { body: 'text' }, { method: 'HEAD', maxBytes: 0 }, '200 '],
    ['may refuse HEAD', { body: 'text', headStatus: 405 }, { method: 'HEAD', maxBytes: 0 }, '405 '],
    ['may be a part', { body: 'a text', ranges: 'honoured' }, { headers: { Range: 'bytes=2-3' } }, '206 te'],
    ['may be all of it', { body: 'a text', ranges: 'ignored' }, { headers: { Range: 'bytes=2-3' } }, '200 a text'],
    ['is not larger than allowed', { body: 'text' }, { maxBytes: 3 }, 'body: the answer has more than 3 bytes'],
    ['ends', { isEndless: true }, {}, 'body: the answer has more than 1,000 bytes'],
    ['is not cut off', { body: 'text', cutAfter: 2 }, {}, 'body: the answer was cut off'],
    ['is as long as it says', { body: 'text', length: 9, cutAfter: 4 }, {}, 'body: the answer was cut off'],
    ['does not stall', { body: 'text', stallAfter: 2 }, {}, 'body: the answer stalled for 0.2 seconds'],
  ])('%s', async (_, behaviour, request, expected) => {
    const { url } = await startFaultyServer({ '/file': behaviour });
    expect(await outcomeOf(open(), `${url}/file`, request)).toBe(expected);
  });

  test('may fail twice before it is good', async () => {
    const server = await startFaultyServer({ '/file': [{ status: 500 }, { cutAfter: 0 }, { body: 'good' }] });
    expect(await outcomeOf(open(), `${server.url}/file`)).toBe('200 good');
  });
});

describe('hosts that are not public', () => {
  const resolvingTo = (...addresses: string[]): typeof lookup =>
    ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookup;

  test('are refused by number, and by what their name leads to', async () => {
    const server = await startFaultyServer({}, { otherwise: { body: 'secret' } });
    const { port } = new URL(server.url);
    const web = open({ allowPrivate: false }, { lookup: resolvingTo('8.8.8.8', '127.0.0.1') });
    expect(await outcomeOf(web, server.url)).toBe('address: 127.0.0.1 is not a public address');
    expect(await outcomeOf(web, `http://files.example.org:${port}/`)).toMatch(
      /^address: .*its name leads to 127\.0\.0\.1, which is not a public address$/,
    );
    expect(server.requests).toEqual([]);
  });

  test('are requested where that is allowed', async () => {
    const server = await startFaultyServer({ '/': { body: 'intranet' } });
    const { port } = new URL(server.url);
    const web = open({}, { lookup: resolvingTo('127.0.0.1') });
    expect(await outcomeOf(web, `http://files.example.org:${port}/`)).toBe('200 intranet');
  });
});

test('every request says who asks', async () => {
  const server = await startFaultyServer({ '/file': {} });
  await outcomeOf(open(), `${server.url}/file`);
  expect(server.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/file']);
  for (const { headers } of server.requests) {
    expect(headers['user-agent']).toMatch(/^cartalog\/\d+\.\d+\.\d+ \(\+https:\/\/github\.com\/example\/catalog\)$/);
    expect(headers['accept-encoding']).toBe('identity');
  }
});
