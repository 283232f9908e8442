import type { Language } from '../../contract/base/languages.ts';
import { ringExtent } from '../../contract/maps/bounding-boxes.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { type FilterFlag, searchWords } from '../../contract/words/search-fields.ts';
import { searchableText } from '../../contract/words/search-text.ts';
import { formatPlaceQuery, type MapPlace } from '../data/file-query.ts';
import { htmlElement } from '../elements.ts';
import { completeHomeLists } from '../further-rows.ts';
import type { MapView } from '../map/map-view.ts';
import { openedMap, openMap } from '../map/page-map.ts';
import { CITY_ZOOM, NEAR_PREFIX, parseView, placeText, type ViewPlace } from '../map/view-address.ts';
import { chooseProgram, chosenProgram } from '../stored.ts';
import { yieldToBrowser } from '../yield-to-browser.ts';
import { type ChosenFilter, chosenFilters, filterButtons, filterName } from './filter-buttons.ts';
import { type NamedPlace, placeNameIn } from './gazetteer.ts';
import { loadGazetteer } from './load-gazetteer.ts';
import { placeParts } from './place-parts.ts';
import { answerSearch, type SearchAnswer } from './search-answer.ts';
import { SearchIndex } from './search-index.ts';
import { searchNotesOn } from './search-notes.ts';
import { placeSearch } from './search-places.ts';
import {
  filterCount,
  formatSearch,
  parseSearch,
  readSearchRecord,
  type SearchQuery,
  type SearchRecord,
  searchFilterOf,
} from './search-query.ts';
import { areForNoUse, isStopWord, PREPARATIONS, searchTermsOf, typedWords } from './search-words.ts';
import { positionAtEnd } from './typed-position.ts';

interface Row {
  readonly element: HTMLElement;
  readonly record: SearchRecord;
  readonly above: readonly HTMLElement[];
}

const TAKEN: Readonly<Record<string, string>> = { 'flag:maps': 'kind:datasource' };

const DELAY_AFTER_TYPING_MS = 300;

/** Letters for which the field of a phone has no room. */
const LONG_QUERY = 22;

/** If leaving out one filter finds nothing, at most this many pairs of filters to leave out are offered. */
const MAX_PAIRS = 3;

