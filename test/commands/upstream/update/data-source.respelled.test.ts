/** Files whose names upstream spells anew: one entry with another name, wherever the names come from. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readChecksumList } from '../../../../commands/upstream/update/checksum-lists.ts';
import type { KnownEntries, UpdateContext } from '../../../../commands/upstream/update/data-source.ts';
import { LocalFolder } from '../../../../commands/upstream/update/local-folder.ts';
import { temporaryFolder } from '../../../support/catalogs.ts';
import { type Behaviour, type Routes, startFaultyServer } from '../../../support/faulty-server.ts';
import {
  LONG_AGO,
  type Updated,
  type UpstreamFiles,
  updated,
  upstreamRoutes,
  upstreamSource,
} from '../../../support/upstream.ts';

const LATER = '2026-01-03T03:04:05Z';
const BOX = { northEastLongitude: 2, northEastLatitude: 2, southWestLongitude: 1, southWestLatitude: 1 };
const HASHES = {
  sha1: '86F7E437FAA5A7FCE15D1DDCB9EAEAEA377667B8',
  sha256: 'CA978112CA1BBDCAFAC231B39A23DC4DA786EFF8147C4E72B9807785AFEE48BB',
};
const A = { lastModified: LONG_AGO, contentLength: 1, ...HASHES };
/** What only themes have. */
const PICTURE: object = { imageurl: 'https://example.org/' };
const KNOWN = {
  checksums: [{ ...A, lastModified: '2025-01-01T00:00:00Z', contentLength: 7, sha256: 'F'.repeat(64) }, A],
  boundingbox: BOX,
};

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
const maps = (...names: string[]): KnownEntries => ({
  maps: Object.fromEntries(names.map((name) => [encoded(name), KNOWN])),
});

function bucketPage(names: readonly string[]): Behaviour {
  const objects = names.map(
    (name) => `<Contents><Key>files/${name}</Key><LastModified>${LONG_AGO}</LastModified><Size>1</Size></Contents>`,
  );
  const body = `<ListBucketResult><Prefix>files/</Prefix><IsTruncated>false</IsTruncated>${objects.join('')}</ListBucketResult>`;
  return { body, headers: { 'Content-Type': 'application/xml' } };
}

type Run = (groups: KnownEntries, names: readonly string[]) => Promise<Updated>;

async function run(
  groups: KnownEntries,
  files: UpstreamFiles,
  context: Partial<UpdateContext> = {},
  routes: Routes = {},
): Promise<Updated> {
  const server = await startFaultyServer({ ...upstreamRoutes(files), ...routes });
  return updated(upstreamSource(server.url, groups), context);
}

const filesOf = (names: readonly string[]): UpstreamFiles => Object.fromEntries(names.map((name) => [name, 'a']));

const RUNS: Readonly<Record<string, Run>> = {
  'a page': (groups, names) => run(groups, filesOf(names)),
  'a bucket': async (groups, names) => {
    const server = await startFaultyServer({
      ...upstreamRoutes(filesOf(names)),
      '/?list-type=2&prefix=files%2F': bucketPage(names),
    });
    return updated(upstreamSource(server.url, groups, { url: `${server.url}/?list-type=2&prefix=files%2F` }));
  },
  'a folder': (groups, names) => {
    const root = temporaryFolder();
    for (const name of names) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), 'a');
      utimesSync(join(root, name), new Date(LONG_AGO), new Date(LONG_AGO));
    }
    return run(groups, {}, { folder: new LocalFolder(root, 'files', []) });
  },
  'a list': (groups, names) => {
    const bytes = Buffer.from(names.map((name) => `${HASHES.sha256}  ${name}\n`).join(''));
    return run(groups, filesOf(names), {
      stated: readChecksumList({ name: 'SHA256SUMS', bytes, folder: '', file: 'SHA256SUMS', lastModified: null }),
    });
  },
};

const NAMES: readonly [string, string][] = [
  ['Alps.img', 'alps.img'],
  ['Ärmel.map'.normalize('NFC'), 'Ärmel.map'.normalize('NFD')],
  ['Alps/x y.img', 'alps/x y.img'],
  ['ﬁ 1.map', 'FI 1.map'],
];

