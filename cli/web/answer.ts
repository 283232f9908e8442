/** The answer that a command gets: the body of a transport's answer with a limit, as bytes or text. */
import { withThousands } from '../../contract/text.ts';
import { type TransportAnswer, type WebAnswer, WebError, type WebRequest } from './request.ts';

/** What an answer says of itself apart from what its server sent. */
export interface AnswerContext {
  readonly url: URL;
  readonly request: WebRequest;
  readonly latencyMs: number;
  /** Is told the length of each piece that is read. */
  readonly count: (bytes: number) => void;
}

/**
 * Makes an answer of what a transport received.
 *
 * @param explain gives the error to throw for one of reading the body
 */
export function answerOf(
  received: TransportAnswer,
  context: AnswerContext,
  explain: (error: unknown) => unknown,
): WebAnswer {
  return answerWith(received, explained(limitedBody(received, context), explain), context);
}

/**
 * Reads the body of an answer and makes an answer that holds it. The body of a failure is not read, and empty.
 *
 * @throws WebError or TransportError where there is no whole body
 */
export async function bufferedAnswer(received: TransportAnswer, context: AnswerContext): Promise<WebAnswer> {
  const hasBody = received.status >= 200 && received.status < 300;
  const content = hasBody ? await joined(limitedBody(received, context)) : new Uint8Array();
  received.close();
  return answerWith(received, once([content]), context);
}

function answerWith(
  { status, header, certificateUntil, close }: TransportAnswer,
  body: AsyncIterable<Uint8Array>,
  { url, latencyMs }: AnswerContext,
): WebAnswer {
  const bytes = (): Promise<Uint8Array> => joined(body);
  const text = async (): Promise<string> => decoded(await bytes(), header('Content-Type'));
  return {
    url: url.href,
    status,
    header,
    body,
    bytes,
    text,
    discard: close,
    latencyMs,
    certificateUntil,
  };
}

async function* limitedBody(received: TransportAnswer, context: AnswerContext): AsyncGenerator<Uint8Array> {
  const { method, maxBytes, isCut = false } = context.request;
  const tooLarge = new WebError('body', `the answer has more than ${withThousands(maxBytes)} bytes`);
  let left = maxBytes;
  try {
    if (method === 'HEAD') return;
    // Nothing is read of a body that says that it is too large.
    if (!isCut && Number(received.header('Content-Length') ?? 0) > maxBytes) throw tooLarge;
    for await (const chunk of received.body) {
      context.count(chunk.length);
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

async function* explained(
  body: AsyncIterable<Uint8Array>,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw explain(error);
  }
}

async function* once(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function joined(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Bytes as text in the charset that a Content-Type names; in UTF-8 where it names none that is known. */
function decoded(content: Uint8Array, contentType: string | null): string {
  const label = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(content);
  } catch {
    return new TextDecoder().decode(content);
  }
}
