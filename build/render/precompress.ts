/** Compressed copies of a site's files, for servers that can send them. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Asset } from './asset.ts';

/** Other file types are already compressed. */
export const COMPRESSIBLE_ENDINGS = 'atom|css|csv|html|js|json|md|mjs|svg|txt|webmanifest|xml|xsd';

const COMPRESSIBLE = new RegExp(`\\.(?:${COMPRESSIBLE_ENDINGS})$`);

/** The file extensions of compressed copies. */
export const COPY_ENDING = /\.(?:br|gz)$/;

/** In bytes. Compressing smaller files saves nothing, because they fit into one packet. */
const FITS = 1024;

/** In bytes. For larger files, the best compression would take seconds to save a per cent. */
const LARGE = 1024 * 1024;

/**
 * The compressed copies of a file, if it is below a folder: gzip and Brotli. They have the modification time of the
 * file.
 */
export function* compressedCopies(asset: Asset, root: string): Generator<Asset> {
  const { path, content } = asset;
  if (!path.startsWith(root) || !COMPRESSIBLE.test(path) || content.length <= FITS) return;
  const quality = content.length < LARGE ? constants.BROTLI_MAX_QUALITY : 9;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const copy = (ending: string, compressed: Uint8Array): Asset => ({
    path: path + ending,
    content: compressed,
    origin: asset.origin,
    modified: asset.modified ?? null,
  });
  yield copy('.gz', gzipSync(content, { level: 9 }));
  yield copy('.br', brotliCompressSync(content, { params }));
}
