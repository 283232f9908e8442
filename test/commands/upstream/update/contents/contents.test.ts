/** Files that real programs wrote (test/fixtures/contents/make.sh), and what they say about themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Contents,
  contentsKind,
  readContents,
} from '../../../../../commands/upstream/update/contents/contents.ts';
import { ROOT } from '../../../../support/cli.ts';
import { bytesRead, fileOf } from '../../../../support/watched-file.ts';

const FOLDER = join(ROOT, 'test/fixtures/contents');

/** A box as west, south, east, north. */
type Box = [number, number, number, number];

const boxOf = ([west, south, east, north]: Box): Contents['box'] => ({
  northEastLongitude: east,
  northEastLatitude: north,
  southWestLongitude: west,
  southWestLatitude: south,
});

/** Fragments as `path size time`. */
const list = (contents: Contents): string[] | null =>
  contents.fragments?.map(({ path, contentLength, lastModified }) => `${path} ${contentLength} ${lastModified}`) ??
  null;

const NOTHING: Contents = { box: null, fragments: null, damage: null, problems: [] };

const MONACO: Box = [7.409028, 43.516536, 7.6, 43.754353];

interface Case {
  readonly file: string;
  /** The name under which it is read, where that is another. */
  readonly as?: string;
  readonly box?: Box;
  readonly fragments?: readonly string[];
  readonly problem?: string;
  readonly damage?: string;
  /** The pieces that are read: offset and length. */
  readonly reads?: readonly string[];
}

const MAP: Box = [7.409027, 43.516535, 7.6, 43.754353];
const HELD = 'monaco.map 1012 2026-09-19T01:03:00Z';
const TILE = 'N43E007.hgt 5000 2026-09-19T01:03:07Z';
const unusable = (path: string, why: string): string =>
  `the archive holds "${path}", which is not usable as a path: ${why}`;

