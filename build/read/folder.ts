/** How the stages read a catalog folder on disk, in a commit or in memory. */

export type FoundPath =
  | { readonly path: string; readonly type: 'file' | 'link' | 'other' }
  | { readonly path: string; readonly type: 'unreadable'; readonly error: unknown };

/** Paths are relative to the folder, with `/`. */
export interface CatalogFolder {
  /** Every file, and every folder that cannot be listed, in any order. Links are not followed. */
  entries(): Iterable<FoundPath>;
  /** In bytes. */
  size(path: string): number;
  /** Differs after every change of a file; null if a change could go unnoticed. Without it, files must be read. */
  state?(path: string): string | null;
  read(path: string): Uint8Array;
}

/** Lists nothing, and has the same bytes at every path: for a file that is not on disk. */
export function oneFileFolder(bytes: Uint8Array): CatalogFolder {
  return { entries: () => [], size: () => bytes.length, read: () => bytes };
}

/** @param what for example `Checking` @param total null if unknown @param path the next file */
export type OnProgress = (what: string, done: number, total: number | null, path: string) => void;
