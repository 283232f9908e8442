/** One data source against a server on this machine: what gets into the catalog, what never does, and what it costs. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Web } from '../../../cli/web/web.ts';
import type { DataSourceUpdate, Groups, KnownDataSource } from '../../../commands/update/data-source.ts';
import type { Checksum, DataSourceSource, FileEntrySource } from '../../../contract/generated/catalog.types.ts';
import { ROOT } from '../../support/cli.ts';
import { type Behaviour, type FaultyServer, startFaultyServer } from '../../support/faulty-server.ts';
import { zipOf } from '../../support/made-zip.ts';
import {
  HTML,
  impatientWeb,
  indexPage,
  type ListingOptions,
  LONG_AGO,
  row,
  type UpstreamFiles,
  updated,
  upstreamRoutes,
  upstreamSource,
} from '../../support/upstream.ts';

const LATER = '2026-01-03T03:04:05Z';
const A_PAGE = 'it answers with a page of HTML in place of the file';
const ZIP = { 'Content-Type': 'application/zip' };
const sha1 = (bytes: Uint8Array | string): string => createHash('sha1').update(bytes).digest('hex').toUpperCase();
const fixture = (name: string): Buffer => readFileSync(join(ROOT, 'test/fixtures/contents', name));

/** A version of a file, by its content. */
function checksum(body: string | Uint8Array, lastModified = LONG_AGO, withSha1 = true): Checksum {
  return { lastModified, contentLength: Buffer.from(body).length, sha1: withSha1 ? sha1(body) : null };
}

/** So many files. */
function many(count: number, folders = 1): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return Object.fromEntries(numbers.map((index) => [`${index % folders}/${index}.map.gz`, `file ${index}`]));
}

const entriesOf = ({ groups }: DataSourceUpdate): Record<string, FileEntrySource> => ({ ...groups.maps });

/** The paths of all that a listing and a server have, and what an update makes of it. */
async function upstream(files: UpstreamFiles, options: ListingOptions = {}) {
  const server = await startFaultyServer(upstreamRoutes(files, options));
  return {
    server,
    update: (groups: Groups = { maps: {} }, source: Parameters<typeof upstreamSource>[2] = {}, web?: Web) =>
      updated(upstreamSource(server.url, groups, source), web ? { web } : {}),
  };
}

/** The paths that a server was asked for, without listings. */
const askedFor = ({ requests }: FaultyServer): string[] =>
  requests.filter(({ path }) => !path.endsWith('/')).map(({ method, path }) => `${method} ${path.slice(7)}`);

