/** The script of the page of a data source: the list of all files, their coverage map, and the search. */
import {
  type FileColumns,
  type FileContents,
  type FileRow,
  fromColumns,
  type ListColumn,
} from '../../contract/file-list.ts';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { loadMap, once } from '../loading.ts';
import { ChosenFile } from './chosen-file.ts';
import type { CoverageMap } from './coverage-map.ts';
import { findFiles, isPlace, type MapPlace, placeText, readFileQuery, sortFiles } from './file-query.ts';
import { FileTable } from './file-table.ts';

/** The query is in the address, so that users can share it. */
const FRAGMENT = '#find=';

/** Initializes the page of a data source, if it has files. */
export async function openDataSource(page: Document, texts: PageTexts): Promise<void> {
  const section = page.querySelector<HTMLElement>('.files[data-list]');
  if (!section) return;
  const { list, base = '', contents } = section.dataset;
  try {
    const files = fromColumns((await load(list)) as FileColumns);
    const inside = once(async () => (await load(contents)) as FileContents);
    await new DataSourceView(section, files, base, texts, inside).open();
  } catch (problem) {
    section.querySelector('.file-columns')?.before(htmlElement('p', { class: 'problem' }, texts.data.list.failed));
    console.warn(problem);
  }
}

class DataSourceView {
  readonly #section: HTMLElement;
  readonly #files: readonly FileRow[];
  readonly #texts: PageTexts;
  readonly #field: HTMLInputElement;
  readonly #count: HTMLOutputElement;
  readonly #table: FileTable;
  readonly #chosen: ChosenFile;
  #map: CoverageMap | null = null;
  /** Null for the published order, or the order of the query's result. */
  #order: { readonly column: ListColumn; readonly isDescending: boolean } | null = null;
  /** The words whose files the map shows, so that the same words do not move it again; null after a place. */
  #words: string | null = '';

  constructor(
    section: HTMLElement,
    files: readonly FileRow[],
    baseUrl: string,
    texts: PageTexts,
    loadContents: () => Promise<FileContents>,
  ) {
    this.#section = section;
    this.#files = files;
    this.#texts = texts;
    this.#field = section.querySelector('input') as HTMLInputElement;
    this.#count = section.querySelector('output') as HTMLOutputElement;
    this.#chosen = new ChosenFile(section.querySelector('.chosen') as HTMLElement, baseUrl, texts, loadContents);
    this.#table = new FileTable(section.querySelector('.file-rows') as HTMLElement, baseUrl, texts, {
      pointed: (file) => this.#point(file),
      chosen: (file) => this.#chosen.open(file),
      sorted: (column, isDescending) => {
        this.#order = { column, isDescending };
        this.#table.markSorted(column, isDescending);
        this.#find();
      },
    });
  }

  async open(): Promise<void> {
    this.#readAddress();
    this.#find();
    this.#field.addEventListener('input', () => {
      this.#find();
      this.#writeAddress();
    });
    this.#field.form?.addEventListener('submit', (event) => event.preventDefault());
    addEventListener('hashchange', () => {
      this.#readAddress();
      this.#find();
    });
    await this.#openMap();
  }

  /** Loads the map library, the largest part of the script, if there are boxes. */
  async #openMap(): Promise<void> {
    const container = this.#section.querySelector<HTMLElement>('.coverage-map');
    if (!container) return;
    const loaded = await loadMap(() => import('./coverage-map.ts'), container, this.#texts);
    if (loaded === null) return;
    this.#map = new loaded.CoverageMap(container, this.#texts, {
      pointed: (file) => this.#point(file),
      placed: (place) => this.#choosePlace(place),
    });
    this.#map.show(this.#files);
    this.#words = '';
    this.#find();
  }

  #choosePlace(place: MapPlace): void {
    this.#field.value = placeText(place);
    this.#find(false);
    this.#writeAddress();
  }

  #point(file: FileRow | null): void {
    this.#chosen.point(file);
    this.#map?.point(file);
  }

  /** @param isTyped whether the place was typed, so that the map has to move there */
  #find(isTyped = true): void {
    const query = readFileQuery(this.#field.value);
    const found = findFiles(this.#files, query);
    const order = this.#order;
    this.#table.show(order ? sortFiles(found, order.column, order.isDescending) : found);
    const { list } = this.#texts.data;
    if (isPlace(query)) {
      this.#count.value = list.cover(found.length, query.latitude, query.longitude);
      this.#map?.mark(query, isTyped ? found : null);
      this.#choose(found[0]);
      // The next search for words must move the map, even if the words are the same.
      this.#words = null;
      return;
    }
    this.#count.value = found.length === 0 ? list.none : list.found(found.length);
    this.#map?.mark(null, null);
    const words = query.words.join(' ');
    if (words === this.#words) return;
    this.#words = words;
    this.#map?.show(found.length === 0 ? this.#files : found);
    this.#choose(found.length === 1 ? found[0] : undefined);
  }

  #choose(file: FileRow | undefined): void {
    this.#chosen.choose(file ?? null);
    this.#map?.point(file ?? null);
  }

  #readAddress(): void {
    const { hash } = location;
    if (!hash.startsWith(FRAGMENT)) return;
    try {
      this.#field.value = decodeURIComponent(hash.slice(FRAGMENT.length));
    } catch {
      // The address was cut off; ignore the query.
    }
  }

  #writeAddress(): void {
    const { value } = this.#field;
    const { pathname, search } = location;
    history.replaceState(null, '', value === '' ? pathname + search : FRAGMENT + encodeURIComponent(value));
  }
}

async function load(address: string | undefined): Promise<unknown> {
  const response = await fetch(address ?? '');
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return await response.json();
}
