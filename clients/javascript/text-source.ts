/** Keeps texts: unchanged ones are not transferred again. */
import {
  CatalogError,
  type CatalogStore,
  type ManifestSource,
  parseJsonOr,
} from '../../contract/signing/signed-manifest.ts';

export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

export interface TextSource extends ManifestSource {
  kept(path: string): Promise<string | undefined>;
  /** Keeps the text last read at a path, with its ETag, unless the store is full. @returns the text */
  keep(path: string, text: string): Promise<string>;
}

/** Has no members if nothing, or something damaged, was kept. */
interface KeptText {
  readonly etag?: string;
  readonly text?: string;
}

/** Browsers make conditional requests by themselves; with our header, they would first send a preflight. */
const HAS_CACHE = /^Mozilla/.test((globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent ?? '');

export function textSource(base: string, store: CatalogStore, fetchUrl: FetchFunction): TextSource {
  const find = async (path: string): Promise<KeptText> => {
    const kept = parseJsonOr<KeptText | null>(null, (await store.get(base + path)) ?? '');
    return typeof kept?.text === 'string' ? kept : {};
  };
  const etags = new Map<string, string | null | undefined>();

  return {
    base,
    kept: async (path) => (await find(path)).text,
    async keep(path, text) {
      try {
        await store.set(base + path, JSON.stringify({ etag: etags.get(path), text }));
      } catch {
        // The store is full: the text is read again next time.
      }
      return text;
    },
    async read(path, limit, isFresh) {
      const url = base + path;
      const known = isFresh ? {} : await find(path);
      const headers: Record<string, string> = known.etag && !HAS_CACHE ? { 'If-None-Match': known.etag } : {};
      const caching = HAS_CACHE ? ({ cache: isFresh ? 'reload' : 'no-cache' } as const) : {};
      let [status, text] = [0, ''];
      try {
        const response = await fetchUrl(url, { headers, signal: AbortSignal.timeout(60_000), ...caching });
        status = response.status;
        etags.set(path, status === 304 ? known.etag : response.headers.get('ETag'));
        text = status === 200 ? await textOf(response, limit) : '';
      } catch (error) {
        throw new CatalogError('unreachable', `${url} cannot be read: ${(error as Error).message}`);
      }
      if (status === 304 && known.text !== undefined) return known.text;
      if (status !== 200)
        throw new CatalogError(status === 404 ? 'not-found' : 'unreachable', `${url} answers ${status}`);
      return text;
    },
  };
}

/** Stops after the chunk beyond the limit. */
async function textOf({ body }: Response, limit: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for (let size = 0; size <= limit; ) {
    const chunk = await reader?.read();
    if (!chunk?.value) return text + decoder.decode();
    size += chunk.value.length;
    text += decoder.decode(chunk.value, { stream: true });
  }
  await reader?.cancel();
  return text;
}
