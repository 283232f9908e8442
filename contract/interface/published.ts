/** What the edge handler knows of its catalog: a removed id gets a 404, even if the host still caches its file. */
import { type Resource, V1_PREFIX } from './v1-routes.ts';

/** On Cloudflare, only these requests go through the handler. Everything else is static and costs nothing. */
export const HANDLED_PATHS: readonly string[] = [`${V1_PREFIX}/*`];

export interface Published {
  readonly repository: string;
  readonly ids: Readonly<Record<'datasource' | 'category' | 'edition', readonly string[]>>;
  /** The ids of data sources with a `source`. */
  readonly withSource: readonly string[];
  /** The paths of the plain files below `/v1/`. */
  readonly files: readonly string[];
  /** Only for resources for which `_headers` has no room, by path. */
  readonly headers?: Readonly<Record<string, OwnHeaders>>;
}

/** The last change in seconds since 1970, and the lifetime in seconds. Null leaves the header as it is. */
export type OwnHeaders = readonly [modified: number | null, maxAge: number | null];

const TABLE = 'const PUBLISHED = ';

/** `_worker.js`: a constant with what is published, then the code of the handler, which reads it. */
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