/** Resolves when places in the query of the address are known. An empty catalog has no search. */
export async function openSearchForm(texts: PageTexts): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form#search');
  if (form === null) return;
  await completeHomeLists();
  const part = <T extends HTMLElement>(selector: string): T => document.querySelector<T>(selector) as T;
  const matches = part('#matches');
  const field = part<HTMLInputElement>('#search-text');
  const program = form.querySelector<HTMLSelectElement>('select[name="program"]');
  const notes = part('#search-notes');
  const filterLine = part('#search-filters');
  const rows: Row[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('.finder .record')) {
    await yieldToBrowser();
    rows.push(readRow(element));
  }
  const lists = [...document.querySelectorAll<HTMLElement>('.list')];
  const emptySources = document.querySelector<HTMLElement>('.empty-sources');
  const places = placeSearch(rows);
  await yieldToBrowser();
  for (const prepare of PREPARATIONS) {
    prepare();
    await yieldToBrowser();
  }
  const index = new SearchIndex(rows.map(({ record }) => record));
  await yieldToBrowser();
  const rowOf = new Map(rows.map((row) => [row.record, row]));
  hideUselessFilters(form, rows);
  await yieldToBrowser();
  const keepStops = oneStopEach(lists);
  await yieldToBrowser();
  const arrange = arranger(lists, rows);
  const showParts = placeParts(lists, texts, () => apply(queryOf(form)));
  let answer: SearchAnswer | null = null;
  let view: MapView | null = null;
  /** The place of the search, and where the map moved. */
  let target: NamedPlace | null = null;
  let visited: NamedPlace | null = null;
  let country: string | null = null;
  /** The typed program and the place, in the links of all rows. */
  let near = '';
  let mark = (_place: MapPlace | null, _words: string, _name: string): void => {};
  let marked: Parameters<typeof mark> = [null, '', ''];
  /** The address has set the map's position. After the next letter, a typed place sets it. */
  let isPlaced = parseView(location.hash).view.place !== null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let pauseOfMap: ReturnType<typeof setTimeout> | undefined;

  /** A typed program replaces the chosen one. */
  const activeFilters = () =>
    chosenFilters(form).filter(({ control }) => !answer?.program || control.name !== 'program');
  const filterNames = () => activeFilters().map(({ name }) => name);

  /** Such as `Free to use / Commercial use allowed`, without what is in brackets. */
  const namesOf = (conditions: readonly string[]): string =>
    conditions
      .flatMap((condition) => {
        const [, field = '', value = ''] = /^(flag|kind|type|program):(.*)/.exec(TAKEN[condition] ?? condition) ?? [];
        return filterName(form, field === 'flag' ? 'only' : field, value)?.replace(/ \(.*/, '') ?? [];
      })
      .join(' / ');

  const say = (...line: readonly (string | Node)[]): void => {
    matches.replaceChildren(...line);
    const text = matches.textContent;
    clearTimeout(pause);
    pause = setTimeout(() => {
      part('#matches-said').textContent = [text, ...filterNames(), notes.textContent]
        .filter((part) => part !== '')
        .join('. ');
    }, DELAY_AFTER_TYPING_MS);
  };

  const nameNear = (place: NamedPlace | null, program = ''): void => {
    const wanted = (program ? `?program=${program}` : '') + (place ? NEAR_PREFIX + placeText(viewOf(place)) : '');
    if (wanted === near) return;
    near = wanted;
    for (const { element } of rows) {
      const link = element.querySelector<HTMLAnchorElement>('.server h3 a');
      if (link) link.href = link.href.replace(/[?#].*|$/, near);
    }
  };

  const answerTo = (query: SearchQuery) => {
    const known = places.knownFor(query.text, answerInParts);
    return { known, answered: answerSearch(query, { index, now: Date.now(), ...known }) };
  };

  const draw = (query: SearchQuery, { known, answered }: ReturnType<typeof answerTo>): void => {
    answer = answered;
    const asked = formatSearch(query);
    const isAll = asked === '';
    document.documentElement.classList.toggle('asking', formatSearch({ ...query, program: null }) !== '');
    const filters = activeFilters();
    filterLine.replaceChildren(...filterButtons(form, filters, texts));
    const text = query.text.trim();
    // Printed pages show this in place of the fields, phones if the field is too short for it.
    matches.dataset['asked'] = [...(text === '' ? [] : [texts.search.quote(text)]), ...filterNames(), ''].join(' · ');
    matches.classList.toggle('long', text.length > LONG_QUERY);
    const { place } = answered;
    const counted = rows.filter(({ record }) => isCounted(record, query));
    const isOfNoUse = areForNoUse(answered.unknown);
    const found = (isOfNoUse ? [] : answered.found)
      .map((record) => rowOf.get(record) as Row)
      .filter(({ record }) => isCounted(record, query));
    const isWaiting = known.isLoading && found.length === 0;
    // The list stays until it is known whether a place is meant.
    if (isWaiting) return void say(texts.search.loading);
    arrange(isAll ? null : found);
    places.nameFiles(place, texts);
    nameNear(place, answered.program?.id);
    const { partOf } = answered;
    // A reader who asks for more than a place sees all variants.
    const isPlaceOnly = answered.others.length === 0 && formatSearch({ ...query, text: '', program: null }) === '';
    const placed = found.map(({ element, record }) => ({
      element,
      part: partOf?.(record) ?? ('here' as const),
      variantOf: isPlaceOnly ? variantOf(element) : null,
    }));
    const folded = showParts(partOf === null ? [] : placed, asked);
    const listed = isAll ? rows : found.filter(({ element }) => !folded.has(element));
    const shown = new Set(listed.flatMap(({ element, above }) => [element, ...above]));
    for (const { element } of rows) element.hidden = !shown.has(element);
    // A closed category would hide a match.
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('.tree details')) {
      folded.open = text !== '' && folded.querySelector('.record:not([hidden])') !== null;
    }
    for (const list of lists) {
      const size = (isAll ? rows : found).filter(({ element }) => list.contains(element)).length;
      list.hidden = !isAll && size === 0;
      const number = list.querySelector('.count');
      if (number !== null && list.dataset['list'] !== 'category') number.textContent = texts.number(size);
    }
    if (emptySources) emptySources.hidden = !isAll && !namesEmptySources(emptySources, text, answered.takenFor.flat());
    const typed = positionAtEnd(query.text);
    const words = query.text.slice(0, typed?.start).trim();
    const hasLess = !!query.program || filterCount(query) > 0 || (typed ? words !== '' : words.includes(' '));
    part('#no-matches > span').hidden = !hasLess;
    const isShort = !isOfNoUse && (found.length === 0 || answered.lacking.length > 0);
    const without = (left: readonly ChosenFilter[], leftOut = '') => {
      const wider = { ...queryOf(form, left), text: textWithout(leftOut) };
      const { lacking, found: all } = answerSearch(wider, { index, now: Date.now(), ...known });
      const many = lacking.length === 0 ? all.filter((record) => isCounted(record, wider)).length : 0;
      return many > 0 ? [{ left, many }] : [];
    };
    const { typedPlace } = answered;
    const alone = isShort ? filters.flatMap((one) => without([one])) : [];
    const elsewhere = isShort && found.length > 0 && typedPlace !== '' ? without([], typedPlace) : [];
    const left = [{ name: typedPlace, turnOff: () => leaveOut(typedPlace) }];
    const wider = [...elsewhere.map(({ many }) => ({ left, many })), ...alone];
    const pairs = filters.flatMap((one, at) => filters.slice(at + 1).map((other) => [one, other]));
    const otherwise = wider.length > 0 || !isShort ? wider : pairs.flatMap((pair) => without(pair)).slice(0, MAX_PAIRS);
    part('#no-matches').hidden = isOfNoUse || found.length + otherwise.length > 0;
    const commercial = form.querySelector<HTMLInputElement>('[name="only"][value="commercial"]:not(:checked)');
    const actions = { replaceWord: takeName, leaveOut, pointOnMap, focus: () => field.focus() };
    notes.replaceChildren(...searchNotesOn(answer, known.hasFailed, otherwise, commercial, texts, actions));
    for (const chip of form.querySelectorAll<HTMLButtonElement>('.chip'))
      chip.ariaPressed = String(query[chip.dataset['filter'] === 'kind' ? 'role' : 'shows'] === chip.value);
    const filterNumber = filterCount(query);
    part('.filters > summary').textContent =
      filterNumber === 0 ? texts.search.filters : texts.search.filtersOn(filterNumber);
    const language = document.documentElement.lang as Language;
    // Such as `Maps 8`, as above the list, to which they lead.
    const headings = isAll ? [] : [...document.querySelectorAll<HTMLElement>('.list:not([hidden]) > h2')];
    const counts = headings.flatMap((heading, at) => {
      const link = htmlElement('a', { href: `#${heading.parentElement?.id}` }, heading.textContent);
      link.addEventListener('click', (event) => {
        // The address keeps the view of the map.
        event.preventDefault();
        heading.scrollIntoView();
      });
      return [at > 0 ? ', ' : ': ', link];
    });
    part('.filter-end .done').textContent = texts.search.showFound(found.length);
    // The page's counts leave out editions.
    const editions = isAll ? found.filter(({ record }) => record.role === 'edition').length : 0;
    const name = place ? places.nameOf(place, language, texts) : '';
    const total = texts.search.count(found.length, counted.length);
    const parts = [
      editions > 0 && texts.search.withEditions(editions),
      place && texts.search.place(name),
      ...new Set(answered.takenFor.map(namesOf)),
      known.isLoading && texts.search.loading,
    ];
    say(total, ...(headings.length > 1 ? counts : []), ...parts.flatMap((part) => (part ? [` · ${part}`] : [])));
    keepStops();
    marked = [place && (place.position ?? (place.region ? viewOf(place) : null)), wordsToKeep(), name];
    mark(...marked);
    target = place?.covering ? null : place;
    country = place === null ? query.country : null;
    document.documentElement.classList.toggle('bound', target !== null || country !== null);
    clearTimeout(pauseOfMap);
    pauseOfMap = setTimeout(() => view && void follow(view), DELAY_AFTER_TYPING_MS);
  };

  const apply = (query: SearchQuery): void => draw(query, answerTo(query));

  /** Shows nothing if the reader has asked for something else meanwhile. */
  async function answerInParts(): Promise<void> {
    const query = queryOf(form as HTMLFormElement);
    const answer = answerTo(query);
    await yieldToBrowser();
    if (formatSearch(queryOf(form as HTMLFormElement)) === formatSearch(query)) draw(query, answer);
  }

  const follow = async (opened: MapView): Promise<void> => {
    const named = country === null ? null : await loadGazetteer().catch(() => null);
    const place = target ?? named?.country(country ?? '') ?? null;
    if (place !== null && place !== visited && !isPlaced) goToPlace(opened, place);
    visited = place;
  };

  const wordsToKeep = (): string => {
    const typed = positionAtEnd(field.value);
    return typed ? field.value.slice(0, typed.start).trim() : (answer?.others ?? []).join(' ');
  };

  const replaceWord = (word: string, name: string): void => {
    field.value = field.value.replace(word, () => name);
    changed();
  };
  const takeName = (word: string, name: string): void => {
    replaceWord(word, name);
    field.focus();
  };
  const textWithout = (word: string): string => field.value.replace(word, ' ').replace(/\s+/g, ' ').trim();
  const leaveOut = (word: string): void => {
    const rest = textWithout(word);
    history.pushState(history.state, '', location.href);
    field.value = typedWords(rest).every((one) => isStopWord(one.word)) ? '' : rest;
    changed();
  };
  const pointOnMap = (): void => {
    document.querySelector<HTMLElement>('.map-button[aria-expanded="false"]')?.click();
    document.querySelector<HTMLElement>('.map-empty .explore')?.click();
    void invited.then((invite) => invite());
  };

  const writeAddress = (): void => {
    const { pathname, hash } = location;
    history.replaceState(history.state, '', pathname + formatSearch(queryOf(form)) + hash);
  };
  const changed = (): void => {
    isPlaced = false;
    apply(queryOf(form));
    writeAddress();
    matches.scrollIntoView({ block: 'nearest' });
  };

  /** @param typed while the page was loading; empty for the search of the address */
  const show = (typed = ''): Promise<void> => {
    const asked = parseSearch(location.search);
    // An address with a search states all of it: everybody sees the same.
    fill(form, formatSearch(asked) === '' ? { ...asked, program: chosenProgram() } : asked);
    if (typed !== '') field.value = typed;
    writeAddress();
    return answerInParts();
  };

  /** Completes a begun name, shows the place on the map if there is room, goes to the first result. */
  const enter = async (): Promise<void> => {
    await places.ready();
    for (const [typed, name] of answer ? await completions(answer) : []) replaceWord(typed, name);
    const place = answer?.place ?? null;
    const opened = place && document.querySelector('.map-panel')?.checkVisibility() ? await openMap() : null;
    if (place && opened) {
      opened.step();
      opened.explore();
      goToPlace(opened, place);
    }
    const [first] = stops();
    if (field.value.trim() !== '') first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'nearest' });
  };

  await yieldToBrowser();
  part<HTMLFieldSetElement>('#search > fieldset').disabled = false;
  const shown = show(field.value);
  form.addEventListener('input', changed);
  program?.addEventListener('change', () => {
    chooseProgram(program.value);
    if (answer?.program) leaveOut(answer.program.typed);
  });
  form.addEventListener('reset', () => {
    chooseProgram('');
    setTimeout(changed);
  });
  connectChips(form);
  form.addEventListener('submit', (event) => event.preventDefault());
  window.addEventListener('popstate', () => show());
  walkByKeys(field, enter);
  const choose = (place: MapPlace): void => {
    field.value = `${wordsToKeep()} ${formatPlaceQuery(place)}`.trim();
    // The browser's back button returns to the previous search.
    history.pushState(history.state, '', location.href);
    changed();
    view?.explore(place);
    matches.scrollIntoView({ block: 'start' });
  };
  const invited = openedMap.then(async (opened) => {
    view = opened;
    void follow(view);
    const { choosePlaceOnMap } = await import('./maps-here.ts');
    const chooser = choosePlaceOnMap(opened.leaflet, texts, choose);
    mark = chooser.mark;
    mark(...marked);
    return () => {
      opened.explore();
      chooser.invite();
    };
  });
  await shown;
  await places.ready();
}

