import type { Exchange, ExchangeAnswer } from '../../../cli/network/transport.ts';
import { type CodedReason, ReasonError } from '../../../contract/words/probe-reasons.ts';

export interface WebRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** `User-Agent` is always sent; `Accept-Encoding: identity` by default. */
  readonly headers?: Readonly<Record<string, string>> & { readonly Origin?: string };
  /** A longer decoded body is an error. As sent, it may be a little longer. */
  readonly maxBytes: number;
  /** Cuts a longer body, which is then no error. */
  readonly isCut?: boolean;
  /** The body is read first, so that a request with an incomplete body is repeated. Empty if the status is not 2xx. */
  readonly isBuffered?: boolean;
  /** The body as sent, whatever Content-Encoding declares: programs save files this way. */
  readonly isFile?: boolean;
  /** Default and maximum: `RETRY_LIMITS.tries`. */
  readonly tries?: number;
  /** Each request counts, also for redirects and retries. */
  readonly budget?: RequestBudget;
}

export interface RequestBudget {
  left: number;
}

/**
 * Its status is never 429 or 5xx, except 501 (a refused method). Read or discard the body: until then the request
 * occupies one of the few connections to its host.
 */
export interface WebAnswer extends Pick<ExchangeAnswer, 'status' | 'header' | 'body' | 'certificateUntil'> {
  readonly url: string;
  /** The answer and all redirects to it allow `Origin` (CORS); null without one. */
  readonly isShared: boolean | null;
  /** @throws WebError if the body is too large, stalls, is cut off or cannot be decoded */
  bytes(): Promise<Uint8Array>;
  /** In the charset of Content-Type, or else UTF-8. */
  text(): Promise<string>;
  /** Closes the connection without reading the rest. */
  discard(): void;
  /** From sending the last request to receiving its headers. */
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
 * The message follows the address in a sentence: `robots.txt does not allow it`. It never repeats the address, which
 * may contain access tokens, but may have text from the server.
 */
export class WebError extends ReasonError {
  override readonly name = 'WebError';
  readonly failure: WebFailure;
  readonly status: number | null;
  readonly retry: Retry;

  constructor(
    failure: WebFailure,
    reason: CodedReason | string,
    {
      status = null,
      retry = 'never',
      cause,
    }: { readonly status?: number | null; readonly retry?: Retry; readonly cause?: unknown } = {},
  ) {
    super(reason, cause);
    this.failure = failure;
    this.status = status;
    this.retry = retry;
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
  /** Milliseconds of a monotonic clock. */
  now(): number;
  sleep(ms: number, signal: AbortSignal | null): Promise<void>;
  /** From 0 to less than 1. */
  random(): number;
}