const CASES: readonly Case[] = [
  // OpenStreetMap extracts by osmium
  { file: 'monaco.osm.pbf', box: MONACO, reads: ['0+177'] },
  { file: 'not-compressed.osm.pbf', box: MONACO, reads: ['0+154'] },
  { file: 'west.osm.pbf', box: [-70.5, -21, -60, -12.25] },
  { file: 'no-box.osm.pbf' },
  { file: 'monaco.pmtiles', box: MONACO, reads: ['0+127'] },
  { file: 'monaco.map', as: 'x.osm.pbf', damage: 'the file does not begin like an OpenStreetMap extract' },

  // MBTiles by GDAL and SQLite
  { file: 'gdal.mbtiles', box: [7.03125, 43.195186, 7.734375, 43.705629], reads: ['0+4096'] },
  { file: 'several-pages.mbtiles', box: [-179.231086, -14.601813, 179.859681, 71.441059] },
  { file: 'utf-16.mbtiles', box: [8.4, 47.3, 8.6, 47.4] },
  { file: 'utf-16-big-endian.mbtiles', box: [8.4, 47.3, 8.6, 47.4] },
  { file: 'across-the-meridian.mbtiles', box: [176, -20, -177.5, -12] },
  { file: 'no-bounds.mbtiles' },
  { file: 'view.mbtiles', problem: 'the metadata of the database are a view, which is not read' },
  { file: 'without-rowid.mbtiles', problem: 'a table of the database is stored without row ids' },
  {
    file: 'other-columns.mbtiles',
    problem: 'the table metadata of the database has other columns than name and value',
  },
  { file: 'long-bounds.mbtiles', problem: 'the metadata of the database have no text for bounds' },
  { file: 'two-bounds.mbtiles', problem: 'the metadata of the database state several boxes' },

  // Points of interest: the numbers are in another order, so that a database of another kind is refused.
  { file: 'monaco.poi', box: MONACO, reads: ['0+4096', '9216+1024', '8192+1024'] },
  { file: 'null-bounds.poi' },
  {
    file: 'gdal.mbtiles',
    as: 'x.poi',
    problem: 'the database is not a Mapsforge POI database: it has no table poi_data',
  },
  { file: 'monaco.poi', as: 'x.mbtiles', problem: 'the database is not a MBTiles database: it has no table tiles' },
  { file: 'monaco.map', as: 'x.poi', damage: 'the file is not a SQLite database' },

  // By their specifications
  { file: 'monaco.map', box: MAP, reads: ['0+60'] },
  { file: 'tiles.zip', as: 'x.map', damage: 'the file does not begin like a Mapsforge map' },

  // Archives by zip
  {
    file: 'tiles.zip',
    box: [7, 43, 9, 44],
    fragments: ['doc/read-me.txt 7 2026-02-01T23:59:59Z', TILE, 'N43E008.hgt 292 2026-09-19T01:03:08Z'],
  },
  { file: 'no-times.zip', box: [7, 43, 8, 44], fragments: ['N43E007.hgt 5000 null'] },
  { file: 'N43E007.hgt.zip', box: [7, 43, 8, 44], fragments: [TILE], reads: ['0+194'] },
  {
    file: 'N44E007.hgt.zip',
    fragments: [TILE],
    problem: 'the archive holds other elevation tiles than its name states',
  },
  { file: 'encrypted.zip', problem: 'the archive holds "N43E007.hgt", which is encrypted' },
  { file: 'symbolic-link.zip', problem: 'the archive holds "link", which is a symbolic link' },
  { file: 'utf-8-without-bit.zip', fragments: ['Straße.txt 1 null'] },
  { file: 'one-map.zip', box: MAP, fragments: [HELD] },
  { file: 'one-stored-map.zip', box: MAP, fragments: [HELD] },
  { file: 'two-maps.zip', fragments: [HELD, 'nice.map 1012 2026-09-19T01:03:00Z'] },
  {
    file: 'wrong-map.zip',
    fragments: ['short.map 400 2026-09-19T01:03:00Z'],
    problem: '"short.map" in the archive: the map has 400 bytes and says that it has 1012',
  },
  { file: 'nothing.zip', fragments: [] },
  // By 7-Zip
  { file: '7-zip.zip', box: MAP, fragments: [HELD] },
  // By Python
  { file: 'python.zip', fragments: ['style/a.xml 100 null', 'style/ä.png 100 null'] },
  { file: 'bzip2.zip', fragments: ['a.xml 100 null'] },
  { file: 'to-a-pipe.zip', box: MAP, fragments: ['monaco.map 1012 null'] },
  { file: 'zip64.zip', box: [7, 43, 9, 44], fragments: ['N43E007.hgt 100 null', 'N43E008.hgt 100 null'] },
  { file: 'traversal.zip', problem: unusable('../../.profile', 'it must not lead upwards with ..') },
  { file: 'absolute.zip', problem: unusable('/etc/passwd', 'it is absolute; leave out the leading /') },
  { file: 'backslash.zip', problem: unusable('style\\\\a.xml', 'write / instead of \\') },
  { file: 'drive.zip', problem: unusable('C:/a.xml', 'it names a drive; write a relative path') },
  { file: 'control-character.zip', problem: unusable('a\\u001b[2J.xml', 'it contains the control character U+001B') },
  { file: 'device.zip', problem: unusable('style/NUL.xml', 'NUL is the name of a device on Windows') },
  { file: 'twice.zip', problem: 'the archive holds "a.xml" twice' },
  { file: 'monaco.map', as: 'x.zip', damage: 'the file does not end like a zip archive' },
];

const named = CASES.map((one) => ({ ...one, as: one.as ?? one.file }));

describe('files that programs wrote', () => {
  test.each(named)('$file as $as', async ({ file, as, box, fragments, problem, damage, reads }) => {
    const bytes = readFileSync(join(FOLDER, file));
    const remote = fileOf(bytes);
    const contents = await readContents(`some/folder/${as}`, remote);
    expect(contents.damage).toBe(damage ?? null);
    expect(contents.problems).toEqual(problem === undefined ? [] : [problem]);
    expect(contents.box).toEqual(box === undefined ? null : boxOf(box));
    expect(list(contents)).toEqual(fragments ?? null);
    if (reads) expect(remote.reads.map(({ offset, length }) => `${offset}+${length}`)).toEqual(reads);
    expect(bytesRead(remote.reads)).toBeLessThanOrEqual(contentsKind(as)?.bytes as number);
  });

  test('are all in the table', () => {
    const files = readdirSync(FOLDER).filter((name) => name !== 'make.sh');
    expect(files.filter((file) => !CASES.some((one) => one.file === file))).toEqual([]);
  });
});

