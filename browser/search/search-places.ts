import type { Language } from '../../contract/base/languages.ts';
import type { BoxEdges } from '../../contract/data-sources/file-list.ts';
import type { MapCollection, MapGeometry } from '../../contract/generated/v2.types.ts';
import { V2_FILES } from '../../contract/interface/v2-files.ts';
import type { Polygon } from '../../contract/maps/bounding-boxes.ts';
import { COVERAGE_FILE } from '../../contract/pages/pages.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import type { CatalogCoverage, CoveredFile, SearchArea } from '../../contract/words/place-search.ts';
import { searchWords } from '../../contract/words/search-fields.ts';
import { searchableText } from '../../contract/words/search-text.ts';
import { yieldToBrowser } from '../breathe.ts';
import { squareDegrees } from '../data/file-query.ts';
import { htmlElement } from '../elements.ts';
import { addressFromRoot, loadJson, memoizePromise } from '../loading.ts';
import { Gazetteer, type NamedPlace, placeNameIn } from './gazetteer.ts';
import { loadGazetteer } from './load-gazetteer.ts';
import type { Known } from './search-answer.ts';
import { coversPlace, type SearchRecord } from './search-query.ts';
import { type KnownArea, positionAtEnd, unnamedPlace } from './typed-position.ts';

interface SourceRow {
  readonly element: HTMLElement;
  readonly record: SearchRecord;
}

interface PlacesKnown extends Pick<Known, 'gazetteer' | 'point'> {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
}

const NO_PLACES = new Gazetteer('');

const NAMED_FILES = 3;

/** Loads nothing yet. @param sources the rows of all data sources */
export function placeSearch(sources: readonly SourceRow[]) {
  let gazetteer: Gazetteer | null = null;
  let files: CatalogCoverage | null = null;
  let areas: readonly KnownArea[] | null = null;
  const loadPlaces = async (): Promise<void> => {
    gazetteer = await loadGazetteer();
  };
  const loadCoverage = memoizePromise(async () => {
    files = await loadJson<CatalogCoverage>(addressFromRoot(COVERAGE_FILE));
    for (const row of sources) {
      row.record.area = areaOfFiles(filesOf(row));
    }
  });
  const loadAreas = async (): Promise<void> => {
    areas = await loadKnownAreas();
  };
  const filesOf = ({ element }: SourceRow): readonly CoveredFile[] => {
    const id = element.dataset['id'] ?? '';
    return (files && Object.hasOwn(files, id) ? files[id] : null) ?? [];
  };
  const pending = new Set<Promise<void>>();
  const failed = new Set<() => Promise<void>>();
  let isAnswering = false;
  const ask = (load: () => Promise<void>, loaded: () => void): void => {
    // The next letter tries again. The answer to a failed request must not.
    if (isAnswering) return;
    const loading = load()
      .then(() => failed.delete(load))
      .catch((problem) => {
        failed.add(load);
        console.warn(problem);
      })
      .then(yieldToBrowser)
      .then(() => {
        isAnswering = true;
        loaded();
        isAnswering = false;
      })
      .finally(() => pending.delete(loading));
    pending.add(loading);
  };
  return {
    /** Resolves when everything that was requested is loaded, or cannot be loaded. */
    async ready(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending);
    },
    /**
     * The gazetteer is null while it is loaded, and empty if it cannot be loaded. @param loaded called when more is
     * known
     */
    knownFor(text: string, loaded: () => void): PlacesKnown {
      const typed = positionAtEnd(text);
      const isEmpty = searchWords(text).length === 0;
      const load = typed ? loadAreas : loadPlaces;
      const isMissing = !isEmpty && (typed ? areas : gazetteer) === null;
      if (isMissing) ask(load, loaded);
      // Both are requested at the same time: on a slow connection each further request takes seconds.
      if (!isEmpty && files === null && sources.length > 0) ask(loadCoverage, loaded);
      const hasFailed = isMissing && failed.has(load);
      const isLoading = isMissing && !hasFailed;
      const point = typed && { place: unnamedPlace(typed, areas ?? []), text: text.slice(0, typed.start) };
      return { point, gazetteer: gazetteer ?? (isLoading ? null : NO_PLACES), isLoading, hasFailed };
    },
    nameFiles(place: NamedPlace | null, texts: PageTexts): void {
      for (const row of sources) {
        row.element.querySelector('.covering')?.remove();
        if (place === null) continue;
        const found = filesOf(row).filter((file) => coversPlace({ id: null, area: areaOfFiles([file]) }, place));
        if (found.length > 0) row.element.firstElementChild?.append(fileLinks(row.element, found, place, texts));
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

function boxOf([, ...box]: CoveredFile): BoxEdges {
  return box;
}

function areaOfFiles(files: readonly CoveredFile[]): SearchArea {
  return { isWorld: false, countries: new Map(), boxes: files.map(boxOf) };
}

/** The file of a city is a better answer than the file of a continent. */
function fileLinks(
  row: HTMLElement,
  files: readonly CoveredFile[],
  place: NamedPlace,
  { search }: PageTexts,
): HTMLElement {
  const { href = '', tabIndex = 0 } = row.querySelector('a') ?? {};
  const isNamed = ([path]: CoveredFile): boolean =>
    place.names[0] !== undefined && searchableText(path).includes(searchableText(place.names[0]));
  const shown = files
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || squareDegrees(boxOf(a)) - squareDegrees(boxOf(b)))
    .slice(0, NAMED_FILES);
  const line = htmlElement('p', { class: 'covering' });
  for (const [path] of shown) {
    const properties = { href: `${href}#find=${encodeURIComponent(path)}`, tabindex: String(tabIndex) };
    line.append(line.hasChildNodes() ? ', ' : '', htmlElement('a', properties, htmlElement('bdi', {}, path)));
  }
  const more = files.length - shown.length;
  if (more > 0) line.append(` ${search.covering(more)}`);
  return line;
}

export const loadKnownAreas = memoizePromise(async (): Promise<readonly KnownArea[]> => {
  const { features } = await loadJson<MapCollection>(addressFromRoot(V2_FILES.maps.path.slice(1)));
  return features.flatMap(({ id, geometry, properties }) => {
    const polygons = polygonsOf(geometry);
    return polygons.length === 0 ? [] : [{ id, isWorld: properties.area === 'world', polygons }];
  });
});

function polygonsOf(geometry: MapGeometry): readonly Polygon[] {
  if (geometry === null) return [];
  const { type, coordinates } = geometry;
  return (type === 'Polygon' ? [coordinates] : coordinates) as unknown as readonly Polygon[];
}
