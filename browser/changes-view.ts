import { dayOf } from '../contract/base/times.ts';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';
import { readStored, storeText } from './stored.ts';

/** A line with at most this many names left opens their list. */
const FEW = 5;

/** Names of the filters; the address has parameters of the same names. */
const FILTERS = ['kind', 'country'] as const;

export function openChangesPage(texts: PageTexts): void {
  const form = document.querySelector<HTMLFormElement>('#change-kind')?.closest('form');
  if (!form) return;
  const choices = FILTERS.flatMap((name) => form.querySelector<HTMLSelectElement>(`#change-${name}`) ?? []);
  const lines = [...document.querySelectorAll<HTMLElement>('.changes > li')];
  const visit = lastVisit(lines.reduce((newest, line) => Math.max(newest, timeOf(line)), 0));
  const isSeen = (line: HTMLElement): boolean => visit === null || timeOf(line) <= visit.newestSeen;
  markSeen(isSeen, texts);
  const show = (): void => {
    for (const line of lines) filterLine(line, choices, texts);
    for (const day of document.querySelectorAll<HTMLElement>('.day')) {
      day.hidden = day.querySelector('.changes > li:not([hidden])') === null;
    }
    const unseen = lines.filter((line) => !line.hidden && !isSeen(line)).length;
    const since = visit ? texts.lastVisit.since(unseen, texts.data.date(visit.day)) : '';
    const isEmpty = lines.every(({ hidden }) => hidden);
    form.querySelector('.since')?.replaceChildren(isEmpty ? texts.search.showFound(0) : since);
  };
  const asked = new URLSearchParams(location.search);
  for (const choice of choices) {
    choice.value = asked.get(parameterOf(choice)) ?? '';
    if (choice.selectedIndex < 0) choice.value = '';
    choice.addEventListener('change', () => {
      const chosen = new URLSearchParams(location.search);
      if (choice.value === '') chosen.delete(parameterOf(choice));
      else chosen.set(parameterOf(choice), choice.value);
      history.replaceState(null, '', `${location.pathname}${chosen.size > 0 ? `?${chosen}` : ''}${location.hash}`);
      show();
    });
  }
  show();
  form.inert = false;
}

const timeOf = ({ dataset }: HTMLElement): number => Number(dataset['time']);

const parameterOf = ({ id }: HTMLSelectElement): string => id.replace('change-', '');

/** Shows a line's chosen records, and counts them in its sentence. */
function filterLine(line: HTMLElement, choices: readonly HTMLSelectElement[], { number }: PageTexts): void {
  const records = line.matches('[data-kind]') ? [line] : [...line.querySelectorAll<HTMLElement>('[data-kind]')];
  for (const record of records) {
    record.hidden = choices.some(
      (choice) => choice.value !== '' && !record.dataset[parameterOf(choice)]?.split(' ').includes(choice.value),
    );
  }
  const shownRecords = records.filter(({ hidden }) => !hidden);
  for (const record of records) record.classList.toggle('first', record === shownRecords[0]);
  const shown = shownRecords.length;
  line.hidden = shown === 0;
  const sentence = line.querySelector<HTMLElement>('.sentence');
  if (!sentence) return;
  sentence.dataset['all'] ??= sentence.textContent;
  const { all = '', one = '' } = sentence.dataset;
  const isFiltered = shown < records.length;
  sentence.closest('details')?.toggleAttribute('open', isFiltered && shown <= FEW);
  sentence.textContent = !isFiltered ? all : shown === 1 ? one : all.replace(/^[\d.,]+/, number(shown));
}

function markSeen(isSeen: (line: HTMLElement) => boolean, texts: PageTexts): void {
  const days = [...document.querySelectorAll('.day')];
  const first = days.findIndex((day) => [...day.querySelectorAll<HTMLElement>('.changes > li')].every(isSeen));
  if (first > 0) days[first]?.before(htmlElement('p', { class: 'seen' }, texts.lastVisit.seen));
}

/**
 * Null at the first visit. A visit ends when its window is closed.
 * @returns the day of the last visit, and the time of the newest commit that it showed, in seconds since 1970
 */
function lastVisit(newest: number): { readonly newestSeen: number; readonly day: string } | null {
  const last = readStored('sessionStorage', 'changes') ?? readStored('localStorage', 'changes');
  storeText('localStorage', 'changes', `${newest} ${dayOf(Date.now())}`);
  const [whole, newestSeen = '', day = ''] = /^(\d{1,10}) (\d{4}-\d\d-\d\d)$/.exec(last ?? '') ?? [];
  if (whole === undefined) return null;
  storeText('sessionStorage', 'changes', whole);
  return { newestSeen: Number(newestSeen), day };
}
