/**
 * Sends requests to other people's servers. The address of a name is checked in the same lookup that the connection is
 * made with, so that no second answer of a name server can differ from the first. Proxies are not used.
 */
import { type LookupAddress, lookup } from 'node:dns';
import { once, setMaxListeners } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';
import { plural } from '../../contract/text.ts';
import { headerOf } from '../http.ts';
import { packageVersion } from '../package.ts';
import { isPublicAddress } from './public-address.ts';
import { type Retry, type TransportAnswer, type TransportRequest, type WebEffects, WebError } from './request.ts';
import { openWeb, type Web, type WebOptions } from './web.ts';

/** The milliseconds for the steps of a request. */
export interface WebTimeouts {
  /** Until it is connected, including TLS. */
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
  /** Resolves names instead of the system. */
  readonly lookup?: typeof lookup;
  /** A certificate that is trusted instead of those of Node. */
  readonly certificateAuthority?: string;
}

const TIMEOUTS: WebTimeouts = { connectMs: 15_000, firstByteMs: 30_000, stalledMs: 30_000 };

/**
 * Opens the web for one run of a command.
 *
 * @param repository the address of the catalog's repository, which each request names
 */
export function openRealWeb(
  repository: string,
  options: Omit<WebOptions, 'userAgent'>,
  context?: TransportContext,
): Web {
  const userAgent = `cartalog/${packageVersion()} (+${repository})`;
  const { allowPrivate = false, signal } = options;
  // Each request listens to it, and there can be many at the same time.
  if (signal) setMaxListeners(0, signal);
  return openWeb({ ...options, userAgent }, realEffects({ ...context, allowPrivate }));
}

/** The network, clock and random numbers of this machine. */
export function realEffects(context: TransportContext = {}): WebEffects {
  const { allowPrivate = false, lookup: resolve = lookup, certificateAuthority: ca } = context;
  // No sessions are resumed, because the server sends no certificate then.
  const options = { keepAlive: true, lookup: allowPrivate ? resolve : publicLookup(resolve), maxCachedSessions: 0 };
  const agents = {
    http: new Agent(options),
    // Set, because NODE_TLS_REJECT_UNAUTHORIZED would turn the check off for every server.
    https: new TlsAgent({ ...options, ...(ca === undefined ? {} : { ca }), rejectUnauthorized: true }),
  };
  const timeouts = { ...TIMEOUTS, ...context.timeouts };
  return {
    send: (request) => send(request, agents, timeouts, allowPrivate),
    now: () => performance.now(),
    sleep: async (ms, signal) => {
      await sleep(roundedUp(ms), undefined, signal ? { signal } : {}).catch(() => {});
    },
    random: Math.random,
  };
}

async function send(
  { url, method, headers, wholeMs, signal }: TransportRequest,
  agents: { readonly http: Agent; readonly https: TlsAgent },
  { connectMs, firstByteMs, stalledMs }: WebTimeouts,
  allowPrivate: boolean,
): Promise<TransportAnswer> {
  const endsAt = performance.now() + wholeMs;
  const isTls = url.protocol === 'https:';
  const options = { method, headers, ...(signal ? { signal } : {}) };
  const outgoing = isTls
    ? requestHttps(url, { ...options, agent: agents.https })
    : requestHttp(url, { ...options, agent: agents.http });
  const stopAfter = (ms: number, what: string): NodeJS.Timeout => {
    const error = new WebError('unreachable', `there is no ${what} after ${seconds(ms)}`, { retry: 'later' });
    return setTimeout(() => outgoing.destroy(error), roundedUp(ms));
  };
  const whole = stopAfter(wholeMs, 'answer');
  let step = stopAfter(connectMs, 'connection');
  outgoing.on('socket', (socket) => {
    const connected = (): void => {
      clearTimeout(step);
      const { remoteAddress } = socket;
      // The lookup is skipped if the host is a number.
      if (!allowPrivate && remoteAddress !== undefined && !isPublicAddress(remoteAddress)) {
        outgoing.destroy(notPublic(remoteAddress));
      } else step = stopAfter(firstByteMs, 'answer');
    };
    const isNew = socket.connecting || (isTls && !outgoing.reusedSocket);
    if (isNew) socket.once(isTls ? 'secureConnect' : 'connect', connected);
    else connected();
  });
  // An error after the response is also one of its body.
  outgoing.on('error', () => {});
  try {
    outgoing.end();
    const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
    return answerFrom(incoming as IncomingMessage, method, stalledMs, endsAt);
  } catch (error) {
    throw webErrorOf(error as Error, outgoing);
  } finally {
    clearTimeout(step);
    clearTimeout(whole);
  }
}

