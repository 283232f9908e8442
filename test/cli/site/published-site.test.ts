/** A site in a folder and one at an address are read alike. */
import { describe, expect, test } from 'vitest';
import {
  type FetchFile,
  manifestIn,
  problemOfFile,
  signingKeysIn,
  siteAt,
  siteInFolder,
} from '../../../cli/site/published-site.ts';
import { CatalogError } from '../../../contract/signing/signed-manifest.ts';
import { answer, endless, manifestOf } from '../../support/mirrored.ts';
import { siteFiles } from '../../support/sites.ts';

const FILES = siteFiles({ 'v1/all.json': 'abc' });
const fetch: FetchFile = async (path) =>
  path === '/broken' ? answer(503, 'x') : FILES.paths.has(path.slice(1)) ? answer(200, 'a', 'bc') : answer(404, 'no');
const FILE = { path: 'v1/x/index.xml', url: '/v1/x/?format=xml', size: 3, sha256: '', lastModified: null };

describe.each([
  ['in a folder', siteInFolder(FILES), ['/v1/x/index.xml']],
  ['at an address', siteAt(fetch), ['/v1/x/?format=xml', '/v1/x/index.xml']],
])('a site %s', (_, site, places) => {
  test('has its files', async () => expect(Buffer.from(await site.read('/v1/all.json', 3)).toString()).toBe('abc'));

  test.each([
    ['/v1/all.json', 2, 'malformed'],
    ['/v1/none.json', 9, 'not-found'],
  ])('refuses %s with at most %i bytes as %s', async (path, maxBytes, code) => {
    await expect(site.read(path, maxBytes)).rejects.toMatchObject({ code });
  });

  test('has a file at the likeliest place, whose problem is told', async () => {
    const tried: string[] = [];
    const problemAt = async (place: string): Promise<string> => `at ${tried.push(place)}`;
    expect(await problemOfFile(site, FILE, problemAt)).toBe('at 1');
    expect(tried).toEqual(places);
    expect(await problemOfFile(site, FILE, async (place) => (place === places.at(-1) ? null : 'no'))).toBe(null);
  });
});

test('an answer that is no file is not reached, and one without an end is not read to it', async () => {
  await expect(siteAt(fetch).read('/broken', 9)).rejects.toMatchObject({ code: 'unreachable' });
  let pieces = 0;
  const site = siteAt(async () => endless(() => pieces++));
  await expect(site.read('/manifest.json', 3 * 1024 * 1024)).rejects.toThrow(CatalogError);
  expect(pieces).toBe(4);
});

test.each([
  ['<html>', 'it is not JSON'],
  ['\u00e4'.repeat(2), 'it is not JSON'],
  ['{}', /^it must have required property/],
  ['{"files":[1,2,3]}', 'it lists 3 files'],
  [manifestOf([{ size: -1 }]), '/files/0/size must be >= 0'],
])('%j is no manifest', (text, problem) => {
  expect(manifestIn(Buffer.from(text), 2)).toEqual(
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  );
});

test('a manifest may begin with a byte order mark', () =>
  expect(manifestIn(Buffer.from(`\ufeff${manifestOf([{ path: 'a' }])}`))).toMatchObject({ files: [{ path: 'a' }] }));

test.each([
  [{}, null],
  [{ 'v2/keys.json': '{' }, null],
  [{ 'v2/keys.json': '{"keys":[{"key":"x","use":"signing"}],"revoked":[]}' }, []],
])('the keys of %j', (files, keys) => expect(signingKeysIn(siteFiles(files))).toEqual(keys));
