/** Requests with robots.txt, redirects, retries, limits, and the end of all requests. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { WebError, type WebRequest } from '../../../../commands/upstream/web/request.ts';
import type { Web, WebOptions } from '../../../../commands/upstream/web/web.ts';
import { type VirtualAnswer, VirtualWeb } from '../../../support/virtual-web.ts';

/** What becomes of a request: its status, address and text, or the kind and message of the error. */
async function outcomeOf(web: Web, url: string, request: Partial<WebRequest> = {}): Promise<string> {
  try {
    const answer = await web.request({ url, maxBytes: 100, ...request });
    return `${answer.status} ${answer.url} ${await answer.text()}`.trim();
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    return `${error.failure}: ${error.message}`;
  }
}

const refused = new WebError('unreachable', 'the connection was refused', { retry: 'later' });
const unknown = new WebError('unreachable', 'its name is not known', { retry: 'never' });
const cutOff = new WebError('body', 'the answer was cut off', { retry: 'later' });

/** Answers by address; of a list each request gets the next, and the last one remains. All others are 404. */
type Answers = Readonly<Record<string, VirtualAnswer | readonly VirtualAnswer[]>>;

function virtual(answers: Answers): VirtualWeb {
  const times = new Map<string, number>();
  return new VirtualWeb(({ href }) => {
    const time = times.get(href) ?? 0;
    times.set(href, time + 1);
    const list = [answers[href] ?? { status: 404 }].flat();
    return list[Math.min(time, list.length - 1)] as VirtualAnswer;
  });
}

const FILE = 'https://example.org/file';
const OTHER = 'https://example.net/other';
const ROBOTS = 'https://example.org/robots.txt';
const IPV6 = 'http://[2a00:1450::1]:9101/';
const to = (location: string, status = 302): VirtualAnswer => ({ status, headers: { Location: location } });
const robots = (text: string): VirtualAnswer => ({ body: [text] });
const body = (...pieces: (string | Error)[]): VirtualAnswer => ({ body: pieces });
const later = (seconds: string, status = 429): VirtualAnswer => ({ status, headers: { 'Retry-After': seconds } });
const typed = (type: string, text: string): VirtualAnswer => ({ headers: { 'Content-Type': type }, body: [text] });
const sized = (length: string, ...pieces: (string | Error)[]): VirtualAnswer => ({
  headers: { 'Content-Length': length },
  body: pieces,
});

const coded = (coding: string, content: Buffer, status = 200): VirtualAnswer => ({
  status,
  headers: { 'Content-Encoding': coding },
  body: [content.toString('latin1')],
});

function chain(length: number): Answers {
  const links = Array.from({ length }, (_, index) => [
    `https://example.org/${index + 1}`,
    index + 1 === length ? {} : to(`/${index + 2}`),
  ]);
  return Object.fromEntries(links);
}

interface More {
  readonly others?: Answers;
  readonly options?: Partial<WebOptions>;
  readonly request?: Partial<WebRequest>;
}

const LIMITED: More = { options: { maxTimeMs: 30_000 } };
const NO_ROBOTS: More = { options: { ignoreRobots: true } };
const BUFFERED: More = { request: { isBuffered: true } };
const budget = (left: number): More => ({ request: { budget: { left } } });
const ONE_TRY: More = { request: { tries: 1 } };
const HEAD: More = { request: { method: 'HEAD', maxBytes: 0 } };
const BEGINNING: More = { request: { maxBytes: 5, isCut: true } };
const GOOD = body('good');
const BUSY = { status: 500 };
const REFUSED = { error: refused };
const LATE = { afterMs: 60_000 };
const FOREIGN = 'https://example.net/robots.txt';
const refusing = robots('User-agent: *\nDisallow: /file');
const others = (answers: Answers, more: More = {}): More => ({ others: answers, ...more });
const withRobots = (...answers: VirtualAnswer[]): More => others({ [ROBOTS]: answers });
// The line at the limit, "Disallow: /", does not count.
const RULES = 'User-agent: *\nDisallow: /file';
const PACKED = gzipSync('good');
const LONG_ROBOTS = sized('999999999', 'User-agent: *\n', `#${'.'.repeat(500 * 1024 - 27)}\n`, 'Disallow: /other\n');

