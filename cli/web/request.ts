/** What is asked of somebody's server, what it answers, and the transport between the two. */

/** One request to somebody's server. */
export interface WebRequest {
  readonly url: string;
  /** GET where it is left out. */
  readonly method?: 'GET' | 'HEAD';
  /** `Range`, `If-None-Match`, `Accept` and so on. `User-Agent` and `Accept-Encoding: identity` are sent in any case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The bytes of the body; reading more of them is an error. Not used for HEAD. */
  readonly maxBytes: number;
  /** Whether a longer body ends after maxBytes instead, and the rest is not read. */
  readonly isCut?: boolean;
  /**
   * Whether the body is read before the answer is given, so that one that is cut off is requested again. Of a status
   * other than 2xx nothing is read then, and the body is empty.
   */
  readonly isBuffered?: boolean;
}

/**
 * What a server answered, after redirects and retries: any status below 500 other than 429, and 501, with which a
 * server refuses a method. The body has to be read or discarded: until then the connection counts as one of the few
 * to its host.
 */
export interface WebAnswer {
  /** The address after redirects. */
  readonly url: string;
  readonly status: number;
  /** The value of a header, several ones joined with commas; null where there is none. */
  header(name: string): string | null;
  /** The body as it is sent, not decoded, once. @throws WebError where it has more than maxBytes, stalls or is cut off */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the whole body. @throws WebError as `body` */
  bytes(): Promise<Uint8Array>;
  /** Reads the whole body as text, in UTF-8 or in the charset of Content-Type. @throws WebError as `body` */
  text(): Promise<string>;
  /** Closes the connection without reading the rest. */
  discard(): void;
  /** The milliseconds from sending the last request to the headers of its answer. */
  readonly latencyMs: number;
  /** The last moment of the server's certificate, in milliseconds since 1970; null without TLS. */
  readonly certificateUntil: number | null;
}

/**
 * Why there is no answer.
 *
 * - `address`: it is not requested: unreadable, not http or https, with a password, not public
 * - `robots`: robots.txt does not allow it
 * - `unreachable`: nothing answers there, or not in time, or its certificate is not good
 * - `status`: 429 or 5xx, after all tries
 * - `redirects`: too many, or in a circle
 * - `body`: larger than allowed, stalled, cut off
 * - `over`: the time for all requests is over, or the person stopped the command: all later requests fail so too
 */
export type WebErrorKind = 'address' | 'robots' | 'unreachable' | 'status' | 'redirects' | 'body' | 'over';

/**
 * There is no answer. The message follows the address in a sentence of the caller, and never repeats it, because
 * addresses can hold access tokens: `robots.txt does not allow it`. It may hold text from the server.
 */
export class WebError extends Error {
  readonly kind: WebErrorKind;
  /** The status that the server answered, for `status`. */
  readonly status: number | null;

  constructor(kind: WebErrorKind, message: string, { status = null, cause }: WebErrorDetails = {}) {
    super(message, { cause });
    this.name = 'WebError';
    this.kind = kind;
    this.status = status;
  }
}

/** What is known of a WebError in addition to its message. */
export interface WebErrorDetails {
  readonly status?: number | null;
  readonly cause?: unknown;
}

/** When another try is useful: never, at once because an old connection was used, or later. */
export type Retry = 'never' | 'now' | 'later';

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
export interface TransportAnswer {
  readonly status: number;
  header(name: string): string | null;
  /** @throws TransportError of the kind `body` */
  readonly body: AsyncIterable<Uint8Array>;
  readonly certificateUntil: number | null;
  /** Ends the answer; what is left of its body is not read. */
  close(): void;
  /** Is fulfilled when the answer has ended: it was read, it failed or it was closed. */
  readonly closed: Promise<void>;
}

/** There is no answer to one request, or no whole one. Its message is as that of a WebError. */
export class TransportError extends Error {
  readonly kind: WebErrorKind;
  readonly retry: Retry;

  constructor(kind: WebErrorKind, message: string, { retry, cause }: { readonly retry: Retry; cause?: unknown }) {
    super(message, { cause });
    this.name = 'TransportError';
    this.kind = kind;
    this.retry = retry;
  }
}

/** What the requests need of the machine. */
export interface WebEffects {
  /** Sends one request. @throws TransportError where there is no answer */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** The milliseconds of a clock that never goes back. */
  now(): number;
  /** Waits so many milliseconds, or until the signal is aborted; fulfilled in both cases. */
  sleep(ms: number, signal: AbortSignal | null): Promise<void>;
  /** A number from 0 to less than 1. */
  random(): number;
}
