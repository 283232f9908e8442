/** Converts a transport's answer for a command: the body with a limit, as bytes or text. */
import { TextDecoder } from 'node:util';
import { withThousands } from '../../contract/text.ts';
import { type TransportAnswer, type WebAnswer, WebError, type WebRequest } from './request.ts';

/**
 * Makes an answer from what a transport received. If the request asks for a buffered body, it is read first.
 *
 * @param about its address, and the time that it took
 * @param body from `limitedBody`
 * @throws WebError if a body to buffer is incomplete
 */
export async function answerOf(
  received: TransportAnswer,
  about: Pick<WebAnswer, 'url' | 'latencyMs'>,
  body: AsyncIterable<Uint8Array>,
  { isBuffered = false }: WebRequest,
): Promise<WebAnswer> {
  const { status, header, certificateUntil, close } = received;
  let content = body;
  if (isBuffered) {
    content = once(status >= 200 && status < 300 ? await joined(body) : Buffer.alloc(0));
    close();
  }
  const bytes = (): Promise<Uint8Array> => joined(content);
  const text = async (): Promise<string> => decoded(await bytes(), header('Content-Type'));
  return { ...about, status, header, body: content, bytes, text, discard: close, certificateUntil };
}

/**
 * Limits the body of an answer as its request requires.
 *
 * @param count is called with the length of each piece
 * @throws WebError if the body is longer
 */
export async function* limitedBody(
  received: TransportAnswer,
  { method, maxBytes, isCut = false }: WebRequest,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const tooLarge = new WebError('body', `the answer has more than ${withThousands(maxBytes)} bytes`);
  let left = maxBytes;
  try {
    if (method === 'HEAD') return;
    // A body whose Content-Length is too large is not read.
    if (!isCut && Number(received.header('Content-Length') ?? 0) > maxBytes) throw tooLarge;
    for await (const chunk of received.body) {
      count(chunk.length);
      if (chunk.length > left && !isCut) throw tooLarge;
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      if (taken.length > 0) yield taken;
      if (left === 0 && isCut) return;
    }
  } finally {
    received.close();
  }
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

async function joined(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Decodes bytes in the charset of a Content-Type; in UTF-8 if it has no known one. */
function decoded(content: Uint8Array, contentType: string | null): string {
  return decoderOf(charsetOf(contentType)).decode(content);
}

/** The charset of a Content-Type, or null. */
export function charsetOf(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

/** A decoder for a charset; for UTF-8 if the charset is unknown. */
export function decoderOf(charset: string | null): TextDecoder {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
