/** How text is searched; build and page scripts must agree. */

/** Replacements for lower-case letters that Unicode does not decompose into a letter and an accent. */
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
  // Lower-casing makes this letter at the end of a word, but the word may not be complete yet.
  ς: 'σ',
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** Removes case, accents and forms of letters: `osterreich` finds `Österreich`, `lodz` `Łódź`, and `fi` `ﬁ`. */
export function searchableText(text: string): string {
  const letters = (/[^ -~]/.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text).toLowerCase();
  return letters
    .replace(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}

/** What is searched in a record: its name, its title, the words for its kind, its provider, and the rest, a line each. */
export function searchText(lines: readonly (string | undefined)[]): string {
  return lines.map((line = '') => searchableText(line)).join('\n');
}

/** The words of a text that are searched in a name, in any order. */
export function searchWords(typed: string): readonly string[] {
  return searchableText(typed)
    .split(' ')
    .filter((word) => word !== '');
}

/** The filters of records, as in their `data-flags`. `data-changed` and `data-probed` decide what is recent. */
export const FILTER_FLAGS = [
  'free',
  'active',
  'https',
  'http',
  'no-token',
  'token',
  'language',
  'ending',
  'fresh',
  'changed',
  'cors',
  'works',
  'broken',
] as const;

/** A filter that is on or off. */
export type FilterFlag = (typeof FILTER_FLAGS)[number];
