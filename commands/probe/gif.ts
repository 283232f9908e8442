/** Reads the structure of a GIF: every block, down to the compressed pixels, which are not decoded. */
import { BrokenImageError, checkedSize, type ImageSize, partOf } from './image-size.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** The size of a GIF. @throws BrokenImageError where it is not whole */
export function gifSize(bytes: Buffer): ImageSize {
  const screen = partOf(bytes, 6, 7, 'GIF');
  const size = checkedSize(screen.readUInt16LE(0), screen.readUInt16LE(2), 'GIF');
  let at = 13 + paletteLength(screen[4] as number);
  for (let images = 0; ; ) {
    const [kind] = partOf(bytes, at, 1, 'GIF');
    if (kind === TRAILER && images > 0) return size;
    if (kind === EXTENSION) {
      at = endOfBlocks(bytes, at + 2);
    } else if (kind === IMAGE) {
      const head = partOf(bytes, at + 1, 9, 'GIF');
      // The byte before the blocks says how long the first codes are.
      at = endOfBlocks(bytes, at + 11 + paletteLength(head[8] as number));
      images++;
    } else {
      throw new BrokenImageError('its GIF cannot be read');
    }
  }
}

/** The bytes of the palette that a field of flags announces. */
function paletteLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Where the blocks that begin here end: each has its length, and the last one is empty. */
function endOfBlocks(bytes: Buffer, start: number): number {
  for (let at = start; ; ) {
    const [length = 0] = partOf(bytes, at, 1, 'GIF');
    at += 1 + length;
    if (length === 0) return at;
  }
}