/** The answers for the file; the outcome and what was requested after how many seconds are in the snapshot. */
test.each<[name: string, VirtualAnswer | VirtualAnswer[], more?: More]>([
  ['an answer', body('a', 'b')],
  ['a failure that is an answer', { status: 404 }],
  ['no method', { status: 501 }],
  ['the charset of the answer', typed('text/html; Charset="ISO-8859-1"', '\xfc')],
  ['an unknown charset', typed('text/html; charset=klingon', '\xc3\xbc')],

  // Redirects
  ['a redirect', to(`${OTHER}#part`, 308), others({ [OTHER]: body('text') })],
  ['a redirect in UTF-8', to('/m\xc3\xbcn chen')],
  ['a redirect in Latin-1', to('/m\xfcnchen')],
  ['a redirect without an address', { status: 301 }],
  ['five redirects', to('/1'), others(chain(5))],
  ['six redirects', to('/1'), others(chain(6))],
  ['more redirects than its budget', to('/1'), others(chain(3), budget(3))],
  ['a circle', to('/1'), others({ 'https://example.org/1': to('/file') })],
  ['a redirect to a private address', to('http://169.254.169.254/?token=secret')],
  ['a redirect to another protocol', to('file:///etc/passwd')],
  [
    'a redirect to what another robots.txt refuses',
    to(OTHER),
    others({ [FOREIGN]: robots('User-agent: *\nDisallow: /') }),
  ],
  ['a redirect to IPv6 that does not answer', to(IPV6), others({ [IPV6]: { error: unknown } }, NO_ROBOTS)],

  ['what robots.txt does not allow', {}, withRobots(refusing)],
  ['what robots.txt does not allow, for a command that ignores it', {}, { ...withRobots(refusing), ...NO_ROBOTS }],
  ['a robots.txt that is redirected', {}, others({ [ROBOTS]: to(FOREIGN), [FOREIGN]: refusing })],
  ['a robots.txt that needs a password', {}, withRobots({ status: 401 })],
  ['a robots.txt that fails', {}, withRobots({ status: 503 })],
  ['a robots.txt whose server knows no method', {}, withRobots({ status: 501 })],
  ['a robots.txt that does not answer', {}, withRobots(REFUSED)],
  ['a robots.txt that fails at first', {}, withRobots(REFUSED, BUSY, { status: 404 })],
  ['a robots.txt that is cut off', {}, withRobots(body('User-', cutOff), refusing)],
  ['a robots.txt with a delay', to('/other'), withRobots(robots('User-agent: *\nCrawl-delay: 7'))],
  ['a robots.txt that does not end', {}, withRobots(LONG_ROBOTS)],
  ['a robots.txt in gzip', {}, withRobots(coded('gzip', gzipSync(RULES)))],
  ['a robots.txt in gzip and br', {}, withRobots(coded('gzip, br', brotliCompressSync(gzipSync(RULES))))],
  ['a robots.txt in gzip with a mark at its beginning', {}, withRobots(coded('gzip', gzipSync(`\uFEFF${RULES}`)))],
  ['a robots.txt in gzip that is cut off', {}, withRobots(coded('gzip', gzipSync(RULES).subarray(0, -9)))],
  ['a robots.txt that is not in gzip as it says', {}, withRobots(coded('gzip', Buffer.from(RULES)))],
  ['a robots.txt in gzip that does not say so', {}, withRobots(robots(gzipSync(RULES).toString('latin1')))],
  ['a robots.txt in a coding that is not known', {}, withRobots(coded('zstd', Buffer.from(RULES)))],
  ['a robots.txt in UTF-16', {}, withRobots(robots(Buffer.from(`\uFEFF${RULES}`, 'utf16le').toString('latin1')))],
  ['a robots.txt in gzip that is very long', {}, withRobots(coded('gzip', gzipSync(`${RULES}\n`.repeat(100_000))))],
  ['a robots.txt in gzip for other files', GOOD, withRobots(coded('gzip', gzipSync(`${RULES}s`)))],

  ['a server that is busy twice', [BUSY, { status: 502 }, GOOD]],
  ['a server that remains busy', BUSY],
  ['a server that says when', [later('60'), GOOD]],
  ['a server that wants a long pause', later('3600', 503)],
  ['a connection that is refused once', [REFUSED, GOOD]],
  ['more tries than its budget', [BUSY, BUSY, GOOD], budget(2)],
  ['a connection that is refused, for a request with one try', [REFUSED, GOOD], ONE_TRY],
  ['a name that is not known', { error: unknown }],

  ['a body that is cut off', [body('go', cutOff), GOOD]],
  ['a body that is cut off and read first', [body('go', cutOff), GOOD], BUFFERED],
  ['the body of a failure, if bodies are read first', { status: 404, body: ['x'.repeat(200)] }, BUFFERED],
  ['a body that is too large', body('x'.repeat(60), 'x'.repeat(60))],
  ['a body that is too large and read first', body('x'.repeat(60), 'x'.repeat(60)), BUFFERED],
  ['a body that announces to be too large', sized('101', new Error('it is read'))],
  ['a body as large as allowed', sized('100', 'x'.repeat(100))],
  ['the beginning of a body', sized('9', 'abc', 'def', new Error('it is read')), BEGINNING],
  ['a body that is not wanted', sized('999', new Error('it is read')), HEAD],
  ['a slow body', { body: ['text'], bodyMs: 10 * 60_000 }],

  ['a body in gzip', coded('gzip', PACKED)],
  ['nothing in br', coded('br', Buffer.alloc(0), 204), BUFFERED],
  ['a body in br', coded('br', brotliCompressSync('good')), BUFFERED],
  ['a body in a coding that is none', coded('aws-chunked', Buffer.from('good'))],
  ['a body in gzip that is cut off and read first', [coded('gzip', PACKED.subarray(0, -9)), GOOD], BUFFERED],
  ['a body in gzip whose connection is cut off', { ...coded('gzip', PACKED), body: ['\x1f', cutOff] }],
  ['a body that is not in gzip as it says', [coded('gzip', Buffer.from('good')), GOOD], BUFFERED],
  ['a body in a coding that is not known', coded('zstd', PACKED)],
  ['a body in a coding that is not known, for HEAD', coded('zstd', PACKED), HEAD],
  ['a body that unpacks to more than allowed', coded('gzip', gzipSync('x'.repeat(101)))],
  ['a body that unpacks to as much as allowed', coded('gzip', gzipSync('x'.repeat(100)))],
  ['a long body that unpacks to nothing', coded('gzip', Buffer.concat(Array(9_000).fill(gzipSync(''))))],
  ['the beginning of a body in gzip', coded('gzip', gzipSync('x'.repeat(1_000_000))), BEGINNING],
  ['a part of a body in gzip', coded('gzip', PACKED, 206)],
  ['a file in gzip, as programs save it', { ...coded('gzip', Buffer.from('as sent')) }, { request: { isFile: true } }],

  ['a run that is over while a server is silent', LATE, LIMITED],
  ['a run that is over while a body comes', { bodyMs: 60_000 }, LIMITED],
  ['a run that is over in a pause', later('60'), LIMITED],
  ['a run that is over while robots.txt is read', {}, { ...withRobots(LATE), ...LIMITED }],
])('%s', async (_, file, more = {}) => {
  const machine = virtual({ [FILE]: file, ...more.others });
  const outcome = await machine.run(outcomeOf(machine.open(more.options), FILE, more.request));
  expect([outcome, ...sentTo(machine)]).toMatchSnapshot();
  expect(machine.requests.filter(({ endedAt }) => endedAt === null)).toEqual([]);
});

