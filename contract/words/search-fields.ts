import { searchableText } from './search-text.ts';

/** @param lines name, title, words for the kind, provider, the rest */
export function searchText(lines: readonly (string | undefined)[]): string {
  return lines.map((line = '') => searchableText(line)).join('\n');
}

export function searchWords(typed: string): readonly string[] {
  return searchableText(typed)
    .split(' ')
    .filter((word) => word !== '');
}

/** In `data-flags` of rows, except `changed`. That and `works` depend on the reader's date. */
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
