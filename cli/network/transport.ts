/**
 * One exchange over HTTP, without proxies: the path is sent as written (`fetch` would normalize `..` and `%2E`),
 * redirects are not followed, all headers are visible, the body is not decoded, and each step has a time limit.
 */
import { once, setMaxListeners } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { type AgentOptions, request as requestHttps, Agent as TlsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { systemCode } from '../../contract/base/system-errors.ts';

/** In milliseconds. */
export interface ExchangeLimits {
  /** From the request to the connection, with TLS. */
  readonly connectMs?: number;
  /** From the connection to the headers. */
  readonly firstByteMs?: number;
  /** For each further 16 KiB of the body; only waiting counts. */
  readonly stalledMs?: number;
  /** From the request to the end of the body. */
  readonly wholeMs: number;
}

export class ExchangeLimitError extends Error {
  readonly limit: keyof ExchangeLimits | 'interim';

  constructor(limit: ExchangeLimitError['limit']) {
    super(`the limit ${limit} was exceeded`);
    this.limit = limit;
  }
}

export interface HttpRequest {
  /** Default: GET. */
  readonly method?: string;
  /** With the query, sent as written. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Exchange extends Omit<HttpRequest, 'path'> {
  readonly url: URL;
  /** Default: path and query of `url`. */
  readonly path?: string;
  readonly limits: ExchangeLimits;
  readonly signal: AbortSignal | null;
  /** The request has left this machine, after connecting and whatever blocked the program. */
  readonly sent?: () => void;
}

export interface ExchangeAnswer {
  readonly status: number;
  /** Joined with commas; null if it is missing. */
  header(name: string): string | null;
  readonly headerBytes: number;
  /** As sent; can be read once. */
  readonly body: AsyncIterable<Uint8Array>;
  /** In milliseconds since 1970; null without TLS. */
  readonly certificateUntil: number | null;
  /** Ends the answer without reading the rest of the body. */
  close(): void;
  /** The answer was read, failed or was closed. */
  readonly closed: Promise<void>;
}

export type TransportOptions = Pick<AgentOptions, 'ca' | 'keepAlive' | 'lookup' | 'rejectUnauthorized'>;

/** @throws ExchangeLimitError or the system's error */
export type Transport = (exchange: Exchange) => Promise<ExchangeAnswer>;

export const MAX_INTERIM = 20;

/** Within `stalledMs`: a byte now and then must not take hours. */
const LEAST_BYTES = 16 * 1024;

export function openTransport(options: TransportOptions = {}): Transport {
  // In a resumed TLS session, the server sends no certificate.
  const agents = { http: new Agent(options), https: new TlsAgent({ ...options, maxCachedSessions: 0 }) };
  return async (exchange) => {
    for (;;) {
      const outgoing = start(exchange, exchange.url.protocol === 'https:' ? agents.https : agents.http);
      try {
        return await answerTo(outgoing, exchange);
      } catch (error) {
        // The server closed an idle connection just before its reuse: the next one is tried.
        const isIdle = outgoing.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(systemCode(error) ?? '');
        if (!isIdle) throw error;
      }
    }
  };
}

function start({ url, path, method, headers, body, signal, sent }: Exchange, agent: Agent): ClientRequest {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  // Many requests share it, and Node would warn.
  if (signal) setMaxListeners(0, signal);
  const outgoing = send({
    agent,
    // Only in a URL, an IPv6 address has brackets.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    ...(method ? { method } : {}),
    path: path ?? url.pathname + url.search,
    headers: { ...length, ...headers },
    ...(signal ? { signal } : {}),
  });
  // After the headers, the body reports errors, which without a listener would end the program.
  outgoing.on('error', () => {});
  if (sent) outgoing.on('finish', sent);
  return outgoing.end(body);
}

async function answerTo(outgoing: ClientRequest, { method, limits }: Exchange): Promise<ExchangeAnswer> {
  let stream: ClientRequest | IncomingMessage = outgoing;
  const stop = (limit: ExchangeLimitError['limit']): unknown => stream.destroy(new ExchangeLimitError(limit));
  const stopAfter = (limit: keyof ExchangeLimits, ms = limits[limit]): NodeJS.Timeout | undefined =>
    // Node's timers count whole milliseconds, and can be one early.
    ms === undefined ? undefined : setTimeout(stop, Math.ceil(ms) + 1, limit);
  const whole = stopAfter('wholeMs');
  let step = stopAfter('connectMs');
  outgoing.on('socket', (socket) => {
    const connected = (): void => {
      clearTimeout(step);
      step = stopAfter('firstByteMs');
    };
    const isTls = socket instanceof TLSSocket;
    const isNew = socket.connecting || (isTls && !outgoing.reusedSocket);
    if (isNew) socket.once(isTls ? 'secureConnect' : 'connect', connected);
    else connected();
  });
  outgoing.on('upgrade', (_, socket) => {
    socket.destroy();
    // No request asks for an upgrade. Without a listener, Node would silently close the connection.
    outgoing.emit('error', Object.assign(new Error('101'), { code: 'HPE_UNEXPECTED_UPGRADE' }));
  });
  let interim = 0;
  outgoing.on('information', () => {
    if (++interim > MAX_INTERIM) stop('interim');
  });
  try {
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    stream = (incoming as IncomingMessage).once('close', () => clearTimeout(whole));
    // Without a listener, an unread body's error would end the program.
    stream.on('error', () => {});
    const body = bodyOf(stream, limits.stalledMs, (left) => stopAfter('stalledMs', left));
    return answerOf(stream, body, method === 'HEAD');
  } catch (error) {
    clearTimeout(whole);
    throw error;
  } finally {
    clearTimeout(step);
  }
}

function answerOf(incoming: IncomingMessage, body: AsyncIterable<Uint8Array>, isHead: boolean): ExchangeAnswer {
  const { statusCode: status = 0, rawHeaders, headers, socket } = incoming;
  const isEmpty = isHead || status === 204 || status === 304 || headers['content-length'] === '0';
  // A connection is reused only after its response was read completely.
  if (isEmpty) incoming.resume();
  const until = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
  return {
    status,
    header: (name) => {
      const value = headers[name.toLowerCase()];
      return value === undefined ? null : [value].flat().join(', ');
    },
    headerBytes: rawHeaders.reduce((sum, { length }) => sum + length, 0),
    body: isEmpty ? Readable.from([]) : body,
    certificateUntil: Number.isNaN(until) ? null : until,
    close: () => {
      if (!isEmpty) incoming.destroy();
    },
    closed: new Promise<void>((resolve) => void incoming.once('close', resolve)),
  };
}

async function* bodyOf(
  incoming: IncomingMessage,
  stalledMs: number | undefined,
  stopAfter: (left: number | undefined) => NodeJS.Timeout | undefined,
): AsyncGenerator<Uint8Array> {
  let [left, received] = [stalledMs, 0];
  let begin = performance.now();
  let timer = stopAfter(left);
  try {
    for await (const piece of incoming) {
      clearTimeout(timer);
      if (left !== undefined) left -= performance.now() - begin;
      received += piece.length;
      if (received >= LEAST_BYTES) [left, received] = [stalledMs, 0];
      yield piece;
      begin = performance.now();
      timer = stopAfter(left);
    }
  } finally {
    clearTimeout(timer);
  }
}