/** The requests of a run, but for those for robots.txt, with the seconds after which they began. */
function sentTo(machine: VirtualWeb): string[] {
  const files = machine.requests.filter(({ url }) => url.pathname !== '/robots.txt');
  return files.map(({ at, method, url }) => `${Math.round(at / 100) / 10} ${method} ${url.pathname}`);
}

describe('all requests together', () => {
  test('ask for robots.txt once for each server', async () => {
    const machine = virtual({});
    const web = machine.open();
    const urls = [FILE, `${FILE}/2`, 'http://example.org/file', 'https://example.org:8443/file', `${FILE}/3`];
    await machine.run(Promise.all(urls.map((url) => outcomeOf(web, url))));
    const asked = machine.requests.filter(({ url }) => url.pathname === '/robots.txt').map(({ url }) => url.origin);
    expect(asked).toEqual(['https://example.org', 'http://example.org', 'https://example.org:8443']);
    expect(web.used).toEqual({ requests: 8, bytes: 0 });
  });

  test('wait while a server wants a pause, and fail at once where it is long', async () => {
    const machine = virtual({
      [FILE]: [
        { status: 429, headers: { 'Retry-After': '60' } },
        { status: 429, headers: { 'Retry-After': '600' } },
      ],
      [`${FILE}/2`]: { body: ['second'] },
      [OTHER]: { body: ['other'] },
    });
    const web = machine.open({ pace: { connections: 1 } });
    const outcomes = Promise.all([outcomeOf(web, FILE), outcomeOf(web, `${FILE}/2`), outcomeOf(web, `${FILE}/3`)]);
    expect(await machine.run(outcomes)).toEqual([
      'status: it answers 429',
      `200 ${FILE}/2 second`,
      '404 https://example.org/file/3',
    ]);
    expect(await machine.run(outcomeOf(web, FILE))).toBe('status: the server asks for no requests for 10 minutes');
    expect(await machine.run(outcomeOf(web, OTHER))).toBe(`200 ${OTHER} other`);
    expect(sentTo(machine).filter((one) => !one.endsWith('/other'))).toEqual([
      '0.2 GET /file',
      '60.2 GET /file/2',
      '60.4 GET /file/3',
      '60.6 GET /file',
    ]);
  });

  test('give a host up after ten failures in a row', async () => {
    const machine = virtual({
      'https://example.org/robots.txt': { status: 404 },
      'https://example.org/good': { body: ['good'] },
    });
    const send = machine.send;
    const failing = Object.assign(machine, {
      send: async (request: Parameters<typeof send>[0]) => {
        const answer = await send(request);
        if (!request.url.pathname.startsWith('/bad')) return answer;
        answer.close();
        throw unknown;
      },
    });
    const web = failing.open();
    const request = (path: string): Promise<string> => machine.run(outcomeOf(web, `https://example.org/${path}`));
    for (let count = 0; count < 9; count++) expect(await request('bad')).toBe('unreachable: its name is not known');
    expect(await request('good')).toBe('200 https://example.org/good good');
    for (let count = 0; count < 10; count++) expect(await request('bad')).toBe('unreachable: its name is not known');
    const message = 'the last 10 requests to its host failed, so nothing more is requested there';
    expect(await request('good')).toBe(`unreachable: ${message}`);
  });

  test('are over when the person stops the command', async () => {
    const stop = new AbortController();
    const machine = virtual({ [FILE]: { afterMs: 1_000_000 }, [OTHER]: { status: 429 } });
    const web = machine.open({ signal: stop.signal });
    const urls = [FILE, FILE, FILE, FILE, OTHER];
    const outcomes = Promise.all(urls.map((url) => outcomeOf(web, url)));
    machine.sleep(2_500, null).then(() => stop.abort());
    expect(await machine.run(outcomes)).toEqual(urls.map(() => 'over: the command was stopped'));
    expect(web.isOver).toBe(true);
    expect(machine.now()).toBe(2_500);
    const count = machine.requests.length;
    expect(await machine.run(outcomeOf(web, FILE))).toBe('over: the command was stopped');
    expect(machine.requests).toHaveLength(count);
  });
});

