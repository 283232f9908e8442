/** One data source against a server on this machine: what gets into the catalog, what never does, and what it costs. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { KnownEntries } from '../../../../commands/upstream/update/data-source.ts';
import type { Web } from '../../../../commands/upstream/web/web.ts';
import type { Checksum, DataSourceSource, FileEntrySource } from '../../../../contract/generated/catalog.types.ts';
import { ROOT } from '../../../support/cli.ts';
import { type Behaviour, type FaultyServer, type Routes, startFaultyServer } from '../../../support/faulty-server.ts';
import { zipOf } from '../../../support/made-zip.ts';
import {
  HTML,
  impatientWeb,
  indexPage,
  type ListingOptions,
  LONG_AGO,
  row,
  type Updated,
  type UpstreamFiles,
  updated,
  upstreamRoutes,
  upstreamSource,
} from '../../../support/upstream.ts';

const LATER = '2026-01-03T03:04:05Z';
const sha1 = (bytes: Uint8Array | string): string => createHash('sha1').update(bytes).digest('hex').toUpperCase();
const fixture = (name: string): Buffer => readFileSync(join(ROOT, 'test/fixtures/contents', name));

function checksum(body: string | Uint8Array, lastModified = LONG_AGO, withSha1 = true): Checksum {
  return { lastModified, contentLength: Buffer.from(body).length, sha1: withSha1 ? sha1(body) : null };
}

function hashed(body: Uint8Array | string): Checksum {
  return { ...checksum(body), sha256: createHash('sha256').update(body).digest('hex').toUpperCase() };
}

function many(count: number, folders = 1): Record<string, string> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return Object.fromEntries(numbers.map((index) => [`${index % folders}/${index}.map.gz`, `file ${index}`]));
}

const entriesOf = ({ groups }: Updated): Record<string, FileEntrySource> => ({ ...groups.maps });

/** The paths of all that a listing and a server have, and what an update makes of it. */
async function upstream(files: UpstreamFiles, { routes = {}, ...options }: ListingOptions & { routes?: Routes } = {}) {
  const server = await startFaultyServer({ ...upstreamRoutes(files, options), ...routes });
  return {
    server,
    update: (groups: KnownEntries = { maps: {} }, source: Parameters<typeof upstreamSource>[2] = {}, web?: Web) =>
      updated(upstreamSource(server.url, groups, source), web ? { web } : {}),
  };
}

const askedFor = ({ requests }: FaultyServer): string[] =>
  requests.filter(({ path }) => !path.endsWith('/')).map(({ method, path }) => `${method} ${path.slice(7)}`);

/** What an update did: its report, the entries that have changed, and the requests without those for listings. */
function summaryOf(outcome: Updated, before: KnownEntries, server: FaultyServer): string {
  const { groups, added, changed, boxesChanged, wentBack, unchanged, gone, failed, warnings } = outcome;
  const back = wentBack.map(({ path, lastModified }) => `${path} (${lastModified})`);
  const all = { added, changed, boxesChanged, 'went back': back, gone };
  const lists = Object.entries(all).filter(([, paths]) => paths.length > 0);
  const [after, known] = [linesOf(groups), linesOf(before)];
  return [
    '',
    ...lists.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
    `unchanged: ${unchanged}`,
    ...failed.map(({ path, reason }) => `failed: ${path}: ${reason}`.replaceAll(server.url, '')),
    ...warnings.map(({ path, reason }) => `note: ${path}: ${reason}`),
    ...(groups === before ? ['The catalog stays as it is.'] : []),
    ...known.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !known.includes(line)).map((line) => `+ ${line}`),
    ...askedFor(server).toSorted(),
    '',
  ].join('\n');
}

/** The groups of a catalog and their entries, one a line. */
const linesOf = (groups: KnownEntries): string[] =>
  Object.entries(groups).flatMap(([group, entries]) => {
    const all = Object.entries({ ...entries }).map(([path, one]) => `${group} ${path}: ${JSON.stringify(one)}`);
    return [group, ...all.toSorted()];
  });

