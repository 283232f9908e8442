/** Writes single files atomically: a reader, and the next run after a kill or a power cut, finds the old or the new one. */
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createFolders, flushFolder } from '../build/write/durable.ts';
import { isRunning } from '../build/write/processes.ts';
import { systemCode } from '../contract/system-errors.ts';
import { refuseLinks } from './refuse-links.ts';

/**
 * Replaces a file, keeping its permissions and its owner.
 *
 * @throws the system's error, or LinkInPathError; the file is then unchanged
 */
export function replaceFile(file: string, content: string | Uint8Array): void {
  refuseLinks(file);
  const { mode, uid, gid } = statSync(file);
  placeFile(file, content, (temporary) => {
    // Only root can change the owner, and it matters only if root formats another user's files.
    if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
    chmodSync(temporary, mode);
    renameSync(temporary, file);
  });
}

/**
 * Writes a new file, with the folders that it needs.
 *
 * @throws the system's error, or LinkInPathError: EEXIST if the file exists; it is then unchanged
 */
export function createFile(file: string, content: string | Uint8Array): void {
  refuseLinks(file);
  createFolders(dirname(file));
  placeFile(file, content, (temporary) => nameAnew(temporary, file));
  try {
    flushFolder(dirname(file));
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Writes a file, whether it exists or not. @throws as `replaceFile` */
export function writeWhole(file: string, content: string | Uint8Array): void {
  (existsSync(file) ? replaceFile : createFile)(file, content);
}

/** Writes content beside a file, under a name that begins with a dot: no catalog contains what a crash leaves. */
function placeFile(file: string, content: string | Uint8Array, place: (temporary: string) => void): void {
  const folder = dirname(file);
  removeLitter(folder, '.', '.new');
  const temporary = join(folder, `.${basename(file)}.${process.pid}.new`);
  try {
    writeFileSync(temporary, content, { flag: 'wx', flush: true });
    place(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Error codes of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'];

/** Gives a file a name that no other file has. */
function nameAnew(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(systemCode(error) ?? '')) throw error;
    if (existsSync(to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
    renameSync(from, to);
  }
}

/** Removes temporary files and folders of processes that no longer run. Their names contain the process id. */
export function removeLitter(folder: string, begin: string, end: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(begin) || !name.endsWith(end)) continue;
    const [, id] = /(?:^|\.)(\d+)$/.exec(name.slice(begin.length, name.length - end.length)) ?? [];
    if (id === undefined || (Number(id) !== process.pid && isRunning(Number(id)))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