/**
 * Found rows are in a list of their own, so that a browser computes no style of the hundreds of others.
 * @returns shows found rows, best first, and moves the best row's list to the top; all in their order, if none are given
 */
function arranger(lists: readonly HTMLElement[], rows: readonly Row[]): (found: readonly Row[] | null) => void {
  const end = lists.at(-1)?.nextSibling ?? null;
  const arrangers = lists.map((list) => rowArranger(list, rows));
  return (found) => {
    for (const arrange of arrangers) arrange(found);
    const best = new Set((found ?? []).map(({ element }) => element.closest<HTMLElement>('.list') as HTMLElement));
    const sorted = [...new Set([...best, ...lists])];
    if (!isInPlace(sorted)) for (const list of sorted) lists[0]?.parentElement?.insertBefore(list, end);
  };
}

function rowArranger(list: HTMLElement, rows: readonly Row[]): (found: readonly Row[] | null) => void {
  const others = list.querySelector<HTMLElement>('.records');
  // Categories, in a tree, stay where they are.
  if (others === null) return () => {};
  const own = rows.map(({ element }) => element).filter((element) => others.contains(element));
  const shown = htmlElement('ul', { class: others.className });
  return (found) => {
    others.hidden = found !== null;
    if (found === null) {
      if (shown.isConnected) others.replaceChildren(...own);
      shown.remove();
      return;
    }
    const wanted = new Set(found.map(({ element }) => element).filter((element) => list.contains(element)));
    if (isEqual([...shown.children], [...wanted])) return;
    others.append(...own.filter((element) => element.parentElement === shown && !wanted.has(element)));
    shown.replaceChildren(...wanted);
    others.before(shown);
  };
}