describe('a new data source', () => {
  test('has all files, with what they say about themselves', async () => {
    const [map, archive] = [fixture('monaco.map'), fixture('one-map.zip')];
    const { update } = await upstream({
      'eu/monaco.map': { body: map },
      'one-map.zip': { body: archive },
      'a.txt': 'Hi',
    });
    const outcome = await update();
    expect(outcome).toMatchObject({
      found: 3,
      added: ['a.txt', 'eu/monaco.map', 'one-map.zip'],
      changed: [],
      failed: [],
    });
    const entries = entriesOf(outcome);
    expect(entries['a.txt']).toEqual({ checksums: [checksum('Hi')] });
    expect(entries['eu/monaco.map']).toEqual({ checksums: [checksum(map)], boundingbox: expect.anything() });
    expect(entries['one-map.zip']).toMatchObject({
      checksums: [checksum(archive)],
      boundingbox: entries['eu/monaco.map']?.boundingbox,
    });
  });

  test('that downloads nothing knows the same of larger files, by ranges and without their SHA-1s', async () => {
    const files = { 'a.map': { body: fixture('monaco.map') }, 'b.zip': { body: zipOf({ 'x.txt': 'Hello' }) } };
    const { server, update } = await upstream(files);
    const outcome = await update({ maps: {} }, { downloadLimit: 0 });
    expect(entriesOf(outcome)).toEqual({
      'a.map': { checksums: [checksum(files['a.map'].body, LONG_AGO, false)], boundingbox: expect.anything() },
      'b.zip': {
        checksums: [checksum(files['b.zip'].body, LONG_AGO, false)],
        fragments: { 'x.txt': [{ lastModified: '2026-01-01T12:00:00Z', contentLength: 5, sha1: null }] },
      },
    });
    expect(askedFor(server).toSorted()).toEqual(['GET a.map', 'GET b.zip', 'HEAD a.map', 'HEAD b.zip']);
  });

  test.each<[string, Groups, 'files' | 'maps' | 'themes' | undefined, object]>([
    ['without any files', {}, undefined, { files: { a: expect.anything() } }],
    ['that has themes', { themes: {} }, undefined, { themes: { a: expect.anything() } }],
    [
      'that has two groups and names one',
      { maps: {}, themes: {} },
      'themes',
      { maps: {}, themes: { a: expect.anything() } },
    ],
    ['that names a third', { maps: {} }, 'files', { maps: {}, files: { a: expect.anything() } }],
  ])('%s puts new files where they belong', async (_, groups, group, after) => {
    const { update } = await upstream({ a: 'a' });
    expect((await update(groups, group ? { group } : {})).groups).toEqual(after);
  });

  test('of themes has no boxes, whatever its archives hold', async () => {
    const { update } = await upstream({ 'one-map.zip': { body: fixture('one-map.zip') } });
    const { groups, failed } = await update({ themes: {} });
    expect(failed).toEqual([]);
    expect(Object.keys(groups.themes?.['one-map.zip'] ?? {})).toEqual(['checksums', 'fragments']);
  });

  test('that has two groups and names none has no new files', async () => {
    const { update } = await upstream({ a: 'a' });
    const groups = { maps: {}, themes: {} };
    const outcome = await update(groups);
    expect(outcome.groups).toBe(groups);
    expect(outcome.failed).toEqual([
      { path: 'a', reason: 'it is new, and source.group does not say whether it is one of the maps or themes' },
    ]);
  });

  test('has paths as the listing spells them', async () => {
    const names = ['with space.txt', 'Übung.txt', "quote's.txt", 'a&b(c).txt', '100%.txt', 'x+y.txt'];
    const { update } = await upstream(Object.fromEntries(names.map((name) => [name, name])));
    const outcome = await update();
    expect(outcome.failed).toEqual([]);
    expect(outcome.added.map(decodeURIComponent).toSorted()).toEqual(names.toSorted());
  });
});

describe('names that the catalog cannot have are left out, each with a sentence:', () => {
  const link = (href: string): string => `<a href="${href}">x</a>  02-Jan-2026 03:04  5\n`;
  test.each([
    ['a folder hidden in a name', '..%2Fsecret.txt'],
    ['a slash in a name', 'a%2Fb.txt'],
    ['a backslash', 'a%5Cb.txt'],
    ['a device', 'NUL.txt'],
    ['a control character', 'a%1Bb.txt'],
  ])('%s', async (_, href) => {
    const server = await startFaultyServer({
      '/files/': { body: indexPage('', [link(href), row('good.txt', LONG_AGO, '4')]), headers: HTML },
      '/files/good.txt': { body: 'good', lastModified: LONG_AGO },
    });
    const outcome = await updated(upstreamSource(server.url));
    expect(outcome.added).toEqual(['good.txt']);
    expect(outcome.failed).toHaveLength(1);
    expect(outcome.failed[0]?.reason).toMatch(/^the catalog cannot have such a path: /);
    expect(askedFor(server)).toEqual(['HEAD good.txt', 'GET good.txt']);
  });

  test('a file that differs from one of the catalog by case', async () => {
    const { update } = await upstream({ 'a.TXT': 'a', 'A.txt': 'b' }, { unlisted: ['A.txt'] });
    const outcome = await update({ maps: { 'A.txt': { checksums: [checksum('b')] } } });
    expect(outcome).toMatchObject({ added: [], unchanged: 1 });
    expect(outcome.failed).toEqual([{ path: 'a.TXT', reason: 'many disks take it for A.txt, which the catalog has' }]);
  });

  test('a file that the catalog spells otherwise is that one', async () => {
    const { update } = await upstream({ 'a b.txt': 'a' });
    const groups = { maps: { 'a b.txt': { checksums: [checksum('a')] } } };
    const outcome = await update(groups);
    expect(outcome).toMatchObject({ added: [], unchanged: 1, failed: [] });
    expect(outcome.groups).toBe(groups);
  });
});

