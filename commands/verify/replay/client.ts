/** The requests of the desktop client: its headers, its cache of entity tags, and the responses it accepts. */
import type { Fetch } from '../../../cli/http.ts';
import { RENDITIONS } from '../../../contract/renditions.ts';
import { resourceAt } from '../../../contract/routes.ts';

/** The validators that the client keeps for conditional requests. */
interface CachedHeaders {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A received document. */
interface FetchedDocument {
  readonly url: string;
  readonly body: Uint8Array;
  /** Why this client could not use the document; empty if it can. */
  readonly problems: readonly string[];
}

const HEADERS = {
  Accept: '*/*',
  'Accept-Encoding': 'gzip, x-gzip, deflate',
  'Cache-Control': 'no-cache',
  'User-Agent': 'RouteConverter REST Client (replayed)',
};

const XML_TYPE = RENDITIONS.xml.contentType;

const TIMEOUT_MS = 30_000;

/** A client with its own cache. */
export class Client {
  readonly #fetch: Fetch;
  #requestCount = 0;
  readonly #cache = new Map<string, CachedHeaders>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** The addresses of fetched documents. */
  get fetchedUrls(): readonly string[] {
    return [...this.#cache.keys()];
  }

  /** How many requests it has sent. */
  get requestCount(): number {
    return this.#requestCount;
  }

  /** Fetches a document for the first time and keeps its ETag and Last-Modified. */
  async get(url: string): Promise<FetchedDocument> {
    const response = await this.#request(url, {});
    const body = new Uint8Array(await response.arrayBuffer());
    const etag = response.headers.get('ETag');
    const lastModified = response.headers.get('Last-Modified');
    if (response.status === 200) this.#cache.set(url, { etag, lastModified });
    const problems: string[] = [];
    const type = response.headers.get('Content-Type');
    if (response.status !== 200) problems.push(`answered ${response.status}`);
    else if (type !== XML_TYPE) problems.push(`came as ${type}, not as ${XML_TYPE}`);
    else if (etag === null) problems.push('came without ETag');
    if (lastModified !== null && Number.isNaN(Date.parse(lastModified))) {
      problems.push(`has a Last-Modified that is not a date: ${lastModified}`);
    }
    return { url, body, problems };
  }

  /**
   * Requests a fetched document again, as a later start of the program does.
   *
   * @returns the problems of the response; empty if it is the expected 304
   */
  async revalidate(url: string): Promise<string[]> {
    const { etag, lastModified } = this.#cache.get(url) ?? { etag: null, lastModified: null };
    const headers: Record<string, string> = {};
    if (etag !== null) headers['If-None-Match'] = etag.replace(/-gzip(?="?$)/, '');
    // Only the reader of the categories sends the date, too.
    if (lastModified !== null && resourceAt(new URL(url).pathname)?.route === 'category')
      headers['If-Modified-Since'] = lastModified;
    const response = await this.#request(url, headers);
    await response.body?.cancel();
    if (response.status !== 304) return [`answered ${response.status} instead of 304`];
    const problems: string[] = [];
    // A compressing proxy makes the ETag of a 200 weak, but not that of a 304.
    if (opaqueTag(response.headers.get('ETag')) !== opaqueTag(etag))
      problems.push(`does not repeat ETag ${etag} in its 304`);
    if (response.headers.get('Last-Modified') !== lastModified) {
      problems.push(`does not repeat Last-Modified ${lastModified} in its 304`);
    }
    return problems;
  }

  /** Reports a download: a form with one part, sent with credentials, as the program may do. */
  async report(url: string): Promise<Response> {
    const form = new FormData();
    form.append('file', new Blob(['<catalog/>'], { type: 'application/octet-stream' }), 'file.xml');
    return this.#request(url, { Authorization: `Basic ${btoa('replay:replay')}` }, { method: 'PUT', body: form });
  }

  #request(url: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
    this.#requestCount++;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return this.#fetch(url, { redirect: 'manual', signal, headers: { ...HEADERS, ...headers }, ...init });
  }
}

/** An entity tag without `W/` and `-gzip`: the part that names the content. */
function opaqueTag(etag: string | null): string | undefined {
  return etag?.replace(/^W\//, '').replace(/(?:-gzip)?(?="?$)/, '');
}
