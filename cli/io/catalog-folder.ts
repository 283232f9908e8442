import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogFolder, FolderEntry } from '../../build/read/read.ts';

/** A catalog folder on disk. @throws the system's error where there is no such folder */
export function openCatalogFolder(path: string): CatalogFolder {
  const root = realpathSync(path);
  return {
    list: (folder) =>
      readdirSync(join(root, folder), { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        type: typeOf(entry),
      })),
    size: (file) => statSync(join(root, file)).size,
    read: (file) => readFileSync(join(root, file)),
  };
}

function typeOf(entry: Dirent): FolderEntry['type'] {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}
