/** The files of a site, and its parts that do not come from the catalog. */
import { hash } from 'node:crypto';

/** One file of the published site. */
export interface Asset {
  /** Relative to the site, with `/` and without a leading one. */
  readonly path: string;
  /** UTF-8. Bytes instead of text, because V8 needs many times the memory to join tens of megabytes of text. */
  readonly content: Uint8Array;
  /** The catalog file that most of it comes from, for diagnostics; null for files of the site itself. */
  readonly origin: string | null;
  /**
   * When the content last changed, in seconds since 1970, for hosts that publish the modification times of files; null
   * or missing if unknown.
   */
  readonly modified?: number | null;
  /** The same content in parts, if it may be long. A part is valid until the next one is requested. */
  readonly blocks?: () => Iterable<Uint8Array>;
  /** Its size in bytes, if it is known without the content. */
  readonly size?: number;
  /** A key that changes with the content, if it is known without the content. */
  readonly fingerprint?: string;
}

/** A part of a file: text, or UTF-8 bytes, which many files may share. */
export type AssetPiece = string | Uint8Array;

/** Makes an asset from its text, whole or in successive pieces. */
export function textAsset(
  path: string,
  text: string | Iterable<AssetPiece>,
  origin: string | null,
  modified: number | null = null,
): Asset {
  return { path, content: textBytes(text), origin, modified };
}

/** Encodes a text as UTF-8, whole or in successive pieces. */
export function textBytes(text: string | Iterable<AssetPiece>): Uint8Array {
  if (typeof text === 'string') return Buffer.from(text);
  return Buffer.concat(Array.from(joined(text), (piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** An asset in parts, which are made when it is written, so that a long one is never in memory as a whole. */
export function inBlocks(asset: Omit<Asset, 'content' | 'blocks'>, blocks: () => Iterable<Uint8Array>): Asset {
  return {
    ...asset,
    blocks,
    get content() {
      return Buffer.concat(Array.from(blocks(), (bytes) => Buffer.from(bytes)));
    },
  };
}

/** An asset from its text, which is made and encoded block by block when it is written. */
export function lazyText(
  path: string,
  text: () => string | Iterable<AssetPiece>,
  origin: string | null,
  modified: number | null = null,
): Asset {
  return inBlocks({ path, origin, modified }, () => blocksOf(text()));
}

/** The size and hash of a finished file. */
export interface FileRecord {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** The SHA-256 of its content, in hexadecimal digits; empty if files are only counted. */
  readonly sha256: string;
  readonly modified: number | null;
  readonly origin: string | null;
}

/** Consumes the files of a site as they are made, so that they need not all be in memory. */
export interface SiteSink {
  take(asset: Asset): FileRecord;
  /** The content of a consumed file, in parts. A part is valid until the next one is requested. */
  read(path: string): Iterable<Uint8Array>;
  /** Whether it has a file from an earlier site. If missing, it has none. */
  has?(file: FileRecord): boolean;
}

/** In characters. Texts are joined up to this length before they are encoded. */
const BLOCK_CHARACTERS = 64 * 1024;

/** Encodes a text, a block at a time, always into the same memory. */
function* blocksOf(text: string | Iterable<AssetPiece>): Generator<Uint8Array> {
  const block = Buffer.allocUnsafeSlow(4 * BLOCK_CHARACTERS);
  for (const piece of joined(typeof text === 'string' ? [text] : text)) {
    if (typeof piece !== 'string') yield piece;
    else {
      for (let at = 0; at < piece.length; ) {
        const { read, written } = ENCODER.encodeInto(at === 0 ? piece : piece.slice(at), block);
        yield block.subarray(0, written);
        at += read;
      }
    }
  }
}

const ENCODER = new TextEncoder();

/** Joins successive texts. */
function* joined(pieces: Iterable<AssetPiece>): Generator<AssetPiece> {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      if (text.length < BLOCK_CHARACTERS) continue;
    }
    if (text !== '') yield text;
    text = '';
    if (typeof piece !== 'string') yield piece;
  }
  if (text !== '') yield text;
}

/** The scripts and styles of the pages, and what else pages need from outside of the catalog. */
export interface PageParts {
  /** The path of the script of every page, from the root of the site. */
  readonly script: string;
  /** The path of the style of every page. */
  readonly style: string;
  /** Dead tile servers according to `probe`, with the first day. */
  readonly deadServers?: readonly {
    readonly kind: 'mapserver' | 'overlayserver';
    readonly id: string;
    readonly deadSince: string;
  }[];
  /** The script, the style and everything that they load. */
  readonly files: readonly PublicFile[];
  /**
   * The catalog folder, from the root of its repository, without a trailing slash: `catalog` by default, if the
   * repository is unknown; empty if it is the root.
   */
  readonly catalogFolder?: string | undefined;
  /** Whether pages reload after changes of the catalog: only under `cartalog serve`. */
  readonly isLive?: boolean | undefined;
}

/** A file that is published unchanged. */
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
  /** The number of the owner's files among them; 0 by default. */
  readonly ownFiles?: number | undefined;
  /** The scripts and styles of the pages; null for a site without pages. */
  readonly page: PageParts | null;
  /** For the complete configuration of a server. */
  readonly listening?: Listening | undefined;
}

/** Where a server that serves one catalog alone listens. */
export interface Listening {
  /** A port, or an address and a port. */
  readonly listen: string;
  /** The only host names that it answers; undefined for all. */
  readonly names?: readonly string[] | undefined;
  /** The folder that it writes to, relative to the built one, with a trailing slash; by default that of the system. */
  readonly scratch?: string | undefined;
}

/** A sink that keeps every file in memory. */
export function memorySink(): { readonly sink: SiteSink; readonly assets: readonly Asset[] } {
  const assets: Asset[] = [];
  const contents = new Map<string, Uint8Array>();
  const sink: SiteSink = {
    take({ path, origin, modified = null, content }) {
      contents.set(path, content);
      assets.push({ path, origin, modified, content });
      return fileRecordOf({ path, origin, modified, content });
    },
    read: (path) => [contents.get(path) as Uint8Array],
  };
  return { sink, assets };
}

/** The list of a site's files with their sizes, which a build writes. Only listed files are ever deleted. */
export const MANIFEST = 'site-manifest.json';

/** The parent folders of a path, the nearest first. */
export function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}

/** The size and hash of a finished file. */
export function fileRecordOf({ path, content, origin, modified = null }: Asset): FileRecord {
  return { path, size: content.length, sha256: sha256Of(content), modified, origin };
}

/** The SHA-256 of bytes, in hexadecimal digits. */
export function sha256Of(content: Uint8Array): string {
  // In one call, because there are thousands of small files.
  return hash('sha256', content, 'hex');
}
