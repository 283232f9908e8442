import { constants } from 'node:zlib';
import { asMebibytes, MEBIBYTE, RUN_MIB, TEXT_LIMITS } from '../../contract/base/limits.ts';
import { readJson } from '../../contract/base/parse-json.ts';
import { shortenedText } from '../../contract/base/text.ts';
import { codingsIn, decodedBody } from './content-coding.ts';
import {
  type Exchange,
  type ExchangeAnswer,
  ExchangeLimitError,
  type ExchangeLimits,
  type HttpRequest,
  MAX_INTERIM,
  openTransport,
  type Transport,
  type TransportOptions,
} from './transport.ts';

export interface HttpResponse extends Pick<ExchangeAnswer, 'status' | 'header'> {
  readonly request: HttpRequest;
  readonly text: string;
  /** @throws SyntaxError with a sentence that names the path and quotes nothing of the body */
  json(): unknown;
}

/** All later requests fail, too. */
export class RunOverError extends Error {}

/** @throws the system's error if there is no response, or RunOverError */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

type ReadDeployed = (path: string, method?: string) => Promise<Pick<ExchangeAnswer, 'status' | 'header' | 'body'>>;

export interface NetworkLimits extends ExchangeLimits {
  /** The most bytes of one response, with its headers. */
  readonly responseBytes: number;
  /** The most bytes of all responses together, with their headers. */
  readonly runBytes: number;
  /** Counted from the start of the `Network`. */
  readonly runMs: number;
}

/** @param runMib MiB of all responses together; a single response may have a tenth of it */
export function networkLimitsOf(runMib: number): NetworkLimits {
  return {
    // Usually 25 MiB: Cloudflare's limit for a file.
    responseBytes: Math.max(1, Math.floor(runMib / 10)) * MEBIBYTE,
    runBytes: runMib * MEBIBYTE,
    wholeMs: 30_000,
    runMs: 600_000,
  };
}

interface NetworkOptions extends Pick<TransportOptions, 'lookup'> {
  readonly userAgent?: string;
  readonly signal?: AbortSignal;
}

/** A request that takes too long fails alone; beyond another limit, all later requests fail. */
export class Network {
  readonly #limits: NetworkLimits;
  readonly #userAgent: string;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #connecting: TransportOptions;
  #bytes = 0;

  constructor(limits: NetworkLimits = networkLimitsOf(RUN_MIB), options: NetworkOptions = {}) {
    this.#limits = limits;
    this.#connecting = options.lookup ? { lookup: options.lookup } : {};
    this.#userAgent = options.userAgent ?? 'cartalog-verify';
    this.#signal = AbortSignal.any([this.#stop.signal, options.signal ?? []].flat());
    setTimeout(() => this.#end(`all requests together timed out after ${limits.runMs / 1000} s`), limits.runMs).unref();
  }

  get isOver(): boolean {
    return this.#stop.signal.aborted;
  }

  /** A connection for each request. The path of `base` has no effect. */
  sender(base: string): Send {
    const url = new URL(base);
    const transport = openTransport(this.#connecting);
    return async (request) => {
      const { status, header, body } = await this.#open(transport, { url, ...request }, request.path);
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      const text = Buffer.concat(pieces).toString('utf8');
      return { request, status, header, text, json: memoizedJsonOf(request.path, text) };
    };
  }

  /** @param base without a trailing slash */
  reader(base: string): ReadDeployed {
    const transport = openTransport({ ...this.#connecting, keepAlive: true });
    const headers = { 'Accept-Encoding': 'gzip, br' };
    return async (path, method = 'GET') => {
      const address = base + path;
      return await this.#open(
        transport,
        { url: new URL(address), method, headers },
        address,
        method === 'HEAD' ? undefined : decoded,
      );
    };
  }

  async #open(
    transport: Transport,
    request: Omit<Exchange, 'limits' | 'signal'>,
    address: string,
    decode = ({ body }: ExchangeAnswer): ExchangeAnswer['body'] => body,
  ): Promise<ExchangeAnswer> {
    this.#signal.throwIfAborted();
    const named = shortenedText(address, TEXT_LIMITS.requestPath);
    const headers = { 'User-Agent': this.#userAgent, ...request.headers };
    try {
      const answer = await transport({ ...request, headers, limits: this.#limits, signal: this.#signal });
      const count = this.#counter(named);
      count(answer.headerBytes);
      return { ...answer, body: this.#bodyOf(decode(answer), answer, count, named) };
    } catch (error) {
      throw this.#errorOf(error, named);
    }
  }

  async *#bodyOf(
    body: ExchangeAnswer['body'],
    { close }: ExchangeAnswer,
    count: (bytes: number) => void,
    address: string,
  ): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of body) {
        count(piece.length);
        yield piece;
      }
    } catch (error) {
      throw this.#errorOf(error, address);
    } finally {
      close();
    }
  }

  #errorOf(error: unknown, address: string): unknown {
    if (this.#signal.aborted) return this.#signal.reason;
    if (!(error instanceof ExchangeLimitError)) return error;
    const { wholeMs, stalledMs = wholeMs } = this.#limits;
    if (error.limit === 'interim')
      return this.#end(`there are more than ${MAX_INTERIM} interim responses (1xx) to ${address}`);
    if (error.limit === 'wholeMs') return new Error(`no complete response within ${wholeMs / 1000} seconds`);
    return new Error(`the server has sent almost nothing for ${stalledMs / 1000} seconds`);
  }

  #counter(address: string): (bytes: number) => void {
    let received = 0;
    const { responseBytes, runBytes } = this.#limits;
    return (bytes) => {
      received += bytes;
      this.#bytes += bytes;
      if (received > responseBytes)
        throw this.#end(`the response to ${address} has more than ${asMebibytes(responseBytes)} MiB`);
      if (this.#bytes > runBytes) throw this.#end(`all responses together have more than ${asMebibytes(runBytes)} MiB`);
    };
  }

  #end(why: string): RunOverError {
    this.#stop.abort(new RunOverError(`${why}, so nothing more is requested`));
    return this.#stop.signal.reason;
  }
}

/** Decodes what came of a body that ends too early, as `fetch` does. */
function decoded({ header, body }: ExchangeAnswer): ExchangeAnswer['body'] {
  const codings = codingsIn(header('Content-Encoding'));
  return decodedBody(body, codings, { finishFlush: constants.Z_SYNC_FLUSH }) ?? body;
}

/** Many checks parse the same large response: keeps the value until memory is needed, a failure forever. */
export function memoizedJsonOf(path: string, text: string): () => unknown {
  let parsed: WeakRef<object> | null = null;
  let failure: SyntaxError | null = null;
  return () => {
    const known = parsed?.deref();
    if (known) return known;
    if (failure) throw failure;
    const read = readJson(text);
    if ('problem' in read) {
      failure = new SyntaxError(`${shortenedText(path, TEXT_LIMITS.requestPath)} is ${read.problem}`);
      throw failure;
    }
    const { value } = read;
    if (typeof value === 'object' && value !== null) parsed = new WeakRef(value);
    return value;
  };
}
