import { searchableText } from './search-text.ts';

/** Lines for the name, the title, words for the kind, the provider, the rest. */
export function searchText(lines: readonly (string | undefined)[]): string {
  return lines.map((line = '') => searchableText(line)).join('\n');
}

export function searchWords(typed: string): readonly string[] {
  return searchableText(typed)
    .split(' ')
    .filter((word) => word !== '');
}

/** In `data-flags`. The days in `data-changed` and `data-probed` decide whether they are recent. */
export const FILTER_FLAGS = [
  'free',
  'commercial',
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
