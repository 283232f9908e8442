/** The languages of the pages, and of what programs say on them. */

/** The languages of the pages. */
export const LANGUAGES = ['en', 'de'] as const;

/** A language of the pages. */
export type Language = (typeof LANGUAGES)[number];
