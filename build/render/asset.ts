/** The files of a site, and what goes into it in addition to the catalog. */
import { hash } from 'node:crypto';

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
  /** The same content a block at a time, where it may be long. */
  readonly blocks?: () => Iterable<Block>;
}

/** A part of the content of a file. Its memory is used again for the next one, also where that is of another file. */
export interface Block {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
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
  return { path, content: textBytes(text), origin, modified };
}

/** A text in UTF-8, whole or in pieces that follow each other. */
export function textBytes(text: string | Iterable<AssetPiece>): Uint8Array {
  return encoded(typeof text === 'string' ? [text] : text);
}

/**
 * An asset whose content is made when it is first asked for. Where a site is only counted, most of it is never made.
 */
export function laterAsset(
  path: string,
  make: () => Uint8Array,
  origin: string | null,
  modified: number | null = null,
): Asset {
  let content: Uint8Array | null = null;
  return {
    path,
    origin,
    modified,
    get content() {
      content ??= make();
      return content;
    },
  };
}

/** An asset from its text, which is made when it is first asked for. */
export function laterText(
  path: string,
  text: () => string | Iterable<AssetPiece>,
  origin: string | null,
  modified: number | null = null,
): Asset {
  const pieces = (): Iterable<AssetPiece> => {
    const made = text();
    return typeof made === 'string' ? [made] : made;
  };
  return inBlocks(
    laterAsset(path, () => encoded(pieces()), origin, modified),
    () => blocksOf(pieces()),
  );
}

/** The same asset, whose content can also be had a block at a time. */
export function inBlocks(asset: Asset, blocks: () => Iterable<Block>): Asset {
  return Object.defineProperty(asset, 'blocks', { value: blocks, enumerable: true });
}

/** A file that consists of others of the site, and of what is between them: it is put together where they are written. */
export interface JoinedAsset extends Omit<Asset, 'content'> {
  /** What follows each other: bytes, and paths of files. */
  readonly pieces: readonly (Uint8Array | string)[];
  readonly size: number;
}

/** What is known of a file of the site that has been made. */
export interface FileRecord {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Of its content, in hexadecimal digits; empty where files are only counted. */
  readonly sha256: string;
  readonly modified: number | null;
  readonly origin: string | null;
}

/** Takes the files of a site as they are made, so that nobody has to keep all of them. */
export interface SiteSink {
  /** Takes a file. What it says of it later is kept by whoever made the file. */
  take(asset: Asset | JoinedAsset): FileRecord;
  /** Puts a file together from others that it has taken. */
  joined(asset: JoinedAsset): Asset;
  /** Takes files as they were made before, where all of them are still there. @returns whether it has taken them */
  reuse(files: readonly FileRecord[]): boolean;
}

/** Texts are put together before they are encoded, up to so many characters. */
const JOINED = 32 * 1024;

/** UTF-16 has at most this many bytes of UTF-8 for each of its units. */
const MOST_BYTES = 3;

/** Memory in which blocks are put together; used again for the next. */
let draft: Buffer | null = null;

/** Encodes a file, a block at a time. */
function* blocksOf(pieces: Iterable<AssetPiece>): Generator<Block, void, undefined> {
  // What makes the pieces may make files as well.
  const block = draft ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  draft = null;
  let length = 0;
  let text = '';
  const full = (): Block => {
    const bytes = block.subarray(0, length);
    length = 0;
    return { bytes, isLast: false };
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      if (text.length < JOINED) continue;
    }
    if (text !== '') {
      const most = text.length * MOST_BYTES;
      if (length + most > BLOCK_BYTES && length > 0) yield full();
      if (most > BLOCK_BYTES) yield { bytes: Buffer.from(text), isLast: false };
      else length += block.write(text, length);
      text = '';
    }
    if (typeof piece === 'string') continue;
    if (length + piece.length > BLOCK_BYTES && length > 0) yield full();
    if (piece.length > BLOCK_BYTES) yield { bytes: piece, isLast: false };
    else block.set(piece, length);
    length += piece.length > BLOCK_BYTES ? 0 : piece.length;
  }
  if (length + text.length * MOST_BYTES > BLOCK_BYTES && length > 0) yield full();
  // All pieces are made. Not after the last block: whoever takes it does not ask for another.
  draft = block;
  if (text.length * MOST_BYTES > BLOCK_BYTES) yield { bytes: Buffer.from(text), isLast: true };
  else {
    length += block.write(text, length);
    yield { bytes: block.subarray(0, length), isLast: true };
  }
}

/** The bytes of a file from its pieces. */
function encoded(pieces: Iterable<AssetPiece>): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const { bytes } of blocksOf(pieces)) blocks.push(kept(bytes));
  return blocks.length === 1 ? (blocks[0] as Uint8Array) : Buffer.concat(blocks);
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
  readonly files: readonly PublicFile[];
  /**
   * The folder of the catalog, from the root of its repository, without a slash at its end: `catalog` where it is left
   * out, because nothing is known of a repository; empty where it is the root.
   */
  readonly catalogFolder?: string | undefined;
  /** Whether pages follow the files of the catalog: only under `cartalog serve`. */
  readonly isLive?: boolean | undefined;
}

/** A file that is published as it is, byte for byte. */
export interface PublicFile {
  readonly path: string;
  /** In bytes; known without the content. */
  readonly size: number;
  readonly content: Uint8Array;
}

/** The parts of a site that do not come from the catalog. */
export interface SiteParts {
  /** The hand-written `_headers`. */
  readonly headers: string;
  /** The compiled edge handler. */
  readonly handler: string;
  readonly publicFiles: readonly PublicFile[];
  /** What the pages load; null for a site without pages. */
  readonly page: PageParts | null;
}

/** A sink that keeps every file in memory. */
export function memorySink(): { readonly sink: SiteSink; readonly assets: readonly Asset[] } {
  const assets: Asset[] = [];
  const contents = new Map<string, Uint8Array>();
  const joined = ({ pieces, size: _, ...rest }: JoinedAsset): Asset => {
    const contentOf = (piece: Uint8Array | string): Uint8Array =>
      typeof piece === 'string' ? (contents.get(piece) as Uint8Array) : piece;
    return { ...rest, content: Buffer.concat(pieces.map(contentOf)) };
  };
  const sink: SiteSink = {
    take(taken) {
      const asset = 'pieces' in taken ? joined(taken) : taken;
      contents.set(asset.path, asset.content);
      assets.push(asset);
      return fileRecordOf(asset);
    },
    joined,
    reuse: () => false,
  };
  return { sink, assets };
}

/** What is known of a file that has been made. */
export function fileRecordOf({ path, content, origin, modified = null }: Asset): FileRecord {
  return { path, size: content.length, sha256: sha256Of(content), modified, origin };
}

/** The SHA-256 of bytes, in hexadecimal digits. */
export function sha256Of(content: Uint8Array): string {
  // In one call: there are thousands of small files.
  return hash('sha256', content, 'hex');
}
