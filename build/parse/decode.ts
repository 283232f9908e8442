/** From bytes to text: UTF-8 and nothing else, with a byte order mark or without. */
import { isUtf8 } from 'node:buffer';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

const NEWLINE = 0x0a;

/** Decodes a catalog file. A wrong encoding becomes a diagnostic that points at the first wrong byte. */
export function decode(path: string, bytes: Uint8Array): { text: string; problem: Diagnostic | null } {
  const encoding = foreignEncoding(bytes);
  if (encoding) return { text: '', problem: diagnostic('not-utf8', path, { start: 0, end: 0 }, { encoding }) };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8').replace(/^\uFEFF/, '');
  if (isUtf8(buffer)) return { text, problem: null };
  const start = firstWrongCharacter(buffer);
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

/** The offset, in the decoded text, of the first character that is not UTF-8. */
function firstWrongCharacter(buffer: Buffer): number {
  let lineStart = 0;
  let offset = 0;
  while (lineStart < buffer.length) {
    const newline = buffer.indexOf(NEWLINE, lineStart);
    const lineEnd = newline === -1 ? buffer.length : newline + 1;
    const line = buffer.subarray(lineStart, lineEnd);
    if (!isUtf8(line)) {
      let good = 0;
      for (let end = 1; end <= line.length; end++) if (isUtf8(line.subarray(0, end))) good = end;
      return offset + line.subarray(0, good).toString('utf8').length;
    }
    offset += line.toString('utf8').length;
    lineStart = lineEnd;
  }
  return offset;
}
