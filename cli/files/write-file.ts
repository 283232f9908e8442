/** Atomic: a reader, or a run after a power cut, finds the old or the new file. */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copyFileRights, createFolders, flushFolder, isProcessRunning, linkFile } from '../../build/write/durable.ts';
import { refuseLinks } from './refuse-links.ts';

/** Keeps permissions and owner. @throws the system's error, or LinkInPathError; the file is then unchanged */
export function replaceFile(file: string, content: string | Uint8Array): void {
  refuseLinks(file);
  placeFile(file, content, (temporary) => {
    copyFileRights(file, temporary);
    renameSync(temporary, file);
  });
}

/**
 * Also creates its folders.
 *
 * @throws LinkInPathError, or the system's error: EEXIST if the file exists, which is then unchanged
 */
export function createFile(file: string, content: string | Uint8Array): void {
  refuseLinks(file);
  createFolders(dirname(file));
  placeFile(file, content, (temporary) => {
    if (linkFile(temporary, file)) return;
    if (existsSync(file)) throw Object.assign(new Error(`${file} exists`), { code: 'EEXIST' });
    renameSync(temporary, file);
  });
  try {
    flushFolder(dirname(file));
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

export function writeWhole(file: string, content: string | Uint8Array): void {
  (existsSync(file) ? replaceFile : createFile)(file, content);
}

/** A crash may leave the temporary file: catalogs leave out names that begin with a dot. */
function placeFile(file: string, content: string | Uint8Array, place: (temporary: string) => void): void {
  const folder = dirname(file);
  removeLitter(folder);
  const temporary = join(folder, `.${basename(file)}.${process.pid}.new`);
  try {
    writeFileSync(temporary, content, { flag: 'wx', flush: true });
    place(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Folders already cleaned: an import writes thousands of files into one. */
const WITHOUT_LITTER = new Set<string>();

/** Names of litter contain a process id. */
function removeLitter(folder: string): void {
  if (WITHOUT_LITTER.has(folder)) return;
  WITHOUT_LITTER.add(folder);
  for (const name of readdirSync(folder)) {
    const [, id] = /^\..*\.(\d+)\.new$/.exec(name) ?? [];
    if (id !== undefined && (Number(id) === process.pid || !isProcessRunning(Number(id))))
      rmSync(join(folder, name), { force: true });
  }
}
