/** Where the repository of a folder is, and what in it would make git wait forever. */
import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nearestWith } from './files.ts';

/** Files that git reads in each folder. */
const SETTINGS_OF_FOLDERS = ['.gitignore', '.gitattributes'];

/** Git recognizes a repository by these files; a bare one has only the second. */
const OF_REPOSITORIES = ['.git', 'HEAD'];

/** The root of the repository that a folder is in; null if it is in none. */
export function repositoryAbove(folder: string): string | null {
  return nearestWith(folder, OF_REPOSITORIES);
}

/**
 * Refuses pipes in the place of files that git reads in a folder, in those below and above it: git would wait forever.
 *
 * @throws Error that names a pipe
 */
export function refusePipes(folder: string): void {
  const root = repositoryAbove(folder) ?? folder;
  const pipe = pipeBelow(folder) ?? pipeAbove(folder, root);
  if (pipe === null) return;
  const path = relative(root, pipe).replaceAll('\\', '/');
  throw new Error(`${path} is a pipe, which git would wait for forever; delete it`);
}

function pipeBelow(folder: string): string | null {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // Git skips it, too.
    return null;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFIFO() && SETTINGS_OF_FOLDERS.includes(entry.name)) return path;
    const found = entry.isDirectory() && entry.name !== '.git' ? pipeBelow(path) : null;
    if (found !== null) return found;
  }
  return null;
}

function pipeAbove(folder: string, root: string): string | null {
  if (folder === root) return null;
  const parent = dirname(folder);
  const paths = SETTINGS_OF_FOLDERS.map((name) => join(parent, name));
  return paths.find((path) => lstatSync(path, { throwIfNoEntry: false })?.isFIFO()) ?? pipeAbove(parent, root);
}

/**
 * The path of a folder from the root of its repository: the nearest folder with a `.git`, which is a file in a linked
 * work tree. Undefined outside of a repository.
 */
export function folderInRepository(folder: string): string | undefined {
  const path = realPath(folder);
  const root = nearestWith(path, ['.git']);
  return root === null ? undefined : relative(root, path).replaceAll('\\', '/');
}

/** A path with links resolved, in the case that the system uses; unchanged if it does not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** The folder of files that belong to a catalog but are not in its folder. */
export function ownPaths(catalog: string): { readonly publicFolder: string; readonly headersFile: string } {
  const beside = dirname(catalog);
  return { publicFolder: join(beside, 'public'), headersFile: join(beside, '_headers') };
}
