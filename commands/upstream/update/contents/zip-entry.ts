import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { systemCode } from '../../../../contract/base/system-errors.ts';
import common from '../../../../schemas/catalog/common.json' with { type: 'json' };
import { DamageError, DistrustError, Pieces, type RemoteFile } from './pieces.ts';
import { quotedEntryPath, type ZipEntry } from './zip-directory.ts';

/** For a local header and a file's compressed beginning: deflate's tables take at most 300 bytes. */
const AHEAD = 1024;

/**
 * The header with the longest name (4 bytes a character), and a second request if long extra fields precede the data.
 */
export const ZIP_ENTRY_BYTES = 30 + 4 * common.$defs.relativePath.maxLength + 2 * AHEAD;

const SIGNATURE = 0x04034b50;

/** @returns at least `length` bytes */
export async function zipEntryBeginning(pieces: Pieces, entry: ZipEntry, length: number): Promise<Buffer> {
  const message = `the beginning of ${quotedEntryPath(entry.path)} cannot be unpacked`;
  if (entry.size < length) throw new DistrustError(message);
  const start = await dataOf(pieces, entry);
  if (entry.method === 0) return pieces.take(start, length);
  if (entry.method !== 8) throw new DistrustError(message);
  // The header's request has usually read these bytes, too: it leaves 256 bytes ahead for extra fields.
  const packed = await pieces.take(start, Math.min(entry.packedSize, AHEAD - 256));
  try {
    const bytes = inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
    if (bytes.length >= length) return bytes;
  } catch {}
  throw new DamageError(message);
}

async function dataOf(pieces: Pieces, entry: ZipEntry): Promise<number> {
  const header = await pieces.take(entry.offset, 30 + entry.name.length, 30 + entry.name.length + AHEAD);
  const isSame =
    header.readUInt32LE() === SIGNATURE &&
    header.readUInt16LE(8) === entry.method &&
    header.readUInt16LE(26) === entry.name.length &&
    header.subarray(30).equals(entry.name);
  if (!isSame)
    throw new DamageError(
      `the header before ${quotedEntryPath(entry.path)} does not say the same as the directory of the archive`,
    );
  return entry.offset + 30 + entry.name.length + header.readUInt16LE(28);
}

const CHUNK = 64 * 1024;

export async function zipEntrySha1(file: RemoteFile, entry: ZipEntry): Promise<string> {
  const { path, size, method } = entry;
  const damaged = new DamageError(`${quotedEntryPath(path)} in the archive is damaged`);
  if (method !== 0 && method !== 8)
    throw new DistrustError(`${quotedEntryPath(path)} in the archive is packed in an unusual way`);
  const start = await dataOf(new Pieces(file, ZIP_ENTRY_BYTES), entry);
  const hash = createHash('sha1');
  let [unpacked, crc] = [0, 0];
  const add = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const bytes of chunks) {
      unpacked += bytes.length;
      if (unpacked > size) throw damaged;
      crc = crc32(bytes, crc);
      hash.update(bytes);
    }
  };
  const bytes = packedChunks(file, start, entry.packedSize);
  try {
    await (method === 0 ? add(bytes) : pipeline(bytes, createInflateRaw(), add));
  } catch (error) {
    throw systemCode(error)?.startsWith('Z_') ? damaged : error;
  }
  if (unpacked !== size || crc !== entry.crc) throw damaged;
  return hash.digest('hex').toUpperCase();
}

async function* packedChunks(file: RemoteFile, start: number, size: number): AsyncGenerator<Uint8Array> {
  if (start + size > file.size) throw new DamageError('the file is shorter than it says');
  for (let at = 0; at < size; at += CHUNK) yield await file.read(start + at, Math.min(CHUNK, size - at));
}
