/**
 * What the edge handler knows of the catalog that it serves. The build writes it into the handler, so that an id that is no
 * longer published gets a 404 even while the host still has the removed file in its cache.
 */
import type { Resource } from './routes.ts';

/** The published ids, and the address at which people propose changes. */
export interface Published {
  readonly repository: string;
  readonly ids: Readonly<Record<'datasource' | 'category' | 'edition', readonly string[]>>;
  /** The ids of the data sources with an upstream source. */
  readonly withSource: readonly string[];
  /** The paths of the plain files below the prefix of the interface. */
  readonly files: readonly string[];
  /** By path, the headers of resources that have no rule in `_headers` because the host takes no more. Usually left out. */
  readonly headers?: Readonly<Record<string, OwnHeaders>>;
}

/**
 * The headers of one resource: when it last changed, in seconds since 1970, and for how many seconds clients may keep it;
 * null if that is not known or not allowed. A tuple, because there may be thousands.
 */
export type OwnHeaders = readonly [modified: number | null, maxAge: number | null];

/** Looks up what is published. */
export type Lookup = ReturnType<typeof lookUpIn>;

/** Prepares the look-up once, so that a request needs only one look-up in a set. */
export function lookUpIn({ ids, withSource, files }: Published) {
  const paths = new Set(files);
  const sources = new Set(withSource);
  const idsOf = new Map<string, ReadonlySet<string>>(
    Object.entries(ids).map(([route, published]) => [route, new Set(published)]),
  );
  return {
    /** Whether a resource is in the published catalog. */
    isPublished: ({ route, id }: Resource): boolean => id === undefined || idsOf.get(route)?.has(id) === true,
    /** Whether a resource has the rendition with its upstream source. */
    hasSource: ({ route, id }: Resource): boolean => route === 'datasource' && id !== undefined && sources.has(id),
    /** Whether a plain file is published at a path. */
    hasFile: (path: string): boolean => paths.has(path),
  };
}
