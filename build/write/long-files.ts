/** Files that are put together from others, a part at a time: one may be as large as all that is in it. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { FileRecord, JoinedAsset } from '../render/asset.ts';

/** Files are read in blocks of so many bytes. */
const BLOCK_BYTES = 1024 * 1024;

/**
 * The bytes of pieces, a part of a large file at a time; each is valid until the next is taken.
 *
 * @param sourceOf what a file of the site has, or where it is
 */
export function* bytesOf(
  pieces: JoinedAsset['pieces'],
  sourceOf: (path: string) => Uint8Array | string,
): Generator<Uint8Array> {
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  for (const piece of pieces) {
    const source = typeof piece === 'string' ? sourceOf(piece) : piece;
    if (typeof source === 'string') yield* blocksOfFile(source, block);
    else yield source;
  }
}

/** The content of a file, in blocks that use the same memory. */
function* blocksOfFile(path: string, block: Buffer): Generator<Uint8Array> {
  const descriptor = openSync(path, 'r');
  try {
    for (let length = block.length; length === block.length; ) {
      length = readSync(descriptor, block, 0, block.length, null);
      if (length > 0) yield block.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes a file a part at a time, and hashes it meanwhile.
 *
 * @param expected how many bytes it has, where that is known
 * @throws Error where it has more or fewer: a file that it is made from has been changed meanwhile
 */
export function writeLong(
  path: string,
  parts: Iterable<Uint8Array>,
  expected?: number,
): Pick<FileRecord, 'size' | 'sha256'> {
  const hash = createHash('sha256');
  const descriptor = openSync(path, 'w');
  let size = 0;
  try {
    for (const bytes of parts) {
      hash.update(bytes);
      for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
      size += bytes.length;
    }
  } finally {
    closeSync(descriptor);
  }
  if (expected !== undefined && size !== expected) throw new Error('a file of the site has been changed meanwhile');
  return { size, sha256: hash.digest('hex') };
}
