/** Errors of the operating system, connections and TLS. */

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
  ENOTDIR: 'part of its path is a file, not a folder',
  EPERM: 'permission denied',
  EPIPE: 'the connection was closed',
  EROFS: 'the disk is read-only',
  ETIMEDOUT: 'the connection took too long',
  EXDEV: 'it cannot be moved to another file system',
};

/** Requests with these errors always fail again; `$&` is the code. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_|ERR_TLS_CERT_).*/,
    'its certificate is not accepted ($&)',
  ],
  [/^(?:EPROTO$|ERR_SSL_.*)/, 'the TLS connection failed'],
  [/^HPE_HEADER_OVERFLOW$/, 'the headers of the answer are too long'],
  [/^HPE_.*/, 'it does not answer with HTTP'],
  [/^(?:Z_|ERR__ERROR_FORMAT).*/, 'the answer cannot be decompressed'],
  [/^ENOTFOUND$/, 'its name is not known'],
];

const UNKNOWN_AUTHORITY =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY|GET_ISSUER)_.*)$/;

export function connectionHintOf(error: unknown): string {
  return UNKNOWN_AUTHORITY.test(systemCode(error) ?? '')
    ? '; to trust its authority, set NODE_EXTRA_CA_CERTS=FILE, a file with the certificate in PEM'
    : '';
}

/** Such as `ENOSPC`; null for errors that are not the system's, even with a code. */
export function systemCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z]/.test(code) ? code : null;
}

/** The message names the link. */
export class LinkInPathError extends Error {
  readonly code = 'ELOOP';
}

/**
 * A few words, without paths: `the disk is full`.
 * @param doing `creating` if the parent folder exists, so that a missing one means something else
 * @throws any error that is not the system's
 */
export function describeSystemError(error: unknown, doing?: 'creating'): string {
  if (error instanceof LinkInPathError) return error.message;
  if (doing === 'creating' && systemCode(error) === 'ENOENT') return 'no folder can be created there';
  const code = codeOf(error);
  const family = familyOf(code);
  return DESCRIPTIONS[code] ?? (family ? code.replace(family[0], family[1]) : code);
}

export function requestFailure(error: unknown): string {
  if (systemCode(error) !== null) return describeSystemError(error) + connectionHintOf(error);
  return error instanceof Error ? error.message : String(error);
}

/** @throws any error that is not the system's */
export const isLastingError = (error: unknown): boolean => familyOf(codeOf(error)) !== undefined;

function codeOf(error: unknown): string {
  const code = systemCode(error);
  if (code === null) throw error;
  return code;
}

const familyOf = (code: string): readonly [RegExp, string] | undefined =>
  FAMILIES.find(([pattern]) => pattern.test(code));
