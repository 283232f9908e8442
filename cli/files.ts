import {
  chmodSync,
  type Dirent,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CatalogFolder, FolderEntry } from '../build/read/read.ts';
import type { SiteFiles } from '../commands/diff/built-site.ts';
import { CannotRunError } from './io.ts';

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

/**
 * The files of a site folder on disk. Links are not followed: a site folder has none, and one that came from elsewhere
 * could lead anywhere.
 *
 * @param name what the person called the folder
 * @throws CannotRunError where it cannot be read
 */
export function readSiteFolder(root: string, name: string): SiteFiles {
  const sizes = new Map<string, number>();
  try {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      sizes.set(path.slice(join(root, '/').length).replaceAll('\\', '/'), statSync(path).size);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CannotRunError(`There is no folder ${name}.`);
    if (code === 'ENOTDIR') throw new CannotRunError(`${name} is not a folder.`);
    throw new CannotRunError(`The folder ${name} cannot be read (${code}).`);
  }
  return { sizes, read: (path) => readFileSync(join(root, path)) };
}

/* MERGED:  Writing single files so that nobody ever meets half of one. */

/**
 * Replaces a file in one step, keeping its permissions.
 *
 * @throws the system's error; the file is then as it was
 */
export function replaceFile(file: string, content: string): void {
  // A name that begins with a dot is no part of a catalog, should it ever be left behind.
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.new`);
  try {
    const { mode } = statSync(file);
    writeFileSync(temporary, content, { flag: 'wx' });
    chmodSync(temporary, mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Writes a file that must not be there yet, with the folders it needs.
 *
 * @throws the system's error: EEXIST where there is such a file, which is left alone
 */
export function createFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(file, { force: true });
    throw error;
  }
}

/** Why a file could not be written, in words. @throws an error that is not the system's */
export function writeProblem(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case undefined:
      throw error;
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'EACCES':
    case 'EPERM':
      return 'there is no permission';
    case 'EROFS':
      return 'the disk is read-only';
    case 'ENOTDIR':
      return 'a file stands where a folder should be';
    default:
      return code;
  }
}
