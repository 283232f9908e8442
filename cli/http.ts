/**
 * HTTP for testing the interface: the path is sent exactly as written (`fetch` would normalize `..` and `%2E`),
 * redirects are not followed, and all headers are visible. The time and size of each response are limited.
 */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { MEBIBYTE, mebibytes, RUN_MIB } from '../contract/limits.ts';
import { parseJson } from '../contract/parse-json.ts';

/** A request that a check sends. */
export interface HttpRequest {
  /** Default: GET. */
  readonly method?: string;
  /** Path and query, sent exactly as written. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response to a request. */
export interface HttpResponse {
  readonly request: HttpRequest;
  readonly status: number;
  /** The value of a header; null if it is missing. */
  header(name: string): string | null;
  readonly text: string;
  /** The body as JSON. @throws SyntaxError */
  json(): unknown;
}

/** A limit of the run was exceeded. All later requests fail. */
export class RunOverError extends Error {}

/** Sends a request. @throws the system's error if there is no response, or a RunOverError */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** Sends a request, as `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The network limits of a command. */
export interface NetworkLimits {
  /** The bytes of one decompressed response. */
  readonly responseBytes: number;
  /** The bytes of all responses, including headers. */
  readonly runBytes: number;
  /** The milliseconds from a request to the end of its response. */
  readonly requestMs: number;
  /** For large files: the milliseconds until the headers, and then for each 16 KiB. */
  readonly stalledMs?: number;
  /** The milliseconds of all requests together. */
  readonly runMs: number;
}

/** The limits of a run that may receive this many MiB, and a tenth of that in one response. */
export function limitsOf(runMib: number): NetworkLimits {
  return {
    // In a usual run that is 25 MiB, the largest file that Cloudflare serves.
    responseBytes: Math.max(1, Math.floor(runMib / 10)) * MEBIBYTE,
    runBytes: runMib * MEBIBYTE,
    requestMs: 30_000,
    runMs: 600_000,
  };
}

/** The network of a run. After any limit but the time of one request is exceeded, every request fails. */
export class Network {
  readonly #limits: NetworkLimits;
  readonly #stop = new AbortController();
  #bytes = 0;

  constructor(limits: NetworkLimits = limitsOf(RUN_MIB)) {
    this.#limits = limits;
    setTimeout(() => this.#end(`all requests together timed out after ${limits.runMs / 1000} s`), limits.runMs).unref();
  }

  /** Whether a limit of the run was exceeded. */
  get isOver(): boolean {
    return this.#stop.signal.aborted;
  }

  /** `fetch` within the limits. */
  readonly fetch: Fetch = async (url, init = {}) => {
    this.#stop.signal.throwIfAborted();
    const { requestMs, stalledMs } = this.#limits;
    // Held by its timers. AbortSignal.timeout() may be collected while a body is read, and never fires then.
    const late = new AbortController();
    const tooLong = new Error(`no complete response within ${requestMs / 1000} seconds`);
    const whole = setTimeout(() => late.abort(tooLong), requestMs).unref();
    let timer: NodeJS.Timeout | undefined;
    const restartTimer = (): void => {
      clearTimeout(timer);
      if (stalledMs === undefined) return;
      const error = new Error(`the server has sent almost nothing for ${stalledMs / 1000} seconds`);
      timer = setTimeout(() => late.abort(error), stalledMs).unref();
    };
    restartTimer();
    const signals = [init.signal ?? [], this.#stop.signal, late.signal].flat();
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) }).finally(() => clearTimeout(timer));
    const count = this.#counter(url);
    count(lengthOf([...response.headers].flat()));
    if (response.body === null) return response;
    restartTimer();
    let received = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        count(chunk.length);
        received += chunk.length;
        if (received >= MIN_BYTES) {
          received = 0;
          restartTimer();
        }
        controller.enqueue(chunk);
      },
      flush() {
        clearTimeout(timer);
        clearTimeout(whole);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  };

  /**
   * Makes a function that sends requests to one deployment.
   *
   * @param base the address of the deployment; its path is not used
   */
  sender(base: string): Send {
    const url = new URL(base);
    return async (request) => {
      this.#stop.signal.throwIfAborted();
      const timeout = AbortSignal.timeout(this.#limits.requestMs);
      const outgoing = start(url, request, AbortSignal.any([timeout, this.#stop.signal]));
      try {
        let interim = 0;
        outgoing.on('information', () => {
          if (++interim > INTERIM_RESPONSES)
            this.#end(`there are more than ${INTERIM_RESPONSES} interim responses (1xx) to ${request.path}`);
        });
        const [incoming] = await once(outgoing, 'response');
        return await receive(request, incoming, this.#counter(request.path));
      } catch (error) {
        this.#stop.signal.throwIfAborted();
        if (timeout.aborted) throw new Error(`no complete response within ${this.#limits.requestMs / 1000} seconds`);
        throw error;
      }
    };
  }

  /** Makes a function that counts the bytes of a response, and throws if they are too many. */
  #counter(address: string): (bytes: number) => void {
    let own = 0;
    const { responseBytes, runBytes } = this.#limits;
    return (bytes) => {
      own += bytes;
      this.#bytes += bytes;
      if (own > responseBytes)
        throw this.#end(`the response to ${address} has more than ${mebibytes(responseBytes)} MiB`);
      if (this.#bytes > runBytes) throw this.#end(`all responses together have more than ${mebibytes(runBytes)} MiB`);
    };
  }

  /** Ends all requests, including later ones. The first reason is kept. */
  #end(why: string): RunOverError {
    this.#stop.abort(new RunOverError(`${why}, so nothing more is requested`));
    return this.#stop.signal.reason;
  }
}

/** The maximum number of interim responses (1xx) to one request. */
const INTERIM_RESPONSES = 20;

/** The bytes that a response must bring within `stalledMs`; a byte now and then is not progress. */
const MIN_BYTES = 16 * 1024;

/** The total length of some texts. */
const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/** Sends a request; its path is sent exactly as written. */
function start(url: URL, { method = 'GET', path, headers, body }: HttpRequest, signal: AbortSignal): ClientRequest {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port || undefined,
    method,
    path,
    headers: { 'User-Agent': 'cartalog-verify', ...length, ...headers },
    agent: false,
    signal,
  });
  // An error after the headers is also an error of the body.
  outgoing.on('error', () => {});
  return outgoing.end(body);
}

async function receive(
  request: HttpRequest,
  incoming: IncomingMessage,
  count: (bytes: number) => void,
): Promise<HttpResponse> {
  const { statusCode: status = 0, rawHeaders } = incoming;
  count(lengthOf(rawHeaders));
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    count(chunk.length);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { request, status, header: (name) => headerOf(incoming, name), text, json: jsonOf(text) };
}

/**
 * Memoizes the result of parsing a text while its value is in memory: many checks parse the same large response. A
 * failure is memoized too.
 */
function jsonOf(text: string): () => unknown {
  let parsed: WeakRef<object> | null = null;
  let problem: unknown = null;
  return () => {
    if (problem !== null) throw problem;
    try {
      const value = parsed?.deref() ?? parseJson(text);
      if (typeof value === 'object' && value !== null) parsed = new WeakRef(value);
      return value;
    } catch (error) {
      problem = error;
      throw error;
    }
  };
}

/** The value of a response header, several joined with commas; null if it is missing. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return value === undefined ? null : [value].flat().join(', ');
}