const isEqual = (some: readonly Element[], others: readonly Element[]): boolean =>
  some.length === others.length && some.every((element, index) => element === others[index]);

const isInPlace = (elements: readonly HTMLElement[]): boolean =>
  elements.every((element, index) => index === 0 || elements[index - 1]?.nextElementSibling === element);

function readRow(element: HTMLElement): Row {
  const record = readSearchRecord(element.dataset);
  const above: HTMLElement[] = [];
  for (let parent = record.role === 'category' ? parentRow(element) : null; parent !== null; parent = parentRow(parent))
    above.push(parent);
  return { element, record, above };
}

function variantOf({ dataset: { provider, shows } }: HTMLElement): string | null {
  return provider === undefined ? null : `${provider} ${shows}`;
}

/** Categories of routes lead to no map: counted alone, if a query asks for them. */
function isCounted(record: SearchRecord, { role }: SearchQuery): boolean {
  return (record.role === 'category') === (role === 'category');
}

const STOPS_IN_ROW = ':scope > a, :scope > details > summary, :scope > div :is(a, button)';

/**
 * A list has hundreds of rows: Tab stops at one, arrow keys reach the others.
 * @returns to be called when rows were hidden or shown
 */
function oneStopEach(lists: readonly HTMLElement[]): () => void {
  const kept = new Map<Element, HTMLElement>();
  const set = (row: HTMLElement | undefined, tabIndex: number): void => {
    for (const stop of row?.querySelectorAll<HTMLElement>(STOPS_IN_ROW) ?? []) stop.tabIndex = tabIndex;
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
    // Drawn rows change their height: the browser has scrolled to the old place.
    const show = (): void => {
      if (target === document.activeElement && (target as Element).matches(':focus-visible'))
        (target as Element).scrollIntoView({ block: 'nearest' });
    };
    if (row) requestAnimationFrame(() => requestAnimationFrame(show));
  });
  return () => {
    for (const list of lists) {
      if (list.contains(document.activeElement)) continue;
      const first = list.querySelector<HTMLElement>('.record:not([hidden])');
      if (first !== null) keep(list, first);
    }
  };
}

