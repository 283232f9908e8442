import { createHash } from 'node:crypto';
import type { Checksum } from '../../../contract/generated/catalog.types.ts';

export type Hashes = Readonly<Required<Pick<Checksum, 'sha1' | 'sha256'>>>;

export async function hashFileChunks(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => unknown = () => {},
): Promise<{ readonly hashes: Hashes; readonly length: number }> {
  const [sha1, sha256] = [createHash('sha1'), createHash('sha256')];
  let length = 0;
  for await (const chunk of chunks) {
    sha1.update(chunk);
    sha256.update(chunk);
    length += chunk.length;
    await onChunk(chunk);
  }
  const digits = [sha1, sha256].map((hash) => hash.digest('hex').toUpperCase()) as [string, string];
  return { hashes: { sha1: digits[0], sha256: digits[1] }, length };
}
