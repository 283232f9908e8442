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
   * left out, if that is not known.
   */
  readonly modified?: number | null;
  /** The same content in parts, if it may be long. A part is valid until the next one is asked for. */
  readonly blocks?: () => Iterable<Uint8Array>;
  /** Its size in bytes, if that is known without the content. */
  readonly size?: number;
  /** Differs whenever the content does, if that is known without the content. */
  readonly fingerprint?: string;
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
  return typeof text === 'string' ? Buffer.from(text) : Buffer.concat([...blocksOf(text)]);
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

/** An asset from its text, which is made and encoded a block at a time when it is written. */
export function laterText(
  path: string,
  text: () => string | Iterable<AssetPiece>,
  origin: string | null,
  modified: number | null = null,
): Asset {
  return inBlocks({ path, origin, modified }, () => blocksOf(text()));
}

/** What is known of a file of the site that has been made. */
export interface FileRecord {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Of its content, in hexadecimal digits; empty if files are only counted. */
  readonly sha256: string;
  readonly modified: number | null;
  readonly origin: string | null;
}

/** Takes the files of a site as they are made, so that no caller has to keep all of them in memory. */
export interface SiteSink {
  take(asset: Asset): FileRecord;
  /** The content of a file that it has taken, in parts. A part is valid until the next one is asked for. */
  read(path: string): Iterable<Uint8Array>;
  /** Whether it has a file from an earlier site. If left out, it has none. */
  has?(file: FileRecord): boolean;
}

/** Texts are joined before they are encoded, up to this many characters. */
const BLOCK_CHARACTERS = 64 * 1024;

/** Encodes a text, a block at a time. */
function* blocksOf(text: string | Iterable<AssetPiece>): Generator<Uint8Array> {
  let joined = '';
  for (const piece of typeof text === 'string' ? [text] : text) {
    if (typeof piece === 'string') {
      joined += piece;
      if (joined.length < BLOCK_CHARACTERS) continue;
    }
    if (joined !== '') yield Buffer.from(joined);
    joined = '';
    if (typeof piece !== 'string') yield piece;
  }
  if (joined !== '') yield Buffer.from(joined);
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
   * The folder of the catalog, from the root of its repository, without a slash at its end: `catalog` if it is left
   * out, because nothing is known of a repository; empty if it is the root.
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
  /** How many of them the owner of the catalog keeps beside it; none if left out. */
  readonly ownFiles?: number | undefined;
  /** What the pages load; null for a site without pages. */
  readonly page: PageParts | null;
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

/** The file in which a build lists the files of a site with their sizes. Only what it lists is ever deleted. */
export const MANIFEST = 'site-manifest.json';

/** The paths of the folders that a path is in, from the nearest up. */
export function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
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
