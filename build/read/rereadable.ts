import { hash } from 'node:crypto';
import type { CatalogFolder } from './folder.ts';

export class ChangedFileError extends Error {
  constructor(path: string) {
    super(`${path} has changed since it was read`);
  }
}

export interface RereadableFolder extends CatalogFolder {
  /** SHA-256 of a file that has been read, in base64; null for any other. */
  digest(path: string): string | null;
}

/**
 * Findings are printed with lines of the text in which they were found. Keeping all texts would take as much memory as
 * the catalog, so files are read again; `read` throws ChangedFileError for a file that has changed meanwhile.
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