/**
 * Makes an answer of a response whose headers are there.
 *
 * @param endsAt when its body must be read, on the clock of `performance`
 */
function answerFrom(incoming: IncomingMessage, method: string, stalledMs: number, endsAt: number): TransportAnswer {
  const { statusCode: status = 0, socket } = incoming;
  const isEmpty = method === 'HEAD' || status === 204 || status === 304 || headerOf(incoming, 'Content-Length') === '0';
  const stopAfter = (ms: number, message: string): NodeJS.Timeout =>
    setTimeout(() => incoming.destroy(new WebError('body', message, { retry: 'later' })), roundedUp(ms));
  const whole = stopAfter(endsAt - performance.now(), 'the answer took too long');
  const closed = new Promise<void>((resolve) => {
    incoming.once('close', () => {
      clearTimeout(whole);
      resolve();
    });
  });
  // Without a listener, the error of a body that nobody reads would end the program.
  incoming.on('error', () => {});
  // Only a connection whose response was read to its end is used again.
  if (isEmpty) incoming.resume();
  const until = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
  return {
    status,
    header: (name) => headerOf(incoming, name),
    body: bodyOf(incoming, isEmpty, () => stopAfter(stalledMs, `the answer stalled for ${seconds(stalledMs)}`)),
    certificateUntil: Number.isNaN(until) ? null : until,
    close: () => {
      if (!isEmpty) incoming.destroy();
    },
    closed,
  };
}

/** The pieces of a body. Only the time in which it is waited for them counts as stalled. */
async function* bodyOf(
  incoming: IncomingMessage,
  isEmpty: boolean,
  startTimer: () => NodeJS.Timeout,
): AsyncGenerator<Uint8Array> {
  if (isEmpty) return;
  let timer = startTimer();
  try {
    for await (const chunk of incoming) {
      clearTimeout(timer);
      yield chunk;
      timer = startTimer();
    }
  } catch (error) {
    if (error instanceof WebError) throw error;
    throw new WebError('body', 'the answer was cut off', { retry: 'later', cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The lookup of a connection, which refuses a name if any of its addresses is not public. */
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

function notPublic(address: string): WebError {
  return new WebError('address', `its name leads to ${address}, which is not a public address`);
}

/** Codes of certificates that are not accepted, as OpenSSL and Node name them. */
const CERTIFICATE = /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_|ERR_TLS_CERT_)/;

/** Why there is no answer, by an error of the system. */
function webErrorOf(error: Error, { reusedSocket }: ClientRequest): Error {
  const code = systemCode(error);
  if (error instanceof WebError || code === null) return error;
  const because = (message: string, retry: Retry): WebError =>
    new WebError('unreachable', message, { retry, cause: error });
  if (CERTIFICATE.test(code)) return because(`its certificate is not accepted (${code})`, 'never');
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return because('there is no TLS connection', 'never');
  if (code === 'HPE_HEADER_OVERFLOW') return because('the headers of the answer are too long', 'never');
  if (code.startsWith('HPE_')) return because('it does not answer with HTTP', 'never');
  if (code === 'ENOTFOUND') return because(describeSystemError(error), 'never');
  // The server closed an idle connection just when it was used again.
  const isIdle = reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
  return because(describeSystemError(error), isIdle ? 'now' : 'later');
}

function seconds(ms: number): string {
  return plural(ms / 1_000, 'second');
}

/** A time for a timer of Node, which counts whole milliseconds and can be early by one. */
function roundedUp(ms: number): number {
  return Math.ceil(Math.max(ms, 0)) + 1;
}
