/** Members that `/v1/` lacks, in document order. */
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

/** Members that come from the provider, unless the map states them. */
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

/** A year is a number in the catalog; other values are texts. */
export const YEAR_MEMBERS = ['since', 'until', 'updates'] as const;
