import { hash } from 'node:crypto';
import type { CatalogFolder } from './folder.ts';

export class ChangedFileError extends Error {
  constructor(path: string) {
    super(`${path} has changed since it was read`);
  }
}

export interface RereadableFolder extends CatalogFolder {
  /** SHA-256 in base64; null if the file was not read. */
  digest(path: string): string | null;
  /** True if the file is as it was when it was read; its digest is then known. */
  isUnchanged(path: string): boolean;
}

export type ReadBefore = Map<string, { readonly state: string; readonly digest: string }>;

/**
 * Findings are printed with lines of their text. Keeping all texts would take too much memory, so files are read again;
 * `read` throws ChangedFileError for a changed file.
 * @param before is updated
 */
export function rereadableFolder(folder: CatalogFolder, before?: ReadBefore): RereadableFolder {
  const digests = new Map<string, string>();
  const read = (path: string): Uint8Array => {
    const state = before && folder.state?.(path);
    const bytes = folder.read(path);
    const digest = hash('sha256', bytes, 'base64');
    if ((digests.get(path) ?? digest) !== digest) throw new ChangedFileError(path);
    digests.set(path, digest);
    if (state) before.set(path, { state, digest });
    return bytes;
  };
  return {
    entries: () => folder.entries(),
    size: (path) => folder.size(path),
    read,
    digest: (path) => digests.get(path) ?? null,
    isUnchanged(path) {
      const known = before?.get(path);
      const isSame = known !== undefined && folder.state?.(path) === known.state;
      if (isSame) digests.set(path, known.digest);
      return isSame;
    },
  };
}
