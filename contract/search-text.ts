/** How text is searched: the build and the scripts of the pages have to agree on it. */

/**
 * Text without what people leave out when they type: case, accents, and the forms of a letter. `Österreich` is found by
 * `osterreich`, and the ligature `ﬁ` by `fi`.
 */
export function searchable(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replace(/\s+/g, ' ').trim();
}

/** The words of what somebody types, all of which have to be found, in any order. */
export function searchWords(typed: string): readonly string[] {
  return searchable(typed)
    .split(' ')
    .filter((word) => word !== '');
}

/** What records can be filtered by, by their `data-flags`; whether a change is recent follows from `data-changed`. */
export const FILTER_FLAGS = ['active', 'https', 'no-token', 'token', 'language', 'changed', 'broken'] as const;

/** A filter that is on or off. */
export type FilterFlag = (typeof FILTER_FLAGS)[number];
