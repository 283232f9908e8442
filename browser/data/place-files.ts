import type { Language } from '../../contract/base/languages.ts';
import type { FileRow } from '../../contract/data-sources/file-list.ts';
import { searchableText } from '../../contract/words/search-text.ts';
import { type Gazetteer, type NamedPlace, placeNameIn } from '../search/gazetteer.ts';
import { coversPlace, fileRankFor } from '../search/place-cover.ts';
import { typedWords } from '../search/search-words.ts';

export function placeNamed(text: string, gazetteer: Gazetteer): NamedPlace | null {
  const words = typedWords(text).map(({ word }) => word);
  const found = gazetteer.find(words);
  return found !== null && found.end - found.start === words.length ? found.place : null;
}

export function placeName({ names, code }: NamedPlace, gazetteer: Gazetteer, language: Language): string {
  const country = gazetteer.country(code)?.names ?? names;
  return [...new Set([names, country].map((translations) => placeNameIn(translations, language)))].join(', ');
}

/**
 * Files named after the place, and other files that cover it: for a region the best overlap first, otherwise those
 * that cover most of it, small ones first.
 *
 * @param typed the files whose paths contain what was typed
 */
export function filesOfPlace(files: readonly FileRow[], typed: readonly FileRow[], place: NamedPlace) {
  const names = new Set(place.names.map(searchableText));
  const isNamed = ({ path }: FileRow): boolean => {
    const parts = path.split('/').flatMap((part) => [part.replace(/[.].*$/s, ''), ...part.split(/[_.-]/)]);
    return parts.some((part) => names.has(searchableText(part.replace(/[_-]/g, ' '))));
  };
  const named = new Set([...typed, ...files.filter(isNamed)]);
  const covering = files.flatMap((file) => {
    if (file.box === null || named.has(file)) return [];
    const box = { edges: file.box, clip: null };
    const isThere = coversPlace({ id: null, area: { isWorld: false, countries: new Map(), boxes: [box] } }, place);
    return isThere ? [{ file, rank: fileRankFor(box, place) }] : [];
  });
  return { named: [...named], covering: covering.sort((a, b) => a.rank - b.rank).map(({ file }) => file) };
}
