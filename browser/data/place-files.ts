/** The files of a data source that cover a place, found by its name. */
import type { FileRow } from '../../contract/file-list.ts';
import type { Language } from '../../contract/pages.ts';
import { type Gazetteer, type NamedPlace, nameIn } from '../search/gazetteer.ts';
import { coversPlace, rankFor } from '../search/search-query.ts';
import { typedWords } from '../search/search-words.ts';
import { squareDegrees } from './file-query.ts';

/** The place that a whole text names; null if it names none. */
export function placeNamed(text: string, gazetteer: Gazetteer): NamedPlace | null {
  const words = typedWords(text).map(({ word }) => word);
  const found = gazetteer.find(words);
  return found !== null && found.end - found.start === words.length ? found.place : null;
}

/** `Oslo, Norway` */
export function placeName({ names, code }: NamedPlace, gazetteer: Gazetteer, language: Language): string {
  const country = gazetteer.country(code)?.names ?? names;
  return [...new Set([names, country].map((one) => nameIn(one, language)))].join(', ');
}

/**
 * The files with the name of a place first, then those that cover it: of a region, those that have most in common with
 * it, otherwise the smallest.
 *
 * @param named the files whose paths contain the name
 */
export function filesOfPlace(
  files: readonly FileRow[],
  named: readonly FileRow[],
  place: NamedPlace,
): readonly FileRow[] {
  const areaOf = ({ box }: FileRow) => ({ isWorld: false, countries: new Map(), boxes: box ? [box] : [] });
  const rankOf = (file: FileRow): number =>
    place.region ? rankFor({ area: areaOf(file), size: null }, place) : squareDegrees(file.box);
  const covering = files.filter(
    (file) => !named.includes(file) && coversPlace({ id: null, area: areaOf(file) }, place),
  );
  return [...named, ...covering.sort((a, b) => rankOf(a) - rankOf(b))];
}
