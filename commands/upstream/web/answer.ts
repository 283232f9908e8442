import { TextDecoder } from 'node:util';
import type { TransportAnswer, WebAnswer, WebRequest } from './request.ts';

export async function webAnswerOf(
  received: TransportAnswer,
  about: Pick<WebAnswer, 'url' | 'latencyMs' | 'isShared'>,
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
  const text = async (): Promise<string> => charsetDecoder(charsetOf(header('Content-Type'))).decode(await bytes());
  return { ...about, status, header, body: content, bytes, text, discard: close, certificateUntil };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

async function joined(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export function answerMediaType(answer: Pick<WebAnswer, 'header'>): string {
  return (answer.header('Content-Type')?.split(';')[0] ?? '').trim().toLowerCase();
}

/** Spaces, comments and XHTML's XML declaration may precede HTML. */
const PREAMBLE = /^(?:\s+|<!--.*?-->|<\?xml\b.*?\?>)/s;

export function withoutPreamble(text: string): string {
  let rest = text;
  for (let before = PREAMBLE.exec(rest); before; before = PREAMBLE.exec(rest)) rest = rest.slice(before[0].length);
  return rest;
}

export function charsetOf(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

export function charsetDecoder(charset: string | null): TextDecoder {
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}
