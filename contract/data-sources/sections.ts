export const SECTIONS = ['files', 'maps', 'themes'] as const;
export type Section = (typeof SECTIONS)[number];