describe.each(Object.entries(RUNS))('a name in %s', (_, runWith) => {
  test.each(NAMES)('%s becomes %s in one run, with all that is known', async (before, path) => {
    const outcome = await runWith(maps(before), [path]);
    expect(outcome).toMatchObject({ added: [], changed: [], gone: [], failed: [], unchanged: 0 });
    expect(outcome.respelled).toEqual([{ path: encoded(path), before: encoded(before) }]);
    expect(outcome.groups).toEqual(maps(path));
    expect(await runWith(outcome.groups, [path])).toMatchObject({ respelled: [], unchanged: 1, failed: [] });
  });

  test('is no removal, however many there are', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Map-${index}.img`);
    const outcome = await runWith(
      maps(...names),
      names.map((name) => name.toLowerCase()),
    );
    expect(outcome).toMatchObject({ added: [], gone: [], failed: [] });
    expect(outcome.respelled).toHaveLength(30);
    expect(outcome.groups).toEqual(maps(...names.map((name) => name.toLowerCase())));
  });

  test.each([
    ['the old one', ['Alps.img', 'alps.img']],
    ['other new ones', ['ALPS.img', 'alps.img']],
  ])('is refused beside %s, and the entry stays', async (_, names) => {
    const groups = maps('Alps.img', 'b', 'c');
    const outcome = await runWith(groups, [...names, 'b', 'c']);
    expect(outcome).toMatchObject({ added: [], changed: [], respelled: [], gone: [] });
    expect(outcome.groups).toBe(groups);
    const reasons = outcome.failed.map(({ reason }) => reason);
    expect(reasons).toContain('many disks take it for the same as 1 other file of the listing');
  });
});

test('a file keeps its group, and its new version is added', async () => {
  const files = { b: { checksums: [A] } };
  const changed = await run(
    { files, themes: { 'Alps.txt': { checksums: [A], ...PICTURE } } },
    { 'alps.txt': { body: 'ab', lastModified: LATER }, b: 'a' },
  );
  expect(changed).toMatchObject({
    added: [],
    changed: ['alps.txt'],
    gone: [],
    failed: [],
    respelled: [{ path: 'alps.txt', before: 'Alps.txt' }],
  });
  expect(changed.groups).toEqual({
    files,
    themes: {
      'alps.txt': {
        checksums: [A, { lastModified: LATER, contentLength: 2, sha1: expect.any(String), sha256: expect.any(String) }],
        ...PICTURE,
      },
    },
  });
});

test('a version that is known is not downloaded again', async () => {
  const server = await startFaultyServer(upstreamRoutes({ 'alps.img': 'a' }));
  expect((await updated(upstreamSource(server.url, maps('Alps.img')))).groups).toEqual(maps('alps.img'));
  const asked = server.requests.map(({ method, path }) => `${method} ${path}`);
  expect(asked).toEqual(['GET /files/', 'HEAD /files/alps.img']);
});

describe('the old name stays', () => {
  test.each<[string, Behaviour]>([
    ['fails', { status: 503 }],
    ['is missing', { status: 404 }],
    ['is a page', { body: '<html></html>', headers: { 'Content-Type': 'text/html' } }],
    ['is cut off', { body: 'ab', lastModified: LATER, cutAfter: 1 }],
  ])('where the new one %s', async (_, how) => {
    const groups = maps('Alps.img', 'b', 'c');
    const outcome = await run(groups, { ...filesOf(['alps.img', 'b', 'c']) }, {}, { '/files/alps.img': how });
    expect(outcome).toMatchObject({ added: [], respelled: [], gone: [], failed: [{ path: 'alps.img' }] });
    expect(outcome.groups).toBe(groups);
  });

  const PARTLY: Routes = { '/files/c/': { status: 500 } };
  const NAMES_HERE = ['alps/x.img', 'b', 'c/d'];

  test.each<[string, Behaviour]>([
    ['is there', { body: 'a', lastModified: LONG_AGO }],
    ['has a new version', { body: 'new', lastModified: LATER }],
    ['is forbidden', { status: 403 }],
    ['fails', { status: 503 }],
  ])('where a part of the listing is not read, and the old one %s', async (_, how) => {
    const groups = maps('Alps/x.img', 'b');
    const outcome = await run(groups, filesOf(NAMES_HERE), {}, { ...PARTLY, '/files/Alps/x.img': how });
    expect(outcome).toMatchObject({ respelled: [], gone: [], changed: how.body === 'new' ? ['Alps/x.img'] : [] });
    expect(Object.keys(outcome.groups.maps ?? {})).toEqual(['Alps/x.img', 'b']);
    expect(outcome.failed).toContainEqual({
      path: 'alps/x.img',
      reason: 'many disks take it for Alps/x.img, which the catalog has and which may still exist; exclude one of them',
    });
  });

  test('unless its server does not find it', async () => {
    const outcome = await run(maps('Alps/x.img', 'b'), filesOf(NAMES_HERE), {}, PARTLY);
    expect(outcome.respelled).toEqual([{ path: 'alps/x.img', before: 'Alps/x.img' }]);
    expect(outcome.failed).toMatchObject([{ reason: 'it answers 500' }]);
    const page = {
      body: '<html><h1>Maps</h1><a href="alps.img">Alps</a></html>',
      headers: { 'Content-Type': 'text/html' },
    };
    const byHand = await run(maps('Alps.img'), filesOf(['alps.img']), {}, { '/files/': page });
    expect(byHand).toMatchObject({ respelled: [{ path: 'alps.img', before: 'Alps.img' }], failed: [] });
  });
});
