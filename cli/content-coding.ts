/** Decodes the bodies of answers, as their Content-Encoding declares. */
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, type ZlibOptions } from 'node:zlib';

type Chunks = AsyncIterable<Uint8Array>;

const DECODERS: ReadonlyMap<string, (options: ZlibOptions) => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** What servers write although it is not a coding. Browsers ignore it too. */
const NO_CODINGS = ['', 'identity', 'none', 'utf-8', 'aws-chunked'];

/** No server needs more. Each takes memory. */
const MAX_CODINGS = 4;

/** The codings that a Content-Encoding declares, in the order in which they were applied. */
export function codingsIn(header: string | null): string[] {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => !NO_CODINGS.includes(name));
}

/** The decoded body; null if a coding is not known. An error of zlib is thrown while it is read. */
export function decodedBody(body: Chunks, codings: readonly string[], options: ZlibOptions = {}): Chunks | null {
  const decoders = codings.flatMap((name) => DECODERS.get(name) ?? []).reverse();
  if (codings.length > MAX_CODINGS || decoders.length < codings.length) return null;
  return decoders.reduce<Chunks>((coded, decoder) => pipeline(coded, decoder(options), () => {}), body);
}
