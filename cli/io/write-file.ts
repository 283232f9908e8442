/** Writing single files so that nobody ever meets half of one. */
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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
