/** Answers that no server of tiles should give. */
import { deflateSync } from 'node:zlib';
import { pngChunk, pngOf } from './encode.ts';
import type { Raster } from './raster.ts';

/** A page, as a server sends that has moved or asks people to log in. */
export const HTML_PAGE =
  '<!doctype html><html lang="en"><title>Log in</title><p>Please log in to see this map.</p></html>';

let hugePng: Buffer | null = null;

/** A whole PNG of 20,000 by 20,000 pixels in a few kilobytes. Decoded, it would need 400 MB. */
export function hugePicture(): Buffer {
  const side = 20_000;
  if (hugePng === null) {
    const rows = deflateSync(Buffer.alloc(side * (1 + side)), { level: 1 });
    hugePng = pngOf(side, side, 0, [pngChunk('IDAT', rows)]);
  }
  return hugePng;
}

/** A GIF of a thousand frames: the first is the picture in 216 colours, the others change a pixel. */
export function manyFrames({ size, data }: Raster, frames = 1000): Buffer {
  const header = Buffer.alloc(13);
  header.write('GIF89a', 'latin1');
  header.writeUInt16LE(size, 6);
  header.writeUInt16LE(size, 8);
  // A palette of 256 colours.
  header[10] = 0xf7;
  const palette = Buffer.alloc(256 * 3);
  for (let colour = 0; colour < 216; colour++) {
    palette.set([Math.floor(colour / 36) * 51, (Math.floor(colour / 6) % 6) * 51, (colour % 6) * 51], colour * 3);
  }
  const pixels = Uint8Array.from({ length: size * size }, (_, pixel) => {
    const step = (sample: number): number => Math.round((data[pixel * 4 + sample] as number) / 51);
    return step(0) * 36 + step(1) * 6 + step(2);
  });
  const first = frameOf(0, 0, size, pixels);
  const others = Array.from({ length: frames - 1 }, (_, index) => {
    return frameOf(index % size, Math.floor(index / size), 1, Uint8Array.of(index % 216));
  });
  return Buffer.concat([header, palette, first, ...others, Buffer.of(0x3b)]);
}

/** A frame whose codes are not compressed: the table of codes is cleared before it grows. */
function frameOf(left: number, top: number, side: number, pixels: Uint8Array): Buffer {
  const place = Buffer.alloc(10);
  place[0] = 0x2c;
  place.writeUInt16LE(left, 1);
  place.writeUInt16LE(top, 3);
  place.writeUInt16LE(side, 5);
  place.writeUInt16LE(side, 7);
  const [clear, end] = [256, 257];
  const codes: number[] = [];
  pixels.forEach((pixel, index) => {
    if (index % 250 === 0) codes.push(clear);
    codes.push(pixel);
  });
  const bytes = packed([...codes, end]);
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    blocks.push(Buffer.of(part.length), part);
  }
  const delay = Buffer.of(0x21, 0xf9, 4, 0, 5, 0, 0, 0);
  return Buffer.concat([delay, place, Buffer.of(8), ...blocks, Buffer.of(0)]);
}

/** Codes of nine bits, the lowest bit first. */
function packed(codes: readonly number[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil((codes.length * 9) / 8));
  codes.forEach((code, index) => {
    for (let bit = 0; bit < 9; bit++) {
      const at = index * 9 + bit;
      if (code & (1 << bit)) bytes[at >> 3] = (bytes[at >> 3] as number) | (1 << (at & 7));
    }
  });
  return bytes;
}
