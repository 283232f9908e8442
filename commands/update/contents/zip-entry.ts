/** The beginning of a file inside a zip archive, without the rest of it. */
import { constants, inflateRawSync } from 'node:zlib';
import common from '../../../schemas/catalog/common.json' with { type: 'json' };
import { DistrustError, type Pieces } from './pieces.ts';
import { quotedPath, type ZipEntry } from './zip-directory.ts';

/** Enough for a local header and the compressed beginning of a file: the tables of deflate take at most 300 bytes. */
const AHEAD = 1024;

/** How many bytes are read at most: the header with the longest name, and the data where its extra fields are long. */
export const ZIP_ENTRY_BYTES = 30 + 4 * common.$defs.relativePath.maxLength + 2 * AHEAD;

const SIGNATURE = 0x04034b50;

/** The first bytes of a file, unpacked: at least `length`. */
export async function beginningOf(pieces: Pieces, entry: ZipEntry, length: number): Promise<Buffer> {
  const cannot = new DistrustError(`the beginning of ${quotedPath(entry.path)} cannot be unpacked`);
  if (entry.size < length) throw cannot;
  const header = await pieces.take(entry.offset, 30 + entry.name.length, 30 + entry.name.length + AHEAD);
  const isSame =
    header.readUInt32LE() === SIGNATURE &&
    header.readUInt16LE(8) === entry.method &&
    header.readUInt16LE(26) === entry.name.length &&
    header.subarray(30).equals(entry.name);
  if (!isSame)
    throw new DistrustError(`the archive says something else about ${quotedPath(entry.path)} where it begins`);
  const start = entry.offset + 30 + entry.name.length + header.readUInt16LE(28);
  if (entry.method === 0) return pieces.take(start, length);
  if (entry.method !== 8) throw cannot;
  const packed = await pieces.take(start, Math.min(entry.packedSize, AHEAD - 256));
  try {
    // What is cut off is no error to this flush: all that could be unpacked is given.
    const bytes = inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
    if (bytes.length >= length) return bytes;
  } catch {
    // It is damaged.
  }
  throw cannot;
}
