/** A catalog folder as the stages see it: on disk, in a commit or in memory. */
import { hash } from 'node:crypto';

/** The listing of a catalog folder. */
export type FoundPath =
  | { readonly path: string; readonly type: 'file' | 'link' | 'other' }
  /** A folder that cannot be listed, and the system's error. */
  | { readonly path: string; readonly type: 'unreadable'; readonly error: unknown };

/** Access to a catalog folder, on disk, in a commit or in memory. Paths are relative to it, with `/`. */
export interface CatalogFolder {
  /** Every file below it, and every folder that cannot be listed, in any order. Links are not followed. */
  entries(): Iterable<FoundPath>;
  /** The size of a file in bytes. */
  size(path: string): number;
  read(path: string): Uint8Array;
}

/** A folder in which every path is a file with the same bytes: for running stages on a file that is not on disk. */
export function oneFileFolder(bytes: Uint8Array): CatalogFolder {
  return { entries: () => [], size: () => bytes.length, read: () => bytes };
}

/** A file has changed since it was first read. The message is one line with its path. */
export class ChangedFileError extends Error {
  constructor(path: string) {
    super(`${path} has changed since it was read`);
  }
}

/** A folder that remembers what it has returned. */
export interface RereadableFolder extends CatalogFolder {
  /** The SHA-256 of a file that has been read, in base64; null for any other. */
  digest(path: string): string | null;
}

/**
 * A folder that returns a file again only if it has not changed: findings are reported on the text in which they were
 * found. Keeping the text itself would take as much memory as the catalog.
 *
 * Its `read` throws ChangedFileError for a file that has changed.
 */
export function rereadableFolder(folder: CatalogFolder): RereadableFolder {
  const digests = new Map<string, string>();
  const read = (path: string): Uint8Array => {
    const bytes = folder.read(path);
    const digest = hash('sha256', bytes, 'base64');
    if ((digests.get(path) ?? digest) !== digest) throw new ChangedFileError(path);
    digests.set(path, digest);
    return bytes;
  };
  return {
    entries: () => folder.entries(),
    size: (path) => folder.size(path),
    read,
    digest: (path) => digests.get(path) ?? null,
  };
}

/**
 * Called before each file, to show progress.
 *
 * @param what the work, for example `Checking`
 * @param done the number of finished files
 * @param total the number of all files; null if it is not known yet
 * @param path the next file
 */
export type OnProgress = (what: string, done: number, total: number | null, path: string) => void;