describe('the second run', () => {
  test('changes nothing, and asks for one file of each listing', async () => {
    const { server, update } = await upstream(many(100, 4));
    const first = await update();
    expect(first.added).toHaveLength(100);
    const before = server.requests.length;
    const second = await update(first.groups);
    expect(second).toMatchObject({ added: [], changed: [], unchanged: 100, gone: [], failed: [] });
    expect(second.groups).toBe(first.groups);
    expect(server.requests.length - before).toBe(5 + 4);
  });

  test('asks for one file more of some listings where the times of a server have summer time', async () => {
    const files = Object.fromEntries(
      Object.entries(many(400, 40)).map(([path, body], index) => {
        const lastModified = index % 3 === 0 ? LONG_AGO : '2025-07-02T03:04:05Z';
        return [path, { body, lastModified }];
      }),
    );
    const { server, update } = await upstream(files, { zone: (time) => (time === LONG_AGO ? 1 : 2) });
    const { groups } = await update();
    const before = server.requests.length;
    expect(await update(groups)).toMatchObject({ changed: [], unchanged: 400, failed: [] });
    expect(server.requests.length - before).toBeLessThan(100);
  });

  test('finds one file that was replaced', async () => {
    const { server, update } = await upstream(many(50));
    const { groups } = await update();
    const routes = upstreamRoutes({ ...many(50), '0/7.map.gz': { body: 'new', lastModified: LATER } });
    server.change(routes);
    const outcome = await update(groups);
    expect(outcome).toMatchObject({ added: [], changed: ['0/7.map.gz'], unchanged: 49, failed: [] });
    const [before, after] = [groups.maps ?? {}, entriesOf(outcome)];
    expect(after['0/7.map.gz']?.checksums).toEqual([checksum('file 7'), checksum('new', LATER)]);
    for (const path of Object.keys(before)) if (path !== '0/7.map.gz') expect(after[path]).toBe(before[path]);
  });

  test('goes on where files at the beginning of a listing do not answer', async () => {
    const forbidden: Behaviour = { body: 'x', status: 403, ranges: 'none' };
    const bad = { '0/0.map.gz': forbidden, '0/1.map.gz': forbidden };
    const { server, update } = await upstream({ ...many(100), ...bad });
    const { groups } = await upstream(many(100)).then(({ update: first }) => first());
    const outcome = await update(groups);
    expect(outcome.failed.map(({ path }) => path)).toEqual(['0/0.map.gz', '0/1.map.gz']);
    expect(outcome.unchanged).toBe(98);
    expect(server.requests.length).toBeLessThan(10);
  });

  test('asks for all files where the listing shows no times', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { server, update } = await upstream(Object.fromEntries(names.map((name) => [name, name])));
    const { groups } = await update();
    const rows = names.map((name) => `<a href="${name}">${name}</a>\n`);
    server.change({ '/files/': { body: indexPage('', rows), headers: HTML } });
    const before = server.requests.length;
    expect(await update(groups)).toMatchObject({ unchanged: 6, failed: [] });
    expect(server.requests.length - before).toBe(7);
  });

  test('downloads files whose SHA-1 is not known yet', async () => {
    const { update } = await upstream({ 'a.txt': 'a', 'b.txt': 'b' });
    const groups = {
      maps: { 'a.txt': { checksums: [checksum('a', LONG_AGO, false)] }, 'b.txt': { checksums: [checksum('b')] } },
    };
    const outcome = await update(groups);
    expect(outcome).toMatchObject({ changed: ['a.txt'], unchanged: 1, failed: [] });
    expect(entriesOf(outcome)['a.txt']).toEqual({ checksums: [checksum('a')] });
  });

  test('leaves the SHA-1s of older versions if it does not download the new one', async () => {
    const { server, update } = await upstream({ 'a.txt': { body: 'new', lastModified: LATER } });
    const outcome = await update({ maps: { 'a.txt': { checksums: [checksum('a')] } } }, { download: ['*.brf'] });
    expect(entriesOf(outcome)['a.txt']?.checksums).toEqual([checksum('a'), checksum('new', LATER, false)]);
    // The first bytes, so that no page of HTML is taken for it.
    expect(askedFor(server)).toEqual(['HEAD a.txt', 'GET a.txt']);
  });

  test('never takes a page of HTML for a new version that is not downloaded', async () => {
    const headers = { 'Content-Type': 'application/octet-stream' };
    const page = '<!-- hotel --><!doctype html><html></html>';
    for (const ranges of ['honoured', 'none'] as const) {
      const { update } = await upstream({ 'a.txt': { body: page, lastModified: LATER, headers, ranges } });
      const groups = { maps: { 'a.txt': { checksums: [checksum('a', LONG_AGO, false)] } } };
      const outcome = await update(groups, { downloadLimit: 0 });
      expect(outcome.groups).toBe(groups);
      expect(outcome.failed).toEqual([{ path: 'a.txt', reason: A_PAGE }]);
    }
  });
});

