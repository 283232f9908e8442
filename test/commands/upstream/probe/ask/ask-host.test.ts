import { describe, expect, test } from 'vitest';
import type { CatalogMap } from '../../../../../build/model/catalog.ts';
import { askHost } from '../../../../../commands/upstream/probe/ask/ask-host.ts';
import type { SampleTiles } from '../../../../../commands/upstream/probe/ask/sample-tiles.ts';
import { WebError } from '../../../../../commands/upstream/web/request.ts';
import type { ProbedHost } from '../../../../../contract/generated/reports.types.ts';
import { mapOnHosts } from '../../../../support/probed.ts';
import { TILE, tileBytes } from '../../../../support/tiles.ts';
import { type VirtualAnswer, VirtualWeb } from '../../../../support/virtual-web.ts';

const SAMPLES: SampleTiles = {
  tiles: [
    { zoom: 0, x: 0, y: 0 },
    { zoom: 6, x: 34, y: 20 },
  ],
  isSure: true,
  isGuess: false,
};
const HTTPS = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?key=${MAPS_API_KEY}';
const latin = (bytes: Buffer): string[] => [bytes.toString('latin1')];
const image = (bytes: Buffer, type = 'image/png'): VirtualAnswer => ({
  headers: { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' },
  body: latin(bytes),
  afterMs: 120,
});
const GOOD = image(TILE);

async function ask(
  answer: (url: URL, headers: Readonly<Record<string, string>>) => VirtualAnswer,
  { urlPattern = HTTPS, samples = SAMPLES, allowPrivate = true, host = 'tile.example.org', needsReferer = false } = {},
): Promise<{ answer: ProbedHost; date: number | null; asked: string[]; times: number[] }> {
  const virtual = new VirtualWeb((url, { headers }) => answer(url, headers));
  const web = virtual.open({ allowPrivate, ignoreRobots: true, pace: { connections: 1, perSecond: 1 } });
  const context = { web, environment: { MAPS_API_KEY: 's3cret/' }, origin: 'https://maps.example.org', now: 0 };
  const map: CatalogMap = { ...mapOnHosts('One', 1), urlPattern, ...(needsReferer ? { needs: ['referer'] } : {}) };
  const question = { map, host, samplesOf: () => samples, budget: { left: 8 }, asksHttps: true };
  const { answer: found, date } = await virtual.run(askHost(question, context));
  return {
    answer: found,
    date,
    asked: virtual.requests.map(({ url }) => url.href),
    times: virtual.requests.map(({ at }) => at),
  };
}

test('a good answer is described, without the access token that was sent', async () => {
  const { answer, asked } = await ask(() => GOOD);
  expect(asked).toEqual(['https://tile.example.org/0/0/0.png?key=s3cret%2F']);
  expect(answer).toMatchSnapshot();
});

describe('one answer to everything', () => {
  const PRIVATE = new WebError('address', 'its name leads to 10.0.0.1');
  test.each<[string, VirtualAnswer, ProbedHost['verdict'], string | null, number]>([
    ['512 pixels', image(tileBytes('512.png')), 'good', null, 1],
    ['100 pixels', image(tileBytes('100.png')), 'fails', 'it is 100 × 100 pixels and not 256 or 512', 2],
    ['HTML', { body: ['<html>sign in</html>'] }, 'fails', 'it is an HTML page and not an image', 1],
    [
      'a body without end',
      { body: Array(100).fill('x'.repeat(60_000)) },
      'fails',
      'the answer has more than 5,242,880 bytes',
      1,
    ],
    ['404', { status: 404 }, 'fails', 'it answers 404 for each of 2 tiles', 2],
    ['nothing', {}, 'fails', 'it answers 200 with nothing for each of 2 tiles', 2],
    ['401, with and without an origin', { status: 401 }, 'fails', 'it answers 401', 2],
    ['403, with and without an origin', { status: 403 }, 'fails', 'it answers 403', 3],
    ['500, four times', { status: 500 }, 'fails', 'it answers 500', 4],
    ['429, four times', { status: 429 }, 'unsure', 'it answers 429', 4],
    ['a private address', { error: PRIVATE }, 'unsure', 'its name leads to 10.0.0.1', 1],
  ])('%s', async (_, answer, verdict, reason, requests) => {
    const { answer: found, asked, times } = await ask(() => answer);
    expect([found.verdict, found.reason, asked.length]).toEqual([verdict, reason, requests]);
    for (const [index, time] of times.entries())
      if (index > 0) expect(time - (times[index - 1] as number)).toBeGreaterThanOrEqual(1_000);
  });
});

describe('another tile', () => {
  test.each([204, 403])('is asked for after %s', async (status) => {
    const { answer } = await ask(({ pathname }) => (pathname.startsWith('/0/') ? { status } : GOOD));
    expect([answer.verdict, answer.tile]).toEqual(['good', { zoom: 6, x: 34, y: 20 }]);
  });

  const HINT = '; if it covers only a region, state area: or probe:';
  test.each([
    [404, true, 0, `it answers 404 for each of 2 tiles${HINT}`],
    [403, true, 0, `it answers 403${HINT}`],
    [404, false, 2, 'it answers 404 for each of 2 tiles'],
  ])('with the same answer says nothing of a server: %s, if its area is not known: %s', async (...row) => {
    const [status, isGuess, missing, reason] = row;
    const { answer } = await ask(() => ({ status }), { samples: { ...SAMPLES, isSure: false, isGuess } });
    expect(answer).toMatchObject({ verdict: 'unsure', missing, reason });
  });
});

test('a host that refuses tiles is asked for three, and a tile in between counts', async () => {
  const tiles = ['0/0', '1/1', '2/1', '3/1', '3/2'].map((name) => {
    const [x = 0, y = 0] = name.split('/').map(Number);
    return { zoom: 3, x, y };
  });
  const samples = { ...SAMPLES, tiles };
  const refused = await ask(() => ({ status: 403 }), { samples });
  expect([refused.answer.verdict, refused.asked.length]).toEqual(['fails', 4]);
  const other = await ask(({ pathname }) => (pathname.startsWith('/3/2/') ? GOOD : { status: 403 }), { samples });
  expect([other.answer.verdict, other.answer.allowsOrigin, other.asked.length]).toEqual(['good', true, 5]);
});

test('a server that refuses web pages is good for map programs', async () => {
  const { answer } = await ask((_, { Origin }) => (Origin ? { status: 403 } : GOOD));
  expect([answer.verdict, answer.notes]).toEqual(['good', ['it answers 403 to web pages']]);
});

test.each([
  [true, 'good'],
  [false, 'fails'],
])('a map that needs a Referer gets that of the catalog, if its record says so: %s', async (needsReferer, verdict) => {
  const seen = new Set<string | undefined>();
  const answer = (_: URL, { Referer }: Readonly<Record<string, string>>): VirtualAnswer => {
    seen.add(Referer);
    return Referer ? GOOD : { status: 403 };
  };
  expect((await ask(answer, { needsReferer })).answer.verdict).toBe(verdict);
  expect([...seen]).toEqual([needsReferer ? 'https://maps.example.org/' : undefined]);
});

describe('CORS', () => {
  type Answer = (url: URL, headers: Readonly<Record<string, string>>) => VirtualAnswer;
  const allowing = (allowed?: string): VirtualAnswer => ({
    body: latin(TILE),
    headers: allowed === undefined ? {} : { 'Access-Control-Allow-Origin': allowed },
  });
  const echo: Answer = (_, { Origin }) => allowing(Origin);
  const via =
    (location: string, headers: object, last: Answer): Answer =>
    (url, sent) =>
      url.hostname === 'tile.example.org' && !url.pathname.startsWith('/moved')
        ? { status: 302, headers: { ...headers, Location: location } }
        : last(url, sent);
  const ALL = { 'Access-Control-Allow-Origin': '*' };

  test.each<[string, boolean | null, Answer]>([
    ['for all', true, () => allowing('*')],
    ['for the origin that asks', true, echo],
    ['for one origin', false, () => allowing('https://maps.example.org')],
    ['for none', false, () => allowing()],
    ['twice', false, () => allowing('*, *')],
    ['by a host that refuses pages', false, (_, { Origin }) => (Origin ? { status: 403 } : allowing('*'))],
    ['on a redirect', true, via('/moved', ALL, echo)],
    ['on the tile, but not on the redirect', false, via('/moved', {}, echo)],
    ['on the redirect, but not on the tile', false, via('/moved', ALL, () => allowing())],
    ['on another host, which is told no origin', true, via('https://other.example/', ALL, echo)],
    [
      'on another host, for the page',
      false,
      via('https://other.example/', ALL, () => allowing('https://page.example')),
    ],
    ['on a host without https', false, via('http://other.example/', ALL, echo)],
    ['without a tile', null, () => ({ ...allowing('*'), body: ['<html>'] })],
  ])('%s: %s', async (_, is, answer) => expect((await ask(answer)).answer.allowsOrigin).toBe(is));
});

describe('https', () => {
  const works = (): VirtualAnswer => GOOD;
  const fails = (url: URL): VirtualAnswer => (url.protocol === 'https:' ? { status: 404 } : GOOD);
  const HTTP = HTTPS.replace('https', 'http');

  test.each<[string, (url: URL) => VirtualAnswer, string, boolean | null, ProbedHost['verdict'], string[]]>([
    ['works where http is listed', works, HTTP, true, 'good', ['it works with https too']],
    ['does not work', fails, HTTP, false, 'good', []],
    ['has no port that is known', works, HTTP.replace('#{host}', '#{host}:8080'), null, 'good', []],
  ])('%s', async (_, answer, urlPattern, hasHttps, verdict, notes) => {
    const { answer: found } = await ask(answer, { urlPattern });
    expect([found.hasHttps, found.verdict, found.notes]).toEqual([hasHttps, verdict, notes]);
  });
});

test.each<[string, Record<string, string>, string | null]>([
  ['of a server', { Date: 'Sun, 01 Mar 2026 04:00:00 GMT' }, '2026-03-01T04:00:00Z'],
  ['of a cache', { Date: 'Sun, 01 Mar 2026 04:00:00 GMT', Age: '172800' }, '2026-03-03T04:00:00Z'],
  ['without a date', { Date: 'yesterday' }, null],
])('the time of an answer %s', async (_, headers, time) => {
  const { date } = await ask(() => ({ headers, body: latin(TILE) }));
  expect(date).toBe(time && Date.parse(time));
});
