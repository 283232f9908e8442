/** Describes errors of the operating system, of connections and of TLS: the only place that knows what their codes mean. */

/** What an error code means. */
interface Meaning {
  /** In a few words, without paths. */
  readonly text: string;
  /** Whether a request that failed with it fails again, however often one tries. */
  readonly isLasting?: true;
}

const MEANINGS: Readonly<Record<string, Meaning>> = {
  EACCES: { text: 'permission denied' },
  EADDRNOTAVAIL: { text: 'the network is not reachable' },
  EAI_AGAIN: { text: 'its name cannot be resolved now' },
  EBUSY: { text: 'it is in use, or something is mounted there' },
  ECONNREFUSED: { text: 'the connection was refused' },
  ECONNRESET: { text: 'the connection was closed' },
  EDQUOT: { text: 'the disk is full' },
  EEXIST: { text: 'it already exists' },
  EFBIG: { text: 'the system does not let files grow that large' },
  EHOSTUNREACH: { text: 'the host is not reachable' },
  EIO: { text: 'the disk reports an error' },
  EISDIR: { text: 'it is a folder' },
  EMFILE: { text: 'too many files are open' },
  ENETUNREACH: { text: 'the network is not reachable' },
  ENOENT: { text: 'it does not exist' },
  ENOSPC: { text: 'the disk is full' },
  ENOTFOUND: { text: 'its name is not known', isLasting: true },
  ENOTDIR: { text: 'part of its path is a file, not a folder' },
  EPERM: { text: 'permission denied' },
  EPIPE: { text: 'the connection was closed' },
  EPROTO: { text: 'the TLS connection failed', isLasting: true },
  EROFS: { text: 'the disk is read-only' },
  ETIMEDOUT: { text: 'the connection took too long' },
  EXDEV: { text: 'it cannot be moved to another file system' },
  HPE_HEADER_OVERFLOW: { text: 'the headers of the answer are too long', isLasting: true },
};

/** What families of codes mean, of OpenSSL and of Node. */
const FAMILIES: readonly (readonly [RegExp, (code: string) => Meaning])[] = [
  [
    /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_|ERR_TLS_CERT_)/,
    (code) => ({ text: `its certificate is not accepted (${code})`, isLasting: true }),
  ],
  [/^ERR_SSL_/, () => ({ text: 'the TLS connection failed', isLasting: true })],
  [/^HPE_/, () => ({ text: 'it does not answer with HTTP', isLasting: true })],
];

/** The code of an operating system error, such as `ENOSPC`; null for any other error, also one with a code of ours. */
export function systemCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z]/.test(code) ? code : null;
}

/** A symbolic link in a path that must have none. The message names it. */
export class LinkInPathError extends Error {
  readonly code = 'ELOOP';
}

/**
 * Describes a system's error in a few words, without paths: `the disk is full`.
 *
 * @param doing `creating` if the parent folder exists, so that a missing one means something else
 * @throws any other error itself
 */
export function describeSystemError(error: unknown, doing?: 'creating'): string {
  if (error instanceof LinkInPathError) return error.message;
  if (doing === 'creating' && systemCode(error) === 'ENOENT') return 'no folder can be created there';
  return meaningOf(error).text;
}

/** Whether a request that failed with a system's error always fails. @throws any other error itself */
export function isLastingError(error: unknown): boolean {
  return meaningOf(error).isLasting === true;
}

function meaningOf(error: unknown): Meaning {
  const code = systemCode(error);
  if (code === null) throw error;
  const [, ofFamily] = FAMILIES.find(([pattern]) => pattern.test(code)) ?? [];
  return MEANINGS[code] ?? ofFamily?.(code) ?? { text: code };
}