describe('a file whose version is known, and whose entry lacks what it can state,', () => {
  const [map, zip] = [fixture('monaco.map'), zipOf({ 'x.txt': 'x' })];
  const bare = (body: Buffer): FileEntrySource => ({ checksums: [checksum(body)] });

  test('is looked into, also where the listing agrees, and then never again', async () => {
    const files = { 'a.map': { body: map }, 'b.map': { body: map }, 'c.zip': { body: zip }, 'd.txt': 'd' };
    const { server, update } = await upstream(files);
    const full = entriesOf(await update());
    const groups = {
      maps: { ...full, 'b.map': bare(map), 'c.zip': bare(zip) },
    };
    const outcome = await update(groups);
    expect(outcome).toMatchObject({ changed: ['b.map', 'c.zip'], unchanged: 2, failed: [], boxesChanged: [] });
    expect(entriesOf(outcome)).toEqual(full);
    const before = server.requests.length;
    const again = await update(outcome.groups);
    expect(again.groups).toBe(outcome.groups);
    expect(server.requests.length - before).toBe(2);
  });

  test('is unchanged where it does not state it', async () => {
    const body = fixture('no-box.osm.pbf');
    const { update } = await upstream({ 'a.osm.pbf': { body } });
    const groups = { maps: { 'a.osm.pbf': bare(body) } };
    const outcome = await update(groups);
    expect(outcome).toMatchObject({ changed: [], unchanged: 1, failed: [] });
    expect(outcome.groups).toBe(groups);
  });

  test('is no theme without a box', async () => {
    const { server, update } = await upstream({ 'a.map': { body: map }, 'b.map': { body: map } });
    const groups = { themes: { 'a.map': bare(map), 'b.map': bare(map) } };
    expect((await update(groups)).groups).toBe(groups);
    expect(askedFor(server)).toEqual(['HEAD a.map']);
  });
});

test('the box that a new version states replaces that of the entry, and is named', async () => {
  const box = { northEastLongitude: 2, northEastLatitude: 2, southWestLongitude: 1, southWestLatitude: 1 };
  const old = { checksums: [checksum('old', '2025-01-01T00:00:00Z')], boundingbox: box };
  const body = { body: fixture('monaco.map') };
  const { update } = await upstream({
    'a.map': body,
    'same.map': body,
    'no-box.osm.pbf': { body: fixture('no-box.osm.pbf') },
  });
  const known = { checksums: [checksum(body.body)], boundingbox: box };
  const outcome = await update({ maps: { 'a.map': old, 'no-box.osm.pbf': old, 'same.map': known } });
  const entries = entriesOf(outcome);
  expect(entries['a.map']?.boundingbox?.northEastLatitude).toBe(43.754353);
  expect(entries['no-box.osm.pbf']?.boundingbox).toEqual(box);
  expect(entries['same.map']).toBe(known);
  expect(outcome).toMatchObject({ changed: ['a.map', 'no-box.osm.pbf'], boxesChanged: ['a.map'], failed: [] });
});

