/** Live reload under `cartalog serve`. */
import { LIVE_FILE, type LiveProblem, type LiveReport } from '../contract/pages/page-data.ts';
import type { PageTexts } from '../contract/words/page-texts/page-texts.ts';
import { htmlElement } from './elements.ts';
import { addressFromRoot } from './loading.ts';

const INTERVAL_MS = 700;

export async function pollLiveReport({ live: texts, add: { problem, warning } }: PageTexts): Promise<void> {
  const root = new URL(addressFromRoot(''), location.href);
  const list = htmlElement('ul');
  const summary = htmlElement('summary');
  const details = htmlElement('details', {}, summary, list);
  const reload = htmlElement('button', { type: 'button', click: load }, texts.load);
  const newer = htmlElement('p', { class: 'newer' }, texts.newer, ' ', reload);
  const status = htmlElement('p', { class: 'visually-hidden', role: 'status' });
  const bar = htmlElement('section', { class: 'live', 'aria-label': texts.label }, newer, details);
  bar.hidden = true;
  // The status is added before it has a text: screen readers announce only changes of a status that exists.
  document.body.append(status, bar);
  // Kept by `load`, so that no site published during the reload is missed.
  let site: string | null = history.state?.site ?? null;
  history.replaceState(null, '');
  let newest = site;
  let shown = '';
  for (;;) {
    const report = await readReport(root);
    if (report) {
      newest = report.site;
      site ??= newest;
      const isOld = newest !== site;
      if (isOld && !isFilledIn()) return load();
      const text = JSON.stringify(report);
      if (text !== shown) show(report, isOld);
      shown = text;
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }

  function load(): void {
    history.replaceState({ site: newest }, '');
    location.reload();
  }

  /** All errors, which block the new site, but only this page's warnings. */
  function show({ problems, more }: LiveReport, isOld: boolean): void {
    const folder = languageFolder(root);
    const here = location.pathname.slice(root.pathname.length + folder.length);
    const isHere = ({ page }: LiveProblem): boolean => page === here;
    const hrefOf = (found: LiveProblem): string | null =>
      isHere(found) ? null : found.page && root.pathname + folder + found.page;
    const errors = problems
      .filter(({ severity }) => severity === 'error')
      .sort((a, b) => Number(isHere(b)) - Number(isHere(a)));
    const warnings = problems.filter((found) => found.severity === 'warning' && isHere(found));
    details.hidden = errors.length + warnings.length === 0;
    details.classList.toggle('bad', errors.length > 0);
    if (problems.some(isHere)) details.open = true;
    summary.textContent = errors.length > 0 ? texts.errors(errors.length + more) : texts.warnings(warnings.length);
    list.replaceChildren(
      ...errors.map((error) => item(problem, error, hrefOf(error))),
      ...(more > 0 ? [htmlElement('li', {}, texts.more(more))] : []),
      ...warnings.map((found) => item(warning, found, null)),
    );
    newer.hidden = !isOld;
    bar.hidden = details.hidden && newer.hidden;
    document.documentElement.classList.toggle('reporting', !bar.hidden);
    status.textContent = [isOld && texts.newer, !details.hidden && summary.textContent].filter(Boolean).join(' ');
  }
}

/** Ignores a search, which is in the address. */
function isFilledIn(): boolean {
  const inputs = document.querySelectorAll<HTMLInputElement>('form input:not([role="search"] *)');
  return [...inputs].some(({ value, defaultValue }) => value !== defaultValue);
}

function readReport(root: URL): Promise<LiveReport | null> {
  return fetch(new URL(LIVE_FILE, root), { cache: 'no-store' })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
}

function languageFolder({ pathname }: URL): string {
  const folder = `${document.documentElement.lang}/`;
  return location.pathname.startsWith(pathname + folder) ? folder : '';
}

function item(word: string, { severity, place, message }: LiveProblem, href: string | null): HTMLElement {
  const where = htmlElement('code', {}, place);
  const linked = href === null ? where : htmlElement('a', { href }, where);
  const text = htmlElement('span', { lang: 'en' }, message);
  return htmlElement('li', { class: severity }, htmlElement('b', {}, word), ' ', linked, ' ', text);
}
