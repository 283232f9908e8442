import type { Language } from '../../contract/base/languages.ts';
import { fileAddress } from '../../contract/data-sources/file-list.ts';
import type { MapCollection, MapGeometry } from '../../contract/generated/v2.types.ts';
import { pathReadByPages } from '../../contract/interface/v2-paths.ts';
import type { Polygon } from '../../contract/maps/bounding-boxes.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import type { SearchArea } from '../../contract/words/place-search.ts';
import { searchWords } from '../../contract/words/search-fields.ts';
import { searchableText } from '../../contract/words/search-text.ts';
import { FIND_PREFIX, formatPlaceQuery } from '../data/file-query.ts';
import { coveringFiles } from '../data/place-files.ts';
import { htmlElement } from '../elements.ts';
import { addressFromRoot, loadJson, memoizePromise } from '../loading.ts';
import { yieldToBrowser } from '../yield-to-browser.ts';
import { Gazetteer, type NamedPlace, placeNameIn } from './gazetteer.ts';
import { loadCoverage, loadGazetteer } from './load-gazetteer.ts';
import { type BoxedFile, haveMostOf, setAreas } from './place-cover.ts';
import type { Known } from './search-answer.ts';
import type { SearchRecord } from './search-query.ts';
import { type KnownArea, positionAtEnd, unnamedPlace } from './typed-position.ts';

interface PlaceRow {
  readonly element: HTMLElement;
  readonly record: SearchRecord;
}

