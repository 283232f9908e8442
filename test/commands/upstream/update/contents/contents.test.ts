/** Files that real programs wrote (test/fixtures/contents/make.sh), and what they say about themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Contents,
  contentsFormatOf,
  readContents,
} from '../../../../../commands/upstream/update/contents/contents.ts';
import { ROOT } from '../../../../support/cli.ts';
import { bytesRead, fileOf } from '../../../../support/watched-file.ts';

const FOLDER = join(ROOT, 'test/fixtures/contents');

type Box = [number, number, number, number];

const boxOf = ([west, south, east, north]: Box): Contents['box'] => ({
  northEastLongitude: east,
  northEastLatitude: north,
  southWestLongitude: west,
  southWestLatitude: south,
});

const NOTHING: Contents = { box: null, fragments: null, damage: null, foreign: null, problems: [] };

const FILES = readdirSync(FOLDER).filter((name) => name !== 'make.sh');

async function summaryOf(file: string, as: string): Promise<string> {
  const remote = fileOf(readFileSync(join(FOLDER, file)));
  const { box, fragments, damage, foreign, problems } = await readContents(`some/folder/${as}`, remote);
  expect(bytesRead(remote.reads)).toBeLessThanOrEqual(contentsFormatOf(as)?.bytes as number);
  const { southWestLongitude: west, southWestLatitude: south } = box ?? {};
  return [
    '',
    ...(box ? [`box: ${west}, ${south}, ${box.northEastLongitude}, ${box.northEastLatitude}`] : []),
    ...(fragments ? [`${fragments.length} fragments`] : []),
    ...(fragments ?? []).map((one) => `  ${one.path} ${one.contentLength} ${one.lastModified}`),
    ...(damage === null ? [] : [`damage: ${damage}`]),
    ...(foreign === null ? [] : [`foreign: ${foreign}`]),
    ...problems.map((problem) => `problem: ${problem}`),
    `reads: ${remote.reads.map(({ offset, length }) => `${offset}+${length}`).join(' ')}`,
    '',
  ].join('\n');
}

test.each([
  ...FILES.map((file) => [file, file] as const),
  ['monaco.map', 'x.osm.pbf'],
  ['monaco.map', 'x.poi'],
  ['tiles.zip', 'x.map'],
  ['monaco.map', 'x.zip'],
] as const)('%s as %s says what the snapshot has', async (file, as) => {
  expect(await summaryOf(file, as)).toMatchSnapshot();
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
  expect(contents.box).toEqual(boxOf([7.409027, 43.516535, 7.6, 43.754353]));
  expect(file.reads).toEqual([
    { offset: large.length - 4096, length: 4096 },
    { offset: 0, length: 30 + 10 + 1024 },
  ]);
});

describe('names', () => {
  test('a file whose name says all is not read', async () => {
    const file = fileOf(Buffer.alloc(10));
    expect((await readContents('W5_N50.rd5', file)).box).toEqual(boxOf([-5, 50, 0, 55]));
    expect(file.reads).toEqual([]);
  });

  test.each(['tiles.mbtiles', 'planet.pmtiles'])('%s states nothing, and is not read', async (name) => {
    expect(contentsFormatOf(name)).toBeNull();
    const file = fileOf(Buffer.alloc(10));
    expect(await readContents(name, file)).toEqual(NOTHING);
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
  test.each(['tiles.zip', 'zip64.zip', 'one-stored-map.zip', 'monaco.map', 'monaco.poi'])('%s', async (name) => {
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

const changed = (name: string, change: (bytes: Buffer) => void): Buffer => {
  const bytes = readFileSync(join(FOLDER, name));
  change(bytes);
  return bytes;
};
const EMPTY = Buffer.alloc(0);
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

test.each<[string, Buffer, RegExp]>([
  ...['a.map', 'a.zip', 'a.osm.pbf', 'a.poi'].map((name): [string, Buffer, RegExp] => [name, EMPTY, /./]),
  ['monaco.map', changed('monaco.map', (bytes) => bytes.writeUInt32BE(2, 24)), /^version 2 of Mapsforge/],
  ['monaco.map', changed('monaco.map', (bytes) => bytes.writeUInt32BE(69, 20)), /header of 69 bytes/],
  ['monaco.map', changed('monaco.map', (bytes) => bytes.writeInt32BE(91e6, 52)), /over a pole/],
  [
    'utf-16.poi',
    changed('utf-16.poi', (bytes) => bytes.write('47.4', bytes.indexOf(utf16('47.3')), 'utf16le')),
    /has no height/,
  ],
  ['several-pages.poi', changed('several-pages.poi', (bytes) => bytes.writeUInt16BE(513, 16)), /damaged/],
  ['several-pages.poi', changed('several-pages.poi', (bytes) => bytes.writeUInt32BE(4, 56)), /damaged/],
  ['several-pages.poi', changed('several-pages.poi', (bytes) => bytes.writeUInt8(2, 100)), /without row ids/],
  ['several-pages.poi', changed('several-pages.poi', (bytes) => bytes.writeUInt16BE(60_000, 103)), /damaged/],
  ['several-pages.poi', changed('several-pages.poi', (bytes) => bytes.writeUInt16BE(510, 108)), /damaged/],
])('%s with other bytes is refused', async (name, bytes, why) => {
  const { box, damage, problems } = await readContents(name, fileOf(bytes));
  expect([box, damage ?? problems.join()]).toEqual([null, expect.stringMatching(why)]);
});
