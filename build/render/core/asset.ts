/** The files of a site. */
import { sha256Of } from '../../../contract/base/sha256.ts';
import type { Role } from '../../../contract/interface/v1-routes.ts';

/** One file of the published site. */
export interface Asset {
  readonly role: Role;
  /** Relative to the site, with `/` and without a leading one. */
  readonly path: string;
  /** Text is in UTF-8. */
  readonly content: Uint8Array;
  /** The catalog file that most of it comes from, for diagnostics; null for files of the site itself. */
  readonly origin: string | null;
  /** When it last changed, in seconds since 1970, for hosts that publish times of files; null or missing if unknown. */
  readonly modified?: number | null;
}

/** Makes an asset from its text, whole or in pieces: V8 needs many times the memory to join long texts. */
export function textAsset(
  role: Role,
  path: string,
  text: string | Iterable<string>,
  origin: string | null = null,
  modified: number | null = null,
): Asset {
  return { role, path, content: typeof text === 'string' ? Buffer.from(text) : encoded(text), origin, modified };
}

/** Makes assets from files whose content is text. */
export function* textAssets(
  role: Role,
  files: Iterable<{ readonly path: string; readonly content: string }>,
  origin: string | null = null,
): Generator<Asset> {
  for (const { path, content } of files) yield textAsset(role, path, content, origin);
}

function encoded(pieces: Iterable<string>): Uint8Array {
  let bytes = Buffer.allocUnsafe(64 * 1024);
  let length = 0;
  for (const piece of pieces) {
    // No UTF-16 unit becomes more than three bytes.
    const needed = length + 3 * piece.length;
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafe(2 * needed);
      bytes.copy(larger, 0, 0, length);
      bytes = larger;
    }
    length += bytes.write(piece, length);
  }
  return bytes.subarray(0, length);
}

/** The size and hash of a finished file. */
export interface FileRecord {
  readonly role: Role;
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
  /** The content of a consumed file. */
  read(path: string): Uint8Array;
  /** Whether it has a file from an earlier site. If missing, it has none. */
  has?(file: FileRecord): boolean;
  /** The content of a file of the site that this one replaces; null if there is none. If missing, none is replaced. */
  old?(path: string): Uint8Array | null;
}

/** A sink that keeps every file in memory. */
export function memorySink(): { readonly sink: SiteSink; readonly assets: readonly Asset[] } {
  const assets: Asset[] = [];
  const contents = new Map<string, Uint8Array>();
  const sink: SiteSink = {
    take(asset) {
      contents.set(asset.path, asset.content);
      assets.push({ ...asset, modified: asset.modified ?? null });
      return fileRecordOf(asset);
    },
    read: (path) => contents.get(path) as Uint8Array,
  };
  return { sink, assets };
}

/** The parent folders of a path, the nearest first. */
export function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}

/** The size and hash of a finished file. */
export function fileRecordOf({ role, path, content, origin, modified = null }: Asset): FileRecord {
  return { role, path, size: content.length, sha256: sha256Of(content), modified, origin };
}
