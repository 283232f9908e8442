/** Requests over real sockets, to a server that behaves badly. */
import type { LookupOptions, lookup } from 'node:dns';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type WebAnswer, WebError, type WebRequest } from '../../../../commands/upstream/web/request.ts';
import { openWeb, type Web, type WebOptions } from '../../../../commands/upstream/web/web.ts';
import { openRealWeb, realEffects, type TransportContext } from '../../../../commands/upstream/web/web-transport.ts';
import { makeCertificate, type TestCertificate } from '../../../support/certificate.ts';
import { type Behaviour, type FaultyServer, startFaultyServer } from '../../../support/faulty-server.ts';

const REPOSITORY = 'https://github.com/example/catalog';
const TIMEOUTS = { connectMs: 5_000, firstByteMs: 600, stalledMs: 600 };
const FAST = { connections: 2, perSecond: 1_000 };

const open = (options: Partial<WebOptions> = {}, context: TransportContext = {}): Web =>
  openRealWeb(REPOSITORY, { allowPrivate: true, pace: FAST, ...options }, { timeouts: TIMEOUTS, ...context });

async function outcomeOf(web: Web, url: string, request: Partial<WebRequest> = {}): Promise<string> {
  try {
    const answer: WebAnswer = await web.request({ url, maxBytes: 1_000, ...request });
    return `${answer.status} ${await answer.text()}`;
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    return `${error.failure}: ${error.message}`;
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
    ['does not stall', { body: 'text', stallAfter: 2 }, {}, 'body: the answer stalled for 0.6 seconds'],
    ['does not drip', { body: 'x'.repeat(500), dripMs: 50 }, {}, 'body: the answer stalled for 0.6 seconds'],
  ])('%s', async (_, behaviour, request, expected) => {
    const { url } = await startFaultyServer({ '/file': behaviour });
    expect(await outcomeOf(open(), `${url}/file`, request)).toBe(expected);
  });

  test('that nobody reads or discards is closed when its time is over', async () => {
    const { url } = await startFaultyServer({ '/': { body: 'x', isEndless: true } });
    const { send } = realEffects({ allowPrivate: true, timeouts: TIMEOUTS });
    const answer = await send({ url: new URL(url), method: 'GET', headers: {}, wholeMs: 300, signal: null });
    await answer.closed;
  });
});

function resolvingTo(...addresses: string[]): typeof lookup {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const resolve = (_: string, { all }: LookupOptions, callback: (...found: unknown[]) => void): void =>
    all ? callback(null, found) : callback(null, found[0]?.address, found[0]?.family);
  return resolve as unknown as typeof lookup;
}

describe('hosts that are not public', () => {
  test('are refused by number, and by what their name leads to', async () => {
    const server = await startFaultyServer({}, { otherwise: { body: 'secret' } });
    const { port } = new URL(server.url);
    const web = open({ allowPrivate: false, ignoreRobots: true }, { lookup: resolvingTo('8.8.8.8', '127.0.0.1') });
    expect(await outcomeOf(web, server.url)).toBe(
      'address: 127.0.0.1 is not a public address (--allow-private requests it too)',
    );
    expect(await outcomeOf(web, `http://files.example.org:${port}/`)).toBe(
      'address: its name leads to 127.0.0.1, which is not a public address (--allow-private requests it too)',
    );
    expect(await outcomeOf(web, `http://localhost:${port}/`)).toMatch(/^address: /);
    expect(server.connections).toBe(0);
  });

  test('are refused by the lookup of the system too', async () => {
    const server = await startFaultyServer({});
    const url = `http://localhost:${new URL(server.url).port}/`;
    const message = /^address: its robots\.txt cannot be read: its name leads to (?:127\.0\.0\.1|::1), which is not a/;
    expect(await outcomeOf(open({ allowPrivate: false }), url)).toMatch(message);
    expect(server.connections).toBe(0);
  });
});

