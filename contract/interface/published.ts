/** The edge handler answers 404 for a removed id, even if the host still caches its file. */
import { type Resource, V1_PREFIX } from './v1-routes.ts';

/** On Cloudflare, only these reach the handler. Others are static and cost nothing. */
export const HANDLED_PATHS: readonly string[] = [`${V1_PREFIX}/*`];

export interface Published {
  readonly repository: string;
  readonly ids: Readonly<Record<'datasource' | 'category' | 'edition', readonly string[]>>;
  /** Data sources with a `source`. */
  readonly withSource: readonly string[];
  /** Plain files below `/v1/`. */
  readonly files: readonly string[];
  /** Headers by path, only if `_headers` has no room. */
  readonly headers?: Readonly<Record<string, OwnHeaders>>;
}

/** The last change in seconds since 1970, and the lifetime in seconds. Null leaves the header as it is. */
export type OwnHeaders = readonly [modified: number | null, maxAge: number | null];

const TABLE = 'const PUBLISHED = ';

/** `_worker.js`: the handler's code reads the constant before it. */
export function workerModule(published: Published, code: string): string {
  return `${TABLE}${JSON.stringify(published)};\n${code}`;
}

export function partsOfWorker(text: string): { readonly published: string; readonly code: string } {
  const end = text.startsWith(TABLE) ? text.indexOf(';\n') : -1;
  return end < 0
    ? { published: '', code: text }
    : { published: text.slice(TABLE.length, end), code: text.slice(end + 2) };
}

export type Lookup = ReturnType<typeof publishedLookup>;

export function publishedLookup({ ids, withSource, files }: Published) {
  const idsOf: Readonly<Record<string, readonly string[]>> = ids;
  return {
    isPublished: ({ route, id }: Resource): boolean => id === undefined || idsOf[route]?.includes(id) === true,
    hasSource: ({ route, id }: Resource): boolean => route === 'datasource' && withSource.includes(id ?? ''),
    hasFile: (path: string): boolean => files.includes(path),
  };
}
