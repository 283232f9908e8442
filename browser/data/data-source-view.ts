import type { Language } from '../../contract/base/languages.ts';
import {
  type FileContents,
  type FileList,
  type FileRow,
  fromFileList,
  type ListColumn,
} from '../../contract/data-sources/file-list.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { loadJson, loadMap, memoizePromise } from '../loading.ts';
import type { Gazetteer } from '../search/gazetteer.ts';
import { areaBoxes } from '../search/place-cover.ts';
import { openChosenFile } from './chosen-file.ts';
import type { CoverageMap } from './coverage-map.ts';
import { FIND_PREFIX, findFiles, formatPlaceQuery, isPlaceQuery, readFileQuery, sortFiles } from './file-query.ts';
import { openFileTable } from './file-table.ts';
import { filesOfPlace, placeName, placeNamed } from './place-files.ts';

export async function openDataSource(texts: PageTexts): Promise<void> {
  const section = document.querySelector<HTMLElement>('.files[data-list]');
  if (!section) return;
  try {
    const files = fromFileList(await loadJson<FileList>(section.dataset['list'] ?? ''));
    await openFiles(section, files, texts);
  } catch (problem) {
    section.querySelector('.file-columns')?.before(htmlElement('p', { class: 'problem' }, texts.data.list.failed));
    console.warn(problem);
  }
}

async function openFiles(section: HTMLElement, files: readonly FileRow[], texts: PageTexts): Promise<void> {
  const { base = '', contents = '' } = section.dataset;
  const { list } = texts.data;
  const part = <T extends HTMLElement>(selector: string): T => section.querySelector<T>(selector) as T;
  const field = part<HTMLInputElement>('input');
  const count = part<HTMLOutputElement>('output');
  // Without `contents`, checksums and archives' files are unknown.
  const loadContents = memoizePromise(async () => (contents === '' ? [] : loadJson<FileContents>(contents)));
  const chosen = openChosenFile(part('.chosen'), base, texts, loadContents);
  let map: CoverageMap | null = null;
  let gazetteer: Gazetteer | null = null;
  let outlines = areaBoxes([]);
  const hasBoxes = files.some(({ box }) => box !== null);
  const loadPlaces = async (): Promise<void> => {
    const { loadCoverage, loadGazetteer } = await import('../search/load-gazetteer.ts');
    const [named, coverage] = await Promise.all([loadGazetteer(), loadCoverage().catch(() => null)]);
    [gazetteer, outlines] = [named, areaBoxes(coverage?.outlines ?? [])];
  };
  /** Null for the published order, or the query's. */
  let order: readonly [column: ListColumn, isDescending: boolean] | null = null;
  /** The words that last moved the map, which do not move it again. Null after a position. */
  let shownWords: string | null = '';

  const point = (file: FileRow | null): void => {
    chosen.point(file);
    map?.point(file);
  };
  const choose = (file: FileRow | null = null): void => {
    chosen.choose(file);
    map?.point(file);
  };
  /** @param isTyped false for a click on the map, which then stays */
  const find = (isTyped = true): void => {
    const query = readFileQuery(field.value);
    const isName = !isPlaceQuery(query) && query.words.length > 0;
    section.classList.toggle('by-name', isName);
    // After a failure, the next letter tries again.
    if (isName && gazetteer === null && hasBoxes) void loadPlaces().then(() => find(isTyped), console.warn);
    const place = isName && gazetteer ? placeNamed(field.value, gazetteer) : null;
    const typed = findFiles(files, query);
    const { named, covering } =
      place && gazetteer ? filesOfPlace(files, typed, place, gazetteer, outlines) : { named: typed, covering: [] };
    const found = [...named, ...covering.map(({ file }) => file)];
    const name = place && gazetteer && placeName(place, gazetteer, document.documentElement.lang as Language);
    const shortName = name?.split(', ')[0] ?? '';
    const note = list.also(shortName, place?.position !== null);
    const notes = covering
      .filter(({ isForeign, isOwn }) => isForeign || !isOwn)
      .map(({ file, isForeign }) => [file, isForeign ? list.nearBox(shortName) : note] as const);
    showRows(order ? sortFiles(found, ...order) : found, new Map(notes));
    if (isPlaceQuery(query)) {
      count.value = list.cover(found.length, query.latitude, query.longitude);
      map?.mark(query, isTyped ? found : null);
      choose(found[0]);
      shownWords = null;
      return;
    }
    count.value = found.length === 0 ? list.none : name ? list.ofPlace(found.length, name) : list.found(found.length);
    map?.mark(place?.position ?? null, null);
    const words = [...query.words, name].join(' ');
    if (words === shownWords) return;
    shownWords = words;
    map?.show(found.length === 0 ? files : found);
    choose(found.length === 1 ? found[0] : undefined);
  };
  const readAddress = (): void => {
    if (!location.hash.startsWith(FIND_PREFIX)) return;
    try {
      field.value = decodeURIComponent(location.hash.slice(FIND_PREFIX.length));
    } catch {
      // The address was cut off: no query.
    }
  };
  const writeAddress = (): void => {
    const { pathname, search } = location;
    const address = field.value === '' ? pathname + search : FIND_PREFIX + encodeURIComponent(field.value);
    history.replaceState(null, '', address);
  };
  const showRows = openFileTable(part('.file-rows'), base, texts, {
    pointed: point,
    chosen: (file) => chosen.open(file),
    sorted: (...asked) => {
      order = asked;
      find();
    },
  });

  readAddress();
  find();
  field.addEventListener('input', () => {
    find();
    writeAddress();
  });
  field.form?.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', () => {
    readAddress();
    find();
  });
  const container = section.querySelector<HTMLElement>('.coverage-map');
  const loaded = container && (await loadMap(() => import('./coverage-map.ts'), container, texts));
  if (!loaded) return;
  map = loaded.openCoverageMap(container, texts, {
    pointed: point,
    placed(place) {
      field.value = formatPlaceQuery(place);
      find(false);
      writeAddress();
    },
  });
  map.show(files);
  shownWords = '';
  find();
}
