import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';

import { describe, expect, test } from 'vitest';
import { BrokenImageError, decodePicture } from '../../../../../commands/upstream/probe/picture/picture.ts';
import { temporaryFolder, writeFiles } from '../../../../support/catalogs.ts';
import { ROOT } from '../../../../support/cli.ts';
import { inTime } from '../../../../support/in-time.ts';
import { fc } from '../../../../support/property.ts';

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
    const { pixels, ...about } = decodePicture(read(name));
    expect(about).toEqual({ format: ending === 'jpg' ? 'jpeg' : ending, width: side, height: side });
    expect(pixels).toHaveLength(side * side * 4);
  });

  test.each(NAMES)('%s is not whole where it ends earlier', (name) => {
    const bytes = read(name);
    for (let length = 0; length < bytes.length; length += 397)
      expect(() => decodePicture(bytes.subarray(0, length))).toThrow(BrokenImageError);
  });

  test.each(NAMES)('%s with any bytes changed is read or refused, in no time', (name) => {
    const bytes = read(name);
    const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 5 }), (changes) => {
        const changed = Buffer.from(bytes);
        for (const { at, byte } of changes) changed[at] = byte;
        const before = process.cpuUsage();
        try {
          decodePicture(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenImageError);
        }
        expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
      }),
      { numRuns: 20 },
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
  expect(() => decodePicture(hostile)).toThrow('its JPEG has too many scans');
});

/** Where the first frame of `still.gif` begins. */
const GIF_FRAME = read('still.gif').indexOf(0x2c, 13 + 3 * 2 ** ((read('still.gif').readUInt8(10) & 7) + 1));

test('of a GIF with a thousand frames, only the first is decoded', async () => {
  const still = read('still.gif');
  const frame = still.subarray(GIF_FRAME, -1);
  const frames = Array.from({ length: 1_000 }, () => frame);
  const bytes = Buffer.concat([still.subarray(0, GIF_FRAME), ...frames, Buffer.of(0x3b)]);
  await inTime(() => expect(Buffer.compare(decodePicture(bytes).pixels, decodePicture(still).pixels)).toBe(0));
});

test('a PNG with a second header is refused', () => {
  const [small, large] = [png({}), png({ width: 60_000, height: 60_000 })];
  const bytes = Buffer.concat([small.subarray(0, 33), large.subarray(8, 33), small.subarray(33)]);
  expect(() => decodePicture(bytes)).toThrow('its PNG cannot be read');
});

test('after a WebP that cannot be read, others can', () => {
  const bytes = read('lossy.webp');
  const pixels = decodePicture(bytes).pixels;
  expect(() => decodePicture(Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(bytes.length - 60)]))).toThrow(
    'its WebP cannot be read',
  );
  expect(Buffer.compare(decodePicture(bytes).pixels, pixels)).toBe(0);
});

test.each<[string, string | Buffer, string]>([
  ['HTML', '<!DOCTYPE html>\n<title>Not found</title>', 'it is an HTML page and not an image'],
  ['part of a page', '<!-- proxy -->\n<h1>Forbidden</h1>', 'it is an HTML page and not an image'],
  ['XHTML', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">', 'it is an HTML page and not an image'],
  ['XML', '<?xml version="1.0"?><!-- html --><ServiceException/>', 'it is XML and not an image'],
  ['XML without a declaration', '<Error><Code>AccessDenied</Code></Error>', 'it is XML and not an image'],
  ['JSON', '{"error":"quota"}', 'it is JSON and not an image'],
  ['a vector tile', Buffer.from([0x1a, 0x20, 0x78, 0x02]), 'it is data of another kind and not an image'],
  ['nothing', '', 'it is empty and not an image'],
  ['a PNG that says it is huge', png({ width: 1_000_000 }), 'it is 1000000 × 1 pixels, too large for a tile'],
  [
    'a JPEG of 600 pixels',
    jpeg.encode({ width: 600, height: 600, data: Buffer.alloc(600 * 600 * 4) }, 50).data,
    'it is 600 × 600 pixels, too large for a tile',
  ],
  ['a PNG without pixels', png({ width: 0 }), 'its PNG has no pixels'],
  ['a PNG that is a bomb', png({ pixels: deflateSync(Buffer.alloc(50_000_000)) }), 'its PNG cannot be read'],
  [
    'a PNG without a header',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\0IEND\xae\x42\x60\x82', 'latin1'),
    'its PNG cannot be read',
  ],
  ['a JPEG that is only its ends', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9]), 'its JPEG cannot be read'],
])('%s is refused', (_, content, message) => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  expect(() => decodePicture(bytes)).toThrow(BrokenImageError);
  expect(() => decodePicture(bytes)).toThrow(expect.objectContaining({ message }));
});

/** A WebP whose canvas has 256 pixels, and the picture in it 16,383. */
function webpInWebp(): Buffer {
  const inner = read('lossy.webp').subarray(12);
  inner.writeUInt16LE(16_383, 14);
  inner.writeUInt16LE(16_383, 16);
  const canvas = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\xff\0\0\xff\0\0', 'latin1');
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riff.writeUInt32LE(4 + canvas.length + inner.length, 4);
  return Buffer.concat([riff, canvas, inner]);
}

test('a picture takes at most 64 MiB of memory', () => {
  const side = 1_024;
  const pixels = randomBytes(side * side * 4);
  const gif = read('still.gif');
  gif.writeUInt16LE(side, 6);
  gif.writeUInt16LE(side, 8);
  const folder = temporaryFolder();
  const pictures: readonly Uint8Array[] = [
    PNG.sync.write(Object.assign(new PNG({ width: side, height: side }), { data: pixels })),
    jpeg.encode({ data: pixels, width: side, height: side }, 90).data,
    gif,
    read('lossy.webp'),
    webpInWebp(),
  ];
  // One process for all: none of them may raise the peak by more.
  const program = `
      import { readFileSync } from 'node:fs';
      const { decodePicture } = await import(${JSON.stringify(join(ROOT, 'commands/upstream/probe/picture/picture.ts'))});
      const decode = (bytes) => { try { decodePicture(bytes); } catch {} };
      decode(readFileSync(${JSON.stringify(join(FOLDER, '100.png'))}));
      const before = process.resourceUsage().maxRSS;
      for (const file of process.argv.slice(1)) decode(readFileSync(file));
      console.log(process.resourceUsage().maxRSS - before);`;
  writeFiles(folder, Object.fromEntries(pictures.map((bytes, index) => [`${index}`, bytes])));
  const args = [
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    program,
    ...readdirSync(folder).map((name) => join(folder, name)),
  ];
  const run = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.stdout).toMatch(/^\d+\n$/);
  expect(Number(run.stdout) / 1_024).toBeLessThan(64);
});
