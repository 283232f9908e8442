import { decompressFrame, type ParsedGif, parseGIF } from 'gifuct-js';

const EXTENSION = 0x21;
const FRAME = 0x2c;

const GRAPHIC_CONTROL = 0xf9;

/** The first frame, in RGBA: all frames can be a thousand times as large. */
export function gifPixels(bytes: Buffer, width: number, height: number): Uint8Array {
  const gif = firstFrameOf(bytes);
  const frame = gif.frames.find((part) => 'image' in part);
  if (frame === undefined) throw new RangeError('It has no frame');
  const { left, top, ...size } = frame.image.descriptor;
  // Refuses this before memory is allocated.
  if (left + size.width > width || top + size.height > height)
    throw new RangeError('The frame is larger than the picture');
  const { patch } = decompressFrame(frame, gif.gct, true);
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < size.height; row++) {
    const line = patch.subarray(row * size.width * 4, (row + 1) * size.width * 4);
    pixels.set(line, ((top + row) * width + left) * 4);
  }
  return pixels;
}

function firstFrameOf(bytes: Buffer): ParsedGif {
  let at = tableEnd(bytes, 10, 13);
  const parts = [bytes.subarray(0, at)];
  while (bytes.readUInt8(at) === EXTENSION) {
    const end = blocksEnd(bytes, at + 2);
    if (bytes.readUInt8(at + 1) === GRAPHIC_CONTROL) parts[1] = bytes.subarray(at, end);
    at = end;
  }
  // A byte after a frame's colour table has the size of codes.
  if (bytes.readUInt8(at) === FRAME)
    parts.push(bytes.subarray(at, blocksEnd(bytes, tableEnd(bytes, at + 9, at + 10) + 1)));
  return parseGIF(new Uint8Array(Buffer.concat([...parts, Buffer.of(0x3b)])).buffer);
}

/** The byte at `flags` says whether a colour table begins at `at`: 3 bytes for each of 2 to 256 colours. */
function tableEnd(bytes: Buffer, flags: number, at: number): number {
  return at + (bytes.readUInt8(flags) & 0x80 ? 3 << ((bytes.readUInt8(flags) & 7) + 1) : 0);
}

/** A block begins with its length; the last is empty. */
function blocksEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes.readUInt8(at) > 0) at += 1 + bytes.readUInt8(at);
  return at + 1;
}
