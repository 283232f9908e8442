/**
 * Other people's servers, asked politely: slowly, as robots.txt allows, with patience where they are busy, and never
 * longer, larger or further than the limits. The door of this room, which every command may use.
 */
import { isUtf8 } from 'node:buffer';
import { plural, visible } from '../../contract/text.ts';
import { answerOf, bufferedAnswer } from './answer.ts';
import { Pace, type PaceLimits } from './pace.ts';
import { hostOf, readAddress } from './public-address.ts';
import {
  type Retry,
  type TransportAnswer,
  TransportError,
  type WebAnswer,
  type WebEffects,
  WebError,
  type WebRequest,
} from './request.ts';
import { askedWaitMs, backoffMs, isBusy, RETRIES } from './retries.ts';
import { type RobotsRules, readRobots } from './robots.ts';

export type { PaceLimits } from './pace.ts';
export { hostOf, isPublicAddress } from './public-address.ts';
export {
  type Retry,
  type TransportAnswer,
  TransportError,
  type TransportRequest,
  type WebAnswer,
  type WebEffects,
  WebError,
  type WebErrorKind,
  type WebRequest,
} from './request.ts';

/** How requests are made. */
export interface WebOptions {
  readonly userAgent: string;
  /** The limits for each host; 2 connections and 5 requests a second where they are left out. */
  readonly pace?: Partial<PaceLimits>;
  /** The milliseconds of all requests together, from now on; null or left out: no limit. */
  readonly maxTimeMs?: number | null;
  /** Whether hosts that are not public are requested too. */
  readonly allowPrivate?: boolean;
  /** Whether robots.txt is not asked: for a command that follows no links and requests what a person named. */
  readonly ignoreRobots?: boolean;
  /** Ends all requests when it is aborted. */
  readonly signal?: AbortSignal | null;
}

/** Other people's servers, asked politely. */
export interface Web {
  /** @throws WebError where there is no answer */
  request(request: WebRequest): Promise<WebAnswer>;
  /** Requests and bytes of bodies so far, in all: those for robots.txt, redirects and retries included. */
  readonly used: { readonly requests: number; readonly bytes: number };
  /** Whether the time is over, or the person stopped the command: every request fails from now on. */
  readonly isOver: boolean;
}

/** The limits for each host where nothing else is said. */
export const POLITE_PACE: PaceLimits = { connections: 2, perSecond: 5 };

/** Redirects of one request. */
const MAX_REDIRECTS = 5;

/** The milliseconds for a request; in addition the fewest bytes a second that a body may come with, and the most for all. */
const WHOLE = { ms: 120_000, bytesPerSecond: 16 * 1024, longestMs: 6 * 3_600_000 };

/** Makes the one that asks. */
export function openWeb(options: WebOptions, effects: WebEffects): Web {
  return new PoliteWeb(options, effects);
}

class PoliteWeb implements Web {
  readonly #options: WebOptions;
  readonly #effects: WebEffects;
  readonly #signal: AbortSignal | null;
  readonly #end: number;
  readonly #pace: Pace;
  readonly #robots = new Map<string, Promise<RobotsRules>>();
  /** How many requests to a host failed since one succeeded. */
  readonly #failures = new Map<string, number>();
  readonly #used = { requests: 0, bytes: 0 };

  constructor(options: WebOptions, effects: WebEffects) {
    this.#options = options;
    this.#effects = effects;
    this.#signal = options.signal ?? null;
    this.#end = effects.now() + (options.maxTimeMs ?? Number.POSITIVE_INFINITY);
    this.#pace = new Pace({ ...POLITE_PACE, ...options.pace }, effects.now, (ms) => this.#sleep(ms));
  }

  get used(): Web['used'] {
    return { ...this.#used };
  }

  get isOver(): boolean {
    return this.#overError() !== null;
  }

  request(request: WebRequest): Promise<WebAnswer> {
    return this.#follow(request, !this.#options.ignoreRobots);
  }

  /** Requests an address and those it redirects to, each of which is checked. */
  async #follow(request: WebRequest, asksRobots: boolean): Promise<WebAnswer> {
    const { allowPrivate = false } = this.#options;
    let url = readAddress(request.url, { allowPrivate });
    let { headers = {} } = request;
    const seen = new Set<string>();
    for (;;) {
      seen.add(url.href);
      const answer = await told(seen.size > 1 ? `it redirects to ${visible(url.hostname)}: ` : '', async () => {
        if (asksRobots) await this.#askRobots(url);
        return await this.#exchange(url, { ...request, headers });
      });
      const location = locationOf(answer);
      if (location === null) return answer;
      answer.discard();
      const from = url;
      url = await told('it redirects elsewhere: ', async () =>
        readAddress(location, { allowPrivate, base: from.href }),
      );
      if (seen.has(url.href)) throw new WebError('redirects', 'it redirects in a circle');
      if (seen.size > MAX_REDIRECTS) throw new WebError('redirects', `it redirects more than ${MAX_REDIRECTS} times`);
      // What proves who asks is for the server that was asked.
      if (url.origin !== from.origin) headers = without(headers, ['authorization', 'cookie']);
    }
  }

