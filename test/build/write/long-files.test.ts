import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256Of } from '../../../build/render/asset.ts';
import { bytesOf, writeLong } from '../../../build/write/long-files.ts';
import { temporaryFolder } from '../../support/catalogs.ts';

const MEBIBYTE = 1024 * 1024;

test.each([0, 1, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE])(
  'is put together from bytes, from what is in memory, and from a file of %d bytes',
  (size) => {
    const folder = temporaryFolder();
    const large = Buffer.alloc(size, 'large file ');
    writeFileSync(join(folder, 'large'), large);
    const sources: Record<string, Uint8Array | string> = { small: Buffer.from('small'), large: join(folder, 'large') };
    const pieces = [Buffer.from('['), 'small', Buffer.from(','), 'large', Buffer.from(','), 'small', Buffer.from(']')];
    const whole = Buffer.concat([Buffer.from('[small,'), large, Buffer.from(',small]')]);
    const path = join(folder, 'whole');
    const written = writeLong(
      path,
      bytesOf(pieces, (piece) => sources[piece] as Uint8Array | string),
      whole.length,
    );
    expect(written).toEqual({ size: whole.length, sha256: sha256Of(whole) });
    expect(readFileSync(path).equals(whole)).toBe(true);
  },
);

test('is not what it should be where a file of it has become shorter', () => {
  const path = join(temporaryFolder(), 'whole');
  expect(() => writeLong(path, [Buffer.from('a')], 2)).toThrow('a file of the site has been changed meanwhile');
  expect(writeLong(path, [Buffer.from('a')]).size).toBe(1);
});
