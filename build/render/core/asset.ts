import { MEBIBYTE } from '../../../contract/base/limits.ts';
import { sha256Of } from '../../../contract/base/sha256.ts';
import type { Role } from '../../../contract/interface/v1-routes.ts';

export interface Asset {
  readonly role: Role;
  /** From the root of the site, without the first `/`. */
  readonly path: string;
  /** Text is UTF-8. */
  readonly content: Uint8Array;
  /** The catalog file that most of it is from, for diagnostics; null for the site's own files. */
  readonly origin: string | null;
  /** In seconds since 1970, for hosts that publish times of files; null or missing if unknown. */
  readonly modified?: number | null;
}

/** Bytes are UTF-8. A long text comes in pieces: V8 needs many times the memory to join them. */
export type Text = string | Uint8Array | Iterable<string>;

export function textAsset(
  role: Role,
  path: string,
  text: Text,
  origin: string | null = null,
  modified: number | null = null,
): Asset {
  return { role, path, content: textBytes(text), origin, modified };
}

/** `path` is an address, with the first slash. */
export function interfaceAsset(
  { role, path }: Pick<Asset, 'role' | 'path'>,
  text: Text,
  modified: number | null = null,
  origin: string | null = null,
): Asset {
  return textAsset(role, path.slice(1), text, origin, modified);
}

export function textBytes(text: Text): Uint8Array {
  if (text instanceof Uint8Array) return text;
  if (typeof text === 'string') return Buffer.from(text);
  const bytes = new GrowingBytes();
  for (const piece of text) bytes.add(piece);
  return bytes.from(0);
}

/**
 * It leaves nothing behind: the C library keeps freed buffers of less than 32 MiB, but buffers that could grow are not
 * in its memory.
 */
export function bufferOptions(length: number): { maxByteLength: number } | undefined {
  return length < MEBIBYTE ? undefined : { maxByteLength: length };
}

export class GrowingBytes {
  /** V8 finds the length of a growing buffer slowly. */
  #size = 64 * 1024;
  #bytes = Buffer.allocUnsafe(this.#size);
  length = 0;

  add(piece: string | Uint8Array): void {
    // A UTF-16 unit has at most three bytes.
    const needed = this.length + (typeof piece === 'string' ? 3 : 1) * piece.length;
    if (needed > this.#size) {
      const size = 2 * needed;
      const options = bufferOptions(size);
      const larger = options ? Buffer.from(new ArrayBuffer(size, options), 0, size) : Buffer.allocUnsafe(size);
      this.#bytes.copy(larger, 0, 0, this.length);
      this.#bytes = larger;
      this.#size = size;
    }
    if (typeof piece === 'string') this.length += this.#bytes.write(piece, this.length);
    else {
      this.#bytes.set(piece, this.length);
      this.length += piece.length;
    }
  }

  from(start: number): Buffer {
    return this.#bytes.subarray(start, this.length);
  }
}

export interface FileRecord {
  readonly role: Role;
  readonly path: string;
  readonly size: number;
  /** Hexadecimal; empty if files are only counted. */
  readonly sha256: string;
  readonly modified: number | null;
  readonly origin: string | null;
}

/** Takes files as they are made: not all need be in memory. */
export interface SiteSink {
  take(asset: Asset): FileRecord;
  /** Whether the sink has the file of an earlier site; missing if there is no such site. */
  has?(file: FileRecord): boolean;
  keep?(file: FileRecord): void;
  /** From the site that this one replaces, if any; null if the file is new. */
  old?(path: string): Uint8Array | null;
}

export function memorySiteSink(): { readonly sink: SiteSink; readonly assets: readonly Asset[] } {
  const assets: Asset[] = [];
  const sink: SiteSink = {
    take(asset) {
      assets.push({ ...asset, modified: asset.modified ?? null });
      return fileRecordOf(asset);
    },
  };
  return { sink, assets };
}

export function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}

export function fileRecordOf({ role, path, content, origin, modified = null }: Asset): FileRecord {
  return { role, path, size: content.length, sha256: sha256Of(content), modified, origin };
}
