/** Databases that no real program writes. Those of SQLite are in contents.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Pieces } from '../../../../../commands/upstream/update/contents/pieces.ts';
import { openDatabase, SQLITE_BYTES } from '../../../../../commands/upstream/update/contents/sqlite.ts';
import { ROOT } from '../../../../support/cli.ts';
import { bytesRead, fileOf } from '../../../../support/watched-file.ts';

const several = readFileSync(join(ROOT, 'test/fixtures/contents/several-pages.mbtiles'));
const PAGE = 512;

/** A database with some of its bytes changed. */
function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(several);
  change(bytes);
  return bytes;
}

/** The first page that is the inner node of a table. */
const inner = Array.from({ length: several.length / PAGE }, (_, page) => page * PAGE).find(
  (at) => several[at] === 5,
) as number;

async function boundsIn(bytes: Buffer): Promise<string[]> {
  const database = await openDatabase(new Pieces(fileOf(bytes), SQLITE_BYTES));
  return database.metadata('bounds');
}

test('a table of several pages is read, and not the pages of long values', async () => {
  const file = fileOf(several);
  const database = await openDatabase(new Pieces(file, SQLITE_BYTES));
  expect([...database.tables].sort()).toEqual(['metadata', 'tiles']);
  expect(await database.metadata('bounds')).toEqual(['-179.231086,-14.601813,179.859681,71.441059']);
  expect(await database.metadata('key 60')).toEqual(['x'.repeat(40)]);
  expect(await database.metadata('nothing')).toEqual([]);
  await expect(database.metadata('json')).rejects.toThrow('no text for json');
  const pages = new Set(file.reads.map(({ offset }) => offset / PAGE));
  expect(pages.size).toBeLessThan(several.length / PAGE);
  expect(bytesRead(file.reads)).toBeLessThan(SQLITE_BYTES);
});

describe('refused:', () => {
  test.each<[string, Buffer, RegExp]>([
    ['another file', changed((bytes) => bytes.write('SQLite format 2\0')), /not a SQLite database/],
    ['pages of an odd size', changed((bytes) => bytes.writeUInt16BE(513, 16)), /damaged/],
    ['pages of no size', changed((bytes) => bytes.writeUInt16BE(0, 16)), /damaged/],
    ['pages that are reserved', changed((bytes) => bytes.writeUInt8(255, 20)), /damaged/],
    ['an unknown encoding', changed((bytes) => bytes.writeUInt32BE(4, 56)), /damaged/],
    ['a first page of no table', changed((bytes) => bytes.writeUInt8(2, 100)), /without row ids/],
    ['more rows than a page has', changed((bytes) => bytes.writeUInt16BE(60_000, 103)), /damaged/],
    ['a row outside its page', changed((bytes) => bytes.writeUInt16BE(510, 108)), /damaged/],
    ['a page that contains itself', changed((bytes) => bytes.writeUInt32BE(inner / PAGE + 1, inner + 8)), /damaged/],
    ['a page that is not there', changed((bytes) => bytes.writeUInt32BE(9999, inner + 8)), /ends after/],
    ['page 0', changed((bytes) => bytes.writeUInt32BE(0, inner + 8)), /damaged/],
    ['a file that is cut off', several.subarray(0, 3 * PAGE), /has 1536 bytes and says that it has \d+$/],
    ['a file with something after it', Buffer.concat([several, several]), /and says that it has \d+$/],
    [
      'a file that is cut off, of an old library that counts no pages',
      changed((bytes) => bytes.writeUInt32BE(0, 92)).subarray(0, 3 * PAGE),
      /ends after/,
    ],
  ])('%s', async (_, bytes, why) => {
    await expect(boundsIn(bytes)).rejects.toThrow(why);
  });
});