interface PlacesKnown extends Pick<Known, 'gazetteer' | 'point'> {
  readonly outlines: SearchArea['boxes'];
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

const NO_PLACES = new Gazetteer('');

const NAMED_FILES = 3;

/** Loads nothing yet. */
export function placeSearch(rows: readonly PlaceRow[]) {
  const sources = rows.filter(({ record }) => record.role === 'datasource');
  const withBoxes = rows.filter(({ record }) => (record.area?.boxes ?? []).length > 0);
  let gazetteer: Gazetteer | null = null;
  let files: ReadonlyMap<SearchRecord, readonly BoxedFile[]> | null = null;
  let outlines: SearchArea['boxes'] = [];
  let areas: readonly KnownArea[] | null = null;
  const loadPlaces = async (): Promise<void> => {
    gazetteer = await loadGazetteer();
  };
  const applyCoverage = memoizePromise(async () => {
    const covered = rows.map(({ element, record }) => [record, element.dataset] as const);
    const [coverage, named] = await Promise.all([loadCoverage(), loadGazetteer().catch(() => NO_PLACES)]);
    ({ files, outlines } = await setAreas(covered, coverage, named, yieldToBrowser));
  });
  const loadAreas = async (): Promise<void> => {
    areas = await loadKnownAreas();
  };
  const pending = new Set<Promise<void>>();
  const failed = new Set<() => Promise<void>>();
  let awaited = 0;
  let isAnswering = false;
  const ask = (load: () => Promise<void>, loaded: () => Promise<void>): void => {
    // Only the next letter repeats a failed request: `loaded` searches again, which would repeat it forever.
    if (isAnswering) return;
    awaited++;
    const loading = load()
      .then(() => failed.delete(load))
      .catch((problem) => {
        failed.add(load);
        console.warn(problem);
      })
      .then(yieldToBrowser)
      .then(() => {
        // One answer from all that is asked for: rows move once.
        if (--awaited > 0) return;
        isAnswering = true;
        const answered = loaded();
        isAnswering = false;
        return answered;
      })
      .finally(() => pending.delete(loading));
    pending.add(loading);
  };
  return {
    /** Resolves when all that was requested is loaded or has failed. */
    async ready(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
    /** The gazetteer is null until it has loaded, empty if it cannot. @param loaded called when more is known */
    knownFor(text: string, loaded: () => Promise<void>): PlacesKnown {
      const typed = positionAtEnd(text);
      const isEmpty = searchWords(text).length === 0;
      const load = typed ? loadAreas : loadPlaces;
      const isMissing = !isEmpty && (typed ? areas : gazetteer) === null;
      if (isMissing) ask(load, loaded);
      // At the same time: each further request takes seconds on a slow connection.
      if (!isEmpty && files === null && sources.length + withBoxes.length > 0) ask(applyCoverage, loaded);
      const hasFailed = isMissing && failed.has(load);
      const isLoading = isMissing && !hasFailed;
      const point = typed && { place: unnamedPlace(typed, areas ?? []), text: text.slice(0, typed.start) };
      return { point, gazetteer: gazetteer ?? (isLoading ? null : NO_PLACES), outlines, isLoading, hasFailed };
    },
    nameFiles(place: NamedPlace | null, texts: PageTexts): void {
      for (const row of sources) {
        row.element.querySelector('.covering')?.remove();
        const link = row.element.querySelector('a');
        if (!link) continue;
        const page = link.href.replace(/#.*$/s, '');
        if (link.hash !== '') link.href = page;
        if (place === null) continue;
        const found = coveringFiles(files?.get(row.record) ?? [], ({ box }) => box, place, gazetteer ?? NO_PLACES);
        if (found.length === 0) continue;
        const paths = found.map(({ file }) => file.path);
        const base = row.element.dataset['base'] ?? '';
        const line = fileLinks(base, link.tabIndex, paths, place, texts);
        const boxes = found.map(({ file }) => file.box);
        if (!haveMostOf(boxes, place)) line.append(` ${texts.search.partly}`);
        row.element.querySelector('div')?.append(line);
        // The data source's page finds its files by the same place.
        const { names, position } = place;
        const words = names.length > 0 ? placeNameIn(names, texts.code) : position && formatPlaceQuery(position);
        link.href = page + FIND_PREFIX + encodeURIComponent(words ?? '');
      }
    },
    nameOf(place: NamedPlace, language: Language, texts: PageTexts): string {
      if (place.covering && place.position)
        return texts.search.position(place.position.latitude, place.position.longitude);
      const [only = '', ...others] = place.region?.countries ?? [place.code];
      const country = (others.length === 0 && gazetteer?.country(only)) || place;
      return [...new Set([place, country])].map(({ names }) => placeNameIn(names, language)).join(', ');
    },
  };
}

/** A city's file is a better answer than a continent's. @param paths best first */
function fileLinks(
  base: string,
  tabIndex: number,
  paths: readonly string[],
  place: NamedPlace,
  { search }: PageTexts,
): HTMLElement {
  const isNamed = (path: string): boolean =>
    place.names[0] !== undefined && searchableText(path).includes(searchableText(place.names[0]));
  const shown = paths.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a))).slice(0, NAMED_FILES);
  const line = htmlElement('p', { class: 'covering' });
  for (const path of shown) {
    const properties = { href: fileAddress(base, path), tabindex: String(tabIndex) };
    line.append(line.hasChildNodes() ? ', ' : '', htmlElement('a', properties, htmlElement('bdi', {}, path)));
  }
  const more = paths.length - shown.length;
  if (more > 0) line.append(` ${search.covering(more)}`);
  return line;
}

export const loadKnownAreas = memoizePromise(async (): Promise<readonly KnownArea[]> => {
  const { features } = await loadJson<MapCollection>(addressFromRoot(pathReadByPages('maps').slice(1)));
  return features.flatMap(({ id, geometry, properties }) => {
    const polygons = polygonsOf(geometry);
    const { area, countries = [] } = properties;
    return polygons.length === 0 ? [] : [{ id, isWorld: area === 'world', countries, polygons }];
  });
});

function polygonsOf(geometry: MapGeometry): readonly Polygon[] {
  if (geometry === null) return [];
  const { type, coordinates } = geometry;
  return (type === 'Polygon' ? [coordinates] : coordinates) as unknown as readonly Polygon[];
}
