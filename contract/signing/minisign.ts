/**
 * The texts of minisign (`docs/trust.md`): public keys, signatures (algorithm `Ed`) and trusted comments. Its callers
 * verify with Ed25519.
 */

/** The end of the name of a signature; the beginning is the name of the signed file. */
export const SIGNATURE_ENDING = '.minisig';

/** The maximum size of a signature in bytes. A longer one is not read to its end. */
export const SIGNATURE_BYTES = 8_192;

/** A public key. */
export interface PublicKey {
  /** The text of 56 characters. */
  readonly text: string;
  /** The key id as minisign prints it: 16 hexadecimal digits. It is a hint and no proof. */
  readonly id: string;
  /** The 32 bytes of the Ed25519 key. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A signature. Both of its signatures must be verified. */
export interface Signature {
  /** The id of the key that it says it was made with. */
  readonly keyId: string;
  /** The signature of the file, 64 bytes. */
  readonly ofFile: Uint8Array<ArrayBuffer>;
  readonly comment: string;
  /** The signature of `signedComment`, 64 bytes. */
  readonly ofComment: Uint8Array<ArrayBuffer>;
  /** The bytes that `ofComment` signs: the signature of the file, then the comment. */
  readonly signedComment: Uint8Array<ArrayBuffer>;
}

/** What a trusted comment says. Times are in seconds since 1970. */
export interface TrustedComment {
  /** When it was signed. */
  readonly timestamp: number;
  /** The name of the signed file. */
  readonly file: string;
  /** Until when it is valid; null without an end. */
  readonly validUntil: number | null;
  /** The service URL of the catalog. */
  readonly catalog: string;
}

const UNTRUSTED = 'untrusted comment: ';
const TRUSTED = 'trusted comment: ';

/** `Ed`: the signature is of the bytes of the file, not of their hash. */
const ALGORITHM = [0x45, 0x64];

/** The line with the key: a text of one line, or the line after a comment; empty if the text has another form. */
export function keyLine(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  const hasComment = lines.length === 2 && lines[0]?.startsWith(UNTRUSTED);
  return lines.length === 1 || hasComment ? (lines.at(-1) as string) : '';
}

/** Reads a public key, or a file of minisign with one: a comment, then the key. @returns null if it is neither */
export function parsePublicKey(text: string): PublicKey | null {
  const key = keyLine(text);
  const bytes = bytesOf(key, 42);
  return bytes && hasAlgorithm(bytes) ? { text: key, id: idOf(bytes), bytes: bytes.slice(10) } : null;
}

/** Writes a public key. @param id the 8 bytes of its id */
export function publicKeyText(id: Uint8Array, bytes: Uint8Array): string {
  return base64Of([...ALGORITHM, ...id, ...bytes]);
}

/** Reads a file with a signature: exactly four lines. @returns null if it is not such a file */
export function parseSignature(text: string): Signature | null {
  const [untrusted = '', first = '', trusted = '', second = '', ...rest] = text.split('\n');
  const isWhole = rest.length === 0 || (rest.length === 1 && rest[0] === '');
  if (!isWhole || !untrusted.startsWith(UNTRUSTED) || !trusted.startsWith(TRUSTED)) return null;
  // The program minisign reads neither.
  if (trusted.includes('\r') || trusted.includes('\0')) return null;
  const [signature, ofComment] = [bytesOf(first, 74), bytesOf(second, 64)];
  if (!signature || !ofComment || !hasAlgorithm(signature)) return null;
  const [ofFile, comment] = [signature.slice(10), trusted.slice(TRUSTED.length)];
  return { keyId: idOf(signature), ofFile, comment, ofComment, signedComment: commentBytes(ofFile, comment) };
}

/** The bytes that the signature of a trusted comment signs. */
export function commentBytes(ofFile: Uint8Array, comment: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...ofFile, ...new TextEncoder().encode(comment)]);
}

/** Writes a file with a signature. @param id the 8 bytes of the id of the key */
export function signatureText(
  untrusted: string,
  id: Uint8Array,
  { ofFile, comment, ofComment }: Readonly<{ ofFile: Uint8Array; comment: string; ofComment: Uint8Array }>,
): string {
  const lines = [UNTRUSTED + untrusted, base64Of([...ALGORITHM, ...id, ...ofFile]), TRUSTED + comment];
  return `${[...lines, base64Of(ofComment)].join('\n')}\n`;
}

/** Reads a trusted comment. @returns null if a part is missing, twice or malformed; other parts are allowed */
export function parseTrustedComment(comment: string): TrustedComment | null {
  const parts = comment.split('\t').map((part) => [part.split(':', 1)[0] as string, part] as const);
  const values = new Map(parts.map(([name, part]) => [name, part.slice(name.length + 1)]));
  if (values.size < parts.length) return null;
  const time = (name: string): number | null => {
    const digits = values.get(name) ?? '';
    return /^\d{1,11}$/.test(digits) ? Number(digits) : null;
  };
  const [timestamp, validUntil] = [time('timestamp'), time('valid-until')];
  const [file, catalog] = [values.get('file'), values.get('catalog')];
  if (timestamp === null || !file || !catalog || (values.has('valid-until') && validUntil === null)) return null;
  return { timestamp, file, validUntil, catalog };
}

/** Writes a trusted comment. */
export function trustedCommentText({ timestamp, file, validUntil, catalog }: TrustedComment): string {
  const end = validUntil === null ? [] : [`valid-until:${validUntil}`];
  return [`timestamp:${timestamp}`, `file:${file}`, ...end, `catalog:${catalog}`].join('\t');
}

const hasAlgorithm = (bytes: Uint8Array): boolean => ALGORITHM.every((byte, index) => bytes[index] === byte);

/** The key id after the algorithm, a number that begins with its lowest byte. */
function idOf(bytes: Uint8Array): string {
  const digits = Array.from(bytes.subarray(2, 10), (byte) => byte.toString(16).padStart(2, '0'));
  return digits.reverse().join('').toUpperCase();
}

/** Decodes base64. @returns null if it is not base64 of that many bytes */
function bytesOf(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (text.length !== Math.ceil(length / 3) * 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return bytes.length === length ? bytes : null;
}

function base64Of(bytes: Iterable<number>): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