describe('headers', () => {
  test('are the ones of the request and our own', async () => {
    const machine = virtual({});
    await machine.run(outcomeOf(machine.open(), FILE, { headers: { Range: 'bytes=0-0', 'Accept-Encoding': 'gzip' } }));
    const [forRobots, forFile] = machine.requests.map(({ headers }) => headers);
    const agent = { 'User-Agent': 'cartalog/1.0.0 (+https://example.org/catalog)' };
    expect(forRobots).toEqual({ ...agent, 'Accept-Encoding': 'identity' });
    expect(forFile).toEqual({ ...agent, 'Accept-Encoding': 'gzip', Range: 'bytes=0-0' });
  });

  test('that prove who asks stay with the server that was asked', async () => {
    const machine = virtual({ [FILE]: to('/second'), 'https://example.org/second': to(OTHER) });
    const headers = { authorization: 'Bearer secret', Cookie: 'secret', Accept: 'text/html' };
    await machine.run(outcomeOf(machine.open({ ignoreRobots: true }), FILE, { headers }));
    const sent = machine.requests.map(({ headers: { authorization, Cookie, Accept } }) => [
      authorization,
      Cookie,
      Accept,
    ]);
    expect(sent).toEqual([
      ['Bearer secret', 'secret', 'text/html'],
      ['Bearer secret', 'secret', 'text/html'],
      [undefined, undefined, 'text/html'],
    ]);
  });
});
