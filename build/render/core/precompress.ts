import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { COMPRESSIBLE_NAME } from '../../../contract/interface/media-types.ts';
import type { Asset } from './asset.ts';

/** Smaller files fit into one packet: compression saves nothing. */
const PACKET_BYTES = 1024;

/** The quality of Brotli. 11, the best, takes 60 times as long for a tenth less; 10 takes 20 times as long. */
const QUALITY = 5;

interface Format {
  readonly ending: string;
  compress(content: Uint8Array): Uint8Array;
  expand(copy: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
}

const FORMATS: readonly Format[] = [
  // Level 6, the default. 9, the best, takes half as long again for 0.2 percent less.
  { ending: '.gz', compress: (content) => gzipSync(content), expand: gunzipSync },
  {
    ending: '.br',
    compress(content) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      return brotliCompressSync(content, { params });
    },
    expand: brotliDecompressSync,
  },
];

/** Copies only files in `root`. @param oldCopy of the replaced site: expanding it is four times as fast as compressing */
export function* compressedCopies(
  { path, content, origin, modified = null }: Asset,
  root: string,
  oldCopy: (path: string) => Uint8Array | null,
): Generator<Asset> {
  if (!path.startsWith(root) || !COMPRESSIBLE_NAME.test(path) || content.length <= PACKET_BYTES) return;
  for (const format of FORMATS) {
    const name = path + format.ending;
    const old = oldCopy(name);
    const isCopy = old !== null && expandsTo(content, old, format);
    yield { role: 'copy', path: name, content: isCopy ? old : format.compress(content), origin, modified };
  }
}

function expandsTo(content: Uint8Array, copy: Uint8Array, { expand }: Format): boolean {
  try {
    return Buffer.compare(expand(copy, { maxOutputLength: content.length }), content) === 0;
  } catch {
    // The copy is damaged, or of a longer file.
    return false;
  }
}
