/** Compressed copies beside the files of a site, for servers that send a copy to clients that can read it. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Asset } from './asset.ts';

/** Files with other endings are compressed already, or are no text. */
export const COMPRESSIBLE_ENDINGS = 'atom|css|csv|html|js|json|md|mjs|svg|txt|webmanifest|xml|xsd';

const COMPRESSIBLE = new RegExp(`\\.(?:${COMPRESSIBLE_ENDINGS})$`);

/** How the name of a compressed copy ends. */
export const COPY_ENDING = /\.(?:br|gz)$/;

/** Bytes of a file that fits into one packet with its headers; there is nothing to gain. */
const FITS = 1024;

/** Bytes of a file from which on the last per cent would take seconds. */
const LARGE = 1024 * 1024;

/**
 * The compressed copies of a file, if it is below a folder: with gzip and with Brotli, next to it. They have the time of
 * the last change of the file.
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
