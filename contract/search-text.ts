/** How text is searched: the build and the scripts of the pages have to agree on it. */

/** What is typed for the lower-case letters that Unicode does not take apart into a plain letter and an accent. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  // Lower case makes this one at the end of a word, which is not the end while somebody still types.
  ς: 'σ',
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/**
 * Text without what people leave out when they type: case, accents, and the forms of a letter. `Österreich` is found by
 * `osterreich`, `Łódź` by `lodz`, and the ligature `ﬁ` by `fi`.
 */
export function searchable(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
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
