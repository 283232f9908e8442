/** Keys and signatures of minisign (`docs/trust.md`), algorithm `Ed`. Callers verify with Ed25519. */

export const SIGNATURE_ENDING = '.minisig';

/** The most bytes of a signature. */
export const SIGNATURE_BYTES = 8_192;

export interface PublicKey {
  /** 56 characters. */
  readonly text: string;
  /** 16 hexadecimal digits, as in minisign. A hint, not a proof. */
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Both signatures must be verified. */
interface Signature {
  readonly keyId: string;
  readonly ofFile: Uint8Array<ArrayBuffer>;
  readonly comment: string;
  readonly ofComment: Uint8Array<ArrayBuffer>;
  /** The signature of the file, then the comment. */
  readonly signedComment: Uint8Array<ArrayBuffer>;
}

/** Times are in seconds since 1970. */
export interface TrustedComment {
  readonly timestamp: number;
  readonly file: string;
  readonly validUntil: number | null;
  readonly catalog: string;
}

const UNTRUSTED = 'untrusted comment: ';
const TRUSTED = 'trusted comment: ';

/** `Ed` signs the file's bytes, not their hash. */
const ALGORITHM = [0x45, 0x64];

/** The line with the key, maybe below a comment; empty if the text has another form. */
export function keyLine(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  const hasComment = lines.length === 2 && lines[0]?.startsWith(UNTRUSTED);
  return lines.length === 1 || hasComment ? (lines.at(-1) as string) : '';
}

export function parsePublicKey(text: string): PublicKey | null {
  const key = keyLine(text);
  // Algorithm (2 bytes), id (8) and key (32).
  const bytes = bytesOf(key, 42);
  return bytes && hasAlgorithm(bytes) ? { text: key, id: idOf(bytes), bytes: bytes.slice(10) } : null;
}

export function publicKeyText(id: Uint8Array, bytes: Uint8Array): string {
  return base64Of([...ALGORITHM, ...id, ...bytes]);
}

/** Exactly four lines. */
export function parseSignature(text: string): Signature | null {
  const [untrusted = '', first = '', trusted = '', second = '', ...rest] = text.split('\n');
  const isWhole = rest.length === 0 || (rest.length === 1 && rest[0] === '');
  if (!isWhole || !untrusted.startsWith(UNTRUSTED) || !trusted.startsWith(TRUSTED)) return null;
  // minisign refuses these in a comment.
  if (trusted.includes('\r') || trusted.includes('\0')) return null;
  // Algorithm (2 bytes), key id (8) and signature (64).
  const [signature, ofComment] = [bytesOf(first, 74), bytesOf(second, 64)];
  if (!signature || !ofComment || !hasAlgorithm(signature)) return null;
  const [ofFile, comment] = [signature.slice(10), trusted.slice(TRUSTED.length)];
  return { keyId: idOf(signature), ofFile, comment, ofComment, signedComment: commentBytes(ofFile, comment) };
}

export function commentBytes(ofFile: Uint8Array, comment: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...ofFile, ...new TextEncoder().encode(comment)]);
}

export function signatureText(
  untrusted: string,
  id: Uint8Array,
  { ofFile, comment, ofComment }: Readonly<{ ofFile: Uint8Array; comment: string; ofComment: Uint8Array }>,
): string {
  const lines = [UNTRUSTED + untrusted, base64Of([...ALGORITHM, ...id, ...ofFile]), TRUSTED + comment];
  return `${[...lines, base64Of(ofComment)].join('\n')}\n`;
}

/** Null if a required part is missing, or any is repeated or malformed; others are allowed. */
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

export function trustedCommentText({ timestamp, file, validUntil, catalog }: TrustedComment): string {
  const end = validUntil === null ? [] : [`valid-until:${validUntil}`];
  return [`timestamp:${timestamp}`, `file:${file}`, ...end, `catalog:${catalog}`].join('\t');
}

const hasAlgorithm = (bytes: Uint8Array): boolean => ALGORITHM.every((byte, index) => bytes[index] === byte);

/** Little-endian, after the algorithm. */
function idOf(bytes: Uint8Array): string {
  const digits = Array.from(bytes.subarray(2, 10), (byte) => byte.toString(16).padStart(2, '0'));
  return digits.reverse().join('').toUpperCase();
}

function bytesOf(text: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (text.length !== Math.ceil(length / 3) * 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return bytes.length === length ? bytes : null;
}

function base64Of(bytes: Iterable<number>): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** In base64: `Ed`, two bytes that tell if there is a password, and `B2`. */
export const hasSecretKey = (text: string): boolean => /RW(?:QAAE|RTY0)Iy/.test(text);
