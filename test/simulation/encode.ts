/** Writes pictures as the servers of tiles send them. */
import { crc32, deflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import type { Raster } from './raster.ts';

/** How a picture is written. */
export type Encoding =
  | { readonly format: 'png'; readonly colours: 'rgb' | 'rgba' | 'palette' }
  | { readonly format: 'jpeg'; readonly quality: number };

/** The bytes of a picture. A palette has at most 256 colours, and no opacity. */
export function encoded(raster: Raster, encoding: Encoding): Buffer {
  if (encoding.format === 'jpeg') {
    const { size: width, size: height, data } = raster;
    return Buffer.from(jpeg.encode({ width, height, data }, encoding.quality).data);
  }
  return encoding.colours === 'palette' ? palettePng(raster) : fullPng(raster, encoding.colours === 'rgba');
}

/** A PNG of parts: the header and what follows it. */
export function pngOf(width: number, height: number, colourType: number, parts: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, colourType], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, pngChunk('IHDR', header), ...parts, pngChunk('IEND', Buffer.alloc(0))]);
}

/** A part of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function fullPng({ size, data }: Raster, hasOpacity: boolean): Buffer {
  const samples = hasOpacity ? 4 : 3;
  const rows = Buffer.alloc(size * (1 + size * samples));
  for (let y = 0; y < size; y++) {
    const start = y * (1 + size * samples);
    // The filter Sub, as most encoders choose for drawings.
    rows[start] = 1;
    for (let x = 0; x < size; x++) {
      for (let sample = 0; sample < samples; sample++) {
        const at = (y * size + x) * 4 + sample;
        const before = x === 0 ? 0 : (data[at - 4] as number);
        rows[start + 1 + x * samples + sample] = (data[at] as number) - before;
      }
    }
  }
  return pngOf(size, size, hasOpacity ? 6 : 2, [pngChunk('IDAT', deflateSync(rows, { level: 5 }))]);
}

/** The most frequent colours of a coarse grid, to which each pixel is rounded. */
function palettePng({ size, data }: Raster): Buffer {
  const coarse = (at: number): number =>
    (((data[at] as number) >> 3) << 10) | (((data[at + 1] as number) >> 3) << 5) | ((data[at + 2] as number) >> 3);
  const counts = new Uint32Array(2 ** 15);
  for (let at = 0; at < data.length; at += 4) counts[coarse(at)] = (counts[coarse(at)] as number) + 1;
  const used = [...counts.keys()].filter((key) => counts[key] !== 0);
  const kept = used.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b).slice(0, 256);
  const palette = kept.map((key) => [(key >> 10) * 8 + 4, ((key >> 5) & 31) * 8 + 4, (key & 31) * 8 + 4]);
  const places = new Int16Array(2 ** 15).fill(-1);
  kept.forEach((key, index) => {
    places[key] = index;
  });
  const rows = Buffer.alloc(size * (size + 1));
  for (let pixel = 0; pixel < size * size; pixel++) {
    const key = coarse(pixel * 4);
    let place = places[key] as number;
    if (place < 0) {
      place = closest(palette, [
        data[pixel * 4] as number,
        data[pixel * 4 + 1] as number,
        data[pixel * 4 + 2] as number,
      ]);
      places[key] = place;
    }
    rows[Math.floor(pixel / size) * (size + 1) + 1 + (pixel % size)] = place;
  }
  const parts = [pngChunk('PLTE', Buffer.from(palette.flat())), pngChunk('IDAT', deflateSync(rows, { level: 5 }))];
  return pngOf(size, size, 3, parts);
}

function closest(palette: readonly (readonly number[])[], colour: readonly number[]): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  palette.forEach((one, index) => {
    const away = one.reduce((sum, value, sample) => sum + (value - (colour[sample] as number)) ** 2, 0);
    if (away < least) [best, least] = [index, away];
  });
  return best;
}
