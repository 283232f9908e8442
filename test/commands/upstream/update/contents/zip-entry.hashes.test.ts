/** SHA-1s of files in archives that are at hand as a whole. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readContents } from '../../../../../commands/upstream/update/contents/contents.ts';
import type { RemoteFile } from '../../../../../commands/upstream/update/contents/pieces.ts';
import { ROOT } from '../../../../support/cli.ts';
import { type MadeZipEntry, zipOf } from '../../../../support/made-zip.ts';
import { fc } from '../../../../support/property.ts';
import { bytesRead, fileOf } from '../../../../support/watched-file.ts';

const FOLDER = join(ROOT, 'test/fixtures/contents');
const sha1 = (bytes: Uint8Array | string): string => createHash('sha1').update(bytes).digest('hex').toUpperCase();

async function hashed(archive: Uint8Array, file: RemoteFile = fileOf(archive)) {
  const { fragments, damage, problems } = await readContents('a.zip', file, true);
  const known = (fragments ?? []).flatMap(({ path, sha1 }) => (sha1 === null ? [] : [[path, sha1]]));
  return { hashes: Object.fromEntries(known), damage, problems };
}

describe('archives of real programs:', () => {
  const map = sha1(readFileSync(join(FOLDER, 'monaco.map')));
  test.each([
    ['Info-ZIP', 'one-map.zip', { 'monaco.map': map }],
    ['7-Zip', '7-zip.zip', { 'monaco.map': map }],
    ['without times', 'no-times.zip', { 'N43E007.hgt': sha1(new Uint8Array(5000)) }],
    ['of nothing', 'nothing.zip', {}],
  ])('%s', async (_, name, hashes) => {
    expect(await hashed(readFileSync(join(FOLDER, name)))).toEqual({ hashes, damage: null, problems: [] });
  });
});

describe('a file that is damaged makes the archive damaged:', () => {
  const data = 'Hello, world. '.repeat(10_000);
  const packed = deflateRawSync(data);
  const damaged = Buffer.from(packed);
  damaged.writeUInt8((damaged[20] as number) ^ 0xff, 20);
  test.each<[string, MadeZipEntry]>([
    ['damaged', { data, packed: damaged }],
    ['with another checksum', { data, crc: 1 }],
    ['larger than it says', { data, size: data.length - 1 }],
    ['noise', { data, packed: Buffer.from('no deflate at all'.repeat(50)), size: 800 }],
    ['not packed, with another checksum', { data, method: 0, crc: 1 }],
  ])('%s', async (_, bad) => {
    const damage = '"bad" in the archive is damaged';
    expect(await hashed(zipOf({ good: data, bad }))).toEqual({ hashes: {}, damage, problems: [] });
  });

  test('but not one that is packed in another way, which has no SHA-1', async () => {
    const bad = { data, method: 12, packed, size: data.length };
    const { hashes, damage, problems } = await hashed(zipOf({ 'good-1': data, bad, 'good-2': 'x' }));
    expect(hashes).toEqual({ 'good-1': sha1(data), 'good-2': sha1('x') });
    expect({ damage, problems }).toEqual({
      damage: null,
      problems: ['"bad" in the archive is packed in an unusual way'],
    });
  });
});

describe('a deflate bomb', () => {
  const zeros = Buffer.alloc(80 * 1024 * 1024);
  const packed = deflateRawSync(zeros, { level: 9 });

  test('that says that it is small is given up when it is larger', async () => {
    const archive = zipOf({ bomb: { data: '', packed, size: 1000, crc: 0 }, good: 'x' });
    const file = fileOf(archive);
    const damage = '"bomb" in the archive is damaged';
    expect(await hashed(archive, file)).toEqual({ hashes: {}, damage, problems: [] });
    expect(bytesRead(file.reads)).toBeLessThan(packed.length);
  });

  test('that says how large it is is not unpacked', async () => {
    const archive = zipOf({ bomb: { data: '', packed, size: zeros.length, crc: 0 } });
    const file = fileOf(archive);
    const problems = ['the archive is too large when it is unpacked, so not all its files have a SHA-1'];
    expect(await hashed(archive, file)).toEqual({ hashes: {}, damage: null, problems });
    expect(bytesRead(file.reads)).toBeLessThan(10_000);
  });
});

test('any files have the SHA-1s of their bytes', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ data: fc.uint8Array({ maxLength: 2_000, size: 'max' }), method: fc.constantFrom(0, 8) }), {
        maxLength: 4,
      }),
      async (files) => {
        const named = Object.fromEntries(files.map((file, index) => [`f${index}`, file]));
        const { hashes, problems } = await hashed(zipOf(named));
        expect(problems).toEqual([]);
        expect(hashes).toEqual(Object.fromEntries(Object.entries(named).map(([name, { data }]) => [name, sha1(data)])));
      },
    ),
    { numRuns: 20 },
  ));
