import { crc32, inflateSync } from 'node:zlib';
import { GIF } from 'image-size/types/gif';
import { JPG } from 'image-size/types/jpg';
import { PNG as PNG_HEADER } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { type CodedReason, type ReasonCode, ReasonError } from '../../../../contract/words/probe-reasons.ts';
import { withoutPreamble } from '../../web/answer.ts';
import { gifPixels } from './gif-pixels.ts';
import { webpPixels } from './webp-pixels.ts';

type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif';

export interface Picture {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  /** RGBA, row by row. */
  readonly pixels: Uint8Array;
}

export class BrokenImageError extends ReasonError {}

class FaultError extends ReasonError {}

/** In pixels. Larger pictures than tiles are not decoded: a few bytes can become gigabytes. */
const MAX_SIDE = 512;

/** Null if truncated. */
type Decoder = (bytes: Buffer) => Pick<Picture, 'width' | 'height' | 'pixels'> | null;

/** Signatures in hexadecimal. */
const FORMATS: readonly { readonly format: PictureFormat; readonly signature: RegExp; readonly decode: Decoder }[] = [
  { format: 'png', signature: /^89504e470d0a1a0a/, decode: sized(PNG_HEADER, pngPixels) },
  { format: 'jpeg', signature: /^ffd8ff/, decode: sized(JPG, jpegPixels) },
  {
    format: 'webp',
    signature: /^52494646.{8}57454250/,
    decode: sized(WEBP, (bytes, width, height) =>
      bytes.readUInt32LE(4) + 8 <= bytes.length ? webpPixels(bytes, width, height) : null,
    ),
  },
  {
    format: 'gif',
    signature: /^47494638(?:37|39)61/,
    // 0x00 ends the last image block; 0x3b is the trailer.
    decode: sized(GIF, (bytes, width, height) =>
      bytes.readUInt16BE(bytes.length - 2) === 0x003b ? gifPixels(bytes, width, height) : null,
    ),
  },
];

/** Needs less than 64 MiB, whatever the header states. */
export function decodePicture(bytes: Uint8Array): Picture {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const beginning = content.toString('hex', 0, 16);
  const reader = FORMATS.find(({ signature }) => signature.test(beginning));
  if (reader === undefined) throw new BrokenImageError(otherContent(content, 'an-image'));
  const { format, decode } = reader;
  try {
    const decoded = decode(content);
    if (decoded === null) throw new FaultError(['cut-off']);
    return { format, ...decoded };
  } catch (error) {
    if (error instanceof BrokenImageError) throw error;
    const fault: CodedReason = error instanceof FaultError ? error.reason : ['unreadable'];
    throw new BrokenImageError(['broken-picture', format === 'webp' ? 'WebP' : format.toUpperCase(), fault]);
  }
}

function sized(
  { validate, calculate }: typeof PNG_HEADER,
  pixelsOf: (bytes: Buffer, width: number, height: number) => Uint8Array | null,
): Decoder {
  return (bytes) => {
    if (!validate(bytes)) throw new RangeError('It has no header');
    const { width, height } = calculate(bytes);
    checkSize(width, height);
    const pixels = pixelsOf(bytes, width, height);
    return pixels && { width, height, pixels };
  };
}

function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new FaultError(['no-pixels']);
  if (width > MAX_SIDE || height > MAX_SIDE) throw new BrokenImageError(['too-large-picture', `${width}`, `${height}`]);
}

/** A page, or the part that servers send for errors. */
const HTML =
  /^<(?:!doctype\s+html|html|head|body|title|meta|link|style|script|noscript|h[1-6]|p|div|span|center|font|table|form|pre|iframe|img|a|b|br|hr)\b/i;

export function otherContent(bytes: Buffer, wanted: ReasonCode): CodedReason {
  return ['other-content', [contentOf(bytes)], [wanted]];
}

export function contentOf(bytes: Buffer): ReasonCode {
  const text = bytes
    .toString('latin1', 0, 2_048)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (text === '') return 'empty';
  if (HTML.test(withoutPreamble(text))) return 'html';
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('{') || text.startsWith('[')) return 'json';
  if (text.startsWith('\x1f\x8b')) return 'compressed';
  return /^[\t\r\n\x20-\x7e]*$/.test(text) ? 'text' : 'unknown';
}

function pngPixels(bytes: Buffer): Uint8Array | null {
  const compressed: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw new FaultError(['wrong-checksum']);
    // The decoder would use the last header.
    if (type === 'IHDR' && at > 8) throw new RangeError('It has two headers');
    if (type === 'IDAT') compressed.push(bytes.subarray(at + 8, end));
    if (type === 'IEND') {
      // Per pixel at most 8 bytes, per row one more. The decoder has no limit.
      inflateSync(Buffer.concat(compressed), { maxOutputLength: (8 * MAX_SIDE + 1) * MAX_SIDE });
      return PNG.sync.read(bytes.subarray(0, end + 4)).data;
    }
    at = end + 4;
  }
  return null;
}

/** About ten are usual; many tiny ones can be slow. */
const MAX_SCANS = 100;

/** Checks the end: the decoder fills up a truncated file with black. */
function jpegPixels(bytes: Buffer, width: number, height: number): Uint8Array | null {
  if (bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < 4) return null;
  // These two bytes begin a scan; its pixels never have them.
  if (bytes.toString('latin1').split('\xff\xda').length - 1 > MAX_SCANS) throw new FaultError(['many-scans']);
  const options = { maxResolutionInMP: MAX_SIDE ** 2 / 1e6, maxMemoryUsageInMB: 48, useTArray: true } as const;
  const decoded = jpeg.decode(bytes, options);
  // There may be a second header.
  if (decoded.width !== width || decoded.height !== height) throw new RangeError('It has two sizes');
  return decoded.data;
}
