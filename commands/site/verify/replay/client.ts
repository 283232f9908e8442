/** The requests of the desktop client: its headers, its cache of entity tags, and the responses it accepts. */
import type { Fetch } from '../../../../cli/http.ts';
import { RENDITIONS } from '../../../../contract/renditions.ts';
import { resourceAt } from '../../../../contract/routes.ts';

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
  /** The headers of fetched documents, by address. */
  readonly fetched = new Map<string, Headers>();
  requestCount = 0;

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** Fetches a document for the first time. @returns it, and why this client could not use it */
  async get(url: string): Promise<{ readonly body: Uint8Array; readonly problems: readonly string[] }> {
    const response = await this.#request(url, {});
    const { status, headers } = response;
    const body = new Uint8Array(await response.arrayBuffer());
    if (status !== 200) return { body, problems: [`answered ${status}`] };
    this.fetched.set(url, headers);
    const [type, modified] = [headers.get('Content-Type'), headers.get('Last-Modified')];
    const problems: string[] = [];
    if (type !== XML_TYPE) problems.push(`came as ${type}, not as ${XML_TYPE}`);
    else if (!headers.has('ETag')) problems.push('came without ETag');
    if (modified !== null && Number.isNaN(Date.parse(modified))) {
      problems.push(`has a Last-Modified that is not a date: ${modified}`);
    }
    return { body, problems };
  }

  /**
   * Requests a fetched document again, as a later start of the program does.
   *
   * @returns the problems of the response; empty if it is the expected 304
   */
  async revalidate(url: string): Promise<string[]> {
    const known = this.fetched.get(url);
    const [etag = null, lastModified = null] = [known?.get('ETag'), known?.get('Last-Modified')];
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
    this.requestCount++;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return this.#fetch(url, { redirect: 'manual', signal, headers: { ...HEADERS, ...headers }, ...init });
  }
}

/** An entity tag without `W/` and `-gzip`: the part that names the content. */
function opaqueTag(etag: string | null): string | undefined {
  return etag?.replace(/^W\//, '').replace(/(?:-gzip)?(?="?$)/, '');
}
