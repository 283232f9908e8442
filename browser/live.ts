/** Under `cartalog serve`, pages follow the files of the catalog: a new site is loaded, and problems are shown. */
import type { Texts } from '../contract/page-texts/page-texts.ts';
import { LIVE_FILE, type LiveProblem, type LiveReport } from '../contract/pages.ts';
import { htmlElement } from './elements.ts';

/** How often the report is read. */
const INTERVAL_MS = 700;

/** Begins to follow the files. It ends with the page. */
export async function followFiles({ live: texts }: Texts): Promise<void> {
  const root = new URL(document.body.dataset['root'] ?? './', location.href);
  const list = htmlElement('ul');
  const summary = htmlElement('summary');
  const details = htmlElement('details', {}, summary, list);
  const reload = htmlElement('button', { attributes: { type: 'button' }, on: { click: () => location.reload() } });
  reload.textContent = texts.load;
  const newer = htmlElement('p', { class: 'newer' }, texts.newer, ' ', reload);
  const status = htmlElement('p', { class: 'visually-hidden', attributes: { role: 'status' } });
  const bar = htmlElement(
    'section',
    { class: 'live', attributes: { 'aria-label': texts.label } },
    newer,
    details,
    status,
  );
  details.hidden = true;
  newer.hidden = true;
  document.querySelector('main')?.before(bar);
  let site: string | null = null;
  let said = '';
  for (;;) {
    const report = await readReport(root);
    if (report) {
      site ??= report.site;
      const isOld = report.site !== site;
      if (isOld && !isFilledIn()) {
        // The browser keeps the place on the page, and the address that of the map.
        location.reload();
        return;
      }
      const text = JSON.stringify(report);
      if (text !== said) show(report, isOld);
      said = text;
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }

  function show({ problems, more }: LiveReport, isOld: boolean): void {
    const folder = languageFolder(root);
    const here = location.pathname.slice(root.pathname.length + folder.length);
    const own = problems.filter(({ page }) => page === here);
    const errors = problems.filter(({ severity }) => severity === 'error');
    // Where something keeps the site from being made, that is what others are about.
    const others = (errors.length > 0 ? problems : []).filter((problem) => !own.includes(problem));
    details.hidden = own.length + others.length === 0;
    details.classList.toggle('bad', errors.length > 0);
    if (own.length > 0) details.open = true;
    summary.textContent = errors.length > 0 ? texts.errors(errors.length) : texts.warnings(own.length);
    list.replaceChildren(...own.map((problem) => item(problem, null)));
    list.append(...others.map((problem) => item(problem, problem.page && root.pathname + folder + problem.page)));
    if (more > 0) list.append(htmlElement('li', {}, texts.more(more)));
    newer.hidden = !isOld;
    status.textContent = [isOld && texts.newer, !details.hidden && summary.textContent].filter(Boolean).join(' ');
  }
}

/** Whether somebody has written into a form that the browser would empty. What is searched for is kept. */
function isFilledIn(): boolean {
  const inputs = document.querySelectorAll<HTMLInputElement>('form:not([role="search"]) input');
  return [...inputs].some(({ value, defaultValue }) => value !== defaultValue);
}

/** Null where the server does not answer: it may be starting. */
async function readReport(root: URL): Promise<LiveReport | null> {
  try {
    const response = await fetch(new URL(LIVE_FILE, root), { cache: 'no-store' });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** The folder of the pages in the language of this one; empty where they have none of their own. */
function languageFolder({ pathname }: URL): string {
  const folder = `${document.documentElement.lang}/`;
  return location.pathname.startsWith(pathname + folder) ? folder : '';
}

function item({ severity, place, message }: LiveProblem, page: string | null): HTMLElement {
  const where = htmlElement('code', {}, place);
  const head = page === null ? where : htmlElement('a', { attributes: { href: page } }, where);
  return htmlElement(
    'li',
    { class: severity },
    head,
    ' ',
    htmlElement('span', { attributes: { lang: 'en' } }, message),
  );
}
