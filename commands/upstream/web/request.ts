/** Requests to other people's servers, their answers, and the transport between the two. */

import type { Exchange, ExchangeAnswer } from '../../../cli/network/transport.ts';
import { type CodedReason, ReasonError } from '../../../contract/words/probe-reasons.ts';

/** A request. */
export interface WebRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** `Range`, `If-None-Match`, `Accept` and so on. `User-Agent` is always sent, and `Accept-Encoding: identity` by default. */
  readonly headers?: Readonly<Record<string, string>> & { readonly Origin?: string };
  /** The maximum bytes of the body, as it is sent and decoded; a longer body is an error. Not used for HEAD. */
  readonly maxBytes: number;
  /** Whether a longer body is cut at maxBytes instead. */
  readonly isCut?: boolean;
  /**
   * Whether to read the body before returning the answer, so that a request with an incomplete body is repeated. If the
   * status is not 2xx, the body is not read, and empty.
   */
  readonly isBuffered?: boolean;
  /** Whether to give the body as it is sent, also if Content-Encoding declares a coding: as programs save a file. */
  readonly isFile?: boolean;
  /** The maximum number of tries, if it is less than that of `RETRIES`. */
  readonly tries?: number;
  /** Counted down with each request that is sent, also for redirects and retries. At 0, there are no more. */
  readonly budget?: RequestBudget;
}

/** How many requests may still be sent. */
export interface RequestBudget {
  left: number;
}

/**
 * An answer after redirects and retries: any status below 500 except 429, and 501, which refuses a method. The body
 * must be read or discarded: until then the request occupies one of the few connections to its host.
 */
export interface WebAnswer extends Pick<ExchangeAnswer, 'status' | 'header' | 'body' | 'certificateUntil'> {
  /** The address after redirects. */
  readonly url: string;
  /**
   * Whether a web page may read it: it allows the `Origin` of the request (CORS), and so do all redirects to it. Null for
   * a request without `Origin`.
   */
  readonly isShared: boolean | null;
  /** Reads the whole body. @throws WebError as `body`: if it is too large, stalls or is cut off */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole body as text, in UTF-8 or in the charset of Content-Type. @throws WebError as `body` */
  text(): Promise<string>;
  /** Closes the connection without reading the rest. */
  discard(): void;
  /** The milliseconds from sending the last request to receiving its headers. */
  readonly latencyMs: number;
}

/**
 * The reasons for a missing answer:
 *
 * - `address`: it must not be requested: invalid, not http or https, with a password, not public
 * - `robots`: robots.txt does not allow it
 * - `unreachable`: no connection, no answer in time, or an invalid certificate
 * - `status`: 429 or 5xx, after all tries
 * - `redirects`: too many, or in a circle
 * - `body`: too large, stalled, cut off, or not what its Content-Encoding declares
 * - `coding`: its Content-Encoding is not known here
 * - `over`: the time for all requests is over, or the user stopped the command: all later requests fail too
 */
export type WebFailure = 'address' | 'robots' | 'unreachable' | 'status' | 'redirects' | 'body' | 'coding' | 'over';

/** Whether to try again. */
export type Retry = 'never' | 'later';

/**
 * A request without an answer. The message follows the address in the caller's sentence: `robots.txt does not allow
 * it`. It never repeats the address, which can contain access tokens. It may contain text from the server.
 */
export class WebError extends ReasonError {
  override readonly name = 'WebError';
  readonly failure: WebFailure;
  /** The HTTP status, for `status`. */
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

/** One request to send, without redirects and retries. */
export interface TransportRequest extends Pick<Exchange, 'url' | 'signal' | 'sent'> {
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  /** The maximum milliseconds until the end of the body. */
  readonly wholeMs: number;
}

/** The answer to one request, once its headers have arrived. */
export type TransportAnswer = Omit<ExchangeAnswer, 'headerBytes'>;

/** The network, clock and random numbers for requests. */
export interface WebEffects {
  /** Sends one request. @throws WebError without an answer */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** The milliseconds of a monotonic clock. */
  now(): number;
  /** Waits for some milliseconds, or until the signal is aborted; resolves in both cases. */
  sleep(ms: number, signal: AbortSignal | null): Promise<void>;
  /** A number from 0 to less than 1. */
  random(): number;
}
