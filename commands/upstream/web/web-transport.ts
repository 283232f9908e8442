/**
 * Sends requests to other people's servers. The connection uses the same DNS lookup that checks the address, so a
 * second lookup cannot differ from the first. Proxies are not used.
 */
import { type LookupAddress, lookup } from 'node:dns';
import { once, setMaxListeners } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { headerOf } from '../../../cli/http.ts';
import { packageVersion } from '../../../cli/package.ts';
import { describeSystemError, isLastingError, systemCode } from '../../../contract/system-errors.ts';
import { plural } from '../../../contract/text.ts';
import { HOW_TO_ALLOW, isPublicAddress } from './public-address.ts';
import { type Retry, type TransportAnswer, type TransportRequest, type WebEffects, WebError } from './request.ts';
import { openWeb, type Web, type WebOptions } from './web.ts';

/** The time limits of a request, in milliseconds. */
export interface WebTimeouts {
  /** Until it is connected, including TLS. */
  readonly connectMs: number;
  /** From then until the headers. */
  readonly firstByteMs: number;
  /** For each further 16 KiB of the body. */
  readonly stalledMs: number;
}

/** The dependencies of the transport. */
export interface TransportContext {
  readonly allowPrivate?: boolean;
  readonly timeouts?: Partial<WebTimeouts>;
  /** Resolves names instead of the system. */
  readonly lookup?: typeof lookup;
  /** A trusted certificate that replaces those of Node. */
  readonly certificateAuthority?: string;
}

const TIMEOUTS: WebTimeouts = { connectMs: 15_000, firstByteMs: 30_000, stalledMs: 30_000 };

/**
 * Opens the web for one run of a command.
 *
 * @param repository the address of the catalog's repository, sent in the User-Agent
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
  // TLS sessions are not resumed, because the server would not send its certificate.
  const options = { keepAlive: true, lookup: allowPrivate ? resolve : publicLookup(resolve), maxCachedSessions: 0 };
  const agents = {
    http: new Agent(options),
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED would disable the check for every server.
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
  { url, method, headers, wholeMs, signal, sent = () => {} }: TransportRequest,
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
      // There is no lookup if the host is an IP address.
      if (!allowPrivate && remoteAddress !== undefined && !isPublicAddress(remoteAddress)) {
        outgoing.destroy(notPublic(remoteAddress));
      } else step = stopAfter(firstByteMs, 'answer');
    };
    const isNew = socket.connecting || (isTls && !outgoing.reusedSocket);
    if (isNew) socket.once(isTls ? 'secureConnect' : 'connect', connected);
    else connected();
  });
  outgoing.on('finish', sent);
  // An error after the headers is also an error of the body.
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
 * Makes an answer from a response with headers.
 *
 * @param endsAt the deadline of its body, on the clock of `performance`
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
  // Without a listener, the error of an unread body would end the program.
  incoming.on('error', () => {});
  // Only a connection whose response was read completely is reused.
  if (isEmpty) incoming.resume();
  const until = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
  return {
    status,
    header: (name) => headerOf(incoming, name),
    body: bodyOf(incoming, isEmpty, stalledMs),
    certificateUntil: Number.isNaN(until) ? null : until,
    close: () => {
      if (!isEmpty) incoming.destroy();
    },
    closed,
  };
}

/** The bytes that a body must bring within `stalledMs`, so that a byte now and then does not take hours. */
const LEAST_BYTES = 16 * 1024;

/** The pieces of a body. Only time spent waiting for pieces counts as stalled. */
async function* bodyOf(incoming: IncomingMessage, isEmpty: boolean, stalledMs: number): AsyncGenerator<Uint8Array> {
  if (isEmpty) return;
  const stall = (): unknown => incoming.destroy(stalled);
  const stalled = new WebError('body', `the answer stalled for ${seconds(stalledMs)}`, { retry: 'later' });
  let [left, received] = [stalledMs, 0];
  let begin = performance.now();
  let timer = setTimeout(stall, roundedUp(left));
  try {
    for await (const chunk of incoming) {
      clearTimeout(timer);
      left -= performance.now() - begin;
      received += chunk.length;
      if (received >= LEAST_BYTES) [left, received] = [stalledMs, 0];
      yield chunk;
      begin = performance.now();
      timer = setTimeout(stall, roundedUp(left));
    }
  } catch (error) {
    if (error instanceof WebError) throw error;
    throw new WebError('body', 'the answer was cut off', { retry: 'later', cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The lookup of a connection. It refuses a name if any of its addresses is not public. */
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
  return new WebError('address', `its name leads to ${address}, which is not a public address ${HOW_TO_ALLOW}`);
}

/** Converts a system error to a WebError. */
function webErrorOf(error: Error, { reusedSocket }: ClientRequest): Error {
  const code = systemCode(error);
  if (error instanceof WebError || code === null) return error;
  // The server closed an idle connection at the moment of reuse.
  const isIdle = reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
  const retry: Retry = isLastingError(error) ? 'never' : isIdle ? 'now' : 'later';
  return new WebError('unreachable', describeSystemError(error), { retry, cause: error });
}

function seconds(ms: number): string {
  return plural(ms / 1_000, 'second');
}

/** A timeout for Node, whose timers count whole milliseconds and can fire one early. */
function roundedUp(ms: number): number {
  return Math.ceil(Math.max(ms, 0)) + 1;
}
