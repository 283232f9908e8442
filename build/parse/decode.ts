/** From bytes to text: UTF-8 and nothing else, with a byte order mark or without. */
import { isUtf8 } from 'node:buffer';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

/** A character has at most this many bytes. */
const LONGEST = 4;

/** The byte order mark, which editors do not show. */
const MARK = '\uFEFF';

/** Decodes a catalog file. A wrong encoding becomes a diagnostic that points at the first wrong byte. */
export function decode(path: string, bytes: Uint8Array): { text: string; problem: Diagnostic | null } {
  const encoding = foreignEncoding(bytes);
  if (encoding) return { text: '', problem: diagnostic('not-utf8', path, null, { encoding }) };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoded = buffer.toString('utf8');
  const text = decoded.startsWith(MARK) ? decoded.slice(1) : decoded;
  if (isUtf8(buffer)) return { text, problem: null };
  const start = buffer.subarray(0, validLength(buffer)).toString('utf8').length - (decoded.length - text.length);
  return { text, problem: diagnostic('not-utf8', path, { start, end: start + 1 }, { encoding: null }) };
}

/** UTF-16 and UTF-32, with or without a byte order mark: a YAML file begins with an ASCII character. */
function foreignEncoding(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32';
  const isTwoByte = bytes.length >= 4 && ((a === 0 && b !== 0 && c === 0) || (a !== 0 && b === 0 && d === 0));
  return isTwoByte ? 'UTF-16' : null;
}

/** For a buffer that is not UTF-8, how many bytes at its beginning are. */
function validLength(buffer: Buffer): number {
  // The bytes before `low` are UTF-8, and those before `high` are not.
  let low = 0;
  let high = buffer.length;
  while (high - low > 2 * LONGEST) {
    let middle = (low + high) >> 1;
    while (middle > low && isContinuation(buffer[middle])) middle--;
    // No character has that many continuation bytes.
    if (middle === low) break;
    if (isUtf8(buffer.subarray(low, middle))) low = middle;
    else high = middle;
  }
  let good = low;
  for (let end = low + 1; end <= Math.min(low + 2 * LONGEST, high); end++)
    if (isUtf8(buffer.subarray(low, end))) good = end;
  return good;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
