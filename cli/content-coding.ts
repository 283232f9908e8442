/** Decodes the bodies of answers, as their Content-Encoding declares. */
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, type ZlibOptions } from 'node:zlib';

type Chunks = AsyncIterable<Uint8Array>;

type Decode = (coded: Chunks, options: ZlibOptions) => Chunks;

const through =
  (decoder: (options: ZlibOptions) => Transform): Decode =>
  (coded, options) =>
    pipeline(coded, decoder(options), () => {});

const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', through(createGunzip)],
  ['x-gzip', through(createGunzip)],
  ['deflate', inflated],
  ['br', through(createBrotliDecompress)],
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
  const decoders = codings.map((name) => DECODERS.get(name)).reverse();
  if (decoders.length > MAX_CODINGS || decoders.includes(undefined)) return null;
  return (decoders as Decode[]).reduce((coded, decode) => decode(coded, options), body);
}

/** Some servers send `deflate` without the header of zlib, which browsers read too. */
async function* inflated(coded: Chunks, options: ZlibOptions): AsyncGenerator<Uint8Array> {
  const chunks = coded[Symbol.asyncIterator]();
  const first: Uint8Array = (await chunks.next()).value ?? Buffer.alloc(0);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const hasHeader = ((first[0] ?? 0) & 0x0f) === 8;
  yield* pipeline(all(), hasHeader ? createInflate(options) : createInflateRaw(options), () => {});
}
