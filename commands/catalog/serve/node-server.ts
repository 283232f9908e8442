import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib';
import { CannotRunError } from '../../../cli/terminal/io.ts';
import { TEXT_LIMITS } from '../../../contract/base/limits.ts';
import { type FileAnswer, piecesOf } from './site-assets.ts';

export const LISTENING_ADDRESS = '127.0.0.1';

export interface NodeServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Types that Cloudflare compresses, as it does answers without a type. */
const COMPRESSED =
  /^(?:text\/(?:html|plain|css|javascript|xml|x-markdown)|application\/(?:json|(?:geo|ld|manifest)\+json|(?:rss\+|xhtml\+)?xml|javascript|wasm)|image\/(?:svg\+xml|x-icon|vnd\.microsoft\.icon)|font\/[ot]tf)(?:;|$)/;

/** Higher qualities are slow for documents of some megabytes. */
const [GZIP, BROTLI] = [{ level: 1 }, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }];

const ENCODERS = {
  gzip: { whole: (content: Uint8Array) => gzipSync(content, GZIP), stream: () => createGzip(GZIP) },
  br: {
    whole: (content: Uint8Array) => brotliCompressSync(content, BROTLI),
    stream: () => createBrotliCompress(BROTLI),
  },
};

/** Other characters, such as a slash or a question mark, would begin the path. */
const HOST_HEADER = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** @throws CannotRunError if the port is in use */
export async function startNodeServer(
  port: number,
  answer: (request: Request) => Promise<Response | FileAnswer>,
): Promise<NodeServer> {
  const server = createServer(async (message, response) => {
    message.resume();
    const request = requestOf(message);
    try {
      if (request) await send(message, response, await answer(request));
      else response.writeHead(message.method === 'TRACE' ? 405 : 400).end();
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server
      .once('error', () => reject(new CannotRunError(`Port ${port} is in use; choose another with --port N.`)))
      .listen(port, LISTENING_ADDRESS, resolve);
  });
  return {
    url: `http://${LISTENING_ADDRESS}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage): Request | null {
  if (!HOST_HEADER.test(headers.host ?? '')) return null;
  try {
    return new Request(`http://${headers.host}${url}`, { method, headers: headers as Record<string, string> });
  } catch {
    return null;
  }
}

async function send(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Response | FileAnswer,
): Promise<void> {
  const type = headers.get('Content-Type');
  const coding = type === null || COMPRESSED.test(type) ? codingFor(String(message.headers['accept-encoding'])) : null;
  if (coding !== null) headers.set('Content-Encoding', coding);
  response.writeHead(status, [...headers].flat());
  if (message.method === 'HEAD' || status === 304 || !body) return void response.end();
  const pieces = body instanceof Uint8Array ? piecesOf(body) : body[Symbol.asyncIterator]();
  const encoder = coding && ENCODERS[coding];
  const first = await pieces.next();
  const second = await pieces.next();
  // Most files are one piece; others are encoded as they are sent.
  if (second.done) return void response.end(encoder ? encoder.whole(first.value) : first.value);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first.value;
    for (let next = second; !next.done; next = await pieces.next()) yield next.value;
  }
  await (encoder ? pipeline(all, encoder.stream(), response) : pipeline(all, response));
}

function codingFor(accepted: string): keyof typeof ENCODERS | null {
  // Ignores the rest of a longer header.
  const elements = accepted.slice(0, TEXT_LIMITS.header).split(',');
  const wanted = elements.map((element) => {
    const [coding = '', weight] = element.trim().split(/\s*;\s*q\s*=\s*/);
    return { coding, weight: Number(weight ?? 1) };
  });
  wanted.sort((one, other) => other.weight - one.weight);
  const known = wanted.find(({ coding, weight }) => weight > 0 && /^(?:gzip|br|identity)$/.test(coding));
  return known?.coding === 'gzip' || known?.coding === 'br' ? known.coding : null;
}
