/** Describes operating system errors. */

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'the network is not reachable',
  EAI_AGAIN: 'its name cannot be resolved now',
  EBUSY: 'it is in use, or something is mounted there',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EDQUOT: 'the disk is full',
  EEXIST: 'it already exists',
  EFBIG: 'the system does not let files grow that large',
  EHOSTUNREACH: 'the host is not reachable',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENETUNREACH: 'the network is not reachable',
  ENOENT: 'it does not exist',
  ENOSPC: 'the disk is full',
  ENOTFOUND: 'its name is not known',
  ENOTDIR: 'part of its path is a file, not a folder',
  EPERM: 'permission denied',
  EPIPE: 'the connection was closed',
  EROFS: 'the disk is read-only',
  ETIMEDOUT: 'the connection took too long',
  EXDEV: 'it cannot be moved to another file system',
};

/** The code of an operating system error, such as `ENOSPC`; null for any other error, also one with a code of ours. */
export function systemCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z]/.test(code) ? code : null;
}

/** A symbolic link in a path that must have none. The message names it. */
export class LinkInPathError extends Error {
  readonly code = 'ELOOP';
}

/** Describes a system's error in a few words, without paths: `the disk is full`. @throws any other error itself */
export function describeSystemError(error: unknown): string {
  const code = systemCode(error);
  if (code === null) throw error;
  if (error instanceof LinkInPathError) return error.message;
  return DESCRIPTIONS[code] ?? code;
}
