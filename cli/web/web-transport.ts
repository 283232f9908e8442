/**
 * The transport for requests to other people's servers. Which address a name leads to is checked in the same lookup that
 * the connection is made with, so that no second answer of a name server can differ from the first. Proxies are not used.
 */
import { type LookupAddress, lookup } from 'node:dns';
import { setMaxListeners } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';
import { plural } from '../../contract/text.ts';
import { headerOf } from '../http.ts';
import { packageVersion } from '../package.ts';
import {
  isPublicAddress,
  openWeb,
  type Retry,
  type TransportAnswer,
  TransportError,
  type TransportRequest,
  type Web,
  type WebEffects,
  type WebOptions,
} from './web.ts';

/** The milliseconds for the steps of a request. */
export interface WebTimeouts {
  /** Until the connection is there, TLS included. */
  readonly connectMs: number;
  /** From then until the headers of the answer. */
  readonly firstByteMs: number;
  /** For each next piece of the body. */
  readonly stalledMs: number;
}

/** What the transport depends on. */
export interface TransportContext {
  readonly allowPrivate?: boolean;
  readonly timeouts?: Partial<WebTimeouts>;
  /** Resolves names in place of the system. */
  readonly lookup?: typeof lookup;
  /** A certificate that is trusted in place of those of Node. */
  readonly certificateAuthority?: string;
}

const TIMEOUTS: WebTimeouts = { connectMs: 15_000, firstByteMs: 30_000, stalledMs: 30_000 };

/**
 * Opens the web for one run of a command.
 *
 * @param repository the address of the catalog's repository, which the servers are told
 */
export function openRealWeb(
  repository: string,
  options: Omit<WebOptions, 'userAgent'>,
  context?: TransportContext,
): Web {
  const userAgent = `cartalog/${packageVersion()} (+${repository})`;
  const { allowPrivate = false, signal } = options;
  // Each request that is under way listens to it, and there is no small number of those.
  if (signal) setMaxListeners(0, signal);
  return openWeb({ ...options, userAgent }, realEffects({ ...context, allowPrivate }));
}

