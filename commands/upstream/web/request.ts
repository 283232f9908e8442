import type { Exchange, ExchangeAnswer } from '../../../cli/network/transport.ts';
import { type CodedReason, ReasonError } from '../../../contract/words/probe-reasons.ts';

export interface WebRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** `User-Agent` is always sent; by default, `Accept-Encoding: identity`. */
  readonly headers?: Readonly<Record<string, string>> & { readonly Origin?: string };
  /** The most bytes of the decoded body; a longer one is an error. As sent, it may be a little longer. */
  readonly maxBytes: number;
  /** A longer body is cut, without an error. */
  readonly isCut?: boolean;
  /** Reads the body first, so that an incomplete one is requested again. Empty if the status is not 2xx. */
  readonly isBuffered?: boolean;
  /** As sent, whatever Content-Encoding declares: programs save files this way. */
  readonly isFile?: boolean;
  /** By default and at most `RETRY_LIMITS.tries`. */
  readonly tries?: number;
  /** Also counts redirects and retries. */
  readonly budget?: RequestBudget;
}

export interface RequestBudget {
  left: number;
}

/**
 * The status is never 429 or 5xx, except 501 (a refused method). Read or discard the body: until then, it occupies one
 * of few connections to the host.
 */
export interface WebAnswer extends Pick<ExchangeAnswer, 'status' | 'header' | 'body' | 'certificateUntil'> {
  readonly url: string;
  /** The answer and its redirects allow `Origin` (CORS); null without one. */
  readonly isShared: boolean | null;
  /** @throws WebError if the body is too large, stalls, is cut off or cannot be decoded */
  bytes(): Promise<Uint8Array>;
  /** In Content-Type's charset, or UTF-8. */
  text(): Promise<string>;
  /** Closes the connection; the rest stays unread. */
  discard(): void;
  /** From sending the last request to receiving headers. */
  readonly latencyMs: number;
}

/**
 * Why there is no answer:
 *
 * - `address`: invalid, not http or https, not public, or with a user name or password
 * - `robots`: robots.txt does not allow it
 * - `unreachable`: no connection, no answer in time, or an invalid certificate
 * - `status`: 429 or 5xx, after all tries
 * - `redirects`: too many, or in a circle
 * - `body`: too large, stalled, cut off, or not what its Content-Encoding declares
 * - `coding`: an unknown Content-Encoding
 * - `over`: the time for all requests is over, or the user stopped the command: all later requests fail too
 */
export type WebFailure = 'address' | 'robots' | 'unreachable' | 'status' | 'redirects' | 'body' | 'coding' | 'over';

export type Retry = 'never' | 'later';

/**
 * The message follows the address in a sentence: `robots.txt does not allow it`. It may have text of the server, but
 * not the address, which may contain access tokens.
 */
export class WebError extends ReasonError {
  override readonly name = 'WebError';
  readonly failure: WebFailure;
  readonly status: number | null;
  readonly retry: Retry;
  /** How long the server asks to wait; it is not in the message, because it differs each time. */
  readonly waitMs: number;

  constructor(
    failure: WebFailure,
    reason: CodedReason | string,
    {
      status = null,
      retry = 'never',
      waitMs = 0,
      cause,
    }: {
      readonly status?: number | null;
      readonly retry?: Retry;
      readonly waitMs?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(reason, cause);
    this.failure = failure;
    this.status = status;
    this.retry = retry;
    this.waitMs = waitMs;
  }
}

export interface TransportRequest extends Pick<Exchange, 'url' | 'signal' | 'sent'> {
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  /** Until the end of the body. */
  readonly wholeMs: number;
}

export type TransportAnswer = Omit<ExchangeAnswer, 'headerBytes'>;

export interface WebEffects {
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** In milliseconds, monotonic. */
  now(): number;
  sleep(ms: number, signal: AbortSignal | null): Promise<void>;
  /** From 0 to less than 1. */
  random(): number;
}
