/**
 * What the edge handler knows of the catalog that it serves.
 *
 * The build writes it into the handler, so that an id that is no longer published gets a 404 even while the host still
 * has the removed file in its cache.
 */
import type { Resource } from './routes.ts';

/** The published ids, and the address at which people propose changes. */
export interface Published {
  readonly repository: string;
  readonly ids: {
    readonly datasource: readonly string[];
    readonly category: readonly string[];
    readonly edition: readonly string[];
  };
  /** The ids of the data sources with an upstream source. */
  readonly withSource: readonly string[];
  /** The paths of the plain files below the prefix of the interface. */
  readonly files: readonly string[];
  /** The headers of resources that have no rule in `_headers`, because the host takes no more; usually there are none. */
  readonly headers?: {
    readonly datasource: readonly OwnHeaders[];
    readonly edition: readonly OwnHeaders[];
  };
}

/**
 * The headers of one resource, by its id: when it last changed, in seconds since 1970, and for how many seconds clients may
 * keep it; null where that is not known or not allowed. A tuple, because there may be thousands.
 */
export type OwnHeaders = readonly [id: string, modified: number | null, maxAge: number | null];

/** Looks up what is published. */
export interface Lookup {
  /** Whether a resource is in the published catalog. */
  isPublished(resource: Resource): boolean;
  /** Whether a resource has the rendition with its upstream source. */
  hasSource(resource: Resource): boolean;
  /** Whether a plain file is published at a path. */
  hasFile(path: string): boolean;
  /** The headers of a resource that the host has no rule for. */
  headersOf(resource: Resource): OwnHeaders | undefined;
}

/** Prepares the look-up once, so that a request needs only one look-up in a set. */
export function lookUpIn(published: Published): Lookup {
  const ids: Partial<Record<Resource['route'], ReadonlySet<string>>> = {
    datasource: new Set(published.ids.datasource),
    category: new Set(published.ids.category),
    edition: new Set(published.ids.edition),
  };
  const withSource = new Set(published.withSource);
  const files = new Set(published.files);
  const byId = (list: readonly OwnHeaders[] = []): ReadonlyMap<string, OwnHeaders> =>
    new Map(list.map((own) => [own[0], own]));
  const headers: Partial<Record<Resource['route'], ReadonlyMap<string, OwnHeaders>>> = {
    datasource: byId(published.headers?.datasource),
    edition: byId(published.headers?.edition),
  };
  return {
    isPublished: ({ route, id }) => id === undefined || ids[route]?.has(id) === true,
    headersOf: ({ route, id }) => (id === undefined ? undefined : headers[route]?.get(id)),
    hasSource: ({ route, id }) => route === 'datasource' && id !== undefined && withSource.has(id),
    hasFile: (path) => files.has(path),
  };
}
