import { dayOf } from '../contract/base/times.ts';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';
import { readStored, storeText } from './stored.ts';

const PARAMETER = 'kind';

export function openChangesPage(texts: PageTexts): void {
  const choice = document.querySelector<HTMLSelectElement>('#change-kind');
  const form = choice?.form;
  if (!choice || !form) return;
  const commits = [...document.querySelectorAll<HTMLElement>('.commit')];
  const visit = lastVisit(commits.map(timeOf)[0] ?? 0);
  const firstSeen = commits.findIndex((commit) => visit && timeOf(commit) <= visit.newestSeen);
  if (firstSeen > 0) markSeen(commits[firstSeen] as HTMLElement, texts);
  const show = (): void => {
    filterBy(choice.value);
    const unseen = commits.slice(0, firstSeen < 0 ? undefined : firstSeen);
    const count = unseen.reduce((sum, commit) => sum + commit.querySelectorAll('[data-kind]:not([hidden])').length, 0);
    if (visit) form.querySelector('.since')?.replaceChildren(texts.changes.since(count, texts.data.date(visit.day)));
  };
  choice.value = new URLSearchParams(location.search).get(PARAMETER) ?? '';
  if (choice.selectedIndex < 0) choice.value = '';
  choice.addEventListener('change', () => {
    const search = choice.value === '' ? '' : `?${PARAMETER}=${choice.value}`;
    history.replaceState(null, '', location.pathname + search + location.hash);
    show();
  });
  show();
  form.inert = false;
}

const timeOf = ({ dataset }: HTMLElement): number => Number(dataset['time']);

function filterBy(role: string): void {
  for (const line of document.querySelectorAll<HTMLElement>('[data-kind]')) {
    line.hidden = role !== '' && line.dataset['kind'] !== role;
  }
  for (const part of document.querySelectorAll<HTMLElement>('.commit, .day')) {
    part.hidden = part.querySelector('[data-kind]:not([hidden])') === null;
  }
}

function markSeen(first: HTMLElement, texts: PageTexts): void {
  const isFirstOfDay = first.matches('h2 + *');
  (isFirstOfDay ? first.parentElement : first)?.before(htmlElement('p', { class: 'seen' }, texts.changes.seen));
}

/**
 * A visit lasts until its window is closed. Null at the first visit.
 *
 * @returns with the time of the newest commit at that visit, in seconds since 1970
 */
function lastVisit(newest: number): { readonly newestSeen: number; readonly day: string } | null {
  const last = readStored('sessionStorage', 'changes') ?? readStored('localStorage', 'changes');
  storeText('localStorage', 'changes', `${newest} ${dayOf(Date.now())}`);
  const [whole, newestSeen = '', day = ''] = /^(\d{1,10}) (\d{4}-\d\d-\d\d)$/.exec(last ?? '') ?? [];
  if (whole === undefined) return null;
  storeText('sessionStorage', 'changes', whole);
  return { newestSeen: Number(newestSeen), day };
}