  async #askRobots(url: URL): Promise<void> {
    let asked = this.#robots.get(url.origin);
    if (!asked) {
      asked = readRobots(url, (request) => this.#follow(request, false)).then((rules) => {
        if (rules.delayMs > 0) this.#pace.slowDown(paceName(url), rules.delayMs);
        return rules;
      });
      this.#robots.set(url.origin, asked);
    }
    const refusal = (await asked).refusal(url);
    if (refusal) throw new WebError(refusal.kind, refusal.message, refusal);
  }

  /** Requests one address until it answers, or all tries are used. */
  async #exchange(url: URL, request: WebRequest): Promise<WebAnswer> {
    const host = paceName(url);
    for (let tries = 1; ; tries++) {
      const leave = await this.#pace.enter(host, () => this.#check(host));
      const outcome = await this.#try(url, request, leave);
      if (!('retry' in outcome)) {
        this.#failures.delete(host);
        return outcome;
      }
      const { error, retry, askedMs } = outcome;
      const backoff = retry === 'now' ? 0 : backoffMs(tries, this.#effects.random());
      // A server that says when, or that there is too much, means all requests and not this one.
      if (askedMs > 0 || error.status === 429) this.#pace.pause(host, Math.max(askedMs, backoff));
      if (retry === 'never' || tries === RETRIES.tries || askedMs > RETRIES.longestWaitMs) {
        if (error.kind === 'unreachable' || error.kind === 'status')
          this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
        throw error;
      }
      if (backoff > 0) await this.#sleep(backoff);
    }
  }

  /** @throws WebError where nothing more is requested of a host: it asked for a long pause, failed too often, or all is over */
  #check(host: string): void {
    const over = this.#overError();
    if (over) throw over;
    const pause = this.#pace.pausedFor(host);
    if (pause > RETRIES.longestWaitMs) {
      // Not to the second: what is the same for many requests is told once.
      const minutes = plural(Math.ceil(pause / 60_000), 'minute');
      throw new WebError('status', `the server asks for nothing more for ${minutes}`);
    }
    if ((this.#failures.get(host) ?? 0) < RETRIES.failuresInARow) return;
    const message = `the last ${RETRIES.failuresInARow} requests to its host failed, so nothing more is requested there`;
    throw new WebError('unreachable', message);
  }

  async #try(url: URL, request: WebRequest, leave: () => void): Promise<WebAnswer | Failure> {
    const { method = 'GET', maxBytes } = request;
    const headers = { 'User-Agent': this.#options.userAgent, 'Accept-Encoding': 'identity', ...request.headers };
    const begin = this.#effects.now();
    const ms = Math.min(WHOLE.ms + (maxBytes / WHOLE.bytesPerSecond) * 1_000, WHOLE.longestMs);
    const wholeMs = Math.min(ms, this.#end - begin);
    let received: TransportAnswer;
    try {
      this.#used.requests++;
      received = await this.#effects.send({ url, method, headers, wholeMs, signal: this.#signal });
    } catch (error) {
      leave();
      return this.#failureOf(error);
    }
    void received.closed.then(leave);
    if (isBusy(received.status)) {
      received.close();
      const { status } = received;
      const error = new WebError('status', `it answers ${status}`, { status });
      return { error, retry: 'later', askedMs: askedWaitMs(received.header) };
    }
    const context = {
      url,
      request,
      latencyMs: this.#effects.now() - begin,
      count: (bytes: number) => {
        this.#used.bytes += bytes;
      },
    };
    if (!request.isBuffered) return answerOf(received, context, (error) => this.#explained(error));
    try {
      return await bufferedAnswer(received, context);
    } catch (error) {
      return this.#failureOf(error);
    }
  }

  /** Why a try failed. @throws the error where it is none of the network, or the run is over */
  #failureOf(cause: unknown): Failure {
    const error = this.#explained(cause);
    if (!(error instanceof WebError) || error.kind === 'over') throw error;
    return { error, retry: cause instanceof TransportError ? cause.retry : 'never', askedMs: 0 };
  }

  /** An error as commands get it. */
  #explained(error: unknown): unknown {
    const over = this.#overError();
    if (over) return over;
    return error instanceof TransportError ? new WebError(error.kind, error.message, { cause: error.cause }) : error;
  }

  /** Waits. @throws WebError where the run is over then */
  async #sleep(ms: number): Promise<void> {
    await this.#effects.sleep(Math.min(ms, this.#end - this.#effects.now()), this.#signal);
    const over = this.#overError();
    if (over) throw over;
  }

  #overError(): WebError | null {
    if (this.#signal?.aborted) return new WebError('over', 'the command was stopped');
    if (this.#effects.now() < this.#end) return null;
    const seconds = (this.#options.maxTimeMs ?? 0) / 1_000;
    return new WebError('over', `the ${seconds} seconds for all requests are over`);
  }
}

/** A try without an answer. */
interface Failure {
  readonly error: WebError;
  readonly retry: Retry;
  /** The milliseconds that the server asks to wait; 0 where it does not. */
  readonly askedMs: number;
}

/** The name of a host for its limits: one machine, whatever the port and the protocol. */
function paceName(url: URL): string {
  return hostOf(url).replace(/\.$/, '');
}

/** Where an answer redirects to; null where it does not. */
function locationOf({ status, header }: WebAnswer): string | null {
  const location = header('Location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null;
  // Headers are read as Latin-1, and servers that write letters of other scripts into an address write UTF-8.
  const bytes = Buffer.from(location, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : location;
}

/** Does something, and puts some words before the message where there is no answer. */
async function told<T>(before: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (before === '' || !(error instanceof WebError) || error.kind === 'over') throw error;
    throw new WebError(error.kind, before + error.message, error);
  }
}

function without(headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())));
}
