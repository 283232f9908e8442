/** Under `cartalog serve`, pages follow the files of the catalog: a new site is loaded, and problems are shown. */
import type { PageTexts } from '../contract/page-texts/page-texts.ts';
import { LIVE_FILE, type LiveProblem, type LiveReport } from '../contract/pages.ts';
import { htmlElement } from './elements.ts';

/** How often the report is read. */
const INTERVAL_MS = 700;

/** Begins to follow the files. It ends with the page. */
export async function followFiles({ live: texts, add: { problem, warning } }: PageTexts): Promise<void> {
  const root = new URL(document.body.dataset['root'] ?? './', location.href);
  const list = htmlElement('ul');
  const summary = htmlElement('summary');
  const details = htmlElement('details', {}, summary, list);
  const reload = htmlElement('button', { attributes: { type: 'button' }, on: { click: load } });
  reload.textContent = texts.load;
  const newer = htmlElement('p', { class: 'newer' }, texts.newer, ' ', reload);
  const status = htmlElement('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  const bar = htmlElement(
    'section',
    { class: 'live', attributes: { 'aria-label': texts.label } },
    status,
    newer,
    details,
  );
  details.hidden = true;
  newer.hidden = true;
  document.body.append(bar);
  // Of a page that was loaded anew it is known for which site, so that one that came meanwhile is not missed.
  let site: string | null = history.state?.site ?? null;
  history.replaceState(null, '');
  let newest = site;
  let said = '';
  for (;;) {
    const report = await readReport(root);
    if (report) {
      newest = report.site;
      site ??= newest;
      const isOld = newest !== site;
      if (isOld && !isFilledIn()) {
        if (await isAnswered()) {
          load();
          return;
        }
      } else {
        const text = JSON.stringify(report);
        if (text !== said) show(report, isOld);
        said = text;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }

  /** The browser keeps the place on the page, and the address that of the map. */
  function load(): void {
    history.replaceState({ site: newest }, '');
    location.reload();
  }

  /** Errors keep the site from being made, so all of them are shown, those of this page first; of warnings only its own. */
  function show({ problems, more }: LiveReport, isOld: boolean): void {
    const folder = languageFolder(root);
    const here = location.pathname.slice(root.pathname.length + folder.length);
    const own = problems.filter(({ page }) => page === here);
    const errors = problems.filter(({ severity }) => severity === 'error');
    const warnings = own.filter(({ severity }) => severity === 'warning');
    const ownErrors = errors.filter((error) => own.includes(error));
    const others = errors.filter((error) => !own.includes(error));
    details.hidden = errors.length + warnings.length === 0;
    details.classList.toggle('bad', errors.length > 0);
    if (own.length > 0) details.open = true;
    summary.textContent = errors.length > 0 ? texts.errors(errors.length + more) : texts.warnings(warnings.length);
    list.replaceChildren(
      ...ownErrors.map((error) => item(problem, error, null)),
      ...others.map((error) => item(problem, error, error.page && root.pathname + folder + error.page)),
      ...(more > 0 ? [htmlElement('li', {}, texts.more(more))] : []),
      ...warnings.map((one) => item(warning, one, null)),
    );
    newer.hidden = !isOld;
    status.textContent = [isOld && texts.newer, !details.hidden && summary.textContent].filter(Boolean).join(' ');
  }
}

/** Whether somebody has written into a form that the browser would empty. What is searched for is in the address. */
function isFilledIn(): boolean {
  const inputs = document.querySelectorAll<HTMLInputElement>('form input:not([role="search"] *)');
  return [...inputs].some(({ value, defaultValue }) => value !== defaultValue);
}

/**
 * Whether the page can be loaded again, or is known to be gone. A runtime that has not noticed yet which files are gone fails,
 * and what browsers show then does not look again.
 */
async function isAnswered(): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, { cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}

/** Null if the server does not answer: it may be starting. */
async function readReport(root: URL): Promise<LiveReport | null> {
  try {
    const response = await fetch(new URL(LIVE_FILE, root), { cache: 'no-store' });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** The folder of the pages in the language of this one; empty if they have none of their own. */
function languageFolder({ pathname }: URL): string {
  const folder = `${document.documentElement.lang}/`;
  return location.pathname.startsWith(pathname + folder) ? folder : '';
}

function item(word: string, { severity, place, message }: LiveProblem, page: string | null): HTMLElement {
  const where = htmlElement('code', {}, place);
  const head = page === null ? where : htmlElement('a', { attributes: { href: page } }, where);
  return htmlElement(
    'li',
    { class: severity },
    htmlElement('b', {}, word),
    ' ',
    head,
    ' ',
    htmlElement('span', { attributes: { lang: 'en' } }, message),
  );
}
