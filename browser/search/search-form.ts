/** The search of the home page: while typing, by keyboard, and in the address. */
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import type { Language } from '../../contract/pages.ts';
import { readArea } from '../../contract/place-search.ts';
import type { FilterFlag } from '../../contract/search-text.ts';
import { searchWords } from '../../contract/search-text.ts';
import { type MapPlace, placeText } from '../data/file-query.ts';
import { completeLists } from '../further-rows.ts';
import type { MapView } from '../map/map-view.ts';
import { openedMap } from '../map/page-map.ts';
import { parseView } from '../map/view-address.ts';
import type { NamedPlace } from './gazetteer.ts';
import { placeSearch } from './search-places.ts';
import {
  filterCount,
  formatSearch,
  matcherOf,
  parseSearch,
  rankFor,
  type SearchQuery,
  type SearchRecord,
} from './search-query.ts';
import { Vocabulary } from './typo.ts';
import { positionAtEnd } from './unnamed-place.ts';

/** A row of a list, and its searchable data. */
interface Row {
  readonly element: HTMLElement;
  /** That of a data source gets its area when it is loaded. */
  record: SearchRecord;
  /** The rows that contain it. */
  readonly above: readonly HTMLElement[];
}

/** How long to wait after the last key press before a screen reader announces the result. */
const PAUSE_MS = 300;

/** Initializes the search of a page. An empty catalog has none. Ends when the search of the address has its places. */
export async function openSearch(texts: PageTexts): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form#search');
  if (form === null) return;
  await completeLists();
  const part = <T extends HTMLElement>(selector: string): T => document.querySelector<T>(selector) as T;
  const matches = part('#matches');
  const rows = [...document.querySelectorAll<HTMLElement>('.finder .record')].map(readRow);
  const lists = [...document.querySelectorAll<HTMLElement>('.list')];
  const places = placeSearch(rows.filter(({ record }) => record.kind === 'datasource'));
  const vocabulary = new Vocabulary(rows.map(({ record }) => record.text));
  hideUseless(form, rows);
  const keepStops = oneStopEach(lists);
  let order: readonly Row[] = rows;
  let view: MapView | null = null;
  /** The city that is searched. */
  let city: MapPlace | null = null;
  /** The city or position that is searched. */
  let position: MapPlace | null = null;
  let mark = (_: MapPlace | null): void => {};
  /** Whether the address says where the map is. Later, a city that is typed does. */
  let isPlaced = parseView(location.hash).view.place !== null;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const apply = (query: SearchQuery): void => {
    const isAll = formatSearch(query) === '';
    const place = places.find(query.text, vocabulary, () => apply(queryOf(form)));
    const isMatch = matcherOf(query, Date.now(), place, (word) => vocabulary.alternatives(word));
    const counted = rows.filter(({ record }) => leadsToMap(record, query));
    const found = counted.filter(({ record }) => isMatch(record));
    order = arrange(rows, place?.place ?? null, order);
    places.nameFiles(place?.place ?? null, texts);
    const shown = new Set((isAll ? rows : found).flatMap(({ element, above }) => [element, ...above]));
    for (const { element } of rows) element.hidden = !shown.has(element);
    // A match in a closed category would be invisible.
    const isSearch = query.text.trim() !== '';
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('.tree details')) {
      folded.open = isSearch && folded.querySelector('.record:not([hidden])') !== null;
    }
    for (const list of lists) {
      const size = list.querySelectorAll('.record:not([hidden])').length;
      list.hidden = !isAll && size === 0;
      const number = list.querySelector('.count');
      if (number !== null && list.dataset['list'] !== 'category') number.textContent = texts.number(size);
    }
    part('#no-matches').hidden = found.length > 0;
    const on = filterCount(query);
    part('.filters > summary').textContent = on === 0 ? texts.search.filters : texts.search.filtersOn(on);
    const language = document.documentElement.lang as Language;
    const count = texts.search.count(found.length, counted.length);
    matches.textContent =
      place === null ? count : `${count} · ${texts.search.place(places.nameOf(place.place, language, texts))}`;
    keepStops();
    position = place?.place.position ?? null;
    mark(position);
    clearTimeout(pause);
    pause = setTimeout(() => {
      part('#matches-said').textContent = matches.textContent;
      const found = place?.place.covering ? null : position;
      if (found !== null && found !== city && !isPlaced) view?.goTo(found);
      city = found;
    }, PAUSE_MS);
  };

  const changed = (): void => {
    isPlaced = false;
    const query = queryOf(form);
    apply(query);
    const { pathname, hash } = location;
    history.replaceState(history.state, '', pathname + formatSearch(query) + hash);
  };

  const show = (): void => {
    fill(form, parseSearch(location.search));
    // Ignore what the form cannot show.
    const query = queryOf(form);
    apply(query);
  };

  part<HTMLFieldSetElement>('#search > fieldset').disabled = false;
  show();
  form.addEventListener('input', changed);
  form.addEventListener('reset', () => setTimeout(changed));
  form.addEventListener('submit', (event) => event.preventDefault());
  window.addEventListener('popstate', show);
  walkByKeys(part('#search-text'));
  const choose = (place: MapPlace): void => {
    const field = part<HTMLInputElement>('#search-text');
    const typed = positionAtEnd(field.value);
    const others = places.find(field.value, vocabulary, () => {})?.otherWords ?? searchWords(field.value);
    field.value = [...(typed ? [field.value.slice(0, typed.start).trim()] : others), placeText(place)]
      .filter((part) => part !== '')
      .join(' ');
    changed();
    view?.explore();
  };
  void openedMap.then(async (opened) => {
    view = opened;
    if (city !== null && !isPlaced) view.goTo(city);
    const { findOnMap } = await import('./maps-here.ts');
    mark = findOnMap(view.leaflet, texts, choose);
    mark(position);
  });
  await places.ready();
}

