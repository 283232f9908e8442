/** Reads the structure of a WebP: every chunk and the header of the image in it. Its pixels are not decoded. */
import { BrokenImageError, checkedSize, type ImageSize, partOf } from './image-size.ts';

/** The size of a WebP. @throws BrokenImageError where it is not whole */
export function webpSize(bytes: Buffer): ImageSize {
  const whole = partOf(bytes, 0, 8 + partOf(bytes, 4, 4, 'WebP').readUInt32LE(0), 'WebP');
  let canvas: ImageSize | null = null;
  let image: ImageSize | null = null;
  for (let at = 12; at < whole.length; ) {
    const head = partOf(whole, at, 8, 'WebP');
    const length = head.readUInt32LE(4);
    const data = partOf(whole, at + 8, length, 'WebP');
    const kind = head.toString('latin1', 0, 4);
    if (kind === 'VP8X') canvas = canvasSize(data);
    else if (kind === 'VP8 ') image = lossySize(data);
    else if (kind === 'VP8L') image = losslessSize(data);
    // The frame of an animation: its place and size, then chunks like these.
    else if (kind === 'ANMF' && data.length > 24) image = canvas;
    at += 8 + length + (length % 2);
  }
  if (image === null) throw new BrokenImageError('its WebP has no image');
  const { width, height } = canvas ?? image;
  return checkedSize(width, height, 'WebP');
}

function canvasSize(data: Buffer): ImageSize {
  const [width, height] = [partOf(data, 4, 3, 'WebP'), partOf(data, 7, 3, 'WebP')];
  return { width: 1 + width.readUIntLE(0, 3), height: 1 + height.readUIntLE(0, 3) };
}

function lossySize(data: Buffer): ImageSize {
  const frame = partOf(data, 0, 10, 'WebP');
  const isKeyFrame = ((frame[0] as number) & 1) === 0;
  if (!isKeyFrame || frame.readUIntBE(3, 3) !== 0x9d012a) throw new BrokenImageError('its WebP cannot be read');
  return { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff };
}

function losslessSize(data: Buffer): ImageSize {
  const head = partOf(data, 0, 5, 'WebP');
  if (head[0] !== 0x2f) throw new BrokenImageError('its WebP cannot be read');
  const bits = head.readUInt32LE(1);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}
