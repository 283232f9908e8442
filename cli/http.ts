/**
 * HTTP as the contract needs it: the path is sent exactly as it is written (`fetch` would normalize `..` and `%2E`),
 * redirects are not followed, and no header is hidden. Nothing is trusted to answer, or to end.
 */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Fetch, HttpRequest, HttpResponse, Send } from '../commands/verify/verify.ts';
import { HOST_LIMITS, mebibytes } from '../contract/limits.ts';

/** How much a command takes from the network. */
export interface NetworkLimits {
  /** The bytes of one response, after decompression. */
  readonly responseBytes: number;
  /** The milliseconds from a request to the end of its response. */
  readonly requestMs: number;
  /** The milliseconds of all requests together. */
  readonly runMs: number;
}

// The host of the catalog takes no larger file.
const LIMITS: NetworkLimits = { responseBytes: HOST_LIMITS.fileBytes, requestMs: 30_000, runMs: 600_000 };

/** The network for one run of a command. Once a response is too large, or the time is over, every request fails. */
export class Network {
  readonly #limits: NetworkLimits;
  readonly #stop = new AbortController();

  constructor(limits: NetworkLimits = LIMITS) {
    this.#limits = limits;
    const reason = new Error(`the ${limits.runMs / 1000} seconds for all requests are over`);
    setTimeout(() => this.#stop.abort(reason), limits.runMs).unref();
  }

  /** As the global function of this name, within the limits. */
  readonly fetch: Fetch = async (url, init = {}) => {
    const signals = [init.signal ?? [], this.#stop.signal, AbortSignal.timeout(this.#limits.requestMs)].flat();
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
    if (response.body === null) return response;
    const count = this.#counter(url);
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        count(chunk);
        controller.enqueue(chunk);
      },
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
      const timeout = AbortSignal.timeout(this.#limits.requestMs);
      const signal = AbortSignal.any([timeout, this.#stop.signal]);
      try {
        return await receive(request, await start(url, request, signal), this.#counter(request.path));
      } catch (error) {
        if (this.#stop.signal.aborted) throw this.#stop.signal.reason;
        if (timeout.aborted) throw new Error(`no complete response within ${this.#limits.requestMs / 1000} seconds`);
        throw error;
      }
    };
  }

  /** Makes a function that counts the bytes of a response, and throws where they are too many. */
  #counter(address: string): (chunk: Uint8Array) => void {
    let bytes = 0;
    return ({ length }) => {
      bytes += length;
      if (bytes <= this.#limits.responseBytes) return;
      const limit = `${mebibytes(this.#limits.responseBytes)} MiB`;
      const reason = new Error(`the response to ${address} has more than ${limit}, so nothing more is requested`);
      this.#stop.abort(reason);
      throw reason;
    };
  }
}

/** Sends a request, and gives the response when its headers are there. */
function start(url: URL, request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
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
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function receive(
  request: HttpRequest,
  incoming: IncomingMessage,
  count: (chunk: Uint8Array) => void,
): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    count(chunk);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    request,
    status: incoming.statusCode ?? 0,
    header: (name) => headerOf(incoming, name),
    text,
    json: () => JSON.parse(text),
  };
}

/** The value of a header of a response, several ones joined with commas; null where there is none. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return value === undefined ? null : [value].flat().join(', ');
}