/** Sends one request, without robots.txt and retries. */
const send = (url: string, context: TransportContext = {}) =>
  realEffects({ allowPrivate: true, timeouts: TIMEOUTS, ...context }).send({
    url: new URL(url),
    method: 'GET',
    headers: {},
    wholeMs: 1_000,
    signal: null,
  });

async function rawServer(greet: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => greet(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('without an answer, the message says why', () => {
  const faulty = (how: Behaviour) => async () => (await startFaultyServer({ '/': how })).url;
  const stopped = async () => {
    const { url, stop } = await startFaultyServer({});
    await stop();
    return url;
  };
  const raw = (scheme: string, greet: (socket: Socket) => void) => async () => `${scheme}://${await rawServer(greet)}/`;
  const ftp = (socket: Socket) => socket.end('220 ftp.example.org ready\r\n');
  const upgrade = (socket: Socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
  const endless = (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}`);
  const named = async () => 'http://files.example.org/';
  const unknown = (_: string, __: object, callback: (error: Error) => void): void =>
    callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
  const UNKNOWN = { lookup: unknown as unknown as typeof lookup };
  const SILENT = { lookup: (() => {}) as unknown as typeof lookup, timeouts: { connectMs: 200 } };

  test.each<[string, url: () => Promise<string>, message: string, retry?: string, context?: TransportContext]>([
    ['silence', faulty({ delayMs: Number.POSITIVE_INFINITY }), 'there is no answer after 0.6 seconds', 'later'],
    ['nobody listens', stopped, 'the connection was refused', 'later'],
    ['the connection is closed', faulty({ cutAfter: 0 }), 'the connection was closed', 'later'],
    ['a name that is not known', named, 'its name is not known', 'never', UNKNOWN],
    ['a name server that is silent', named, 'there is no connection after 0.2 seconds', 'later', SILENT],
    ['another protocol', raw('http', ftp), 'it does not answer with HTTP'],
    ['another protocol than TLS', raw('https', ftp), 'the TLS connection failed'],
    ['a change of the protocol', raw('http', upgrade), 'it does not answer with HTTP'],
    ['headers without end', raw('http', endless), 'the headers of the answer are too long'],
  ])('%s', async (_, urlOf, message, retry, context) => {
    await expect(send(await urlOf(), context)).rejects.toMatchObject({ message, ...(retry ? { retry } : {}) });
  });

  test('a whole answer that takes too long', async () => {
    const { url } = await startFaultyServer({ '/': { body: 'x', isEndless: true, dripMs: 50 } });
    const outcome = await outcomeOf(open({ ignoreRobots: true, maxTimeMs: 500 }), url);
    expect(outcome).toBe('over: all requests together timed out after 0.5 s');
  });

  test('a body with more than its length is taken as long as it said', async () => {
    const host = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext and more'));
    expect(await outcomeOf(open({ ignoreRobots: true }), `http://${host}/`)).toBe('200 text');
  });
});

describe('TLS', () => {
  const until = new Date('2099-01-02T03:04:05Z');
  const serve = (certificate: TestCertificate): Promise<FaultyServer> =>
    startFaultyServer({ '/': { body: 'text' } }, { certificate });

  test('an accepted certificate says how long it lasts', async () => {
    const certificate = makeCertificate(['127.0.0.1'], until);
    const { url } = await serve(certificate);
    const web = open({}, { certificateAuthority: certificate.cert });
    for (let time = 0; time < 2; time++) {
      const answer = await web.request({ url, maxBytes: 100 });
      expect(await answer.text()).toBe('text');
      expect(answer.certificateUntil).toBe(until.getTime());
    }
  });

  test.each([
    ['of nobody we know', ['127.0.0.1'], until, false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of another host', ['files.example.org'], until, true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['that has expired', ['127.0.0.1'], new Date('2020-01-01T00:00:00Z'), true, 'CERT_HAS_EXPIRED'],
  ])('a certificate %s is not accepted, at once and whatever the environment says', async (...one) => {
    const [, names, end, isTrusted, code] = one;
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const certificate = makeCertificate(names, end);
    const server = await serve(certificate);
    const web = open({ ignoreRobots: true }, isTrusted ? { certificateAuthority: certificate.cert } : {});
    expect(await outcomeOf(web, server.url)).toBe(`unreachable: its certificate is not accepted (${code})`);
    expect([server.connections, server.requests]).toEqual([1, []]);
  });
});

describe('connections', () => {
  test('are used again, and are never more than allowed', async () => {
    const server = await startFaultyServer({}, { otherwise: { body: 'text', delayMs: 10 } });
    const web = open();
    const urls = Array.from({ length: 40 }, (_, index) => `${server.url}/${index}`);
    const requests = urls.map((url, index) => outcomeOf(web, url, index % 2 ? { method: 'HEAD', maxBytes: 0 } : {}));
    expect(new Set(await Promise.all(requests))).toEqual(new Set(['200 text', '200 ']));
    expect(server.mostAtOnce).toBe(2);
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test('that the server closed meanwhile are no failure', async () => {
    let isSecond = false;
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ntext';
    const server = createServer((socket) => {
      socket.on('data', () => (isSecond ? socket.destroy() : socket.write(answer)));
      socket.on('close', () => {
        isSecond = false;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const sleep = vi.fn(async (_ms: number) => {});
    const effects = { ...realEffects({ allowPrivate: true, timeouts: TIMEOUTS }), sleep };
    const web = openWeb({ userAgent: 'a', ignoreRobots: true, allowPrivate: true, pace: FAST }, effects);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    onTestFinished(() => void server.close());
    expect(await outcomeOf(web, url)).toBe('200 text');
    isSecond = true;
    expect(await outcomeOf(web, url)).toBe('200 text');
    // It does not wait before it tries again.
    expect(Math.max(0, ...sleep.mock.calls.map(([ms]) => ms))).toBeLessThan(100);
    expect(web.used.requests).toBe(2);
  });

  test('do not leak listeners, and all end when the person stops the command', async () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const server = await startFaultyServer({}, { otherwise: { body: 'text', stallAfter: 2 } });
    const stop = new AbortController();
    const web = open({ pace: { connections: 100, perSecond: 10_000 }, signal: stop.signal, ignoreRobots: true });
    const outcomes = Array.from({ length: 50 }, (_, index) => outcomeOf(web, `${server.url}/${index}`));
    setTimeout(() => stop.abort(), 100);
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['over: the command was stopped']));
    expect(warnings).toEqual([]);
  });
});

test('the interval to the next request counts from when one really left', async () => {
  const server = await startFaultyServer({}, { otherwise: { body: 'text' } });
  const real = realEffects({ allowPrivate: true, timeouts: TIMEOUTS });
  let count = 0;
  const send: typeof real.send = (request) => {
    const answer = real.send(request);
    // Other work blocks the program before every second request can leave, as judging tiles does.
    if (count++ % 2 === 0) for (const begin = performance.now(); performance.now() - begin < 350; );
    return answer;
  };
  const pace = { connections: 1, perSecond: 2 };
  const web = openWeb({ userAgent: 'a', ignoreRobots: true, allowPrivate: true, pace }, { ...real, send });
  for (let index = 0; index < 4; index++) await outcomeOf(web, `${server.url}/${index}`);
  const times = server.requests.map(({ at }) => at);
  const gaps = times.slice(1).map((at, index) => at - (times[index] as number));
  // A request takes a moment to come to the server, and not always as long. Counted from when it was allowed, it is 150 ms.
  expect(Math.min(...gaps)).toBeGreaterThan(400);
});

test('no wait is too short, by parts of a millisecond neither', async () => {
  const { sleep, now } = realEffects();
  const waits = Array.from({ length: 200 }, async (_, index) => {
    await new Promise((resolve) => setImmediate(resolve));
    const ms = 20 + index / 7;
    const begin = now();
    await sleep(ms, null);
    return now() - begin - ms;
  });
  expect(Math.min(...(await Promise.all(waits)))).toBeGreaterThanOrEqual(0);
});
