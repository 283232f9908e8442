/** What the edge handler knows of its catalog. A removed id gets a 404, even if the host still caches its file. */
import { type Resource, V1_PREFIX } from './v1-routes.ts';

/** On Cloudflare, only these requests go through the handler. Everything else is static and costs nothing. */
export const HANDLED_PATHS: readonly string[] = [`${V1_PREFIX}/*`];

/** The published ids, and the address of the repository. */
export interface Published {
  readonly repository: string;
  readonly ids: Readonly<Record<'datasource' | 'category' | 'edition', readonly string[]>>;
  /** The ids of the data sources with an upstream source. */
  readonly withSource: readonly string[];
  /** The paths of the plain files, relative to `/v1`. */
  readonly files: readonly string[];
  /** By path, the headers of resources for which `_headers` has no room. Usually missing. */
  readonly headers?: Readonly<Record<string, OwnHeaders>>;
}

/** When a resource last changed, in seconds since 1970, and for how many seconds it may be cached; null if unknown. */
export type OwnHeaders = readonly [modified: number | null, maxAge: number | null];

const TABLE = 'const PUBLISHED = ';

/** `_worker.js`: a constant with what is published, then the code of the handler, which reads it. */
export function workerModule(published: Published, code: string): string {
  return `${TABLE}${JSON.stringify(published)};\n${code}`;
}

/** The parts of a `_worker.js`: the JSON of what is published, empty if it has none, and the code. */
export function partsOfWorker(text: string): { readonly published: string; readonly code: string } {
  const end = text.startsWith(TABLE) ? text.indexOf(';\n') : -1;
  return end < 0
    ? { published: '', code: text }
    : { published: text.slice(TABLE.length, end), code: text.slice(end + 2) };
}

/** Looks up what is published. */
export type Lookup = ReturnType<typeof publishedLookup>;

/** Looks up what is published of a catalog. */
export function publishedLookup({ ids, withSource, files }: Published) {
  const idsOf: Readonly<Record<string, readonly string[]>> = ids;
  return {
    isPublished: ({ route, id }: Resource): boolean => id === undefined || idsOf[route]?.includes(id) === true,
    /** Whether a resource has the rendition with its upstream source. */
    hasSource: ({ route, id }: Resource): boolean => route === 'datasource' && withSource.includes(id ?? ''),
    hasFile: (path: string): boolean => files.includes(path),
  };
}
