import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foundIn, type MadeAnswer } from '../../../../../support/listing-web.ts';
import { RECORDINGS } from '../../../../../support/recorded-listings.ts';

const API = 'https://api.github.com/repos/example/maps/releases';
const BASE = 'https://github.com/example/maps/releases/download/';
const TEXT = readFileSync(join(RECORDINGS, 'releases.json'), 'utf8');
const json = (body: unknown, link?: string): MadeAnswer => ({
  type: 'application/json; charset=utf-8',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...(link === undefined ? {} : { link }),
});
const release = (tag: string, ...names: string[]) => ({
  tag_name: tag,
  assets: names.map((name) => ({
    browser_download_url: `${BASE}${tag}/${name}`,
    size: 1,
    updated_at: '2026-01-01T00:00:00Z',
  })),
});
const numbered = (page: number, rel = 'next') =>
  `<https://api.github.com/repositories/7/releases?per_page=1&page=9>; rel="last", <https://api.github.com/repositories/7/releases?page=${page}>; rel="${rel}"`;

const found = (answers: Readonly<Record<string, MadeAnswer>>, url = API, base = BASE, source = {}) =>
  foundIn(answers, { url, ...source }, base);

test('files are named by their release; drafts and what is not all there are left out', async () => {
  const { files, problems, isComplete } = await found({ [API]: json(TEXT) });
  const time = (ms: string) => ({ ms: Date.parse(ms), seconds: 1, isUtc: true });
  expect(files).toEqual([
    { path: 'v1/alps.map.zip', listing: API, time: time('2025-01-02T03:05:10Z'), size: { least: 1024, most: 1024 } },
    {
      path: 'v2-rc1/alps.map',
      listing: API,
      time: time('2026-09-19T01:03:07Z'),
      size: { least: 252331519, most: 252331519 },
      sha256: 'B94D27B9934D3E08A52E52D7DA7DABFAC484EFE37A5380EE9088F7ACE2EFCDE9',
    },
  ]);
  expect(problems).toEqual([]);
  expect([isComplete('v0/gone.map'), isComplete('v2-rc1/gone.map')]).toEqual([true, true]);
});

test('patterns of the source choose releases', async () =>
  expect((await found({ [API]: json(TEXT) }, API, BASE, { exclude: ['*-rc*'] })).paths).toEqual(['v1/alps.map.zip']));

test('pages go on at the address of the source, whatever the link says', async () => {
  const answers = {
    [API]: json([release('v3', 'a.map')], numbered(2)),
    [`${API}?page=2`]: json([release('v2', 'a.map')], numbered(3)),
    [`${API}?page=3`]: json([release('v1', 'a.map')], numbered(1, 'first')),
  };
  const { paths, problems, asked, isComplete } = await found(answers);
  expect({ paths, problems }).toEqual({ paths: ['v1/a.map', 'v2/a.map', 'v3/a.map'], problems: [] });
  expect(asked).toEqual(Object.keys(answers));
  expect(isComplete('v0/a.map')).toBe(true);
});

test.each<[string, MadeAnswer, string]>([
  ['in a circle', json([], numbered(2)), 'it continues in a circle'],
  ['nowhere', json([], '<https://evil.org/>; rel="next"'), 'it continues, but does not say where'],
  ['to what is gone', json([], numbered(9)), 'it answers 404'],
  [
    'to a login page',
    '<!doctype html><html><form action="/login"></form></html>',
    'it names nothing below it, so it is not a listing',
  ],
])('a page that goes on %s', async (_, second, reason) => {
  const answers = { [API]: json([release('v3', 'a.map')], numbered(2)), [`${API}?page=2`]: second };
  const { paths, problems, isComplete } = await found(answers);
  expect({ paths, problems }).toEqual({ paths: ['v3/a.map'], problems: [reason] });
  expect(isComplete('v0/a.map')).toBe(false);
});

test('the latest release has addresses that stay', async () => {
  const latest = `${API}/latest`;
  const answers = { [latest]: json(release('v3', 'a.map', 'b.map')) };
  expect((await found(answers, latest, 'https://github.com/example/maps/releases/latest/download/')).paths).toEqual([
    'a.map',
    'b.map',
  ]);
  expect((await found(answers, latest)).paths).toEqual(['v3/a.map', 'v3/b.map']);
});

test('no release is a listing without files', async () =>
  expect(await found({ [API]: json([]) })).toMatchObject({ paths: [], problems: [] }));

test('hostile assets lead nowhere', async () => {
  const assets = [
    'javascript:alert(1)',
    'https://evil.org/a.map',
    `${BASE}../../x.map`,
    `${BASE}v1/%2e%2e/y.map`,
    7,
    null,
    { a: 1 },
    `${BASE}v1/CON`,
  ].map((url) => ({ browser_download_url: url, size: -1, updated_at: {}, digest: `sha256:${'g'.repeat(64)}` }));
  const { paths, leftOut, asked } = await found({ [API]: json([{ assets: [...assets, 'x', null] }]) });
  // The parser of addresses resolves `..`.
  expect({ paths, leftOut: leftOut.length, asked }).toEqual({ paths: ['y.map'], leftOut: 1, asked: [API] });
});