function hideUselessFilters(form: HTMLFormElement, rows: readonly Row[]): void {
  const asked = parseSearch(location.search).flags;
  const all = 'input[name="only"], [name="only"] > option:not([value=""])';
  for (const filter of form.querySelectorAll<HTMLInputElement | HTMLOptionElement>(all)) {
    const isMatch = searchFilterOf(parseSearch(`?only=${filter.value}`), Date.now());
    if (asked.has(filter.value as FilterFlag) || rows.some(({ record }) => isMatch(record))) continue;
    const label = filter.closest('label') as HTMLElement;
    filter.remove();
    label.hidden = label.querySelector('input, [value]:not([value=""])') === null;
  }
}

function parentRow(element: HTMLElement): HTMLElement | null {
  return element.parentElement?.closest<HTMLElement>('.record') ?? null;
}

function queryOf(form: HTMLFormElement, without: readonly ChosenFilter[] = []): SearchQuery {
  const all = [...new FormData(form)] as [string, string][];
  const isKept = ([name, value]: [string, string]): boolean =>
    !without.some(({ control }) => control.name === name && control.value === value);
  return parseSearch(String(new URLSearchParams(all.filter(isKept))));
}

/** Whether one is named, or its name says what is asked for: `terrain models` for elevation. */
function namesEmptySources(element: HTMLElement, text: string, asked: readonly string[]): boolean {
  const words = searchWords(text);
  const links = [...element.querySelectorAll('a')].map((link) => link.textContent);
  const names = links.map((link) => ` ${searchableText(link)}`).join('');
  const meant = links.flatMap((link) => searchTermsOf(typedWords(link)).flatMap(({ means }) => means));
  if (meant.some((one) => asked.includes(one))) return true;
  return words.length > 0 && words.every((word) => names.includes(` ${word}`));
}

