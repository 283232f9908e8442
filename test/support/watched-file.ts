/** A file in memory that is read as one far away is, and checks what is asked of it. */
import type { RemoteFile } from '../../commands/upstream/update/contents/pieces.ts';

/** What was asked of a file: the offset and length of each piece. */
export type Reads = { offset: number; length: number }[];

/**
 * A file of some size, whose bytes a function gives.
 *
 * @throws Error, from `read`, where it is asked for nothing, or for what it does not have
 */
export function watchedFile(
  size: number,
  bytesAt: (offset: number, length: number) => Uint8Array,
): RemoteFile & { readonly reads: Reads } {
  const reads: Reads = [];
  return {
    size,
    reads,
    async read(offset, length) {
      const isInside = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset + length <= size;
      if (!isInside || offset < 0 || length < 1) throw new Error(`read ${length} bytes at ${offset} of ${size}`);
      reads.push({ offset, length });
      return bytesAt(offset, length);
    },
  };
}

export const fileOf = (bytes: Uint8Array): RemoteFile & { readonly reads: Reads } =>
  watchedFile(bytes.length, (offset, length) => bytes.slice(offset, offset + length));

export const bytesRead = (reads: Reads): number => reads.reduce((sum, { length }) => sum + length, 0);
