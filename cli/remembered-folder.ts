/** Catalog files that are needed again after somebody has changed them. */
import { hash } from 'node:crypto';
import type { CatalogEntry, CatalogFolder } from '../build/pipeline.ts';

/** A catalog folder that remembers what it has given. */
export interface RememberedFolder {
  /** The folder itself. */
  readonly folder: CatalogFolder;
  /** What the files have that have been read, or hashed. */
  readonly contents: ReadonlyMap<string, RememberedFile>;
  /** The folder as it was, with these files. */
  asItWas(): CatalogFolder;
}

/** The bytes of a file. */
interface RememberedFile {
  readonly bytes: Uint8Array;
  /** Their SHA-256, in base64. */
  readonly sha256: string;
}

/**
 * Makes a folder remember what it gives, which takes as much memory as the files have bytes.
 *
 * @param before what is remembered of the folder from an earlier time, which is taken where it is the same by its hash
 */
export function rememberedFolder(folder: CatalogFolder, before: RememberedFolder | null = null): RememberedFolder {
  let entries: readonly CatalogEntry[] = [];
  const contents = new Map<string, RememberedFile>();
  const remember = (path: string): RememberedFile => {
    const bytes = folder.read(path);
    const file = { bytes, sha256: hash('sha256', bytes, 'base64') };
    contents.set(path, file);
    return file;
  };
  return {
    contents,
    folder: {
      entries() {
        entries = [...folder.entries()];
        return entries;
      },
      size: (path) => folder.size(path),
      read: (path) => remember(path).bytes,
      sha256(path) {
        const known = before?.contents.get(path);
        if (!known || folder.sha256?.(path) !== known.sha256) return remember(path).sha256;
        contents.set(path, known);
        return known.sha256;
      },
    },
    asItWas() {
      const contentOf = (path: string): Uint8Array => {
        const file = contents.get(path);
        if (!file) throw new Error(`${path} has not been read`);
        return file.bytes;
      };
      return { entries: () => entries, size: (path) => contentOf(path).length, read: contentOf };
    },
  };
}