/** A second press of a chip removes its filter. */
function connectChips(form: HTMLFormElement): void {
  for (const chip of form.querySelectorAll<HTMLButtonElement>('.chip')) {
    chip.addEventListener('click', () => {
      const select = form.querySelector<HTMLSelectElement>(`select[name="${chip.dataset['filter']}"]`);
      if (!select) return;
      history.pushState(history.state, '', location.href);
      select.value = chip.ariaPressed === 'true' ? '' : chip.value;
      select.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}

/** Enter writes what the search has read, or the place that begins with the last word. */
async function completions({ corrected, mayBePlace, unknown }: SearchAnswer): Promise<SearchAnswer['corrected']> {
  const begun = corrected.length === 0 && mayBePlace ? unknown.at(-1) : undefined;
  if (begun === undefined) return corrected;
  const place = (await loadGazetteer().catch(() => null))?.begunBy(begun);
  return place ? [[begun, placeNameIn(place.names, document.documentElement.lang as Language)]] : [];
}

function cornersOf({ cities, region }: NamedPlace): NamedPlace['cities'] {
  if (!region) return cities;
  const [west, south, east, north] = region.box;
  return [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ];
}

/** A map is at least one and a half tiles wide, which are 540 degrees at zoom 0. */
function viewOf(place: NamedPlace): ViewPlace {
  const corners = place.position ? [place.position] : cornersOf(place);
  const { west, south, east, north } = ringExtent(corners.map(({ latitude, longitude }) => [longitude, latitude]));
  const zoom = Math.min(CITY_ZOOM, Math.floor(Math.log2(540 / Math.max(east - west, north - south))));
  return { zoom, latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

function goToPlace(view: MapView, place: NamedPlace): void {
  if (place.position) view.goTo(place.position);
  else view.goToAll(cornersOf(place));
}

function fill(form: HTMLFormElement, { text, role: kind, flags, ...choices }: SearchQuery): void {
  (form.elements.namedItem('q') as HTMLInputElement).value = text;
  for (const [name, value] of Object.entries({ kind, ...choices })) {
    const select = form.querySelector<HTMLSelectElement>(`select[name="${name}"]`);
    // A catalog without countries or kinds of maps has no such field.
    if (!select) continue;
    select.value = String(value ?? '');
    if (select.selectedIndex < 0) select.value = '';
  }
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name="only"]'))
    box.checked = flags.has(box.value as FilterFlag);
  for (const { options } of form.querySelectorAll<HTMLSelectElement>('select[name="only"]'))
    for (const option of options) option.selected = option.value === '' || flags.has(option.value as FilterFlag);
}

/** `/` focuses the search, arrows walk through results. */
function walkByKeys(input: HTMLInputElement, enter: () => Promise<void>): void {
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
    // Browsers clear the field, which would move all below it, and close the map.
    if (event.key === 'Escape' && target === input && document.documentElement.matches('.mapping'))
      return event.preventDefault();
    if (event.key === 'Enter' && target === input) {
      event.preventDefault();
      return void enter();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = target.closest('.record');
    if (step === 0 || (target !== input && (row === null || isTyping))) return;
    const all = stops();
    const position = row === null ? -1 : all.findIndex((stop) => row === stop.closest('.record'));
    const next = position + step < 0 ? input : all[position + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  });
}

function stops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.finder .record:not([hidden])')].flatMap((row) => {
    const stop = row.querySelector('a');
    return stop === null || row.parentElement?.closest('details:not([open])') ? [] : [stop];
  });
}
