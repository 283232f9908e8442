import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Pieces } from '../../../../../commands/upstream/update/contents/pieces.ts';
import { readZipDirectory, type ZipEntry } from '../../../../../commands/upstream/update/contents/zip-directory.ts';
import { ZIP_ENTRY_BYTES, zipEntryBeginning } from '../../../../../commands/upstream/update/contents/zip-entry.ts';
import { zipOf } from '../../../../support/made-zip.ts';
import { fc } from '../../../../support/property.ts';
import { bytesRead, fileOf } from '../../../../support/watched-file.ts';

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
      const found = await zipEntryBeginning(new Pieces(file, ZIP_ENTRY_BYTES), entry as ZipEntry, 60);
      expect(found.subarray(0, 60)).toEqual(bytes.subarray(0, 60));
      expect(bytesRead(file.reads)).toBeLessThan(2000);
    },
  );
  await fc.assert(property, { numRuns: 100 });
});
