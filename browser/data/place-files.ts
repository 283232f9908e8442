import type { Language } from '../../contract/base/languages.ts';
import type { FileRow } from '../../contract/data-sources/file-list.ts';
import type { SearchBox } from '../../contract/words/place-search.ts';
import { searchableText } from '../../contract/words/search-text.ts';
import { type Gazetteer, type NamedPlace, placeNameIn } from '../search/gazetteer.ts';
import { clippedBox, coversPlace, fileRankFor, isMadeFor, partOfRank } from '../search/place-cover.ts';
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

/** The parts of a path, and their words. */
function namesIn(path: string): string[] {
  return path.split('/').flatMap((part) => [part.replace(/[.].*$/s, '').replace(/[_-]/g, ' '), ...part.split(/[_.-]/)]);
}

/** Countries in a path, in this order: the place's, none, others. */
const [OWN, UNNAMED, FOREIGN] = [0, 1, 2];

/**
 * Files whose box covers the place, by the countries in their paths. Then, in a region, the best overlap is first;
 * elsewhere, files with most of the place are, the smallest first. If the place's own country has a file, foreign ones
 * are left out.
 * @param boxOf null for a file without a box
 * @param named other files of the place
 */
export function coveringFiles<File extends { readonly path: string }>(
  files: readonly File[],
  boxOf: (file: File) => SearchBox | null,
  place: NamedPlace,
  gazetteer: Gazetteer,
  named: readonly File[] = [],
): { readonly file: File; readonly isForeign: boolean; readonly isOwn: boolean }[] {
  const own = place.region?.countries ?? [place.code];
  const kindOf = (file: File): number => {
    const codes = gazetteer.countriesNamedIn(file.path, boxOf(file)?.edges);
    return codes.length === 0 || own.includes('') ? UNNAMED : codes.some((code) => own.includes(code)) ? OWN : FOREIGN;
  };
  const covering = files.flatMap((file) => {
    const box = boxOf(file);
    if (box === null) return [];
    const area = { isWorld: false, countries: new Map(), boxes: [box] };
    if (!coversPlace({ id: null, area }, place)) return [];
    const rank = fileRankFor(box, place);
    const kind = place.region && partOfRank(rank) === 'near' ? FOREIGN : kindOf(file);
    return [{ file, kind, rank, isOwn: isMadeFor(box, place) }];
  });
  const hasOwn = covering.some(({ kind }) => kind === OWN) || named.some((file) => kindOf(file) === OWN);
  return covering
    .filter(({ kind }) => !hasOwn || kind !== FOREIGN)
    .sort((a, b) => a.kind - b.kind || a.rank - b.rank)
    .map(({ file, kind, isOwn }) => ({ file, isForeign: kind === FOREIGN, isOwn }));
}

/**
 * @param typed files with the typed words in their paths
 * @returns files named after the place, and others that cover it
 */
export function filesOfPlace(
  files: readonly FileRow[],
  typed: readonly FileRow[],
  place: NamedPlace,
  gazetteer: Gazetteer,
  outlines: readonly SearchBox[] = [],
) {
  const names = new Set(place.names.map(searchableText));
  const isNamed = ({ path }: FileRow): boolean => namesIn(path).some((name) => names.has(searchableText(name)));
  const named = new Set([...typed, ...files.filter(isNamed)]);
  const boxOf = (file: FileRow): SearchBox | null =>
    file.box === null || named.has(file) ? null : clippedBox(file.box, outlines);
  return { named: [...named], covering: coveringFiles(files, boxOf, place, gazetteer, [...named]) };
}
