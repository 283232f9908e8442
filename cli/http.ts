/**
 * HTTP as the contract needs it: the path is sent exactly as it is written (`fetch` would normalize `..` and `%2E`),
 * redirects are not followed, and no header is hidden. Nothing is trusted to answer, or to end.
 */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { MEBIBYTE, mebibytes, RUN_MIB } from '../contract/limits.ts';
import { parseJson } from '../contract/parse-json.ts';

/** A request that a check sends. */
export interface HttpRequest {
  /** `GET` where it is left out. */
  readonly method?: string;
  /** Path and query, sent exactly as they are written here. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response to a request. */
export interface HttpResponse {
  readonly request: HttpRequest;
  readonly status: number;
  /** The value of a header, null where it is missing. */
  header(name: string): string | null;
  readonly text: string;
  /** The body as JSON. @throws SyntaxError */
  json(): unknown;
}

/** There will be no response to any request of this run; the message says why. */
export class RunOverError extends Error {}

/** Sends a request. Rejects with the system's error where there is no response, or with a RunOverError. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** Sends a request: `fetch`, or a function in its place. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How much a command takes from the network. */
export interface NetworkLimits {
  /** The bytes of one response, after decompression. */
  readonly responseBytes: number;
  /** The bytes of all responses together, with their headers. */
  readonly runBytes: number;
  /** The interim responses (1xx) to one request. */
  readonly interimResponses: number;
  /** The milliseconds from a request to the end of its response. */
  readonly requestMs: number;
  /**
   * Of large files, which may take long: the milliseconds until there are headers, and then until there are 16 KiB more,
   * or the end.
   */
  readonly stalledMs?: number;
  /** The milliseconds of all requests together. */
  readonly runMs: number;
}

/** The limits of a run that takes so many MiB. No response may have more than a tenth of them. */
export function limitsOf(runMib: number): NetworkLimits {
  return {
    // Cloudflare takes no file over 25 MiB, which is what the usual run allows.
    responseBytes: Math.max(1, Math.floor(runMib / 10)) * MEBIBYTE,
    runBytes: runMib * MEBIBYTE,
    interimResponses: 20,
    requestMs: 30_000,
    runMs: 600_000,
  };
}

/** The network for one run of a command. Once a limit other than that of the time of one request is passed, every request fails. */
export class Network {
  readonly #limits: NetworkLimits;
  readonly #stop = new AbortController();
  #bytes = 0;

  constructor(limits: NetworkLimits = limitsOf(RUN_MIB)) {
    this.#limits = limits;
    const end = (): RunOverError => this.#end(`the ${limits.runMs / 1000} seconds for all requests are over`);
    setTimeout(end, limits.runMs).unref();
  }

  /** Whether a limit of the run was passed. */
  get isOver(): boolean {
    return this.#stop.signal.aborted;
  }

  /** As the global function of this name, within the limits. */
  readonly fetch: Fetch = async (url, init = {}) => {
    this.#stop.signal.throwIfAborted();
    const watch = new StallWatch(this.#limits.stalledMs);
    const timeout = AbortSignal.timeout(this.#limits.requestMs);
    const signals = [init.signal ?? [], this.#stop.signal, timeout, watch.signal].flat();
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) }).finally(() => watch.end());
    const count = this.#counter(url);
    count(lengthOf([...response.headers].flat()));
    if (response.body === null) return response;
    watch.begin();
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        count(chunk.length);
        watch.received(chunk.length);
        controller.enqueue(chunk);
      },
      flush: () => watch.end(),
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  };

  /**
   * Makes a function that sends requests to one deployment. The function rejects with the system's error where there is
   * no response.
   *
   * @param base the address of the deployment; its path is not used
   */
  sender(base: string): Send {
    const url = new URL(base);
    return async (request) => {
      this.#stop.signal.throwIfAborted();
      const timeout = AbortSignal.timeout(this.#limits.requestMs);
      const signal = AbortSignal.any([timeout, this.#stop.signal]);
      try {
        const incoming = await start(url, request, signal, this.#interimCounter(request.path));
        return await receive(request, incoming, this.#counter(request.path));
      } catch (error) {
        if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
        if (timeout.aborted) throw new Error(`no complete response within ${this.#limits.requestMs / 1000} seconds`);
        throw error;
      }
    };
  }

  /** Makes a function that counts the bytes of a response, and throws where they are too many. */
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

  /** Makes a function that counts the interim responses to a request. */
  #interimCounter(address: string): () => void {
    let count = 0;
    return () => {
      if (++count > this.#limits.interimResponses)
        this.#end(`there are more than ${this.#limits.interimResponses} interim responses (1xx) to ${address}`);
    };
  }

  /** Ends all requests, those to come too. The first reason stays. */
  #end(why: string): RunOverError {
    this.#stop.abort(new RunOverError(`${why}, so nothing more is requested`));
    return this.#stop.signal.reason;
  }
}

/** So many bytes must come in the time after which a response counts as stalled; a byte now and then is no progress. */
const LEAST_BYTES = 16 * 1024;

/** Ends a request whose response does not get on. It watches from the beginning. */
class StallWatch {
  readonly #ms: number | undefined;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;

  /** @param ms undefined where it may take as long as it likes */
  constructor(ms: number | undefined) {
    this.#ms = ms;
    this.begin();
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  begin(): void {
    this.end();
    const ms = this.#ms;
    if (ms === undefined) return;
    const stop = (): void =>
      this.#stop.abort(new Error(`the server has sent next to nothing for ${ms / 1000} seconds`));
    this.#timer = setTimeout(stop, ms).unref();
    this.#bytes = 0;
  }

  received(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= LEAST_BYTES) this.begin();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** How many characters texts have together. */
const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/** Sends a request, and gives the response when its headers are there. */
function start(url: URL, request: HttpRequest, signal: AbortSignal, onInterim: () => void): Promise<IncomingMessage> {
  const { method = 'GET', path, headers = {}, body } = request;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = send(
      {
        host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: url.port || undefined,
        method,
        path,
        headers: { 'User-Agent': 'cartalog-verify', ...length, ...headers },
        agent: false,
        signal,
      },
      resolve,
    );
    outgoing.on('information', onInterim);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function receive(
  request: HttpRequest,
  incoming: IncomingMessage,
  count: (bytes: number) => void,
): Promise<HttpResponse> {
  const { statusCode = 0, rawHeaders } = incoming;
  count(lengthOf(rawHeaders));
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    count(chunk.length);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    request,
    status: statusCode,
    header: (name) => headerOf(incoming, name),
    text,
    json: jsonOf(text),
  };
}

/**
 * Makes a function that parses a text once, for as long as its value is in memory; a failure is remembered.
 * Many checks look at one response, and it may be large.
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

/** The value of a header of a response, several ones joined with commas; null where there is none. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return value === undefined ? null : [value].flat().join(', ');
}
