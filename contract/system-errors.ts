/** What the errors of an operating system mean, in words: the one table for everything that reads or writes. */

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use, or something is mounted there',
  EDQUOT: 'the disk is full',
  EEXIST: 'it exists already',
  EFBIG: 'the system does not let files grow that large',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENOENT: 'it is no longer there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in the place of a folder',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EXDEV: 'something is mounted there',
};

/** The code of a system's error, such as `ENOSPC`; null for any other error. */
export function systemCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/**
 * A system's error in a few words, without the path of the machine: `the disk is full`.
 *
 * @throws the error itself where it is not the system's
 */
export function systemErrorInWords(error: unknown): string {
  const code = systemCode(error);
  if (code === null) throw error;
  return WORDS[code] ?? code;
}
