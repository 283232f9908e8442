/** The search of the home page: while typing, by keyboard, and in the address. */
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import { FILTER_FLAGS } from '../../contract/search-text.ts';
import {
  filterCount,
  formatSearch,
  matcherOf,
  parseSearch,
  type SearchQuery,
  type SearchRecord,
} from './search-query.ts';

/** A row of a list, and its searchable data. */
interface Row {
  readonly element: HTMLElement;
  readonly record: SearchRecord;
  /** The rows that contain it. */
  readonly above: readonly HTMLElement[];
}

/** How long to wait after the last key press before a screen reader announces the result. */
const PAUSE_MS = 300;

/** Initializes the search of a page. An empty catalog has none. */
export function openSearch(texts: PageTexts): void {
  const form = document.querySelector<HTMLFormElement>('form#search');
  if (form === null) return;
  const parts = partsOf(form);
  const rows = readRows();
  const lists = [...document.querySelectorAll<HTMLElement>('.list')];
  hideUseless(form, rows);
  let pause: ReturnType<typeof setTimeout> | undefined;

  const apply = (query: SearchQuery): void => {
    const isAll = formatSearch(query) === '';
    const matches = matcherOf(query, Date.now());
    const shown = new Set<HTMLElement>();
    let count = 0;
    for (const { element, record, above } of rows) {
      if (!matches(record)) continue;
      count++;
      shown.add(element);
      for (const one of above) shown.add(one);
    }
    for (const { element } of rows) element.hidden = !shown.has(element);
    // A match in a closed category would be invisible.
    const isFound = query.text.trim() !== '';
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('.tree details')) {
      folded.open = isFound && folded.querySelector('.record:not([hidden])') !== null;
    }
    for (const list of lists) {
      const found = list.querySelectorAll('.record:not([hidden])').length;
      list.hidden = !isAll && found === 0;
      const number = list.querySelector('.count');
      if (number !== null && list.dataset['list'] !== 'category') number.textContent = texts.number(found);
    }
    parts.none.hidden = count > 0;
    const on = filterCount(query);
    parts.summary.textContent = on === 0 ? texts.search.filters : texts.search.filtersOn(on);
    parts.matches.textContent = texts.search.count(count, rows.length);
    clearTimeout(pause);
    pause = setTimeout(() => {
      parts.said.textContent = parts.matches.textContent;
    }, PAUSE_MS);
  };

  const changed = (): void => {
    const query = queryOf(form);
    apply(query);
    const { pathname, hash } = location;
    history.replaceState(history.state, '', pathname + formatSearch(query) + hash);
  };

  const show = (): void => {
    fill(form, parseSearch(location.search));
    // Ignore what the form cannot show.
    const query = queryOf(form);
    parts.filters.open = filterCount(query) > 0;
    apply(query);
  };

  parts.fields.disabled = false;
  show();
  form.addEventListener('input', changed);
  form.addEventListener('reset', () => setTimeout(changed));
  form.addEventListener('submit', (event) => event.preventDefault());
  window.addEventListener('popstate', show);
  walkByKeys(parts.input);
}

/** The elements of the form that the search changes. */
function partsOf(form: HTMLFormElement) {
  const one = <T extends HTMLElement>(selector: string): T => document.querySelector<T>(selector) as T;
  return {
    fields: form.querySelector('fieldset') as HTMLFieldSetElement,
    input: one<HTMLInputElement>('#search-text'),
    matches: one('#matches'),
    said: one('#matches-said'),
    none: one('#no-matches'),
    filters: one<HTMLDetailsElement>('.filters'),
    summary: one('.filters > summary'),
  };
}

function readRows(): readonly Row[] {
  return [...document.querySelectorAll<HTMLElement>('.finder .record')].map((element) => {
    const { kind = '', search = '', flags = '', min, max, changed = null } = element.dataset;
    const above: HTMLElement[] = [];
    // Only categories are nested.
    for (let one = kind === 'category' ? parentRow(element) : null; one !== null; one = parentRow(one)) above.push(one);
    const zooms = min === undefined ? null : ([Number(min), Number(max)] as const);
    return { element, above, record: { kind, text: search, flags: new Set(flags.split(' ')), zooms, changed } };
  });
}

/** Hides filters that match no record, unless the address uses them. */
function hideUseless(form: HTMLFormElement, rows: readonly Row[]): void {
  const asked = parseSearch(location.search).flags;
  for (const box of form.querySelectorAll<HTMLInputElement>('[name="only"]')) {
    const query = parseSearch(`?only=${box.value}`);
    const matches = matcherOf(query, Date.now());
    const isUseful = [...query.flags].some((flag) => asked.has(flag)) || rows.some(({ record }) => matches(record));
    (box.closest('label') as HTMLElement).hidden = !isUseful;
  }
}

function parentRow(element: HTMLElement): HTMLElement | null {
  return element.parentElement?.closest<HTMLElement>('.record') ?? null;
}

function queryOf(form: HTMLFormElement): SearchQuery {
  const values = new FormData(form);
  const only = values.getAll('only').map(String);
  const text = (name: string): string => String(values.get(name) ?? '');
  return parseSearch(
    `?${new URLSearchParams({ q: text('q'), kind: text('kind'), zoom: text('zoom'), only: only.join(',') })}`,
  );
}

function fill(form: HTMLFormElement, { text, kind, flags, zoom }: SearchQuery): void {
  const field = (name: string): HTMLInputElement => form.elements.namedItem(name) as HTMLInputElement;
  field('q').value = text;
  // A kind without records has no button.
  field('kind').value = '';
  if (kind !== null) field('kind').value = kind;
  field('zoom').value = zoom === null ? '' : String(zoom);
  const boxes = form.querySelectorAll<HTMLInputElement>('[name="only"]');
  for (const box of boxes) box.checked = FILTER_FLAGS.some((flag) => flag === box.value && flags.has(flag));
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
    const stop = row.querySelector<HTMLElement>('button.show') ?? row.querySelector<HTMLElement>('a');
    return stop === null || row.parentElement?.closest('details:not([open])') ? [] : [stop];
  });
}
