/** The sections of a data source, in the order of its documents: each has its entries by path. */
export const SECTIONS = ['files', 'maps', 'themes'] as const;
/** A section of a data source. */
export type Section = (typeof SECTIONS)[number];
