/** Beginnings of files in archives of zip, changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Pieces } from '../../../../../commands/upstream/update/contents/pieces.ts';
import { readZipDirectory, type ZipEntry } from '../../../../../commands/upstream/update/contents/zip-directory.ts';
import { beginningOf, ZIP_ENTRY_BYTES } from '../../../../../commands/upstream/update/contents/zip-entry.ts';
import { ROOT } from '../../../../support/cli.ts';
import { zipOf } from '../../../../support/made-zip.ts';
import { fc } from '../../../../support/property.ts';
import { bytesRead, fileOf } from '../../../../support/watched-file.ts';

const FOLDER = join(ROOT, 'test/fixtures/contents');
const map = readFileSync(join(FOLDER, 'monaco.map'));
const packed = readFileSync(join(FOLDER, 'one-map.zip'));
const stored = readFileSync(join(FOLDER, 'one-stored-map.zip'));

/** The beginning of the first entry of an archive, which is changed after its directory was read. */
async function beginning(archive: Buffer, change: (bytes: Buffer) => void, length = 60): Promise<Buffer> {
  const [entry] = await readZipDirectory(new Pieces(fileOf(archive), 100_000));
  const bytes = Buffer.from(archive);
  change(bytes);
  return beginningOf(new Pieces(fileOf(bytes), ZIP_ENTRY_BYTES), entry as ZipEntry, length);
}

test.each([
  ['packed', packed],
  ['stored', stored],
])('a map that is %s begins as it does outside', async (_, archive) => {
  const bytes = await beginning(archive, () => {});
  expect(bytes.subarray(0, 60)).toEqual(map.subarray(0, 60));
});

describe('refused:', () => {
  const longer = 'x'.repeat(10);
  test.each<[string, Buffer, (bytes: Buffer) => void, RegExp]>([
    [
      'no entry where it should be',
      packed,
      (bytes) => bytes.writeUInt32LE(0, 0),
      /states something else about "monaco.map"/,
    ],
    ['another name', packed, (bytes) => bytes.write(longer, 30), /something else/],
    ['a name of another length', packed, (bytes) => bytes.writeUInt16LE(9, 26), /something else/],
    ['another method', packed, (bytes) => bytes.writeUInt16LE(0, 8), /something else/],
    ['extra fields over the end', packed, (bytes) => bytes.writeUInt16LE(60_000, 28), /ends after/],
    ['damaged bytes', packed, (bytes) => bytes.fill(0xff, 68), /cannot be unpacked/],
  ])('%s', async (_, archive, change, why) => {
    await expect(beginning(archive, change)).rejects.toThrow(why);
  });

  test('more bytes than the file has', async () => {
    await expect(beginning(packed, () => {}, 2000)).rejects.toThrow('cannot be unpacked');
  });
});

test('whatever is compressed, and however, its first 60 bytes are in what is read', async () => {
  const property = fc.asyncProperty(
    fc.uint8Array({ minLength: 60, maxLength: 20_000 }),
    fc.integer({ min: 1, max: 255 }),
    fc.integer({ min: 0, max: 9 }),
    fc.nat(3000),
    async (data, alphabet, level, padding) => {
      const bytes = Buffer.from(data.map((byte) => byte % alphabet));
      const made = { data: bytes, packed: deflateRawSync(bytes, { level }), padding };
      const archive = zipOf({ 'a.map': made, 'b.map': { data: Buffer.alloc(2000), method: 0 } });
      const [entry] = await readZipDirectory(new Pieces(fileOf(archive), 100_000));
      const file = fileOf(archive);
      const found = await beginningOf(new Pieces(file, ZIP_ENTRY_BYTES), entry as ZipEntry, 60);
      expect(found.subarray(0, 60)).toEqual(bytes.subarray(0, 60));
      expect(bytesRead(file.reads)).toBeLessThan(2000);
    },
  );
  await fc.assert(property, { numRuns: 100 });
});
