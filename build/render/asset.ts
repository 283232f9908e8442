/** One file of the published site. */
export interface Asset {
  /** Inside the site, with `/` and without a leading one. */
  readonly path: string;
  /** UTF-8. Bytes, because text of tens of megabytes is many times as large while V8 puts it together. */
  readonly content: Uint8Array;
  /** The catalog file that most of it comes from, for a diagnostic about it; null for files of the site itself. */
  readonly origin: string | null;
}

/** An asset from its text, whole or in pieces that follow each other. */
export function textAsset(path: string, text: string | Iterable<string>, origin: string | null): Asset {
  const content =
    typeof text === 'string' ? Buffer.from(text) : Buffer.concat(Array.from(text, (piece) => Buffer.from(piece)));
  return { path, content, origin };
}
