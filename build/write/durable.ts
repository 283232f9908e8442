/**
 * The steps of which safe writing consists: flushing, creating folders, second names, rights. Without flushing, systems
 * report success while files are still in memory; after a power cut, files can exist but be empty.
 */
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { systemCode } from '../../contract/base/system-errors.ts';

/** Error codes of systems that cannot flush a folder (Windows), or a file on this file system. */
const CANNOT_FLUSH = ['EBADF', 'EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'];

/**
 * Flushes everything below a folder, and the folder.
 *
 * Linux can flush a whole file system in one call, which Node lacks; the program `sync` makes it. For 4,768 small files
 * that took 0.08 s; flushing each one took 1.3 s.
 *
 * @throws the system's error if the disk is full or broken
 */
export function flushTree(folder: string): void {
  if (process.platform === 'linux') {
    // Loading it takes 3 ms, and few commands start a program.
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const { status } = spawnSync('sync', ['-f', folder], { stdio: 'ignore' });
    if (status === 0) return;
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Windows flushes only files that are open for writing.
    if (entry.isFile()) flush(path, 'r+');
    else if (entry.isDirectory()) flushFolder(path);
  }
  flushFolder(folder);
}

/** Flushes the names in a folder. @throws the system's error if the disk is full or broken */
export function flushFolder(folder: string): void {
  flush(folder, 'r');
}

function flush(path: string, flags: 'r' | 'r+'): void {
  try {
    const file = openSync(path, flags);
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!CANNOT_FLUSH.includes(systemCode(error) ?? '')) throw error;
  }
}

/**
 * Creates a folder and its missing parents, level by level: if the system cannot create folders, such as in /proc, a
 * recursive `mkdir` of Node never ends.
 *
 * @param isFlushed whether to flush their names
 * @throws the system's error
 */
export function createFolders(path: string, isFlushed = false): void {
  if (existsSync(path)) return;
  createFolders(dirname(path), isFlushed);
  try {
    mkdirSync(path);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    // Another program may have created it; for a broken link, the system fails here.
    statSync(path);
  }
  if (isFlushed) flushFolder(dirname(path));
}

/** Errors of file systems that do not support or permit hard links. */
const CANNOT_LINK = ['EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EXDEV'];

/**
 * Gives a file a second name.
 *
 * @returns false if the file system does not support or permit hard links
 * @throws the system's error: EEXIST if the name exists
 */
export function linkFile(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if (!CANNOT_LINK.includes(systemCode(error) ?? '')) throw error;
    return false;
  }
}

/** Gives a file or folder the owner and the permissions of another. */
export function copyFileRights(from: string, to: string): void {
  const { mode, uid, gid } = statSync(from);
  // Only root can change the owner, and it matters only if root writes another user's files.
  if (process.getuid?.() === 0) chownSync(to, uid, gid);
  chmodSync(to, mode);
}
