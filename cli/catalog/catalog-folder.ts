import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CatalogFolder, FoundPath } from '../../build/read/folder.ts';
import { folderError, type Io } from '../terminal/io.ts';

/** @param name relative to the working folder @throws CannotRunError if it does not exist */
export function openCatalogFolder(
  { cwd }: Pick<Io, 'cwd'>,
  name: string,
  advice = '; name the catalog with --catalog DIR',
): CatalogFolder {
  try {
    return catalogFolderAt(resolve(cwd, name));
  } catch (error) {
    throw folderError(error, name, `The catalog folder ${name}`, advice);
  }
}

/** @throws the system's error if it does not exist, or cannot be listed */
export function catalogFolderAt(path: string): CatalogFolder {
  const root = realpathSync(path);
  readdirSync(root);
  return {
    entries: () => entriesBelow(root),
    size: (file) => statSync(`${root}/${file}`).size,
    state: (file) => fileState(`${root}/${file}`),
    read: (file) => readFileSync(`${root}/${file}`),
  };
}

/** Some disks store times in steps of 2 seconds: a file that is written twice in a step keeps its time. */
const SETTLED_MS = 2_000;

function fileState(path: string): string | null {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > SETTLED_MS;
    return isSettled ? `${ino} ${size} ${mtimeMs} ${ctimeMs}` : null;
  } catch {
    return null;
  }
}

/** Leaves out names that begin with a dot, which may be large (.git). */
function* entriesBelow(root: string): Generator<FoundPath> {
  const folders = [''];
  for (const folder of folders) {
    try {
      for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
        const path = folder + entry.name;
        if (entry.name.startsWith('.')) continue;
        if (entry.isDirectory()) folders.push(`${path}/`);
        else yield { path, type: typeOf(entry) };
      }
    } catch (error) {
      yield { path: folder.slice(0, -1), type: 'unreadable', error };
    }
  }
}

const typeOf = (entry: Dirent) => (entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other');