test('a large archive is read in two pieces', async () => {
  const small = readFileSync(join(FOLDER, 'one-map.zip'));
  const directory = small.indexOf('PK\x01\x02', 0, 'latin1');
  // What is between the map and the directory is not read, so it can be anything.
  const large = Buffer.concat([small.subarray(0, directory), Buffer.alloc(100_000), small.subarray(directory)]);
  large.writeUInt32LE(directory + 100_000, large.length - 6);
  const file = fileOf(large);
  const contents = await readContents('one-map.zip', file);
  expect(contents.problems).toEqual([]);
  expect(contents.box).toEqual(boxOf(MAP));
  expect(file.reads).toEqual([
    { offset: large.length - 4096, length: 4096 },
    { offset: 0, length: 30 + 10 + 1024 },
  ]);
});

describe('names', () => {
  test.each([
    ['a/N47E008.hgt', 'named', 0],
    ['W5_N50.rd5', 'named', 0],
    ['x.hgt', undefined, undefined],
    ['a.brf', undefined, undefined],
    ['berlin.MAP', 'map', 60],
    ['a-latest.osm.pbf', 'osm.pbf', 131_588],
    ['a.pbf', undefined, undefined],
    ['a.mbtiles', 'mbtiles', 1_048_576],
    ['a.poi', 'poi', 1_048_576],
    ['a.map.zip', 'zip', 4_270_111],
  ])('%s is of kind %s and takes %s bytes at most', (path, kind, bytes) => {
    expect(contentsKind(path)?.kind).toBe(kind);
    expect(contentsKind(path)?.bytes).toBe(bytes);
  });

  test.each(['N47E008.hgt', 'N47E008.hgt.zip'])('%s states a box without being read', async (path) => {
    expect(await readContents(path, null)).toEqual({ ...NOTHING, box: boxOf([8, 47, 9, 48]) });
  });

  test.each(['berlin.map', 'x.zip', 'a.brf'])('%s states nothing without being read', async (path) => {
    expect(await readContents(path, null)).toEqual(NOTHING);
  });

  test('a file whose name says all is not read', async () => {
    const file = fileOf(Buffer.alloc(10));
    expect((await readContents('W5_N50.rd5', file)).box).toEqual(boxOf([-5, 50, 0, 55]));
    expect(file.reads).toEqual([]);
  });
});

describe('a server', () => {
  test('that does not send what it was asked for is no problem of the contents', async () => {
    const file = { size: 1000, read: () => Promise.reject(new Error('does not send parts of files')) };
    await expect(readContents('berlin.map', file)).rejects.toThrow('does not send parts of files');
  });

  test.each([10, 61])('that sends %i bytes in place of 60', async (length) => {
    const file = { size: 1000, read: async () => Buffer.alloc(length) };
    const contents = await readContents('berlin.map', file);
    expect(contents).toEqual({ ...NOTHING, damage: 'the file ends earlier than its size says' });
  });
});

describe('a file that is cut off is damaged, in whatever place:', () => {
  test.each([
    'tiles.zip',
    'zip64.zip',
    'one-stored-map.zip',
    'monaco.map',
    'monaco.poi',
    'gdal.mbtiles',
    'monaco.pmtiles',
  ])('%s', async (name) => {
    const bytes = readFileSync(join(FOLDER, name));
    for (const part of [0.02, 0.3, 0.7, 0.98]) {
      const { box, fragments, damage, problems } = await readContents(
        name,
        fileOf(bytes.subarray(0, Math.floor(part * bytes.length))),
      );
      expect({ box, fragments, problems }).toEqual({ box: null, fragments: null, problems: [] });
      expect(damage).toMatch(/./);
    }
  });
});

describe('an empty file', () => {
  test.each(['a.map', 'a.zip', 'a.osm.pbf', 'a.pmtiles', 'a.mbtiles', 'a.poi'])('%s', async (path) => {
    const file = fileOf(Buffer.alloc(0));
    const contents = await readContents(path, file);
    expect(contents).toEqual({ ...NOTHING, damage: expect.any(String) });
    expect(file.reads).toEqual([]);
  });
});
