/** What the search of pages reads in records. */
import { searchableText } from './search-text.ts';

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
  'fresh',
  'changed',
  'cors',
  'works',
  'broken',
] as const;

/** A filter that is on or off. */
export type FilterFlag = (typeof FILTER_FLAGS)[number];