const MAP = { body: fixture('monaco.map') };
const ARCHIVE = { body: fixture('one-map.zip') };
const NO_BOX = { body: fixture('no-box.osm.pbf') };
// Not compressed, so that every version of zlib makes the same bytes.
const HELLO = { body: zipOf({ 'x.txt': { data: 'Hello', method: 0 } }) };
const LONG = { body: zipOf({ 'x.txt': { data: 'x'.repeat(5000), method: 0 } }) };
const TRAVERSAL = { body: zipOf({ '../../x': 'x' }) };
const entry = (body: string | Uint8Array, withSha1 = true): FileEntrySource => ({
  checksums: [checksum(body, LONG_AGO, withSha1)],
});
const NEW: Behaviour = { body: 'new', lastModified: LATER };
const PAGE: Behaviour = {
  body: '<!-- hotel --><!doctype html><html></html>',
  lastModified: LATER,
  headers: { 'Content-Type': 'application/octet-stream' },
};
const BOX = { northEastLongitude: 2, northEastLatitude: 2, southWestLongitude: 1, southWestLatitude: 1 };
const OLD = { checksums: [checksum('old', '2025-01-01T00:00:00Z')], boundingbox: BOX };
const WITHOUT_SHA1 = { maps: { 'a.txt': entry('a', false) } };
const BY_RANGE = { downloadLimit: 0 };
const NO_DOWNLOAD = { download: ['nothing'] };
const KNOWN = { fragments: { 'x.txt': [checksum('Hello')] }, boundingbox: BOX };

/** What a server sends after it has said that it has the archive. */
const CHANGED_MEANWHILE: Readonly<Record<string, Behaviour>> = {
  'of another time': { lastModified: LATER },
  'shorter than it was': { body: 'short' },
  'cut off': { cutAfter: 20 },
  endless: { isEndless: true, length: null, ranges: 'none' },
  'an error': { status: 503, ranges: 'none' },
};

type Row = [
  name: string,
  files: UpstreamFiles,
  groups?: KnownEntries,
  source?: Parameters<typeof upstreamSource>[2],
  options?: Parameters<typeof upstream>[1],
];

