/** Compressed copies of a site's files, for servers that can send them. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { COMPRESSIBLE } from '../../contract/media-types.ts';
import type { Asset } from './asset.ts';

/** The file extensions of compressed copies. */
export const COPY_ENDING = /\.(?:br|gz)$/;

/** In bytes. Compressing smaller files saves nothing, because they fit into one packet. */
const FITS = 1024;

/** The quality of Brotli. The best, 11, takes 60 times as long for a tenth less, and 10 takes 20 times as long. */
const QUALITY = 5;

/** The compressed copies of a file, if it is below a folder: gzip and Brotli, with the time of the file. */
export function* compressedCopies(asset: Asset, root: string): Generator<Asset> {
  const { path, content } = asset;
  if (!path.startsWith(root) || !COMPRESSIBLE.test(path) || content.length <= FITS) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const copy = (ending: string, compressed: Uint8Array): Asset => ({
    path: path + ending,
    content: compressed,
    origin: asset.origin,
    modified: asset.modified ?? null,
  });
  yield copy('.gz', gzipSync(content, { level: 9 }));
  yield copy('.br', brotliCompressSync(content, { params }));
}
