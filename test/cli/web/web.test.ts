/** The way of a request: robots.txt, redirects, retries, limits, and the end of all requests. */
import { describe, expect, test } from 'vitest';
import { type WebAnswer, WebError, type WebRequest } from '../../../cli/web/request.ts';
import type { Web, WebOptions } from '../../../cli/web/web.ts';
import { type VirtualAnswer, VirtualWeb } from '../../support/virtual-web.ts';

/** What becomes of a request: its status, address and text, or the kind and message of the error. */
async function outcomeOf(web: Web, url: string, request: Partial<WebRequest> = {}): Promise<string> {
  try {
    const answer = await web.request({ url, maxBytes: 100, ...request });
    return `${answer.status} ${answer.url} ${await answer.text()}`.trim();
  } catch (error) {
    if (!(error instanceof WebError)) throw error;
    return `${error.kind}: ${error.message}`;
  }
}

const refused = new WebError('unreachable', 'the connection was refused', { retry: 'later' });
const unknown = new WebError('unreachable', 'its name is not known', { retry: 'never' });
const isOld = new WebError('unreachable', 'the connection was closed', { retry: 'now' });
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

interface Case {
  readonly answers: Answers;
  readonly options?: Partial<WebOptions>;
  readonly request?: Partial<WebRequest>;
  readonly expected: string;
  /** What was requested, and after how many seconds, robots.txt left out. */
  readonly sent?: readonly string[];
}

const FILE = 'https://example.org/file';
const OTHER = 'https://example.net/other';
const to = (location: string, status = 302): VirtualAnswer => ({ status, headers: { Location: location } });
const robots = (text: string): VirtualAnswer => ({ body: [text] });