/** Sorts rows by their nearness to a place, then by whether anybody may show them; without a place as on the page. */
function arrange(rows: readonly Row[], place: NamedPlace | null, order: readonly Row[]): readonly Row[] {
  const rankOf = ({ record }: Row): number => (place === null ? 0 : rankFor(record, place));
  const needsToken = ({ record }: Row): number => Number(place !== null && record.flags.has('token'));
  const sorted = rows.toSorted((a, b) => rankOf(a) - rankOf(b) || needsToken(a) - needsToken(b));
  if (sorted.every((row, index) => row === order[index])) return order;
  for (const { element } of sorted) {
    // Categories stay in their tree.
    if (element.parentElement?.matches('.records')) element.parentElement.append(element);
  }
  return sorted;
}

function readRow(element: HTMLElement): Row {
  const { kind = '', search = '', flags = '', min, max, area, size } = element.dataset;
  const { changed = null, probed = null, shows = null, id = null } = element.dataset;
  const above: HTMLElement[] = [];
  // Only categories are nested.
  for (let one = kind === 'category' ? parentRow(element) : null; one !== null; one = parentRow(one)) above.push(one);
  const record: SearchRecord = {
    id: area === undefined ? null : id,
    kind,
    text: search,
    flags: new Set(flags.split(' ')),
    zooms: min === undefined ? null : [Number(min), Number(max)],
    changed,
    probed,
    shows,
    area: area === undefined ? null : readArea(area),
    size: size === undefined ? null : Number(size),
  };
  return { element, record, above };
}

/** Whether a record counts as a result. Categories of routes lead to no map, so they do only if they are asked for. */
function leadsToMap(record: SearchRecord, { kind }: SearchQuery): boolean {
  return record.kind !== 'category' || kind === 'category';
}

/** What can be focused in a row, without the rows inside it. */
const IN_ROW = ':scope > a, :scope > details > summary, :scope > div :is(a, button)';

/**
 * Keeps one row of each list in the order of the Tab key, because there are hundreds; arrow keys reach the others.
 * @returns to be called after rows were hidden or shown
 */
