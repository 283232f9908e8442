/** Pages that ask for one file load no list of all. */
export const V2_PREFIX = '/v2';

/** Below the prefix. */
export const READ_BY_PAGES = { maps: '/maps.geojson', withdrawn: '/withdrawn.json' } as const;

export const pathReadByPages = (name: keyof typeof READ_BY_PAGES): string => V2_PREFIX + READ_BY_PAGES[name];
