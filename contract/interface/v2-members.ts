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
  'commercialUse',
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

/** A map inherits these members from its provider, unless it states them itself. */
export const PROVIDER_MEMBERS = [
  'terms',
  'privacy',
  'licence',
  'commercialUse',
  'attribution',
  'forbids',
  'needs',
  'ends',
  'quota',
] as const satisfies readonly (typeof MAP_MEMBERS)[number][];

/** Members that may be a year, which is a number in the catalog. Their other values are texts. */
export const YEAR_MEMBERS = ['since', 'until', 'updates'] as const;
