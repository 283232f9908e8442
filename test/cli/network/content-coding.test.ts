/** Bodies of each Content-Encoding. */
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { codingsIn, decodedBody } from '../../../cli/network/content-coding.ts';

const TEXT = 'A text. '.repeat(1_000);

async function* bodyOf(...pieces: (Buffer | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield piece;
  }
}

async function outcomeOf(encoding: string | null, ...pieces: (Buffer | Error)[]): Promise<string | null> {
  const body = decodedBody(bodyOf(...pieces), codingsIn(encoding));
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
  return Buffer.concat(chunks).toString();
}

test.each<[string | null, Buffer, string | null]>([
  [null, Buffer.from(TEXT), TEXT],
  ['identity', Buffer.from(TEXT), TEXT],
  ['gzip', gzipSync(TEXT), TEXT],
  [' GZIP ', gzipSync(TEXT), TEXT],
  ['x-gzip', gzipSync(TEXT), TEXT],
  ['gzip', Buffer.concat([gzipSync('two '), gzipSync('members')]), 'two members'],
  ['deflate', deflateSync(TEXT), TEXT],
  ['deflate', deflateRawSync(TEXT), TEXT],
  ['br', brotliCompressSync(TEXT), TEXT],
  ['gzip, br', brotliCompressSync(gzipSync(TEXT)), TEXT],
  ['gzip, identity,', gzipSync(TEXT), TEXT],
  // What servers write although it is no coding.
  ['aws-chunked', Buffer.from(TEXT), TEXT],
  ['aws-chunked,gzip', gzipSync(TEXT), TEXT],
  ['UTF-8', Buffer.from(TEXT), TEXT],
  // Nothing, as with status 204.
  ['gzip', Buffer.alloc(0), ''],
  ['deflate', Buffer.alloc(0), ''],
  ['br', Buffer.alloc(0), ''],
  ['gzip, br', Buffer.alloc(0), ''],
  // Cut off, in each of them.
  ['gzip', gzipSync(TEXT).subarray(0, -5), 'Z_BUF_ERROR'],
  ['deflate', deflateSync(TEXT).subarray(0, -5), 'Z_BUF_ERROR'],
  ['deflate', deflateRawSync(TEXT).subarray(0, -5), 'Z_BUF_ERROR'],
  ['br', brotliCompressSync(TEXT).subarray(0, -3), 'Z_BUF_ERROR'],
  ['gzip, br', brotliCompressSync(gzipSync(TEXT).subarray(0, -5)), 'Z_BUF_ERROR'],
  // Something else than declared.
  ['gzip', Buffer.from(TEXT), 'Z_DATA_ERROR'],
  ['gzip', brotliCompressSync(TEXT), 'Z_DATA_ERROR'],
  ['br, gzip', brotliCompressSync(gzipSync(TEXT)), 'Z_DATA_ERROR'],
  // Not known.
  ['zstd', Buffer.from(TEXT), null],
  ['gzip, zstd', Buffer.from(TEXT), null],
  ['constructor', Buffer.from(TEXT), null],
  ['gzip, gzip, gzip, gzip, gzip', Buffer.from(TEXT), null],
])('%s', async (encoding, body, expected) => {
  expect(await outcomeOf(encoding, body)).toBe(expected);
  const pieces = Array.from({ length: Math.ceil(body.length / 10) }, (_, at) => body.subarray(at * 10, at * 10 + 10));
  expect(await outcomeOf(encoding, ...pieces)).toBe(expected);
});

test.each([
  ['gzip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
])('an error of the connection is not one of %s', async (encoding, body) => {
  expect(await outcomeOf(encoding, body.subarray(0, 9), new Error('cut'))).toBe('cut');
  expect(await outcomeOf(encoding, new Error('cut'))).toBe('cut');
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a reader of %s that has enough ends the rest, so that a few bytes take little memory', async (encoding, packed) => {
  let [sent, isClosed] = [0, false];
  const bomb = packed(Buffer.alloc(50 * 1024 * 1024));
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        // A little, so that the reader is asked in between.
        for (let at = 0; at < bomb.length; at += 1_000) yield bomb.subarray(at, at + 1_000);
        sent += bomb.length;
        await setTimeout(0);
      }
    } finally {
      isClosed = true;
    }
  }
  let length = 0;
  for await (const chunk of decodedBody(endless(), [encoding]) ?? []) {
    length += chunk.length;
    if (length > 1024 * 1024) break;
  }
  await setTimeout(50);
  expect([sent < 1024 * 1024, isClosed]).toEqual([true, true]);
});