const CASES: Readonly<Record<string, Case>> = {
  'an answer': { answers: { [FILE]: { body: ['a', 'b'] } }, expected: `200 ${FILE} ab` },
  'a failure that is an answer': { answers: {}, expected: `404 ${FILE}` },
  'no method': { answers: { [FILE]: { status: 501 } }, expected: `501 ${FILE}` },
  'the charset of the answer': {
    answers: { [FILE]: { headers: { 'Content-Type': 'text/html; Charset="ISO-8859-1"' }, body: ['\xfc'] } },
    expected: `200 ${FILE} ü`,
  },
  'a charset that nobody knows': {
    answers: { [FILE]: { headers: { 'Content-Type': 'text/html; charset=klingon' }, body: ['\xc3\xbc'] } },
    expected: `200 ${FILE} ü`,
  },

  // Redirects
  'a redirect': {
    answers: { [FILE]: to(`${OTHER}#part`, 308), [OTHER]: { body: ['text'] } },
    expected: `200 ${OTHER} text`,
    sent: ['0.2 GET /file', '0.4 GET /other'],
  },
  'a redirect with letters that should be escaped': {
    answers: { [FILE]: to('/m\xc3\xbcnchen map'), 'https://example.org/m%C3%BCnchen%20map': {} },
    expected: '200 https://example.org/m%C3%BCnchen%20map',
  },
  'a redirect with letters in Latin-1': {
    answers: { [FILE]: to('/m\xfcnchen'), 'https://example.org/m%C3%BCnchen': {} },
    expected: '200 https://example.org/m%C3%BCnchen',
  },
  'a redirect without an address': { answers: { [FILE]: { status: 301 } }, expected: `301 ${FILE}` },
  'five redirects': {
    answers: { [FILE]: to('/1'), ...chain(5) },
    expected: '200 https://example.org/5',
  },
  'six redirects': {
    answers: { [FILE]: to('/1'), ...chain(6) },
    expected: 'redirects: it redirects more than 5 times',
  },
  'a circle of redirects': {
    answers: { [FILE]: to('/1'), 'https://example.org/1': to('/file') },
    expected: 'redirects: it redirects in a circle',
  },
  'a redirect to a private address': {
    answers: { [FILE]: to('http://169.254.169.254/latest/meta-data/?token=secret') },
    expected: 'address: it redirects elsewhere: 169.254.169.254 is not a public address',
  },
  'a redirect to another protocol': {
    answers: { [FILE]: to('file:///etc/passwd') },
    expected: 'address: it redirects elsewhere: only http and https are requested',
  },
  'a redirect to what another robots.txt does not allow': {
    answers: { [FILE]: to(OTHER), 'https://example.net/robots.txt': robots('User-agent: *\nDisallow: /') },
    expected: 'robots: it redirects to example.net: robots.txt does not allow it',
    sent: ['0.2 GET /file'],
  },

  'a redirect to an address of IPv6 that does not answer': {
    answers: {
      [FILE]: to('http://[2a00:1450::1]:9101/'),
      'http://[2a00:1450::1]:9101/robots.txt': { status: 404 },
      'http://[2a00:1450::1]:9101/': { error: unknown },
    },
    options: { ignoreRobots: true },
    expected: 'unreachable: it redirects to [2a00:1450::1]: its name is not known',
  },

  // robots.txt
  'what robots.txt does not allow': {
    answers: { 'https://example.org/robots.txt': robots('User-agent: *\nDisallow: /file') },
    expected: 'robots: robots.txt does not allow it',
    sent: [],
  },
  'what robots.txt does not allow, for a command that does not ask': {
    answers: { [FILE]: {}, 'https://example.org/robots.txt': robots('User-agent: *\nDisallow: /file') },
    options: { ignoreRobots: true },
    expected: `200 ${FILE}`,
    sent: ['0 GET /file'],
  },
  'a robots.txt that is redirected': {
    answers: {
      'https://example.org/robots.txt': to('https://example.net/robots.txt'),
      'https://example.net/robots.txt': robots('User-agent: *\nDisallow: /file'),
    },
    expected: 'robots: robots.txt does not allow it',
  },
  'a robots.txt that needs a password': {
    answers: { [FILE]: {}, 'https://example.org/robots.txt': { status: 401 } },
    expected: `200 ${FILE}`,
  },
  'a robots.txt that fails': {
    answers: { [FILE]: {}, 'https://example.org/robots.txt': { status: 503 } },
    expected: 'status: its robots.txt cannot be read: it answers 503',
    sent: [],
  },
  'a robots.txt that does not answer': {
    answers: { [FILE]: {}, 'https://example.org/robots.txt': { error: refused } },
    expected: 'unreachable: its robots.txt cannot be read: the connection was refused',
    sent: [],
  },
  'a robots.txt that fails at first': {
    answers: { [FILE]: {}, 'https://example.org/robots.txt': [{ error: refused }, { status: 500 }, { status: 404 }] },
    expected: `200 ${FILE}`,
    sent: ['3.2 GET /file'],
  },
  'a robots.txt that is cut off': {
    answers: {
      [FILE]: {},
      'https://example.org/robots.txt': [{ body: ['User-', cutOff] }, robots('User-agent: *\nDisallow: /')],
    },
    expected: 'robots: robots.txt does not allow it',
  },
  'a robots.txt with a delay': {
    answers: { [FILE]: to('/other'), 'https://example.org/robots.txt': robots('User-agent: *\nCrawl-delay: 7') },
    expected: '404 https://example.org/other',
    sent: ['7 GET /file', '14 GET /other'],
  },
  'a robots.txt that does not end': {
    answers: {
      [FILE]: {},
      'https://example.org/robots.txt': {
        headers: { 'Content-Length': '999999999' },
        // The line in which the limit falls, "Disallow: /", does not count.
        body: ['User-agent: *\n', `#${'.'.repeat(500 * 1024 - 27)}\n`, 'Disallow: /other\n'],
      },
    },
    expected: `200 ${FILE}`,
  },

  // Retries
  'a server that is busy twice': {
    answers: { [FILE]: [{ status: 500 }, { status: 502 }, { body: ['good'] }] },
    expected: `200 ${FILE} good`,
    sent: ['0.2 GET /file', '1.2 GET /file', '3.2 GET /file'],
  },
  'a server that remains busy': {
    answers: { [FILE]: { status: 500 } },
    expected: 'status: it answers 500',
    sent: ['0.2 GET /file', '1.2 GET /file', '3.2 GET /file', '7.2 GET /file'],
  },
  'a server that says when': {
    answers: { [FILE]: [{ status: 429, headers: { 'Retry-After': '60' } }, { body: ['good'] }] },
    expected: `200 ${FILE} good`,
    sent: ['0.2 GET /file', '60.2 GET /file'],
  },
  'a server that wants a long pause': {
    answers: { [FILE]: { status: 503, headers: { 'Retry-After': '3600' } } },
    expected: 'status: it answers 503',
    sent: ['0.2 GET /file'],
  },
  'a connection that is refused once': {
    answers: { [FILE]: [{ error: refused }, { body: ['good'] }] },
    expected: `200 ${FILE} good`,
    sent: ['0.2 GET /file', '1.2 GET /file'],
  },
  'an old connection that is closed': {
    answers: { [FILE]: [{ error: isOld }, { body: ['good'] }] },
    expected: `200 ${FILE} good`,
    sent: ['0.2 GET /file', '0.4 GET /file'],
  },
  'a name that is not known': {
    answers: { [FILE]: { error: unknown } },
    expected: 'unreachable: its name is not known',
    sent: ['0.2 GET /file'],
  },

  // Bodies
  'a body that is cut off': {
    answers: { [FILE]: [{ body: ['go', cutOff] }, { body: ['good'] }] },
    expected: 'body: the answer was cut off',
    sent: ['0.2 GET /file'],
  },
  'a body that is cut off and read first': {
    answers: { [FILE]: [{ body: ['go', cutOff] }, { body: ['good'] }] },
    request: { isBuffered: true },
    expected: `200 ${FILE} good`,
    sent: ['0.2 GET /file', '1.2 GET /file'],
  },
  'the body of a failure, where bodies are read first': {
    answers: { [FILE]: { status: 404, body: ['x'.repeat(200)] } },
    request: { isBuffered: true },
    expected: `404 ${FILE}`,
  },
  'a body that is too large': {
    answers: { [FILE]: { body: ['x'.repeat(60), 'x'.repeat(60)] } },
    expected: 'body: the answer has more than 100 bytes',
  },
  'a body that is too large and read first': {
    answers: { [FILE]: { body: ['x'.repeat(60), 'x'.repeat(60)] } },
    request: { isBuffered: true },
    expected: 'body: the answer has more than 100 bytes',
    sent: ['0.2 GET /file'],
  },
  'a body that says that it is too large': {
    answers: { [FILE]: { headers: { 'Content-Length': '101' }, body: [new Error('it is read')] } },
    expected: 'body: the answer has more than 100 bytes',
  },
  'a body as large as allowed': {
    answers: { [FILE]: { headers: { 'Content-Length': '100' }, body: ['x'.repeat(100)] } },
    expected: `200 ${FILE} ${'x'.repeat(100)}`,
  },
  'the beginning of a body': {
    answers: { [FILE]: { headers: { 'Content-Length': '9' }, body: ['abc', 'def', new Error('it is read')] } },
    request: { maxBytes: 5, isCut: true },
    expected: `200 ${FILE} abcde`,
  },
  'a body of which nothing is wanted': {
    answers: { [FILE]: { headers: { 'Content-Length': '999' }, body: [new Error('it is read')] } },
    request: { method: 'HEAD', maxBytes: 0 },
    expected: `200 ${FILE}`,
    sent: ['0.2 HEAD /file'],
  },
  'a slow body': {
    answers: { [FILE]: { body: ['text'], bodyMs: 10 * 60_000 } },
    expected: 'body: it took too long',
  },

  // The end
  'a run that is over while a server is silent': {
    answers: { [FILE]: { afterMs: 60_000 } },
    options: { maxTimeMs: 30_000 },
    expected: 'over: all requests together timed out after 30 s',
  },
  'a run that is over while a body comes': {
    answers: { [FILE]: { bodyMs: 60_000 } },
    options: { maxTimeMs: 30_000 },
    expected: 'over: all requests together timed out after 30 s',
  },
  'a run that is over in a pause': {
    answers: { [FILE]: { status: 429, headers: { 'Retry-After': '60' } } },
    options: { maxTimeMs: 30_000 },
    expected: 'over: all requests together timed out after 30 s',
  },
  'a run that is over while robots.txt is read': {
    answers: { 'https://example.org/robots.txt': { afterMs: 60_000 } },
    options: { maxTimeMs: 30_000 },
    expected: 'over: all requests together timed out after 30 s',
  },
};