/** The network, clock and chance of this machine. */
export function realEffects(context: TransportContext = {}): WebEffects {
  const connections = new Connections(context);
  return {
    send: (request) => connections.send(request),
    now: () => performance.now(),
    sleep: async (ms, signal) => {
      if (signal?.aborted) return;
      await new Promise<void>((resolve) => {
        const done = (): void => {
          cancel();
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const cancel = later(ms, done);
        signal?.addEventListener('abort', done);
      });
    },
    random: Math.random,
  };
}

/** Connections, which are used again, to any number of hosts. */
class Connections {
  readonly #agents: { readonly http: Agent; readonly https: TlsAgent };
  readonly #timeouts: WebTimeouts;
  readonly #allowPrivate: boolean;

  constructor({ allowPrivate = false, timeouts, lookup: resolve = lookup, certificateAuthority }: TransportContext) {
    // Without sessions that are resumed, because the server sends no certificate then.
    const options = { keepAlive: true, lookup: allowPrivate ? resolve : publicLookup(resolve), maxCachedSessions: 0 };
    const ca = certificateAuthority === undefined ? {} : { ca: certificateAuthority };
    // Named, because NODE_TLS_REJECT_UNAUTHORIZED would turn the check off for every server.
    this.#agents = { http: new Agent(options), https: new TlsAgent({ ...options, ...ca, rejectUnauthorized: true }) };
    this.#timeouts = { ...TIMEOUTS, ...timeouts };
    this.#allowPrivate = allowPrivate;
  }

  send({ url, method, headers, wholeMs, signal }: TransportRequest): Promise<TransportAnswer> {
    const begin = performance.now();
    return new Promise((resolve, reject) => {
      const isTls = url.protocol === 'https:';
      const options = { method, headers, ...(signal ? { signal } : {}) };
      const outgoing = isTls
        ? requestHttps(url, { ...options, agent: this.#agents.https })
        : requestHttp(url, { ...options, agent: this.#agents.http });
      const stop = (message: string): void => {
        outgoing.destroy(new TransportError('unreachable', message, { retry: 'later' }));
      };
      const { connectMs, firstByteMs, stalledMs } = this.#timeouts;
      let cancelStep = later(connectMs, () => stop(`there is no connection after ${seconds(connectMs)}`));
      const cancelWhole = later(wholeMs, () => stop(`there is no answer after ${seconds(wholeMs)}`));
      const connected = (socket: Socket): void => {
        cancelStep();
        const { remoteAddress } = socket;
        // The lookup is not asked where the host is a number, and a socket may be connected in other ways one day.
        if (!this.#allowPrivate && remoteAddress !== undefined && !isPublicAddress(remoteAddress)) {
          outgoing.destroy(notPublic(remoteAddress));
          return;
        }
        cancelStep = later(firstByteMs, () => stop(`there is no answer after ${seconds(firstByteMs)}`));
      };
      outgoing.on('socket', (socket) => {
        if (socket.connecting || (socket instanceof TLSSocket && !outgoing.reusedSocket)) {
          socket.once(isTls ? 'secureConnect' : 'connect', () => connected(socket));
        } else connected(socket);
      });
      outgoing.on('error', (error) => {
        cancelStep();
        cancelWhole();
        reject(transportError(error, outgoing));
      });
      outgoing.on('response', (incoming) => {
        cancelStep();
        cancelWhole();
        resolve(answerFrom(incoming, method, { stalledMs, endsAt: begin + wholeMs }));
      });
      outgoing.end();
    });
  }
}

/** How long the body of an answer may take. */
interface BodyTimes {
  readonly stalledMs: number;
  /** When it must be read, on the clock of `performance`. */
  readonly endsAt: number;
}

/** Makes an answer of a response whose headers are there. */
function answerFrom(incoming: IncomingMessage, method: string, { stalledMs, endsAt }: BodyTimes): TransportAnswer {
  const { statusCode: status = 0, socket } = incoming;
  const isEmpty = method === 'HEAD' || status === 204 || status === 304 || headerOf(incoming, 'Content-Length') === '0';
  const failed = (message: string) => (): void => {
    incoming.destroy(new TransportError('body', message, { retry: 'later' }));
  };
  const cancel = later(endsAt - performance.now(), failed('the answer took too long'));
  const closed = new Promise<void>((resolve) => {
    incoming.once('close', () => {
      cancel();
      resolve();
    });
  });
  // Without a listener the error of a body that nobody reads would end the program.
  incoming.on('error', () => {});
  // What is read to its end leaves the connection for the next request.
  if (isEmpty) incoming.resume();
  const until = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
  return {
    status,
    header: (name) => headerOf(incoming, name),
    body: isEmpty ? nothing() : bodyOf(incoming, stalledMs, failed(`the answer stalled for ${seconds(stalledMs)}`)),
    certificateUntil: Number.isNaN(until) ? null : until,
    close: () => {
      if (!isEmpty) incoming.destroy();
    },
    closed,
  };
}

/** The pieces of a body. The time that their reader takes does not count as stalled. */
async function* bodyOf(
  incoming: IncomingMessage,
  stalledMs: number,
  onStalled: () => void,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  for (;;) {
    const cancel = later(stalledMs, onStalled);
    const { done, value } = await chunks
      .next()
      .catch((error: unknown) => {
        if (error instanceof TransportError) throw error;
        throw new TransportError('body', 'the answer was cut off', { retry: 'later', cause: error });
      })
      .finally(cancel);
    if (done) return;
    yield value;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The lookup of a connection, which refuses a name where any of its addresses is not public. */
function publicLookup(resolve: typeof lookup): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      const addresses: readonly LookupAddress[] = found ?? [];
      const refused = addresses.find(({ address }) => !isPublicAddress(address));
      if (error || refused) callback(error ?? notPublic(refused?.address ?? ''), []);
      else if (options.all) callback(null, [...addresses]);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}

function notPublic(address: string): TransportError {
  return new TransportError('address', `its name leads to ${address}, which is not a public address`, {
    retry: 'never',
  });
}

/** Codes of certificates that are not accepted, as OpenSSL and Node name them. */
const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_|ERR_TLS_CERT_)/;

/** Why there is no answer. */
function transportError(error: Error, outgoing: ClientRequest): Error {
  const code = systemCode(error);
  if (error instanceof TransportError || code === null) return error;
  const because = (message: string, retry: Retry): TransportError =>
    new TransportError('unreachable', message, { retry, cause: error });
  if (CERTIFICATE.test(code)) return because(`its certificate is not accepted (${code})`, 'never');
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return because('there is no TLS connection', 'never');
  if (code === 'HPE_HEADER_OVERFLOW') return because('the headers of the answer are too long', 'never');
  if (code.startsWith('HPE_')) return because('it does not answer with HTTP', 'never');
  if (code === 'ENOTFOUND') return because(describeSystemError(error), 'never');
  // The server closed a connection that nobody used, just when it was used again.
  const isOld = outgoing.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
  return because(describeSystemError(error), isOld ? 'now' : 'later');
}

function seconds(ms: number): string {
  return plural(ms / 1_000, 'second');
}

/**
 * Does something after so many milliseconds on the clock of `performance`, and never before: timers of Node count whole
 * milliseconds and can be early by one, and the run would not be over yet when its last request is ended for that.
 *
 * @returns a function that cancels it
 */
function later(ms: number, run: () => void): () => void {
  const due = performance.now() + ms;
  const check = (): void => {
    const left = due - performance.now();
    if (left > 0) timer = setTimeout(check, Math.ceil(left));
    else run();
  };
  let timer = setTimeout(check, Math.ceil(Math.max(ms, 1)));
  return () => clearTimeout(timer);
}