describe('points of interest that do not say where they are', () => {
  const poi = { body: fixture('null-bounds.poi') };
  const MONACO = {
    northEastLongitude: 7.6,
    northEastLatitude: 43.754353,
    southWestLongitude: 7.409027,
    southWestLatitude: 43.516535,
  };
  const POLYGON = 'monaco\n1\n 7.0 43.0\n 7.5E+00 43.0\n 7.5 4.35E+01\nEND\n!2\n 9 50\n 9 51\n 10 51\nEND\nEND\n';
  const BOX = { northEastLongitude: 7.5, northEastLatitude: 43.5, southWestLongitude: 7, southWestLatitude: 43 };
  const map = { body: fixture('monaco.map') };
  const ENDLESS: Behaviour = { body: 'x', length: 3_000_000, isEndless: true };
  const BUSY: Behaviour = { status: 503, ranges: 'none' };

  test.each<[string, UpstreamFiles, Groups, FileEntrySource['boundingbox'], RegExp | null]>([
    ['have the box of the map beside them', { 'eu/a.map': map }, {}, MONACO, null],
    ['also where that sends no parts', { 'eu/a.map': { ...map, ranges: 'none' } }, {}, MONACO, null],
    ['or that of its entry', {}, { maps: { 'eu/a.map': { boundingbox: BOX } } }, BOX, null],
    ['or of the polygon beside them', { 'eu/a.poly': POLYGON }, {}, BOX, null],
    ['or that where the map is damaged', { 'eu/a.poly': POLYGON, 'eu/a.map': 'x' }, {}, BOX, null],
    ['none of another region', { 'eu/b.map': map, 'a.map': map }, {}, undefined, null],
    ['none if there is neither', {}, {}, undefined, null],
    ['none of a page', { 'eu/a.poly': { body: '<html>', headers: HTML } }, {}, undefined, null],
    ['none of something else', { 'eu/a.poly': 'Sorry' }, {}, undefined, /^the polygon next to it is not usable: it is/],
    ['none of an endless polygon', { 'eu/a.poly': ENDLESS }, {}, undefined, /more than 2,097,152 bytes/],
    ['none of what does not answer', { 'eu/a.map': BUSY }, {}, undefined, /^no map or polygon next .*: it answers 503/],
  ])('%s', async (_, beside, groups, box, problem) => {
    const server = await startFaultyServer({
      ...upstreamRoutes({ 'eu/a.poi': poi }),
      ...Object.fromEntries(Object.entries(upstreamRoutes(beside)).filter(([path]) => !path.endsWith('/'))),
    });
    const outcome = await updated(upstreamSource(server.url, { maps: {}, ...groups }, { include: ['*.poi'] }));
    const reasons = outcome.failed.filter(({ path }) => path === 'eu/a.poi').map(({ reason }) => reason);
    expect(reasons).toEqual(problem === null ? [] : [expect.stringMatching(problem)]);
    expect(entriesOf(outcome)['eu/a.poi']).toEqual({
      checksums: [checksum(poi.body)],
      ...(box ? { boundingbox: box } : {}),
    });
  });

  test('are asked about once more by the next run, and not where they have a box', async () => {
    const { server, update } = await upstream({ 'a.poi': poi, 'a.poly': POLYGON }, { unlisted: ['a.poly'] });
    const { groups } = await update();
    const before = askedFor(server).length;
    expect((await update(groups)).groups).toBe(groups);
    expect(askedFor(server).slice(before)).toEqual(['HEAD a.poi']);
  });
});

