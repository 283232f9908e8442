/** Checks that the bytes of a tile are a complete image. */
import { crc32, inflateSync } from 'node:zlib';
import { GIF } from 'image-size/types/gif';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import jpeg from 'jpeg-js';

/** The supported formats of tiles. */
type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif';

/** The size of an image in pixels. */
interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** A decoded tile. */
export interface TileImage extends ImageSize {
  readonly format: ImageFormat;
}

/** Bytes are not a complete image. The message begins with "it" or "its": `it is HTML and not an image`. */
export class BrokenImageError extends Error {}

/** Larger images are not decoded, because a few bytes can decompress to gigabytes. */
const MAX_SIDE = 1_024;

/** The first bytes of each format in hexadecimal, and its reader. */
const FORMATS: readonly {
  readonly format: ImageFormat;
  readonly signature: RegExp;
  readonly sizeOf: (bytes: Buffer) => ImageSize;
  readonly isWhole: (bytes: Buffer) => boolean;
}[] = [
  { format: 'png', signature: /^89504e470d0a1a0a/, sizeOf: (bytes) => sizeWith(PNG, bytes), isWhole: isWholePng },
  { format: 'jpeg', signature: /^ffd8ff/, sizeOf: jpegSize, isWhole: () => true },
  {
    format: 'webp',
    signature: /^52494646.{8}57454250/,
    sizeOf: (bytes) => sizeWith(WEBP, bytes),
    isWhole: (bytes) => bytes.readUInt32LE(4) + 8 <= bytes.length,
  },
  {
    format: 'gif',
    signature: /^47494638(?:37|39)61/,
    sizeOf: (bytes) => sizeWith(GIF, bytes),
    // The end of the last image block, and the trailer.
    isWhole: (bytes) => bytes.readUInt16BE(bytes.length - 2) === 0x003b,
  },
];

/**
 * Reads the image of a tile.
 *
 * - PNG: the checksum of each chunk, the pixels decompressed
 * - JPEG: decoded
 * - GIF and WebP: the header, and whether the file has its end
 *
 * @throws BrokenImageError
 */
export function readTileImage(bytes: Uint8Array): TileImage {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = content.toString('hex', 0, 16);
  const reader = FORMATS.find(({ signature }) => signature.test(beginning));
  if (reader === undefined) throw new BrokenImageError(`it is ${describeContent(content)} and not an image`);
  const { format, sizeOf, isWhole } = reader;
  const { width, height } = checkedBy(format, () => sizeOf(content));
  if (width === 0 || height === 0) throw broken(format, 'has no pixels');
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw new BrokenImageError(`it is ${width} × ${height} pixels, too large for a tile`);
  if (!checkedBy(format, () => isWhole(content))) throw broken(format, 'is cut off');
  return { format, width, height };
}

/** The format of a Content-Type; null if unknown. */
export function imageFormatNamed(contentType: string): ImageFormat | null {
  const [, name] = /^image\/(?:x-)?(png|jpe?g|pjpeg|webp|gif)\b/i.exec(contentType.trim()) ?? [];
  if (name === undefined) return null;
  return /^(?:png|webp|gif)$/i.test(name) ? (name.toLowerCase() as ImageFormat) : 'jpeg';
}

/** Describes bytes that are not an image. */
function describeContent(bytes: Buffer): string {
  const text = bytes
    .toString('latin1', 0, 512)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (text === '') return 'empty';
  if (/^<(?:!doctype html|html|head|body)\b/i.test(text)) return 'HTML';
  if (text.startsWith('<')) return 'XML';
  if (text.startsWith('{') || text.startsWith('[')) return 'JSON';
  if (text.startsWith('\x1f\x8b')) return 'compressed data';
  return /^[\t\r\n\x20-\x7e]*$/.test(text) ? 'text' : 'data of another kind';
}

function broken(format: ImageFormat, what: string): BrokenImageError {
  return new BrokenImageError(`its ${format === 'webp' ? 'WebP' : format.toUpperCase()} ${what}`);
}

/** Runs a reader. @throws BrokenImageError if it fails */
function checkedBy<T>(format: ImageFormat, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BrokenImageError ? error : broken(format, 'cannot be read');
  }
}

function sizeWith({ validate, calculate }: typeof PNG, bytes: Buffer): ImageSize {
  if (!validate(bytes)) throw new RangeError('It has no header');
  return calculate(bytes);
}

/** Whether all chunks are present with correct checksums, and the pixels can be decompressed. */
function isWholePng(bytes: Buffer): boolean {
  const pixels: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return false;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw broken('png', 'has a wrong checksum');
    if (type === 'IDAT') pixels.push(bytes.subarray(at + 8, end));
    // At most 8 bytes per pixel, and one more per row.
    if (type === 'IEND')
      return inflateSync(Buffer.concat(pixels), { maxOutputLength: (8 * MAX_SIDE + 1) * MAX_SIDE }).length > 0;
    at = end + 4;
  }
  return false;
}

/** The maximum number of scans in a progressive JPEG. Programs write about ten, and tiny scans can be slow. */
const MAX_SCANS = 100;

/** Decodes a JPEG. The decoder fills a truncated file with black, so the end is checked. */
function jpegSize(bytes: Buffer): ImageSize {
  if (bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < 4) throw broken('jpeg', 'is cut off');
  // The two bytes that begin a scan never occur in its pixels.
  if (bytes.toString('latin1').split('\xff\xda').length - 1 > MAX_SCANS) throw broken('jpeg', 'has too many scans');
  return jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: false,
    maxResolutionInMP: MAX_SIDE ** 2 / 1e6,
    maxMemoryUsageInMB: 128,
  });
}
