/** Not in `/v1/`; in the order of documents. */
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

/** Inherited from the provider, unless the map states them. */
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

/** May be a year, a number in the catalog; other values are texts. */
export const YEAR_MEMBERS = ['since', 'until', 'updates'] as const;
