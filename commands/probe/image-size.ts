/** What the readers of all image formats share. */

/** The size of an image in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Bytes are not a whole image. The message begins with "it" or "its". */
export class BrokenImageError extends Error {}

/** Larger images are not decoded: no tile is, and a few bytes can be a picture of gigabytes. */
export const LARGEST_SIDE = 1_024;

/** A part of a file. @throws BrokenImageError where the file ends before */
export function partOf(bytes: Buffer, start: number, length: number, format: string): Buffer {
  if (start + length > bytes.length) throw new BrokenImageError(`its ${format} is cut off`);
  return bytes.subarray(start, start + length);
}

/** The size of an image that is not too large. @throws BrokenImageError */
export function checkedSize(width: number, height: number, format: string): ImageSize {
  if (width === 0 || height === 0) throw new BrokenImageError(`its ${format} has no pixels`);
  if (width > LARGEST_SIDE || height > LARGEST_SIDE) {
    throw new BrokenImageError(`it is ${width} × ${height} pixels, too large for a tile`);
  }
  return { width, height };
}
