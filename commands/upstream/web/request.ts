import type { Exchange, ExchangeAnswer } from '../../../cli/network/transport.ts';
import { type CodedReason, ReasonError } from '../../../contract/words/probe-reasons.ts';

export interface WebRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** `User-Agent` is always sent; `Accept-Encoding: identity` by default. */
  readonly headers?: Readonly<Record<string, string>> & { readonly Origin?: string };
  /** A decoded body that is longer is an error. The body as it is sent may be a little longer. */
  readonly maxBytes: number;
  /** A body longer than `maxBytes` is cut, which is not an error. */
  readonly isCut?: boolean;
  /**
   * Reads the body before returning the answer, so that a request with an incomplete body is repeated. If the status is
   * not 2xx, the body is empty.
   */
  readonly isBuffered?: boolean;
  /** Gives the body as it is sent, whatever Content-Encoding declares, because programs save files this way. */
  readonly isFile?: boolean;
  /** Includes the first try. Default and maximum: `RETRY_LIMITS.tries`. */
  readonly tries?: number;
  /** Counted down by each request, also for redirects and retries. */
  readonly budget?: RequestBudget;
}

export interface RequestBudget {
  left: number;
}

/**
 * Its status is never 429 or 5xx, apart from 501, with which servers refuse a method. The body must be read or discarded:
 * until then the request occupies one of the few connections to its host.
 */
export interface WebAnswer extends Pick<ExchangeAnswer, 'status' | 'header' | 'body' | 'certificateUntil'> {
  readonly url: string;
  /** True if the answer and all redirects to it allow the `Origin` of the request (CORS). Null if it has none. */
  readonly isShared: boolean | null;
  /** @throws WebError if the body is too large, stalls, is cut off or cannot be decoded */
  bytes(): Promise<Uint8Array>;
  /** Decoded from the charset of Content-Type, or else from UTF-8. */
  text(): Promise<string>;
  /** Closes the connection without reading the rest. */
  discard(): void;
  /** Measured from sending the last request to receiving its headers. */
  readonly latencyMs: number;
}

/**
 * Why there is no answer:
 *
 * - `address`: the address is invalid, not http or https, or not public, or has a user name or password
 * - `robots`: robots.txt does not allow it
 * - `unreachable`: no connection, no answer in time, or an invalid certificate
 * - `status`: 429 or 5xx, after all tries
 * - `redirects`: too many, or in a circle
 * - `body`: too large, stalled, cut off, or not what its Content-Encoding declares
 * - `coding`: its Content-Encoding is not known here
 * - `over`: the time for all requests is over, or the user stopped the command: all later requests fail too
 */
export type WebFailure = 'address' | 'robots' | 'unreachable' | 'status' | 'redirects' | 'body' | 'coding' | 'over';

export type Retry = 'never' | 'later';

/**
 * The message follows the address in the caller's sentence: `robots.txt does not allow it`. It never repeats the
 * address, which can contain access tokens. It may contain text from the server.
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
  /** Time limit until the end of the body. */
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
