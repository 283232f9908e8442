/** Reads a PNG down to its pixels: the checksum of each chunk, and the decompressed rows. */
import { crc32, inflateSync } from 'node:zlib';
import { BrokenImageError, checkedSize, type ImageSize, partOf } from './image-size.ts';

/** Values of a pixel for each type of colour: grey, red-green-blue, palette, and the first two with transparency. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The passes of an interlaced image: first column and row, and the distances to the next. */
const PASSES: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/** The size of a PNG. @throws BrokenImageError where it is not whole */
export function pngSize(bytes: Buffer): ImageSize {
  const chunks = [...chunksOf(bytes)];
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw new BrokenImageError('its PNG has no header');
  const size = checkedSize(header.data.readUInt32BE(0), header.data.readUInt32BE(4), 'PNG');
  const [depth = 0, colour = 0, , , interlaced = 0] = header.data.subarray(8);
  const bits = depth * (CHANNELS[colour] ?? 0);
  if (bits === 0) throw new BrokenImageError('its PNG has colours that do not exist');
  if (colour === 3 && !chunks.some(({ type }) => type === 'PLTE')) {
    throw new BrokenImageError('its PNG has no palette');
  }
  const rows = [...rowLengths(size, bits, interlaced === 1)];
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  checkRows(
    inflated(
      pixels,
      rows.reduce((sum, row) => sum + row, 0),
    ),
    rows,
  );
  return size;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks up to the last one, IEND. What follows it is not read by any program. */
function* chunksOf(bytes: Buffer): Generator<Chunk> {
  for (let at = 8; ; ) {
    const head = partOf(bytes, at, 8, 'PNG');
    const length = head.readUInt32BE(0);
    const data = partOf(bytes, at + 8, length, 'PNG');
    const type = head.toString('latin1', 4);
    const expected = partOf(bytes, at + 8 + length, 4, 'PNG').readUInt32BE(0);
    if (crc32(data, crc32(head.subarray(4))) !== expected) throw new BrokenImageError('its PNG has a wrong checksum');
    yield { type, data };
    if (type === 'IEND') return;
    at += 12 + length;
  }
}

/** The bytes of each row, with the one before it that says how it is filtered. */
function* rowLengths({ width, height }: ImageSize, bits: number, isInterlaced: boolean): Generator<number> {
  for (const [left, top, right, down] of isInterlaced ? PASSES : [[0, 0, 1, 1] as const]) {
    const columns = Math.ceil((width - left) / right);
    const rows = Math.ceil((height - top) / down);
    if (columns <= 0) continue;
    for (let row = 0; row < rows; row++) yield 1 + Math.ceil((columns * bits) / 8);
  }
}

function inflated(pixels: Buffer, length: number): Buffer {
  try {
    const rows = inflateSync(pixels, { maxOutputLength: length });
    if (rows.length === length) return rows;
  } catch {
    // More of them than there is room for, or no such data at all.
  }
  throw new BrokenImageError('the pixels of its PNG cannot be decompressed');
}

function checkRows(pixels: Buffer, rows: readonly number[]): void {
  let at = 0;
  for (const length of rows) {
    if ((pixels[at] as number) > 4) throw new BrokenImageError('its PNG has rows that cannot be read');
    at += length;
  }
}