function chain(length: number): Answers {
  const links = Array.from({ length }, (_, index) => [
    `https://example.org/${index + 1}`,
    index + 1 === length ? {} : to(`/${index + 2}`),
  ]);
  return Object.fromEntries(links);
}

/** The requests of a run, but for those for robots.txt, with the seconds after which they began. */
function sentTo(machine: VirtualWeb): string[] {
  const files = machine.requests.filter(({ url }) => url.pathname !== '/robots.txt');
  return files.map(({ at, method, url }) => `${Math.round(at / 100) / 10} ${method} ${url.pathname}`);
}

test.each(Object.entries(CASES))('%s', async (_, { answers, options, request, expected, sent }) => {
  const machine = virtual(answers);
  expect(await machine.run(outcomeOf(machine.open(options), FILE, request))).toBe(expected);
  if (sent) expect(sentTo(machine)).toEqual(sent);
  expect(machine.requests.filter(({ endedAt }) => endedAt === null)).toEqual([]);
});

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

  test('are counted with their bytes', async () => {
    const machine = virtual({ [FILE]: { body: ['abc', 'de'] }, 'https://example.org/robots.txt': robots('# nothing') });
    const web = machine.open();
    expect(web.used).toEqual({ requests: 0, bytes: 0 });
    await machine.run(outcomeOf(web, FILE));
    expect(web.used).toEqual({ requests: 2, bytes: 14 });
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

describe('an answer', () => {
  const open = async (answer: VirtualAnswer): Promise<{ machine: VirtualWeb; answer: WebAnswer }> => {
    const machine = virtual({ [FILE]: answer });
    return { machine, answer: await machine.run(machine.open().request({ url: FILE, maxBytes: 100 })) };
  };

  test('that is discarded ends', async () => {
    const { machine, answer } = await open({ body: ['text'] });
    expect(machine.requests.at(-1)?.endedAt).toBeNull();
    answer.discard();
    expect(machine.requests.at(-1)?.endedAt).not.toBeNull();
  });

  test('of which only the beginning is read ends', async () => {
    const { machine, answer } = await open({ body: ['a', 'b'] });
    for await (const chunk of answer.body) {
      expect(Buffer.from(chunk).toString()).toBe('a');
      break;
    }
    expect(machine.requests.at(-1)?.endedAt).not.toBeNull();
  });

  test('says how long it took, and what a header said', async () => {
    const { answer } = await open({ afterMs: 250, headers: { 'Content-Encoding': 'gzip' } });
    expect(answer.latencyMs).toBe(250);
    expect([answer.header('content-encoding'), answer.header('etag')]).toEqual(['gzip', null]);
    expect(answer.certificateUntil).toBeNull();
  });
});
