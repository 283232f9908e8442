/** The files of a site, and what goes into it in addition to the catalog. */

/** One file of the published site. */
export interface Asset {
  /** Inside the site, with `/` and without a leading one. */
  readonly path: string;
  /** UTF-8. Bytes and not text, because V8 needs many times the memory to assemble tens of megabytes of text. */
  readonly content: Uint8Array;
  /** The catalog file that most of it comes from, for a diagnostic about it; null for files of the site itself. */
  readonly origin: string | null;
  /**
   * When the content last changed, in seconds since 1970, for hosts that publish the modification times of files; null, or
   * left out, where that is not known.
   */
  readonly modified?: number | null;
}

/** An asset from its text, whole or in pieces that follow each other. */
export function textAsset(
  path: string,
  text: string | Iterable<string>,
  origin: string | null,
  modified: number | null = null,
): Asset {
  return { path, content: typeof text === 'string' ? encoded(text) : encodedPieces(text), origin, modified };
}

/** Sites have thousands of small files, and one allocation for each takes longer than making their text. */
const BLOCK_BYTES = 1024 * 1024;

/** UTF-16 has at most this many bytes of UTF-8 for each of its units. */
const MOST_BYTES = 3;

let block = Buffer.alloc(0);
let used = 0;

/** UTF-8, in a block of memory that several texts share. */
function encoded(text: string): Uint8Array {
  const most = text.length * MOST_BYTES;
  if (most > BLOCK_BYTES / 4) return Buffer.from(text);
  if (used + most > block.length) {
    block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    used = 0;
  }
  const start = used;
  used += block.write(text, start);
  return block.subarray(start, used);
}

/** So many characters of pieces are put together before they are encoded. */
const JOINED = 32 * 1024;

/** Memory in which a long text grows; kept for the next one, so that it need not be made large again. */
let spare = Buffer.alloc(0);

function encodedPieces(pieces: Iterable<string>): Uint8Array {
  let text = '';
  let long = Buffer.alloc(0);
  let length = 0;
  const flush = (): void => {
    if (long.length === 0) [long, spare] = [spare, long];
    const most = length + text.length * MOST_BYTES;
    if (most > long.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * most, BLOCK_BYTES));
      long.copy(larger, 0, 0, length);
      long = larger;
    }
    length += long.write(text, length);
    text = '';
  };
  for (const piece of pieces) {
    text += piece;
    if (text.length >= JOINED) flush();
  }
  if (length === 0) return encoded(text);
  flush();
  spare = long;
  return Buffer.from(long.subarray(0, length));
}

/** What the pages of a site load. */
export interface PageParts {
  /** Where the script of every page is, from the root of the site. */
  readonly script: string;
  /** Where the style of every page is. */
  readonly style: string;
  /** Tile servers that `probe` has found dead, with the first day of it. */
  readonly deadServers?: readonly {
    readonly kind: 'mapserver' | 'overlayserver';
    readonly id: string;
    readonly deadSince: string;
  }[];
  /** These and everything that they load. */
  readonly files: readonly Pick<Asset, 'path' | 'content'>[];
  /**
   * The folder of the catalog, from the root of its repository, without a slash at its end: `catalog` where it is left
   * out, because nothing is known of a repository; empty where it is the root.
   */
  readonly catalogFolder?: string | undefined;
  /** Whether pages follow the files of the catalog: only under `cartalog serve`. */
  readonly isLive?: boolean | undefined;
}

/** The parts of a site that do not come from the catalog. */
export interface SiteParts {
  /** The hand-written `_headers`. */
  readonly headers: string;
  /** The compiled edge handler. */
  readonly handler: string;
  /** Files that are published as they are, byte for byte. */
  readonly publicFiles: readonly Pick<Asset, 'path' | 'content'>[];
  /** What the pages load; null for a site without pages. */
  readonly page: PageParts | null;
}
