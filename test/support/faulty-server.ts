/** A server on loopback with switchable faults, as data: paths and how each behaves. It ends with the test. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestCertificate } from './certificate.ts';

/** How a path behaves. An empty one answers 200 with nothing. */
export interface Behaviour {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** As a date that JavaScript reads; shifted with the clock of the server. */
  readonly lastModified?: string;
  /**
   * What is made of Range: `honoured` with 206; `none`, the default, and not announced; `ignored`, which announces ranges
   * and answers 200 with everything; `wrong`, which answers 206 with other bytes than it was asked for.
   */
  readonly ranges?: 'honoured' | 'none' | 'ignored' | 'wrong';
  /** The status with which HEAD is refused. */
  readonly headStatus?: number;
  /** Redirects there, with 302 where no other status is given. */
  readonly redirect?: string;
  /** The milliseconds before the headers; `Infinity` never sends them. */
  readonly delayMs?: number;
  /** Sends so many bytes of the body and then nothing more. */
  readonly stallAfter?: number;
  /** Sends so many bytes of the body and closes the connection. 0 closes it before the headers. */
  readonly cutAfter?: number;
  /** Sends the body byte by byte, each after so many milliseconds. */
  readonly dripMs?: number;
  /** The Content-Length that it states; null for none. The right one where it is left out. */
  readonly length?: number | null;
  /** Whether the body never ends. */
  readonly isEndless?: boolean;
}

/** The behaviour of each path. Of a list each request gets the next one, and the last one remains. */
export type Routes = Readonly<Record<string, Behaviour | readonly Behaviour[]>>;

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** On the clock of `performance`. */
  readonly at: number;
}

export interface FaultyServer {
  /** Without a slash at its end. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** The most requests that were answered at the same time. */
  readonly mostAtOnce: number;
  readonly connections: number;
  change(routes: Routes): void;
  stop(): Promise<void>;
}

export interface FaultyServerOptions {
  /** How far the clock of the server is ahead. */
  readonly clockAheadMs?: number;
  /** An address of loopback: `127.0.0.2` is another host than `127.0.0.1`. */
  readonly host?: string;
  /** Behaviour of paths that are not listed; 404 where it is left out. */
  readonly otherwise?: Behaviour;
  readonly certificate?: TestCertificate;
}

/** Starts a server on a free port until the test, or the test file where a hook starts it, is over. */
export async function startFaultyServer(routes: Routes, options: FaultyServerOptions = {}): Promise<FaultyServer> {
  const { clockAheadMs = 0, host = '127.0.0.1', otherwise = { status: 404, body: 'not found' }, certificate } = options;
  const current = new Map(Object.entries(routes));
  const asked = new Map<string, number>();
  const requests: SeenRequest[] = [];
  const counts = { now: 0, most: 0, connections: 0 };
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, at: performance.now() });
    counts.most = Math.max(counts.most, ++counts.now);
    response.once('close', () => counts.now--);
    const times = asked.get(path) ?? 0;
    asked.set(path, times + 1);
    const list = [current.get(path) ?? otherwise].flat();
    answer(request, response, list[Math.min(times, list.length - 1)] ?? {}, clockAheadMs);
  };
  const server = certificate ? createTlsServer(certificate, respond) : createServer(respond);
  server.on('connection', () => counts.connections++);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  endWithTest(stop);
  return {
    url: `${certificate ? 'https' : 'http'}://${host}:${(server.address() as AddressInfo).port}`,
    requests,
    get mostAtOnce() {
      return counts.most;
    },
    get connections() {
      return counts.connections;
    },
    change(changed) {
      for (const [path, behaviour] of Object.entries(changed)) {
        current.set(path, behaviour);
        asked.delete(path);
      }
    },
    stop,
  };
}

function endWithTest(stop: () => Promise<void>): void {
  try {
    onTestFinished(stop);
  } catch {
    // In a hook: whoever calls it there stops it.
  }
}

function answer(request: IncomingMessage, response: ServerResponse, how: Behaviour, clockAheadMs: number): void {
  const delay = how.delayMs ?? 0;
  if (delay === Number.POSITIVE_INFINITY) return;
  if (delay > 0) {
    afterMs(response, delay, () => answer(request, response, { ...how, delayMs: 0 }, clockAheadMs));
    return;
  }
  if (how.cutAfter === 0) {
    request.socket.destroy();
    return;
  }
  const isHead = request.method === 'HEAD';
  if (isHead && how.headStatus !== undefined) {
    response.writeHead(how.headStatus).end();
    return;
  }
  const whole = Buffer.from(how.body ?? '');
  const range = rangeOf(request, how, whole.length);
  const body = range ? whole.subarray(range.start, range.end) : whole;
  const date = (ms: number): string => new Date(ms + clockAheadMs).toUTCString();
  const length = how.length === undefined && !how.isEndless ? body.length : (how.length ?? null);
  response.writeHead(range?.status ?? how.status ?? (how.redirect === undefined ? 200 : 302), {
    Date: date(Date.now()),
    ...(length === null ? {} : { 'Content-Length': length }),
    ...(how.lastModified === undefined ? {} : { 'Last-Modified': date(Date.parse(how.lastModified)) }),
    ...(how.redirect === undefined ? {} : { Location: how.redirect }),
    ...(how.ranges === undefined || how.ranges === 'none' ? {} : { 'Accept-Ranges': 'bytes' }),
    ...(range ? { 'Content-Range': range.header } : {}),
    ...how.headers,
  });
  if (isHead) response.end();
  else sendBody(response, body, how);
}

/** The part of a body that is asked for and given; null for all of it. */
function rangeOf(
  request: IncomingMessage,
  { ranges = 'none' }: Behaviour,
  length: number,
): { readonly status: number; readonly start: number; readonly end: number; readonly header: string } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if ((ranges !== 'honoured' && ranges !== 'wrong') || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  if (start >= end) return { status: 416, start: 0, end: 0, header: `bytes */${length}` };
  const shift = ranges === 'wrong' ? 1 : 0;
  const header = `bytes ${start + shift}-${end - 1 + shift}/${length}`;
  return { status: 206, start: start + shift, end: end + shift, header };
}

function sendBody(response: ServerResponse, body: Buffer, how: Behaviour): void {
  const { cutAfter, stallAfter, dripMs, isEndless = false } = how;
  if (cutAfter !== undefined) {
    response.write(body.subarray(0, cutAfter), () => response.destroy());
  } else if (stallAfter !== undefined) {
    response.write(body.subarray(0, stallAfter));
  } else if (dripMs !== undefined) {
    let at = 0;
    const timer = setInterval(() => {
      if (at === body.length && !isEndless) response.end();
      else response.write(body.subarray(at % body.length, (at++ % body.length) + 1));
    }, dripMs);
    response.once('close', () => clearInterval(timer));
  } else if (isEndless) {
    // The body again and again, in pieces as large as servers send.
    const piece = Buffer.alloc(64 * 1024, body.length > 0 ? body : 0);
    const more = (): void => {
      if (!response.destroyed) response.write(piece, () => setImmediate(more));
    };
    more();
  } else {
    response.end(body);
  }
}

/** Does something later, unless the connection is closed until then. */
function afterMs(response: ServerResponse, ms: number, run: () => void): void {
  const timer = setTimeout(run, ms);
  response.once('close', () => clearTimeout(timer));
}