const listing = (body: string): Behaviour => ({ body, headers: HTML });
const NINE = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}`, `${n}`]));
const TEN = {
  maps: Object.fromEntries(Object.entries({ ...NINE, gone: 'a' }).map(([path, body]) => [path, entry(body)])),
};
const withGone = (name: string, how: Behaviour): Row => [
  `a file ${name}`,
  NINE,
  TEN,
  {},
  { routes: { '/files/gone': how } },
];
/** A listing, where the catalog knows files of which the server has none. */
const withListing = (name: string, how: Behaviour): Row => [
  `files stay with a listing ${name}`,
  {},
  TEN,
  {},
  { routes: { '/files/': how } },
];

/** What a server has, and what the catalog knows of it; what becomes of that is in the snapshot. */
test.each<Row>([
  ['new files have what they say about themselves', { 'eu/monaco.map': MAP, 'one-map.zip': ARCHIVE, 'a.txt': 'Hi' }],
  ['larger files have the same by ranges, without SHA-1s', { 'a.map': MAP, 'b.zip': HELLO }, {}, BY_RANGE],
  ['new files of one that has two groups and names one', { a: 'a' }, { maps: {}, themes: {} }, { group: 'themes' }],
  ['new files of one that has two groups and names none', { a: 'a' }, { maps: {}, themes: {} }],
  ['themes have no boxes, whatever their archives hold', { 'one-map.zip': ARCHIVE }, { themes: {} }],
  [
    'paths are as the listing spells them',
    { 'with space.txt': '1', 'Übung.txt': '2', "quote's.txt": '3', 'a&b(c).txt': '4', '100%.txt': '5', 'x+y.txt': '6' },
  ],
  ['a file that the catalog spells otherwise is that one', { 'a b.txt': 'a' }, { maps: { 'a b.txt': entry('a') } }],
  [
    'files whose SHA-1 is not known yet are downloaded',
    { 'a.txt': 'a', 'b.txt': 'b' },
    { maps: { ...WITHOUT_SHA1.maps, 'b.txt': entry('b') } },
  ],
  ['SHA-1s of older versions stay', { 'a.txt': NEW }, { maps: { 'a.txt': entry('a') } }, { download: ['*.brf'] }],
  [
    'a file that states no box is unchanged',
    { 'a.osm.pbf': NO_BOX },
    { maps: { 'a.osm.pbf': { checksums: [hashed(NO_BOX.body)] } } },
  ],
  [
    'the SHA-256 of a known version is added to it where it is read',
    { 'a.osm.pbf': NO_BOX },
    { maps: { 'a.osm.pbf': entry(NO_BOX.body) } },
  ],
  [
    'the box that a new version states replaces that of the entry, and is named',
    { 'a.map': MAP, 'no-box.osm.pbf': NO_BOX, 'same.map': MAP },
    { maps: { 'a.map': OLD, 'no-box.osm.pbf': OLD, 'same.map': { ...entry(MAP.body), boundingbox: BOX } } },
  ],
  [
    'the same bytes with a new time are the same version, in files that are read',
    { 'read.txt': { body: 'a', lastModified: LATER }, 'unread.bin': { body: 'a', lastModified: LATER } },
    {
      maps: { 'read.txt': { checksums: [hashed('a')] }, 'unread.bin': { checksums: [hashed('a')] } },
    },
    { download: ['*.txt'] },
  ],
  [
    'a version that comes back is the one that upstream has, with its box and files',
    { 'a.map': MAP, 'a.txt': 'a', 'a.zip': HELLO, 'unread.txt': 'a' },
    {
      maps: {
        'a.map': { checksums: [hashed(MAP.body), checksum('new', LATER)], boundingbox: BOX },
        'a.txt': { checksums: [hashed('a'), checksum('new', LATER)] },
        'a.zip': {
          checksums: [hashed(HELLO.body), checksum('new', LATER)],
          fragments: { 'x.txt': [checksum('Hello'), checksum('new', LATER)], 'y.txt': [checksum('new', LATER)] },
        },
        'unread.txt': { checksums: [checksum('a', LONG_AGO, false), checksum('new', LATER)] },
      },
    },
    { download: ['a.*'] },
  ],
  [
    'what is known of an archive that comes back stays without ranges',
    { 'a.zip': { ...LONG, ranges: 'none' } },
    { maps: { 'a.zip': { ...KNOWN, checksums: [checksum(LONG.body), checksum('new', LATER)] } } },
    BY_RANGE,
  ],
  [
    'a new version that is older than the newest is the one that upstream has',
    { 'a.txt': 'a' },
    { maps: { 'a.txt': { checksums: [checksum('old', '2025-01-01T00:00:00Z'), checksum('new', LATER)] } } },
  ],
  ['a page of HTML is not a new version', { 'a.zip': PAGE }, { maps: { 'a.zip': entry('a') } }, BY_RANGE],
  ['nor is one for a small file', { 'a.txt': { ...PAGE, ranges: 'honoured' } }, WITHOUT_SHA1, BY_RANGE],
  ['nor is one without ranges', { 'a.txt': { ...PAGE, ranges: 'none' } }, WITHOUT_SHA1, BY_RANGE],
  ...(['none', 'wrong'] as const).flatMap((ranges): Row[] => [
    [`a large archive without good ranges: ${ranges}`, { 'a.zip': { ...LONG, ranges } }, {}, BY_RANGE],
    [`a small archive without good ranges: ${ranges}`, { 'a.zip': { ...LONG, ranges } }, {}, NO_DOWNLOAD],
  ]),
  ['a large map without ranges', { 'a.map': { ...MAP, ranges: 'none' } }, {}, BY_RANGE],
  [
    'what is known of archives stays without ranges: all of an unchanged one, the names and box of a new version',
    { 'a.zip': { ...LONG, ranges: 'none' }, 'b.zip': { ...LONG, ranges: 'none', lastModified: LATER } },
    { maps: { 'a.zip': { ...entry(LONG.body), ...KNOWN }, 'b.zip': { ...entry(LONG.body), ...KNOWN } } },
    BY_RANGE,
  ],
  ...Object.entries(CHANGED_MEANWHILE).flatMap(([what, how]): Row[] => {
    const good = { ...HELLO, lastModified: LONG_AGO, ranges: 'honoured' as const };
    const routes = { '/files/a.zip': [good, { ...good, ...how }] };
    return [
      [`a large archive of which a part is ${what}`, { 'a.zip': HELLO }, {}, BY_RANGE, { routes }],
      [`a small archive that is ${what} when it is downloaded`, { 'a.zip': HELLO }, {}, {}, { routes }],
    ];
  }),
  ['an archive with a path that leads upwards', { 'a.zip': TRAVERSAL }, {}, BY_RANGE],
  ['a file is gone if no listing names it, and it answers 404', NINE, TEN],
  withGone('that answers 403 stays', { status: 403 }),
  withGone('that redirects to a page stays', { body: 'Sorry', headers: HTML }),
  withGone('that is there, although no listing names it, stays', { body: 'a', lastModified: LONG_AGO }),
  ['a file that answers 404, but a listing names it', { ...NINE, gone: { status: 404, ranges: 'none' } }, TEN],
  withListing('that is cut off', listing(indexPage('', [row('0', LONG_AGO, '1')]).slice(0, 150))),
  // If nothing could be read, no file is requested.
  withListing('that is a login page', listing('<html><form></form></html>')),
  withListing('that answers 404', { status: 404 }),
  [
    'files are told after the listing that is the cause',
    { 'z/b.txt': 'b' },
    { maps: { 'a.txt': {} } },
    {},
    { routes: { '/files/z/': { status: 500 }, '/files/a.txt': { status: 403 } } },
  ],
])('%s', async (_, files, groups = { maps: {} }, source = {}, options = {}) => {
  const { server, update } = await upstream(files, options);
  expect(summaryOf(await update(groups, source), groups, server)).toMatchSnapshot();
});

describe('the second run', () => {
  test('asks for one file more of some listings where the times of a server have summer time', async () => {
    const files = Object.fromEntries(
      Object.entries(many(100, 10)).map(([path, body], index) => {
        const lastModified = index % 3 === 0 ? LONG_AGO : '2025-07-02T03:04:05Z';
        return [path, { body, lastModified }];
      }),
    );
    const { server, update } = await upstream(files, { zone: (time) => (time === LONG_AGO ? 1 : 2) });
    const { groups } = await update();
    const before = server.requests.length;
    expect(await update(groups)).toMatchObject({ changed: [], unchanged: 100, failed: [] });
    expect(server.requests.length - before).toBeLessThan(40);
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
});

test('a version comes back, gets a new time, and goes again; what is known is never downloaded again', async () => {
  const { server, update } = await upstream({ 'a.txt': 'a' });
  let groups: KnownEntries = { maps: {} };
  const run = async (file: UpstreamFiles[string]) => {
    server.change(upstreamRoutes({ 'a.txt': file }));
    const outcome = await update(groups);
    const before = askedFor(server).length;
    expect(await update(outcome.groups)).toMatchObject({ changed: [], unchanged: 1, wentBack: [], failed: [] });
    expect(askedFor(server).slice(before)).toEqual(['HEAD a.txt']);
    groups = outcome.groups;
    return {
      checksums: entriesOf(outcome)['a.txt']?.checksums,
      back: outcome.wentBack.map(({ lastModified }) => lastModified),
    };
  };
  const [a, b] = [hashed('a'), { ...hashed('b'), lastModified: LATER }];
  const [touched, latest] = ['2026-01-04T00:00:00Z', '2026-01-05T00:00:00Z'];
  expect(await run('a')).toEqual({ checksums: [a], back: [] });
  expect(await run({ body: 'b', lastModified: LATER })).toEqual({ checksums: [a, b], back: [] });
  expect(await run('a')).toEqual({ checksums: [{ ...a, current: LONG_AGO }, b], back: [LONG_AGO] });
  expect(await run({ body: 'a', lastModified: touched })).toEqual({
    checksums: [{ ...a, current: touched }, b],
    back: [],
  });
  expect(await run({ body: 'b', lastModified: LATER })).toEqual({ checksums: [a, b], back: [LATER] });
  expect(await run({ body: 'b', lastModified: touched })).toEqual({
    checksums: [a, { ...b, current: touched }],
    back: [],
  });
  const c = { ...hashed('c'), lastModified: latest };
  expect(await run({ body: 'c', lastModified: latest })).toEqual({ checksums: [a, b, c], back: [] });
});

test('a file that shrinks is named, and one that is empty fails', async () => {
  const { server, update } = await upstream({ 'a.txt': 'eight by', 'b.txt': 'eight by', 'c.txt': '' });
  const { groups, added } = await update({ maps: {} });
  expect(added).toEqual(['a.txt', 'b.txt', 'c.txt']);
  server.change(
    upstreamRoutes({
      'a.txt': { body: 'two', lastModified: LATER },
      'b.txt': { body: '', lastModified: LATER },
      'c.txt': '',
    }),
  );
  const outcome = await update(groups);
  expect(outcome).toMatchObject({
    changed: ['a.txt'],
    shrunk: [{ path: 'a.txt', from: 8, to: 3 }],
    failed: [{ path: 'b.txt', reason: 'it is empty, and had 8 bytes: most likely a fault of its server' }],
  });
  expect(entriesOf(outcome)['b.txt']?.checksums).toHaveLength(1);
  server.change(upstreamRoutes({ 'a.txt': { body: 'four', lastModified: LATER }, 'b.txt': 'eight by', 'c.txt': '' }));
  expect(await update(groups)).toMatchObject({ changed: ['a.txt'], shrunk: [], failed: [] });
});

describe('files that are gone', () => {
  /** A data source that knows so many files, of which the server has only some. */
  async function without(all: number, gone: number, context: Parameters<typeof updated>[1] = {}) {
    const files = many(all);
    const groups = { maps: Object.fromEntries(Object.entries(files).map(([path, body]) => [path, entry(body)])) };
    const left = await startFaultyServer(upstreamRoutes(Object.fromEntries(Object.entries(files).slice(gone))));
    return { server: left, outcome: await updated(upstreamSource(left.url, groups), context), groups };
  }

  test('go at once if they are few, and stay if they are many', async () => {
    expect((await without(8, 1)).outcome).toMatchObject({ gone: [expect.anything()], failed: [] });
    const { outcome, groups } = await without(300, 31);
    expect(outcome.gone).toEqual([]);
    expect(outcome.groups).toBe(groups);
    const names = Object.keys(many(300)).slice(0, 31).sort().slice(0, 3).join(', ');
    const reason = `31 of 300 files are gone (${names} and 28 more); with --allow-removals they are removed`;
    expect(outcome.failed).toEqual([{ path: '', reason }]);
  });

  test.each<[string, (source: DataSourceSource['source']) => DataSourceSource['source']]>([
    ['does not say where they are listed', () => undefined],
    ['says that no listing is read', (source) => ({ ...(source as { url: string }), level: 0 })],
  ])('stay where the catalog %s', async (_, sourceOf) => {
    const known = upstreamSource((await startFaultyServer({})).url, { maps: { gone: {} } });
    const { source, ...record } = known.record;
    const stated = sourceOf(source);
    const outcome = await updated({ ...known, record: stated ? { ...record, source: stated } : record });
    expect(outcome).toMatchObject({ found: null, gone: [], added: [] });
    expect(outcome.failed).toEqual([
      { path: 'gone', reason: 'it answers 404, but no complete listing proves that it is gone' },
    ]);
  });

  test('stay where a listing names their address above baseUrl, which was changed', async () => {
    const files = { 'alps/a.map': 'a', 'jura/b.map': 'b', 'c.map': 'c' };
    const server = await startFaultyServer(upstreamRoutes(files));
    const known = upstreamSource(
      server.url,
      { maps: Object.fromEntries([...Object.keys(files), 'd.map'].map((path) => [path, entry(path)])) },
      { level: 2 },
    );
    const { baseUrl } = known.record;
    const outcome = await updated({ ...known, record: { ...known.record, baseUrl: `${baseUrl}alps/` } });
    const reason = (path: string): string =>
      `it answers 404, but a listing names ${baseUrl}${path} above baseUrl: if baseUrl was changed, write the one before, or delete this entry`;
    expect(outcome).toMatchObject({ added: ['a.map'], gone: ['d.map'] });
    expect(outcome.failed).toEqual([
      { path: 'alps/a.map', reason: reason('alps/a.map') },
      { path: 'c.map', reason: reason('c.map') },
      { path: 'jura/b.map', reason: reason('jura/') },
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

describe('what is inside', () => {
  const zip = zipOf({ 'x.txt': 'x' });
  const version = { checksums: [checksum(zip, LONG_AGO, false)] };
  const fragments = { 'x.txt': [{ lastModified: '2026-01-01T12:00:00Z', contentLength: 1, sha1: null }] };
  const byRange = { downloadLimit: 0 };

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
      ['an archive with a damaged file', 'a.zip', zipOf({ bad: { data: 'y', crc: 1 } }), /^"bad" in the archive is/],
      ['a map that is cut off', 'a.map', map.subarray(0, -1), /^the map has 1011 bytes but states that it has 1012$/],
      ['a database that is cut off', 'a.poi', poi.subarray(0, -1024), /^the database has .* but states/],
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
      expect(entriesOf(outcome)[path]?.checksums).toMatchObject([{ current: repaired.lastModified }]);
    });
  });

  describe('that a name does not fit is said in every run, and the file is listed:', () => {
    const OZI = 'OziExplorer Map Data File Version 2.2';
    test.each<[path: string, body: (text: string) => Uint8Array | string, kind: string]>([
      ['a.map', (text) => text, 'a Mapsforge map'],
      ['a.zip', (text) => `Rar!${text}`, 'a zip archive'],
      ['a.poi', (text) => text, 'a SQLite database'],
      ['a.osm.pbf', (text) => text, 'an OpenStreetMap extract'],
      ['with-map.zip', (text) => zipOf({ 'x.map': text.repeat(2), 'x.ozf': 'x' }), 'a Mapsforge map'],
    ])('%s', async (path, body, kind) => {
      const said = expect.stringMatching(new RegExp(`it is not ${kind}, although its name ends like one$`));
      const warnings = [{ path, reason: said }];
      for (const downloadLimit of [0, 1]) {
        const [first, second] = [OZI, `${OZI} again`].map(body) as [string, string];
        const { server, update } = await upstream({ [path]: { body: first } });
        const { groups, ...added } = await update({ maps: {} }, { downloadLimit });
        expect(added).toMatchObject({ found: 1, added: [path], unchanged: 0, failed: [], warnings });
        const again = await update(groups, { downloadLimit });
        expect(again).toMatchObject({ groups, changed: [], unchanged: 1, failed: [], warnings });
        server.change(upstreamRoutes({ [path]: { body: second, lastModified: LATER } }));
        const changed = await update(groups, { downloadLimit });
        expect(changed).toMatchObject({ changed: [path], unchanged: 0, failed: [], warnings });
        expect(await update(changed.groups, { downloadLimit })).toMatchObject({ unchanged: 1, failed: [], warnings });
      }
    });

    test.each<[path: string, real: Uint8Array]>([
      ['a.map', fixture('monaco.map')],
      ['a.zip', zip],
      ['a.poi', fixture('monaco.poi')],
    ])('but %s that was of its kind stays as it was', async (path, real) => {
      const { server, update } = await upstream({ [path]: { body: real } });
      const { groups } = await update();
      for (const body of [OZI, '{"error":"not found"}', Buffer.alloc(2000)]) {
        server.change(upstreamRoutes({ [path]: { body, lastModified: LATER } }));
        const outcome = await update(groups);
        expect(outcome.groups).toBe(groups);
        expect(outcome).toMatchObject({ changed: [], failed: [{ path }], warnings: [] });
        if (body === OZI) expect(outcome.failed[0]?.reason).toMatch(/; if that is right, delete boundingbox and /);
      }
      server.change(upstreamRoutes({ [path]: { body: OZI, lastModified: LATER } }));
      const { boundingbox: _, fragments: __, ...without } = entriesOf({ groups } as Updated)[path] ?? {};
      expect(await update({ maps: { [path]: without } })).toMatchObject({ changed: [path], failed: [] });
    });

    test('but a page of HTML is refused', async () => {
      const { update } = await upstream({
        'a.map': PAGE,
        'a.zip': PAGE,
        'large.map': { ...PAGE, body: `<!doctype html>${' '.repeat(2e6)}` },
      });
      const outcome = await update({ maps: {} }, BY_RANGE);
      expect(outcome).toMatchObject({ added: [], warnings: [] });
      expect(outcome.failed).toHaveLength(3);
    });

    test('and an archive of which a file cannot be unpacked', async () => {
      const bad = { data: 'x', method: 12 };
      const { update } = await upstream({ 'a.zip': { body: zipOf({ bad, good: 'y' }) } });
      const first = await update();
      expect(first).toMatchObject({ added: ['a.zip'], failed: [], warnings: [{ path: 'a.zip' }] });
      expect(await update(first.groups)).toMatchObject({ unchanged: 1, failed: [], warnings: first.warnings });
    });
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

test('files in an archive whose SHA-1s are not known get them when it is downloaded', async () => {
  const zip = zipOf({ 'a.txt': { data: 'a', time: '2025-12-31T00:00:00Z' }, 'b.txt': { data: 'b', time: null } });
  const { server, update } = await upstream({ 'a.zip': { body: zip } });
  const first = await update();
  const entry = entriesOf(first)['a.zip'];
  const known = { 'a.txt': [checksum('a', '2025-12-31T00:00:00Z')], 'b.txt': [checksum('b')] };
  expect(entry?.fragments).toEqual(known);
  for (const without of [
    { 'a.txt': [checksum('a', '2025-12-31T00:00:00Z', false)], 'b.txt': [] },
    { 'a.txt': [], 'b.txt': [] },
  ]) {
    const again = await update({ maps: { 'a.zip': { ...entry, fragments: without } } });
    expect(again.groups).toEqual(first.groups);
    const before = askedFor(server).length;
    expect((await update(again.groups)).unchanged).toBe(1);
    expect(askedFor(server).slice(before)).toEqual(['HEAD a.zip']);
  }
});

test.each<[string, UpstreamFiles, Parameters<typeof upstreamSource>[2]]>([
  ['folders', { 'a/x.map': 'x' }, { level: 1 }],
  ['files that are not taken', { 'x.map': 'x' }, { include: ['*.zip'] }],
  ['nothing', {}, {}],
])('a listing that names only %s is a failure', async (_, files, source) => {
  const { update } = await upstream(files);
  const { found, failed } = await update({ maps: {} }, source);
  const reason = 'no files are found; check level, include and exclude of source';
  expect({ found, failed }).toEqual({ found: 0, failed: [{ path: '', reason }] });
});

test('files of an archive that is flattened have the names under which they are unpacked', async () => {
  const file = (data: string) => ({ data, method: 0, time: '2025-12-31T00:00:00Z' });
  const zip = zipOf({ 'K29/N40W012.hgt': file('a'), 'K29/x.txt': file('b'), 'L/x.txt': file('c') });
  const server = await startFaultyServer(upstreamRoutes({ 'a.zip': { body: zip } }));
  const old = [{ lastModified: '2025-01-01T00:00:00Z', contentLength: 7, sha1: null }];
  const before = { checksums: old, fragments: { 'K29/N40W012.hgt': old } };
  const known = upstreamSource(server.url, { maps: { 'a.zip': before } });
  const outcome = await updated({ ...known, record: { ...known.record, action: 'Flatten' } });
  const fragment = (body: string) => checksum(body, '2025-12-31T00:00:00Z');
  expect(entriesOf(outcome)['a.zip']?.fragments).toEqual({
    'N40W012.hgt': [...old, fragment('a')],
    'x.txt': [fragment('c')],
  });
  const reason =
    '1 file in it has the name of another, and the action is Flatten; of the same names the last one counts: x.txt';
  expect(outcome).toMatchObject({ failed: [], warnings: [{ path: 'a.zip', reason }] });
});

test('a listing that states SHA-256s gives them to files that are not downloaded', async () => {
  const server = await startFaultyServer(
    upstreamRoutes({ 'v1/a.txt': 'a', 'v1/b.txt': 'b' }, { unlisted: ['v1/a.txt', 'v1/b.txt'] }),
  );
  const releases = (digests: Readonly<Record<string, string>>): Behaviour => {
    const asset = ([name, digest]: [string, string]) => ({
      browser_download_url: `${server.url}/files/v1/${name}`,
      size: 1,
      updated_at: LONG_AGO,
      digest: `sha256:${digest.toLowerCase()}`,
    });
    const body = JSON.stringify([{ tag_name: 'v1', assets: Object.entries(digests).map(asset) }]);
    return { body, headers: { 'Content-Type': 'application/json' } };
  };
  const [a, b] = [hashed('a'), hashed('b')];
  server.change({ '/api/releases': releases({ 'a.txt': a.sha256 as string, 'b.txt': b.sha256 as string }) });
  const source = { url: `${server.url}/api/releases`, downloadLimit: 0 };
  const first = await updated(upstreamSource(server.url, { files: {} }, source));
  expect(first).toMatchObject({ found: 2, added: ['v1/a.txt', 'v1/b.txt'], failed: [] });
  expect(first.groups.files).toEqual({
    'v1/a.txt': { checksums: [{ ...a, sha1: null }] },
    'v1/b.txt': { checksums: [{ ...b, sha1: null }] },
  });
  expect(await updated(upstreamSource(server.url, first.groups, source))).toMatchObject({ unchanged: 2, failed: [] });
  // What robots.txt forbids is what the listing states, whatever the limit of downloads.
  server.change({ '/robots.txt': { body: 'User-agent: *\nDisallow: /files/\n' } });
  const forbidden = (groups: KnownEntries) => {
    const known = upstreamSource(server.url, groups, { ...source, downloadLimit: 1 });
    return updated(known, { web: impatientWeb({ ignoreRobots: false }) });
  };
  const stated = await forbidden({ files: {} });
  expect(stated).toMatchObject({ added: ['v1/a.txt', 'v1/b.txt'], failed: [], warnings: [] });
  expect(stated.groups.files).toEqual(first.groups.files);
  expect(await forbidden(stated.groups)).toMatchObject({ unchanged: 2, failed: [] });
  // What is downloaded must have them.
  server.change({ '/api/releases': releases({ 'a.txt': b.sha256 as string, 'b.txt': b.sha256 as string }) });
  const downloaded = await updated(upstreamSource(server.url, { files: {} }, { ...source, downloadLimit: 1 }));
  expect(downloaded).toMatchObject({ added: ['v1/b.txt'], failed: [{ path: 'v1/a.txt' }] });
  expect(downloaded.failed[0]?.reason).toMatch(/, states another SHA-256 than the file has$/);
});
