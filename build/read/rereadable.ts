import { hash } from 'node:crypto';
import type { CatalogFolder } from './folder.ts';

/** The message is one line with its path. */
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
 * Findings are reported on the text in which they were found. Keeping the text itself would take as much memory as the
 * catalog. The folder's `read` throws ChangedFileError for a file that has changed.
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
