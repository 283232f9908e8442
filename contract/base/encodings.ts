/** Spreadsheets on Windows write UTF-16 and Windows-1252, and servers of maps Latin-1. Decoders drop a byte order mark. */

/** Null if a text is neither UTF-8 nor begins with a byte order mark. */
export function unicodeTextIn(body: Uint8Array): string | null {
  const marked = [0xfffe, 0xfeff].indexOf((body[0] ?? 0) * 256 + (body[1] ?? 0));
  try {
    return new TextDecoder(['utf-16le', 'utf-16be'][marked], { fatal: marked === -1 }).decode(body);
  } catch {
    return null;
  }
}

const DECLARED_ENCODING = /^<\?xml\s[^?>]{0,100}?\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/;

/** In the encoding that XML declares; null if no decoder knows it. Without a declaration Windows-1252, which is a guess. */
export function declaredTextIn(body: Uint8Array): { text: string | null; declared: string | undefined } {
  const text = new TextDecoder('windows-1252').decode(body);
  const [, declared] = DECLARED_ENCODING.exec(text) ?? [];
  try {
    return { text: declared === undefined ? text : new TextDecoder(declared).decode(body), declared };
  } catch {
    return { text: null, declared };
  }
}
