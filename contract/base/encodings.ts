/**
 * On Windows, spreadsheets write UTF-16 and Windows-1252; servers of maps write Latin-1. Decoders drop a byte order
 * mark.
 */

/** Null if neither UTF-8 nor UTF-16. */
export function unicodeTextIn(body: Uint8Array): string | null {
  const marked = [0xfffe, 0xfeff].indexOf((body[0] ?? 0) * 256 + (body[1] ?? 0));
  const encoding = ['utf-16le', 'utf-16be'][marked === -1 ? unmarkedOrder(body) : marked];
  try {
    return new TextDecoder(encoding, { fatal: marked === -1 }).decode(body);
  } catch {
    return null;
  }
}

/** In UTF-16, only every second byte of Latin letters is zero. 0 is little-endian, -1 another encoding. */
function unmarkedOrder(body: Uint8Array): number {
  const start = body.subarray(0, 256);
  const zeros = [1, 0].map((parity) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length);
  return zeros.findIndex((count, order) => count > start.length / 4 && zeros[1 - order] === 0);
}

const DECLARED_ENCODING = /^<\?xml\s[^?>]{0,100}?\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

/** In the encoding that XML declares; null if no decoder knows it. Undeclared, it is guessed to be Windows-1252. */
export function declaredTextIn(body: Uint8Array): { text: string | null; declared: string | undefined } {
  const text = decodedAs('windows-1252', body);
  const [, declared] = DECLARED_ENCODING.exec(text) ?? [];
  try {
    return { text: declared === undefined ? text : decodedAs(declared, body), declared };
  } catch {
    return { text: null, declared };
  }
}

/** In a stream: otherwise Node 20 reads Windows-1252 as Latin-1. */
export function decodedAs(encoding: string, body: Uint8Array): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(body, { stream: true }) + decoder.decode();
}
