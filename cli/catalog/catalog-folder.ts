import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import fastGlob, { type Entry as FoundEntry } from 'fast-glob';
import type { CatalogFolder, FoundPath } from '../../build/read/folder.ts';
import { folderError, type Io } from '../terminal/io.ts';

/**
 * @param name relative to the working folder
 * @param advice what to do if it does not exist
 * @throws CannotRunError if it does not exist
 */
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

/** A file can be written twice within the resolution of its times, which is 2 seconds on some disks. */
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

/** Every path. The usual pattern, two asterisks, leaves out names with line breaks. */
const EVERYTHING = '**/+([\\s\\S])';

/** What is below a folder. Names that begin with a dot are not part of a catalog, and may be large (.git). */
function entriesBelow(root: string): FoundPath[] {
  const unreadable: FoundPath[] = [];
  const found = fastGlob.globSync(EVERYTHING, {
    cwd: root,
    dot: true,
    onlyFiles: false,
    objectMode: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    fs: {
      // The library calls only the overload that returns entries.
      readdirSync: ((folder: string) => {
        try {
          return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
        } catch (error) {
          unreadable.push({ path: relative(root, folder).replaceAll(sep, '/'), type: 'unreadable', error });
          throw error;
        }
      }) as unknown as typeof readdirSync,
    },
  });
  const files = found.filter(({ dirent }) => !dirent.isDirectory());
  return [...files.map(({ path, dirent }) => ({ path, type: typeOf(dirent) }) as const), ...unreadable];
}

const typeOf = (entry: FoundEntry['dirent']) => (entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other');