function oneStopEach(lists: readonly HTMLElement[]): () => void {
  const kept = new Map<Element, HTMLElement>();
  const set = (row: HTMLElement | undefined, tabIndex: number): void => {
    for (const stop of row?.querySelectorAll<HTMLElement>(IN_ROW) ?? []) stop.tabIndex = tabIndex;
  };
  const keep = (list: Element, row: HTMLElement): void => {
    set(kept.get(list), -1);
    set(row, 0);
    kept.set(list, row);
  };
  for (const list of lists) for (const row of list.querySelectorAll<HTMLElement>('.record')) set(row, -1);
  document.addEventListener('focusin', ({ target }) => {
    const row = (target as Element).closest<HTMLElement>('.list .record');
    const list = row?.closest('.list');
    if (row && list) keep(list, row);
  });
  return () => {
    for (const list of lists) {
      // Not under the user's hands.
      if (list.contains(document.activeElement)) continue;
      const first = list.querySelector<HTMLElement>('.record:not([hidden])');
      if (first !== null) keep(list, first);
    }
  };
}

/** Hides filters that match no record, unless the address uses them. */
function hideUseless(form: HTMLFormElement, rows: readonly Row[]): void {
  const asked = parseSearch(location.search).flags;
  for (const box of form.querySelectorAll<HTMLInputElement>('[name="only"]')) {
    const isMatch = matcherOf(parseSearch(`?only=${box.value}`), Date.now());
    const isUseful = asked.has(box.value as FilterFlag) || rows.some(({ record }) => isMatch(record));
    (box.closest('label') as HTMLElement).hidden = !isUseful;
  }
}

function parentRow(element: HTMLElement): HTMLElement | null {
  return element.parentElement?.closest<HTMLElement>('.record') ?? null;
}

function queryOf(form: HTMLFormElement): SearchQuery {
  return parseSearch(String(new URLSearchParams([...new FormData(form)] as [string, string][])));
}

function fill(form: HTMLFormElement, { text, kind, flags, zoom, shows, country }: SearchQuery): void {
  const field = (name: string): HTMLInputElement => form.elements.namedItem(name) as HTMLInputElement;
  field('q').value = text;
  // A kind without records has no button.
  field('kind').value = '';
  if (kind !== null) field('kind').value = kind;
  for (const [name, value] of Object.entries({ zoom, shows, country })) {
    const select = form.querySelector<HTMLSelectElement>(`select[name="${name}"]`);
    // Without any country or kind of map, there is nothing to choose.
    if (!select) continue;
    select.value = String(value ?? '');
    if (select.selectedIndex < 0) select.value = '';
  }
  const boxes = form.querySelectorAll<HTMLInputElement>('[name="only"]');
  for (const box of boxes) box.checked = flags.has(box.value as FilterFlag);
}

/** `/` focuses the search, arrows move through the results, and Enter presses the focused button. */
function walkByKeys(input: HTMLInputElement): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const isTyping = target.matches('input, select, textarea, [contenteditable]') && target !== input;
    if (event.key === '/' && !isTyping && target !== input) {
      event.preventDefault();
      input.focus();
      input.select();
      return;
    }
    if (event.key === 'Enter' && target === input) {
      event.preventDefault();
      const [first] = stops();
      if (input.value.trim() !== '') first?.click();
      return;
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = target.closest('.record');
    if (step === 0 || (target !== input && (row === null || isTyping))) return;
    const all = stops();
    const at = row === null ? -1 : all.findIndex((stop) => row === stop.closest('.record'));
    const next = at + step < 0 ? input : all[at + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  });
}

/** What arrows move to in each visible row: the button that shows a map, or the link of any other record. */
function stops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.finder .record:not([hidden])')].flatMap((row) => {
    const stop =
      row.querySelector<HTMLElement>('.actions:not([hidden]) button.show') ?? row.querySelector<HTMLElement>('a');
    return stop === null || row.parentElement?.closest('details:not([open])') ? [] : [stop];
  });
}
