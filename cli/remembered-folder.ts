/** Catalog files that are needed again after somebody has changed them. */
import type { CatalogEntry, CatalogFolder } from '../build/pipeline.ts';

/** A catalog folder that remembers what it has given. */
export interface RememberedFolder {
  /** The folder itself. */
  readonly folder: CatalogFolder;
  /** The folder as it was, with the files that have been read. */
  asItWas(): CatalogFolder;
}

/** Makes a folder remember what it gives, which takes as much memory as the files have bytes. */
export function rememberedFolder(folder: CatalogFolder): RememberedFolder {
  let entries: readonly CatalogEntry[] = [];
  const contents = new Map<string, Uint8Array>();
  return {
    folder: {
      entries() {
        entries = [...folder.entries()];
        return entries;
      },
      size: (path) => folder.size(path),
      read(path) {
        const bytes = folder.read(path);
        contents.set(path, bytes);
        return bytes;
      },
    },
    asItWas() {
      const contentOf = (path: string): Uint8Array => {
        const bytes = contents.get(path);
        if (!bytes) throw new Error(`${path} has not been read`);
        return bytes;
      };
      return { entries: () => entries, size: (path) => contentOf(path).length, read: contentOf };
    },
  };
}
