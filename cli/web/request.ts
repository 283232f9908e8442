/** What is requested from other people's servers, what they answer, and the transport between the two. */

/** One request to somebody's server. */
export interface WebRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** `Range`, `If-None-Match`, `Accept` and so on. `User-Agent` and `Accept-Encoding: identity` are always sent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The bytes of the body; reading more of them is an error. Not used for HEAD. */
  readonly maxBytes: number;
  /** Whether a longer body ends after maxBytes instead, and the rest is not read. */
  readonly isCut?: boolean;
  /**
   * Whether the body is read before the answer is given, so that a request whose body is cut off is sent again. If the
   * status is not 2xx, the body is not read, and empty.
   */
  readonly isBuffered?: boolean;
}

/**
 * What a server answered, after redirects and retries: any status below 500 other than 429, and 501, with which a
 * server refuses a method. The body has to be read or discarded: until then the request uses one of the few connections
 * to its host.
 */
export interface WebAnswer {
  /** The address after redirects. */
  readonly url: string;
  readonly status: number;
  /** The value of a header, several ones joined with commas; null if it is missing. */
  header(name: string): string | null;
  /** The body as it is sent, not decoded; can be read once. @throws WebError if it is too large, stalls or is cut off */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the whole body. @throws WebError as `body` */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole body as text, in UTF-8 or in the charset of Content-Type. @throws WebError as `body` */
  text(): Promise<string>;
  /** Closes the connection without reading the rest. */
  discard(): void;
  /** The milliseconds from sending the last request to the headers of its answer. */
  readonly latencyMs: number;
  /** When the server's certificate expires, in milliseconds since 1970; null without TLS. */
  readonly certificateUntil: number | null;
}

/**
 * Why there is no answer.
 *
 * - `address`: it is not requested: unreadable, not http or https, with a password, not public
 * - `robots`: robots.txt does not allow it
 * - `unreachable`: nothing answers there, or not in time, or its certificate is not valid
 * - `status`: 429 or 5xx, after all tries
 * - `redirects`: too many, or in a circle
 * - `body`: larger than allowed, stalled, cut off
 * - `over`: the time for all requests is over, or the user stopped the command: all later requests fail too
 */
export type WebErrorKind = 'address' | 'robots' | 'unreachable' | 'status' | 'redirects' | 'body' | 'over';

/** When another try is useful: never, at once because an old connection was used, or later. */
export type Retry = 'never' | 'now' | 'later';

/**
 * There is no answer. The message follows the address in a sentence of the caller, and never repeats it, because
 * addresses can hold access tokens: `robots.txt does not allow it`. It may hold text from the server.
 */
export class WebError extends Error {
  override readonly name = 'WebError';
  readonly kind: WebErrorKind;
  /** The status that the server answered, for `status`. */
  readonly status: number | null;
  readonly retry: Retry;

  constructor(
    kind: WebErrorKind,
    message: string,
    {
      status = null,
      retry = 'never',
      cause,
    }: { readonly status?: number | null; readonly retry?: Retry; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.retry = retry;
  }
}

/** One request as it is sent: no redirect is followed, nothing is tried again. */
export interface TransportRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  /** The milliseconds until the end of the body. */
  readonly wholeMs: number;
  readonly signal: AbortSignal | null;
}

/** The answer to one request, when its headers are there. */
export interface TransportAnswer extends Pick<WebAnswer, 'status' | 'header' | 'body' | 'certificateUntil'> {
  /** Ends the answer; the rest of its body is not read. */
  close(): void;
  /** Resolves when the answer has ended: it was read, it failed or it was closed. */
  readonly closed: Promise<void>;
}

/** What the requests need of the machine. */
export interface WebEffects {
  /** Sends one request. @throws WebError if there is no answer */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** The milliseconds of a clock that never goes back. */
  now(): number;
  /** Waits for some milliseconds, or until the signal is aborted; resolves in both cases. */
  sleep(ms: number, signal: AbortSignal | null): Promise<void>;
  /** A number from 0 to less than 1. */
  random(): number;
}
