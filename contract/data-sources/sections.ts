/** In the order of documents. Each has its entries by path. */
export const SECTIONS = ['files', 'maps', 'themes'] as const;
export type Section = (typeof SECTIONS)[number];
