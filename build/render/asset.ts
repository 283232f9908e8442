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

/** A part of a file: text, or bytes of UTF-8, which many files may have in common. */
export type AssetPiece = string | Uint8Array;

/** An asset from its text, whole or in pieces that follow each other. */
export function textAsset(
  path: string,
  text: string | Iterable<AssetPiece>,
  origin: string | null,
  modified: number | null = null,
): Asset {
  return { path, content: encoded(typeof text === 'string' ? [text] : text), origin, modified };
}

/** Texts are put together before they are encoded, up to so many characters. */
const JOINED = 32 * 1024;

/** UTF-16 has at most this many bytes of UTF-8 for each of its units. */
const MOST_BYTES = 3;

/** Memory in which a file is put together; used again for the next, and only made larger. */
let draft = Buffer.alloc(0);

/** The bytes of a file from its pieces. */
function encoded(pieces: Iterable<AssetPiece>): Uint8Array {
  // What makes the pieces may make files as well.
  let bytes = draft;
  draft = Buffer.alloc(0);
  let length = 0;
  const makeRoom = (more: number): void => {
    if (length + more <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * (length + more), BLOCK_BYTES));
    larger.set(bytes.subarray(0, length));
    bytes = larger;
  };
  let text = '';
  const addText = (): void => {
    if (text === '') return;
    if (length + text.length * MOST_BYTES > bytes.length) makeRoom(Buffer.byteLength(text));
    length += bytes.write(text, length);
    text = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      if (text.length >= JOINED) addText();
    } else {
      addText();
      makeRoom(piece.length);
      bytes.set(piece, length);
      length += piece.length;
    }
  }
  addText();
  draft = bytes;
  return kept(bytes.subarray(0, length));
}

/** Sites have thousands of small files, and one allocation for each takes longer than making their text. */
const BLOCK_BYTES = 1024 * 1024;

let block = Buffer.alloc(0);
let used = 0;

/** A copy of some bytes, for a small file in a block of memory that several share. */
function kept(bytes: Uint8Array): Uint8Array {
  if (bytes.length > BLOCK_BYTES / 4) return Buffer.from(bytes);
  if (used + bytes.length > block.length) {
    block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    used = 0;
  }
  const begin = used;
  block.set(bytes, begin);
  used += bytes.length;
  return block.subarray(begin, used);
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
