/** Without flushing, systems report success while files are in memory: after a power cut, they may be empty. */
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../../contract/base/system-errors.ts';

/** Windows cannot flush a folder, some file systems no file. */
const CANNOT_FLUSH = ['EBADF', 'EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'];

/** Flushes the names of its files. @throws the system's error if the disk is full or broken */
export function flushFolder(folder: string): void {
  flushPath(folder, 'r');
}

export function flushPath(path: string, flags: 'r' | 'r+'): void {
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
 * One level after the other: where the system cannot create folders, as in /proc, a recursive `mkdir` never ends.
 * @param isFlushed flushes the names of new folders
 * @throws the system's error
 */
export function createFolders(path: string, isFlushed = false): void {
  if (existsSync(path)) return;
  createFolders(dirname(path), isFlushed);
  try {
    mkdirSync(path);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    // Another program may have created it; for a broken link, this fails.
    statSync(path);
  }
  if (isFlushed) flushFolder(dirname(path));
}

/** Not all file systems support or permit hard links. */
const CANNOT_LINK = ['EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EXDEV'];

/** @returns false without hard links @throws the system's error: EEXIST if the name exists */
export function linkFile(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if (!CANNOT_LINK.includes(systemCode(error) ?? '')) throw error;
    return false;
  }
}

export function copyFileRights(from: string, to: string): void {
  const { mode, uid, gid } = statSync(from);
  // Only root can change the owner, which differs only for another user's files.
  if (process.getuid?.() === 0) chownSync(to, uid, gid);
  chmodSync(to, mode);
}

/** Also finds processes of other users, which /proc may hide. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
