/** The members of maps below `/v2/`. */

/** The members of a map that `/v1/` does not have, in the order of documents. */
export const MAP_MEMBERS = [
  'kind',
  'countries',
  'area',
  'provider',
  'since',
  'until',
  'tileSize',
  'languages',
  'terms',
  'privacy',
  'licence',
  'attribution',
  'forbids',
  'needs',
  'ends',
  'quota',
  'updates',
  'needsToken',
  'offReason',
  'updated',
  'status',
] as const;

/** The members that a map has from its provider, unless it has its own. */
export const PROVIDER_MEMBERS = [
  'terms',
  'privacy',
  'licence',
  'attribution',
  'forbids',
  'needs',
  'ends',
  'quota',
] as const satisfies readonly (typeof MAP_MEMBERS)[number][];

/** The members of a map that are a year, a number in a catalog, or a text. */
export const YEAR_MEMBERS = ['since', 'until', 'updates'] as const;
