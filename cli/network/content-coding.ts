import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, type ZlibOptions } from 'node:zlib';

type Chunks = AsyncIterable<Uint8Array>;

type MakeDecoder = (options: ZlibOptions, first: Uint8Array) => Transform;

const DECODERS: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  // zlib's first byte ends in 8. Some servers omit the header, which browsers accept, too.
  ['deflate', (options, [byte = 0]) => ((byte & 15) === 8 ? createInflate(options) : createInflateRaw(options))],
  ['br', createBrotliDecompress],
]);

/** Servers send these, which name no coding. Browsers ignore them, too. */
const NO_CODINGS = ['', 'identity', 'none', 'utf-8', 'aws-chunked'];

/** No server needs more, and each takes memory. */
const MAX_CODINGS = 4;

/** Gzip, Zstandard and zlib begin so; no map, list or page does. */
const COMPRESSED = /^(?:1f8b08|28b52ffd|78(?:9c|da))/;

export function isStillCompressed(body: Uint8Array): boolean {
  return COMPRESSED.test(Buffer.from(body.subarray(0, 4)).toString('hex'));
}

export function codingsIn(header: string | null): string[] {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => !NO_CODINGS.includes(name));
}

/** Null if a coding is unknown, or there are too many. Reading the body throws errors of zlib. */
export function decodedBody(body: Chunks, codings: readonly string[], options: ZlibOptions = {}): Chunks | null {
  const decoders = codings.flatMap((name) => DECODERS.get(name) ?? []).reverse();
  if (codings.length > MAX_CODINGS || decoders.length < codings.length) return null;
  return decoders.reduce<Chunks>((coded, decoder) => through(coded, (first) => decoder(options, first)), body);
}

/** An empty body stays empty, although Brotli calls it an error: a 204 may declare a coding, too. */
async function* through(coded: Chunks, decoder: (first: Uint8Array) => Transform): AsyncGenerator<Uint8Array> {
  const chunks = coded[Symbol.asyncIterator]();
  let first = await chunks.next();
  while (first.value?.length === 0) first = await chunks.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  yield* pipeline(all(), decoder(first.value), () => {});
}
