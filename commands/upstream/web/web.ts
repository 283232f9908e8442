import { isUtf8 } from 'node:buffer';
import { codingsIn, decodedBody } from '../../../cli/network/content-coding.ts';
import { systemCode } from '../../../contract/base/system-errors.ts';
import { visible } from '../../../contract/base/text.ts';
import type { CodedReason } from '../../../contract/words/probe-reasons.ts';
import { webAnswerOf } from './answer.ts';
import { Pace, type PaceLimits } from './pace.ts';
import { addressHostOf, parseAddress } from './public-address.ts';
import {
  type Retry,
  type TransportAnswer,
  type WebAnswer,
  type WebEffects,
  WebError,
  type WebRequest,
} from './request.ts';
import { backoffMs, isBusyStatus, RETRY_LIMITS, requestedWaitMs } from './retries.ts';
import { type RobotsRules, readRobots } from './robots.ts';

export interface WebOptions {
  readonly userAgent: string;
  readonly pace?: Partial<PaceLimits>;
  /** The time for all requests together, from now on. */
  readonly maxTimeMs?: number | null;
  readonly allowPrivate?: boolean;
  /** Only for commands that follow no links, and request what a user named. */
  readonly ignoreRobots?: boolean;
  readonly signal?: AbortSignal | null;
}

export interface Web {
  request(request: WebRequest): Promise<WebAnswer>;
  /** Includes robots.txt, redirects and retries. */
  readonly used: { readonly requests: number; readonly bytes: number };
  /** Every request fails: the time is over, or the user stopped. */
  readonly isOver: boolean;
}

const POLITE_PACE: PaceLimits = { connections: 2, perSecond: 5 };

const MAX_REDIRECTS = 5;

/** `ms`, plus the time of the largest body at the lowest accepted speed. */
const REQUEST_TIME = { ms: 120_000, bytesPerSecond: 16 * 1024, longestMs: 6 * 3_600_000 };

