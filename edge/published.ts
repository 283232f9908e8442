/**
 * What the handler knows of the catalog it stands in front of.
 *
 * The build writes it into the handler, so that an id that is no longer published is refused even while the host's
 * cache of removed files would still answer for it.
 */
import type { Resource } from '../interface/routes.ts';

/** The ids that are published, and where to propose changes. */
export interface Published {
  readonly repository: string;
  readonly ids: {
    readonly datasource: readonly string[];
    readonly category: readonly string[];
    readonly edition: readonly string[];
  };
}

/** Tells whether a resource is in the published catalog. */
export type IsPublished = (resource: Resource) => boolean;

/** Prepares the look-up once, so that a request costs one. */
export function isPublishedIn(published: Published): IsPublished {
  const ids: Partial<Record<Resource['route'], ReadonlySet<string>>> = {
    datasource: new Set(published.ids.datasource),
    category: new Set(published.ids.category),
    edition: new Set(published.ids.edition),
  };
  return ({ route, id }) => id === undefined || ids[route]?.has(id) === true;
}