describe('files that are gone', () => {
  /** A data source that knows so many files, of which the server has only some. */
  async function without(all: number, gone: number, context: Parameters<typeof updated>[1] = {}) {
    const files = many(all);
    const server = await startFaultyServer(upstreamRoutes(files));
    const { groups } = await updated(upstreamSource(server.url));
    const left = await startFaultyServer(upstreamRoutes(Object.fromEntries(Object.entries(files).slice(gone))));
    return { server: left, outcome: await updated(upstreamSource(left.url, groups), context), groups };
  }

  test.each([
    [10, 1, true],
    [9, 1, false],
    [20, 3, false],
    [300, 20, true],
    [300, 21, false],
  ])('of %i files %i may go at once: %s', async (all, gone, mayGo) => {
    const { outcome, groups } = await without(all, gone);
    expect(outcome.gone).toHaveLength(mayGo ? gone : 0);
    expect(Object.keys(entriesOf(outcome))).toHaveLength(mayGo ? all - gone : all);
    if (mayGo) return expect(outcome.failed).toEqual([]);
    expect(outcome.groups).toBe(groups);
    const verb = gone === 1 ? 'is' : 'are';
    const reason = `${gone} of ${all} files ${verb} gone; with --allow-removals they are removed`;
    expect(outcome.failed).toEqual([{ path: '', reason }]);
  });

  test('go however many they are where that is allowed', async () => {
    const { outcome } = await without(10, 9, { allowRemovals: true });
    expect(outcome.gone).toHaveLength(9);
    expect(outcome.failed).toEqual([]);
  });

  const ONE = {
    maps: {
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}`, {}])),
      gone: { checksums: [checksum('a')] },
    },
  };
  const GONE: Behaviour = { status: 404, ranges: 'none' };
  const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}`, `${n}`]));

  test.each<[string, Parameters<typeof upstreamRoutes>, Behaviour | null, string | null]>([
    ['no listing names it, and it answers 404', [twenty], null, null],
    ['it answers 410', [twenty], { status: 410 }, null],
    ['it answers 403', [twenty], { status: 403 }, 'it answers 403'],
    ['it redirects to a page', [twenty], { body: 'Sorry', headers: HTML }, A_PAGE],
    ['a listing names it', [{ ...twenty, gone: GONE }], null, 'it answers 404, but a listing names it'],
  ])('%s', async (_, [files, options], how, reason) => {
    const server = await startFaultyServer({
      ...upstreamRoutes(files, options),
      ...(how ? { '/files/gone': how } : {}),
    });
    const outcome = await updated(upstreamSource(server.url, ONE));
    expect(outcome.gone).toEqual(reason === null ? ['gone'] : []);
    expect(outcome.failed).toEqual(reason === null ? [] : [{ path: 'gone', reason }]);
    expect(Object.hasOwn(entriesOf(outcome), 'gone')).toBe(reason !== null);
  });

  test('that are there, although no listing names them, stay', async () => {
    const { update } = await upstream({ ...twenty, gone: 'a' }, { unlisted: ['gone'] });
    expect(await update(ONE)).toMatchObject({ gone: [], failed: [] });
  });

  test.each<[string, Behaviour, RegExp]>([
    ['cut off', { body: indexPage('', [row('0', LONG_AGO, '1')]).slice(0, 150), headers: HTML }, /cut off/],
    ['a login page', { body: '<html><form></form></html>', headers: HTML }, /not a listing/],
    ['an error', { status: 404 }, /^it answers 404$/],
  ])('stay if the listing is %s', async (_, listing, reason) => {
    const server = await startFaultyServer({ '/files/': listing });
    const outcome = await updated(upstreamSource(server.url, { maps: { gone: {} } }));
    expect(outcome.gone).toEqual([]);
    // If nothing could be read, no file is requested.
    const left = 'no listing could be read, so 1 file of the catalog is left as before';
    const asked = 'it answers 404, but no complete listing proves that it is gone';
    const [first, ...others] = outcome.failed;
    expect(first).toEqual({ path: `${server.url}/files/`, reason: expect.stringMatching(reason) });
    expect(others.map((other) => other.reason)).toContain(reason.source === 'cut off' ? asked : left);
  });

  test('and what is known stay, without a request for each, where no listing can be read', async () => {
    const server = await startFaultyServer({ '/files/': { status: 403 } });
    const outcome = await updated(upstreamSource(server.url, { maps: many(100) as never }));
    expect(outcome.failed).toEqual([
      { path: `${server.url}/files/`, reason: 'it answers 403' },
      { path: '', reason: 'no listing could be read, so 100 files of the catalog are left as before' },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test('are told after the listing that is the cause', async () => {
    const server = await startFaultyServer({
      ...upstreamRoutes({ 'z/b.txt': 'b' }),
      '/files/z/': { status: 500 },
      '/files/a.txt': { status: 403 },
    });
    const outcome = await updated(upstreamSource(server.url, { maps: { 'a.txt': {} } }));
    expect(outcome.failed.map(({ path }) => path)).toEqual([`${server.url}/files/z/`, 'a.txt']);
  });

  test.each<[string, (source: DataSourceSource['source']) => DataSourceSource['source']]>([
    ['does not say where they are listed', () => undefined],
    ['says that no listing is read', (source) => ({ ...(source as { url: string }), level: 0 })],
  ])('stay where the catalog %s', async (_, sourceOf) => {
    const server = await startFaultyServer({});
    const known = upstreamSource(server.url, { maps: { gone: {} } });
    const { source, ...record } = known.record;
    const stated = sourceOf(source);
    const outcome = await updated({ ...known, record: stated ? { ...record, source: stated } : record });
    expect(outcome).toMatchObject({ found: null, gone: [], added: [] });
    expect(outcome.failed).toEqual([
      { path: 'gone', reason: 'it answers 404, but no complete listing proves that it is gone' },
    ]);
  });

  test('stay where the run is stopped before all are asked for', async () => {
    const stop = new AbortController();
    let files = 0;
    const web = impatientWeb({ signal: stop.signal, pace: { connections: 1, perSecond: 1_000 } });
    const onProgress = (): void => {
      if (++files === 10) stop.abort();
    };
    const { outcome, groups } = await without(300, 15, { web, onProgress });
    expect(outcome.gone).toEqual([]);
    expect(outcome.groups).toBe(groups);
  });
});

describe('a file of which nothing certain is known is reported, and the others are written:', () => {
  const zip = zipOf({ 'x.map': 'x' });
  test.each<[string, Behaviour, RegExp]>([
    ['HTML for a zip', { body: '<html></html>', headers: HTML }, /page of HTML/],
    ['HTML that is called a zip', { body: '<html></html>', headers: ZIP }, /page of HTML/],
    ['cut off', { body: zip, cutAfter: 50 }, /cut off/],
    ['the wrong length', { body: zip, length: zip.length + 1 }, /cut off|stalled/],
    ['an error', { status: 500 }, /^it answers 500$/],
    ['a closed connection', { cutAfter: 0 }, /./],
    ['no answer', { delayMs: Number.POSITIVE_INFINITY }, /no answer/],
  ])('%s', async (_, how, reason) => {
    const server = await startFaultyServer(upstreamRoutes({ '0.txt': 'good', 'a.zip': how, 'z.txt': 'good' }));
    const web = impatientWeb({}, { stalledMs: 50, firstByteMs: 50 });
    const outcome = await updated(upstreamSource(server.url), { web });
    expect(outcome.failed).toEqual([{ path: 'a.zip', reason: expect.stringMatching(reason) }]);
    const good = { checksums: [checksum('good')] };
    expect(entriesOf(outcome)).toEqual({ '0.txt': good, 'z.txt': good });
  });
});

describe('what is inside', () => {
  const zip = zipOf({ 'x.txt': 'x' });
  const version = { checksums: [checksum(zip, LONG_AGO, false)] };
  const fragments = { 'x.txt': [{ lastModified: '2026-01-01T12:00:00Z', contentLength: 1, sha1: null }] };
  const byRange = { downloadLimit: 0 };

  test.each<[string, Behaviour, FileEntrySource, RegExp | null]>([
    ['ranges', { body: zip }, { ...version, fragments }, null],
    ['no ranges', { body: zip, ranges: 'none' }, version, /sends no parts of files, and it is too large/],
    [
      'ranges that answer 200',
      { body: zip, ranges: 'ignored' },
      version,
      /sends no parts of files, and it is too large/,
    ],
    ['other ranges than requested', { body: zip, ranges: 'wrong' }, version, /sends other parts/],
    ['ranges that are not announced', { body: zip, headers: { 'Accept-Ranges': '' } }, { ...version, fragments }, null],
    ['a traversal', { body: zipOf({ '../../x': 'x' }) }, { checksums: [expect.anything()] }, /not usable as a path/],
  ])('with %s', async (_, how, entry, problem) => {
    const { update } = await upstream({ 'a.zip': how });
    const outcome = await update({ maps: {} }, byRange);
    expect(entriesOf(outcome)).toEqual({ 'a.zip': entry });
    const failed = problem === null ? [] : [{ path: 'a.zip', reason: expect.stringMatching(problem) }];
    expect(outcome.failed).toEqual(failed);
  });

  test.each<['none' | 'ignored' | 'wrong']>([['none'], ['ignored'], ['wrong']])(
    'of a small file is found by downloading it where ranges are %s',
    async (ranges) => {
      const { update } = await upstream({ 'a.zip': { body: zip, ranges } });
      const outcome = await update({ maps: {} }, { download: ['nothing'] });
      expect(outcome.failed).toEqual([]);
      expect(entriesOf(outcome)['a.zip']?.fragments).toEqual({
        'x.txt': [{ lastModified: '2026-01-01T12:00:00Z', contentLength: 1, sha1: sha1('x') }],
      });
    },
  );

  test('is looked for again by the next run where the server was the reason', async () => {
    const { server, update } = await upstream({ 'a.zip': { body: zip, ranges: 'honoured' } });
    const file = '/files/a.zip';
    const good: Behaviour = { body: zip, ranges: 'honoured', lastModified: LONG_AGO };
    server.change({ [file]: [good, { status: 403, lastModified: LONG_AGO }] });
    const first = await update({ maps: {} }, byRange);
    expect(first).toMatchObject({ groups: { maps: {} }, added: [] });
    expect(first.failed).toEqual([{ path: 'a.zip', reason: 'it answers 403 when a part is requested' }]);
    server.change({ [file]: good });
    expect(entriesOf(await update(first.groups, byRange))).toEqual({ 'a.zip': { ...version, fragments } });
  });

  describe('of a damaged file is nothing, not even its version, until it is repaired:', () => {
    const [map, poi] = [fixture('monaco.map'), fixture('monaco.poi')];
    test.each<[string, string, Uint8Array | string, RegExp]>([
      ['an archive that is cut off', 'a.zip', zip.subarray(0, -30), /does not end like a zip/],
      ['an error of a bucket', 'a.zip', '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', /end like a zip/],
      ['an archive that counts more files than it can hold', 'a.zip', withCount(zip, 65_000), /damaged or cut off/],
      ['an archive with a damaged file', 'a.zip', zipOf({ bad: { data: 'y', crc: 1 } }), /^"bad" in the archive is/],
      ['a map of 11 bytes', 'a.map', map.subarray(0, 11), /ends after 11 bytes/],
      ['a map that is cut off', 'a.map', map.subarray(0, -1), /^the map has 1011 bytes and says that it has 1012$/],
      ['a database that is cut off', 'a.poi', poi.subarray(0, -1024), /^the database has .* and says/],
    ])('%s', async (_, path, body, reason) => {
      const good = { path, body: path.endsWith('zip') ? zip : path.endsWith('map') ? map : poi };
      const { server, update } = await upstream({ [path]: { body: good.body } });
      const { groups } = await update();
      server.change(upstreamRoutes({ [path]: { body, lastModified: LATER } }));
      for (const limit of [0, 1, 0]) {
        // The last file of an archive is read only where all of it is.
        if (limit === 0 && reason.source.includes('bad"')) continue;
        const outcome = await update(groups, { downloadLimit: limit });
        expect(outcome.groups).toBe(groups);
        expect(outcome).toMatchObject({ changed: [], failed: [{ path, reason: expect.stringMatching(reason) }] });
      }
      const repaired = { body: good.body, lastModified: '2026-01-04T00:00:00Z' };
      server.change(upstreamRoutes({ [path]: repaired }));
      const outcome = await update(groups);
      expect(outcome).toMatchObject({ changed: [path], failed: [] });
      expect(entriesOf(outcome)[path]?.checksums).toHaveLength(2);
    });
  });

  test('is left out where archives hold more files than a catalog can have', async () => {
    const archive = (letter: string): Buffer =>
      zipOf(Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`${letter}${n}`, { data: '', method: 0 }])));
    const large = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.zip`, { body: archive(name) }]);
    const files = { ...Object.fromEntries(large), 'small.zip': { body: zip } };
    const { update } = await upstream(files);
    const outcome = await update({ maps: {} }, byRange);
    expect(outcome.added).toHaveLength(7);
    expect(outcome.failed).toHaveLength(1);
    expect(outcome.failed[0]?.reason).toBe('with its 9,000 files the data source would become too large');
    const counts = Object.values(entriesOf(outcome)).map(({ fragments: all }) => Object.keys(all ?? {}).length);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1, ...Array(5).fill(9_000)]);
  });

  test('that no room is left for on this machine is reported', async () => {
    const server = await startFaultyServer(upstreamRoutes({ 'a.txt': 'a' }));
    vi.stubEnv('TMPDIR', '/missing');
    onTestFinished(() => void vi.unstubAllEnvs());
    const outcome = await updated(upstreamSource(server.url));
    expect(outcome).toMatchObject({ groups: { maps: {} }, added: [] });
    expect(outcome.failed).toEqual([
      { path: 'a.txt', reason: expect.stringMatching(/^its contents cannot be read: /) },
    ]);
  });
});

/** An archive that says that it has so many files. */
function withCount(archive: Buffer, count: number): Buffer {
  const bytes = Buffer.from(archive);
  for (const place of [14, 12]) bytes.writeUInt16LE(count, bytes.length - place);
  return bytes;
}

test('progress counts every file, and news are told as they come', async () => {
  const server = await startFaultyServer(upstreamRoutes(many(30, 3)));
  const done: number[] = [];
  const sizes: number[] = [];
  const known: KnownDataSource = upstreamSource(server.url);
  await updated(known, {
    onProgress: (count, total) => {
      expect(total).toBe(30);
      done.push(count);
    },
    onNews: (groups) => sizes.push(Object.keys(groups().maps ?? {}).length),
  });
  expect(done).toEqual(Array.from({ length: 30 }, (_, index) => index));
  expect(sizes).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});
