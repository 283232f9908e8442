import { searchableText } from './search-text.ts';

/** A line each: name, title, words for the kind, provider, the rest. */
export function searchText(lines: readonly (string | undefined)[]): string {
  return lines.map((line = '') => searchableText(line)).join('\n');
}

export function searchWords(typed: string): readonly string[] {
  return searchableText(typed)
    .split(' ')
    .filter((word) => word !== '');
}

/** As in `data-flags`. `data-changed` and `data-probed` decide what is recent. */
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

export type FilterFlag = (typeof FILTER_FLAGS)[number];