/** As sent, a body may exceed its limit by this. One that decodes to nothing has no other limit. */
const MORE_SENT = 64 * 1024;

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

  async #follow(request: WebRequest, readsRobots: boolean): Promise<WebAnswer> {
    const { allowPrivate = false } = this.#options;
    let url = parseAddress(request.url, { allowPrivate });
    let { headers = {} } = request;
    const seen = new Set<string>();
    let isBlocked = false;
    for (;;) {
      seen.add(url.href);
      const answer = await withOuterReason(seen.size > 1 ? ['redirects-to', visible(url.hostname)] : null, async () => {
        if (readsRobots) await this.#checkRobots(url);
        return await this.#exchange(url, { ...request, headers });
      });
      const location = locationOf(answer);
      isBlocked ||= answer.isShared === false;
      if (location === null) return isBlocked ? { ...answer, isShared: false } : answer;
      answer.discard();
      const { href, origin } = url;
      url = await withOuterReason(['redirects-elsewhere'], async () =>
        parseAddress(location, { allowPrivate, base: href }),
      );
      if (seen.has(url.href)) throw new WebError('redirects', ['redirects-in-circle']);
      if (seen.size > MAX_REDIRECTS || isUsedUp(request))
        throw new WebError('redirects', ['redirects-often', seen.size - 1]);
      // Only the original server gets credentials. As in browsers, others do not learn where a page comes from, and a
      // page with https never loads http.
      if (url.origin !== origin) headers = headersForOtherOrigin(headers);
      isBlocked ||= headers.Origin !== undefined && origin.startsWith('https:') && url.protocol === 'http:';
    }
  }

  async #checkRobots(url: URL): Promise<void> {
    let reading = this.#robots.get(url.origin);
    if (!reading) {
      reading = readRobots(url, (request) => this.#follow(request, false)).then((rules) => {
        if (rules.delayMs > 0) this.#pace.slowDown(paceName(url), rules.delayMs);
        return rules;
      });
      this.#robots.set(url.origin, reading);
    }
    const refusal = (await reading).refusal(url);
    if (refusal) throw new WebError(refusal.failure, refusal.reason, refusal);
  }

  async #exchange(url: URL, request: WebRequest): Promise<WebAnswer> {
    const host = paceName(url);
    for (let tries = 1; ; tries++) {
      const leave = await this.#pace.enter(host, () => this.#check(host));
      const outcome = await this.#try(url, request, { leave, sent: () => this.#pace.sent(host) });
      if (!('retry' in outcome)) {
        this.#failures.delete(host);
        return outcome;
      }
      const { error, retry } = outcome;
      const backoff = backoffMs(tries, this.#effects.random());
      // Concerns all requests to the server.
      if (error.waitMs > 0 || error.status === 429) this.#pace.pause(host, Math.max(error.waitMs, backoff));
      if (
        retry === 'never' ||
        tries >= Math.min(request.tries ?? RETRY_LIMITS.tries, RETRY_LIMITS.tries) ||
        isUsedUp(request) ||
        error.waitMs > RETRY_LIMITS.longestWaitMs
      ) {
        if (error.failure === 'unreachable' || error.failure === 'status')
          this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
        throw error;
      }
      await this.#sleep(backoff);
    }
  }

  #check(host: string): void {
    this.#checkOver();
    const pause = this.#pace.pausedFor(host);
    if (pause > RETRY_LIMITS.longestWaitMs) {
      // In minutes: one message for many requests.
      throw new WebError('status', ['asks-for-pause', Math.ceil(pause / 60_000)]);
    }
    if ((this.#failures.get(host) ?? 0) < RETRY_LIMITS.failuresInARow) return;
    throw new WebError('unreachable', ['host-failed', RETRY_LIMITS.failuresInARow]);
  }

  async #try(
    url: URL,
    request: WebRequest,
    { sent, leave }: { readonly sent: () => void; readonly leave: () => void },
  ): Promise<WebAnswer | Failure> {
    const { method = 'GET', maxBytes } = request;
    const headers = { 'User-Agent': this.#options.userAgent, 'Accept-Encoding': 'identity', ...request.headers };
    const begin = this.#effects.now();
    const ms = Math.min(REQUEST_TIME.ms + (maxBytes / REQUEST_TIME.bytesPerSecond) * 1_000, REQUEST_TIME.longestMs);
    const wholeMs = Math.min(ms, this.#end - begin);
    this.#used.requests++;
    if (request.budget) request.budget.left--;
    try {
      const received = await this.#effects
        .send({ url, method, headers, wholeMs, signal: this.#signal, sent })
        .catch((error) => {
          leave();
          throw error;
        });
      void received.closed.then(leave);
      const { status } = received;
      if (isBusyStatus(status)) {
        received.close();
        const waitMs = requestedWaitMs(received.header);
        const error = new WebError('status', ['answers', status], { status, waitMs });
        return { error, retry: 'later' };
      }
      const isShared = allowsOrigin(received.header('Access-Control-Allow-Origin'), request.headers?.Origin);
      const about = { url: url.href, latencyMs: this.#effects.now() - begin, isShared };
      return await webAnswerOf(received, about, this.#body(received, request), request);
    } catch (error) {
      if (!(error instanceof WebError)) throw this.#overError() ?? error;
      this.#checkOver();
      return { error, retry: error.retry };
    }
  }

  async *#body(received: TransportAnswer, request: WebRequest): AsyncGenerator<Uint8Array> {
    const { method, maxBytes, isCut = false, isFile = false } = request;
    const tooLarge = new WebError('body', ['answer-large', maxBytes]);
    const codings = isFile ? [] : codingsIn(received.header('Content-Encoding'));
    let left = maxBytes;
    try {
      if (method === 'HEAD') return;
      // Reads nothing if Content-Length is too large.
      if (!isCut && Number(received.header('Content-Length') ?? 0) > maxBytes) throw tooLarge;
      if (codings.length > 0 && received.status === 206) throw new WebError('body', ['part-of-coding']);
      const body = decodedBody(this.#counted(received.body, maxBytes + MORE_SENT, tooLarge), codings);
      if (body === null) throw new WebError('coding', ['coding-unknown', shownCodings(codings)]);
      for await (const chunk of body) {
        if (chunk.length > left && !isCut) throw tooLarge;
        const taken = chunk.subarray(0, left);
        left -= taken.length;
        if (taken.length > 0) yield taken;
        if (left === 0 && isCut) return;
      }
    } catch (error) {
      throw this.#overError() ?? errorOfCoding(error, codings);
    } finally {
      received.close();
    }
  }

  async *#counted(body: AsyncIterable<Uint8Array>, most: number, tooLarge: WebError): AsyncGenerator<Uint8Array> {
    let sent = 0;
    for await (const chunk of body) {
      this.#used.bytes += chunk.length;
      sent += chunk.length;
      if (sent > most) throw tooLarge;
      yield chunk;
    }
  }

  async #sleep(ms: number): Promise<void> {
    await this.#effects.sleep(Math.min(ms, this.#end - this.#effects.now()), this.#signal);
    this.#checkOver();
  }

  #checkOver(): void {
    const over = this.#overError();
    if (over) throw over;
  }

  #overError(): WebError | null {
    if (this.#signal?.aborted) return new WebError('over', 'the command was stopped');
    if (this.#effects.now() < this.#end) return null;
    return new WebError('over', `all requests together timed out after ${(this.#options.maxTimeMs ?? 0) / 1_000} s`);
  }
}

const shownCodings = (codings: readonly string[]): string => JSON.stringify(visible(codings.join(', '))).slice(1, -1);

function errorOfCoding(cause: unknown, codings: readonly string[]): unknown {
  const code = codings.length === 0 || cause instanceof WebError ? null : systemCode(cause);
  if (code === 'Z_BUF_ERROR') return new WebError('body', ['answer-cut-off'], { retry: 'later', cause });
  return code === null ? cause : new WebError('body', ['coding-broken', shownCodings(codings)], { cause });
}

interface Failure {
  readonly error: WebError;
  readonly retry: Retry;
}

/** `example.org.` is `example.org`. */
function paceName(url: URL): string {
  return addressHostOf(url).replace(/\.$/, '');
}

function locationOf({ status, header }: WebAnswer): string | null {
  const location = header('Location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null;
  // Node reads Latin-1, but some servers send UTF-8.
  const bytes = Buffer.from(location, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : location;
}

async function withOuterReason<T>(outer: CodedReason | null, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (outer === null || !(error instanceof WebError) || error.failure === 'over') throw error;
    throw new WebError(error.failure, [...outer, error.reason], error);
  }
}

function headersForOtherOrigin(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !['authorization', 'cookie'].includes(name.toLowerCase()));
  return Object.fromEntries(kept.map(([name, value]) => [name, name === 'Origin' ? 'null' : value]));
}

function allowsOrigin(allowed: string | null, origin: string | undefined): boolean | null {
  return origin === undefined ? null : ['*', origin].includes(allowed?.trim() ?? '');
}

const isUsedUp = ({ budget }: WebRequest): boolean => budget !== undefined && budget.left <= 0;
