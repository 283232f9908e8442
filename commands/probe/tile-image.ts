/** Whether the bytes of a tile are a whole image. */
import jpeg from 'jpeg-js';
import { gifSize } from './gif.ts';
import { BrokenImageError, type ImageSize, LARGEST_SIDE } from './image-size.ts';
import { pngSize } from './png.ts';
import { webpSize } from './webp.ts';

/** The formats of tiles that map programs show. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'gif';

/** What the bytes of a tile are. */
export interface TileImage extends ImageSize {
  readonly format: ImageFormat;
}

/** How the files of each format begin, in hexadecimal digits. */
const SIGNATURES: readonly (readonly [ImageFormat, RegExp])[] = [
  ['png', /^89504e470d0a1a0a/],
  ['jpeg', /^ffd8ff/],
  ['webp', /^52494646.{8}57454250/],
  ['gif', /^47494638(?:37|39)61/],
];

const READERS: Readonly<Record<ImageFormat, (bytes: Buffer) => ImageSize>> = {
  png: pngSize,
  jpeg: jpegSize,
  webp: webpSize,
  gif: gifSize,
};

/**
 * Reads the image of a tile.
 *
 * - PNG: the checksum of each chunk, the pixels decompressed, and as many of them as it says
 * - JPEG: decoded
 * - GIF and WebP: the structure down to the compressed pixels, which are not decoded
 *
 * @throws BrokenImageError, whose message follows "it is" or "its": `it is HTML`
 */
export function readTileImage(bytes: Uint8Array): TileImage {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = imageFormatOf(content);
  if (format === null) throw new BrokenImageError(`it is ${describeContent(content)} and not an image`);
  return { format, ...READERS[format](content) };
}

/** The format that the first bytes say; null where they are those of no image. */
export function imageFormatOf(bytes: Buffer): ImageFormat | null {
  const beginning = bytes.toString('hex', 0, 16);
  return SIGNATURES.find(([, signature]) => signature.test(beginning))?.[0] ?? null;
}

/** The format that a Content-Type names; null where it names none of them. */
export function imageFormatNamed(contentType: string): ImageFormat | null {
  const [, name] = /^image\/(?:x-)?(png|jpe?g|pjpeg|webp|gif)\b/i.exec(contentType.trim()) ?? [];
  if (name === undefined) return null;
  return /^(?:png|webp|gif)$/i.test(name) ? (name.toLowerCase() as ImageFormat) : 'jpeg';
}

/** What bytes are that are not an image. */
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

/** The scans of a progressive JPEG: programs write about ten, and a few bytes can be one that takes a millisecond. */
const MOST_SCANS = 100;

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Decodes a JPEG. The decoder reads one that is cut off as if its rest were black, so its end is looked for. */
function jpegSize(bytes: Buffer): ImageSize {
  if (bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < 4) throw new BrokenImageError('its JPEG is cut off');
  if (scansIn(bytes) > MOST_SCANS) throw new BrokenImageError('its JPEG has too many scans');
  try {
    const { width, height } = jpeg.decode(bytes, {
      useTArray: true,
      formatAsRGBA: false,
      maxResolutionInMP: LARGEST_SIDE ** 2 / 1e6,
      maxMemoryUsageInMB: 128,
    });
    return { width, height };
  } catch {
    throw new BrokenImageError('its JPEG cannot be decoded');
  }
}

/** How many scans begin in a JPEG; the bytes of their beginning are nowhere in its pixels. */
function scansIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(START_OF_SCAN); at !== -1; at = bytes.indexOf(START_OF_SCAN, at + 2)) count++;
  return count;
}
