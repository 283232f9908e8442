import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';
import { BrokenImageError, imageFormatNamed, readTileImage } from '../../../commands/probe/tile-image.ts';
import { ROOT } from '../../support/cli.ts';
import { fc } from '../../support/property.ts';

const FOLDER = join(ROOT, 'test', 'fixtures', 'tiles');
const NAMES = readdirSync(FOLDER);
const read = (name: string): Buffer => readFileSync(join(FOLDER, name));

/** A PNG of one row of a given length in the header, with what is in it. */
function png({ width = 1, height = 1, pixels = deflateSync(Buffer.alloc(2)) }): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])));
    return Buffer.concat([length, Buffer.from(type), data, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

describe('an image of each kind', () => {
  test.each(NAMES)('%s is read', (name) => {
    const [, kind = '', ending] = /^(.*)\.(.*)$/.exec(name) ?? [];
    const side = Number(kind) || 256;
    expect(readTileImage(read(name))).toEqual({
      format: ending === 'jpg' ? 'jpeg' : ending,
      width: side,
      height: side,
    });
  });

  test.each(NAMES)('%s is not whole where it ends earlier', (name) => {
    const bytes = read(name);
    for (let length = 0; length < bytes.length; length += 97) {
      expect(() => readTileImage(bytes.subarray(0, length))).toThrow(BrokenImageError);
    }
  });

  test.each(NAMES)('%s with any bytes changed is read or refused, in no time', (name) => {
    const bytes = read(name);
    const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const changed = Buffer.from(bytes);
        for (const { at, byte } of changes) changed[at] = byte;
        const begin = performance.now();
        try {
          readTileImage(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenImageError);
        }
        expect(performance.now() - begin).toBeLessThan(3_000);
      }),
      { numRuns: 40 },
    );
  });
});

test('a JPEG of ten thousand scans is refused before it is decoded', () => {
  const bytes = read('progressive.jpg');
  const scan = Buffer.from([0xff, 0xda]);
  const starts = [...bytes.keys()].filter((at) => bytes.subarray(at, at + 2).equals(scan));
  const [start, next] = [starts[4] as number, starts[5] as number];
  const many = Array.from({ length: 10_000 }, () => bytes.subarray(start, next));
  const hostile = Buffer.concat([bytes.subarray(0, start), ...many, bytes.subarray(next)]);
  expect(() => readTileImage(hostile)).toThrow('its JPEG has too many scans');
});

test('a byte of the pixels of a PNG that changed is found', () => {
  const bytes = read('palette.png');
  bytes[bytes.length - 60] = (bytes[bytes.length - 60] as number) ^ 1;
  expect(() => readTileImage(bytes)).toThrow('its PNG has a wrong checksum');
});

test.each<[string, string | Buffer, string]>([
  ['HTML', '<!DOCTYPE html>\n<title>Not found</title>', 'it is HTML and not an image'],
  ['HTML after a byte order mark', '\xef\xbb\xbf \n<html>', 'it is HTML and not an image'],
  ['XML', '<?xml version="1.0"?><ServiceException/>', 'it is XML and not an image'],
  ['JSON', '{"error":"quota"}', 'it is JSON and not an image'],
  ['a vector tile', Buffer.from([0x1a, 0x20, 0x78, 0x02]), 'it is data of another kind and not an image'],
  ['a compressed vector tile', Buffer.from([0x1f, 0x8b, 8]), 'it is compressed data and not an image'],
  ['text', 'Quota exceeded', 'it is text and not an image'],
  ['nothing', '', 'it is empty and not an image'],
  ['a PNG that says it is huge', png({ width: 1_000_000 }), 'it is 1000000 × 1 pixels, too large for a tile'],
  ['a PNG without pixels', png({ width: 0 }), 'its PNG has no pixels'],
  ['a PNG that is a bomb', png({ pixels: deflateSync(Buffer.alloc(50_000_000)) }), 'its PNG cannot be read'],
  ['a PNG whose pixels are no zlib', png({ pixels: Buffer.from('x') }), 'its PNG cannot be read'],
  [
    'a PNG without a header',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\0IEND\xae\x42\x60\x82', 'latin1'),
    'its PNG cannot be read',
  ],
  ['a WebP without an image', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'), 'its WebP cannot be read'],
  ['a JPEG that is only its ends', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]), 'its JPEG cannot be read'],
])('%s is refused', (_, content, message) => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  expect(() => readTileImage(bytes)).toThrow(new BrokenImageError(message));
});

test.each([
  ['image/png', 'png'],
  ['image/x-png', 'png'],
  [' IMAGE/JPG', 'jpeg'],
  ['image/pjpeg', 'jpeg'],
  ['image/jpeg; charset=binary', 'jpeg'],
  ['image/pngx', null],
  ['text/html', null],
])('the Content-Type %s is that of %s', (type, format) => {
  expect(imageFormatNamed(type)).toBe(format);
});
