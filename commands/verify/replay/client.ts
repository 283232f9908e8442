/** The requests of the desktop client: its headers, its memory of entity tags, what it takes for an answer. */
import { resourceAt } from '../../../contract/routes.ts';

/** Makes a request; `fetch`, or what stands in for it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What is remembered of a document, to ask for it again. */
interface Remembered {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A document as it came. */
export interface Fetched {
  readonly url: string;
  readonly status: number;
  readonly body: Uint8Array;
  /** What this client would stumble over; empty where there is nothing. */
  readonly problems: readonly string[];
}

const HEADERS = {
  Accept: '*/*',
  'Accept-Encoding': 'gzip, x-gzip, deflate',
  'Cache-Control': 'no-cache',
  'User-Agent': 'RouteConverter REST Client (replayed)',
};

const TIMEOUT_MS = 30_000;

/** A client with a memory that lasts as long as the object. */
export class Client {
  readonly #fetch: Fetch;
  #requests = 0;
  readonly #remembered = new Map<string, Remembered>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** The addresses whose documents it has. */
  get seen(): readonly string[] {
    return [...this.#remembered.keys()];
  }

  /** Fetches a document for the first time and remembers its tag. */
  async get(url: string): Promise<Fetched> {
    const response = await this.#request(url, {});
    const body = new Uint8Array(await response.arrayBuffer());
    const etag = response.headers.get('ETag');
    const lastModified = response.headers.get('Last-Modified');
    if (response.status === 200) this.#remembered.set(url, { etag, lastModified });
    const problems: string[] = [];
    const type = response.headers.get('Content-Type');
    if (response.status !== 200) problems.push(`answered ${response.status}`);
    else if (type !== 'application/xml') problems.push(`came as ${type}, not as application/xml`);
    else if (etag === null) problems.push('came without ETag');
    if (lastModified !== null && Number.isNaN(Date.parse(lastModified))) {
      problems.push(`has a Last-Modified that is no date: ${lastModified}`);
    }
    return { url, status: response.status, body, problems };
  }

  /** How many requests it has made. */
  get requests(): number {
    return this.#requests;
  }

  /**
   * Asks again for a document fetched before, as a later start of the program does.
   *
   * @returns what is wrong with the answer; empty where it is the 304 it should be
   */
  async revalidate(url: string): Promise<string[]> {
    const { etag, lastModified } = this.#remembered.get(url) ?? { etag: null, lastModified: null };
    const headers: Record<string, string> = {};
    if (etag !== null) headers['If-None-Match'] = etag.replace(/-gzip(?="?$)/, '');
    // Of its readers, only that of the categories sends the date as well.
    if (lastModified !== null && resourceAt(new URL(url).pathname)?.route === 'category')
      headers['If-Modified-Since'] = lastModified;
    const response = await this.#request(url, headers);
    await response.body?.cancel();
    if (response.status !== 304) return [`answered ${response.status} instead of 304`];
    const problems: string[] = [];
    // A proxy that compresses makes the tag of the document weak, and leaves that of a 304 as it is.
    if (opaque(response.headers.get('ETag')) !== opaque(etag)) problems.push(`does not repeat ETag ${etag} in its 304`);
    if (response.headers.get('Last-Modified') !== lastModified) {
      problems.push(`does not repeat Last-Modified ${lastModified} in its 304`);
    }
    return problems;
  }

  /** Reports a download, as a form with one part; credentials go along as they may in the program. */
  async report(url: string): Promise<Response> {
    const form = new FormData();
    form.append('file', new Blob(['<catalog/>'], { type: 'application/octet-stream' }), 'file.xml');
    return this.#request(url, { Authorization: `Basic ${btoa('replay:replay')}` }, { method: 'PUT', body: form });
  }

  #request(url: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
    this.#requests++;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return this.#fetch(url, { redirect: 'manual', signal, headers: { ...HEADERS, ...headers }, ...init });
  }
}

/** The part of an entity tag that names the content. */
function opaque(etag: string | null): string | undefined {
  return etag?.replace(/^W\//, '').replace(/(?:-gzip)?(?="?$)/, '');
}
