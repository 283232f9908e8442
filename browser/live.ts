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
  const bar = htmlElement('details', { class: 'live', attributes: { role: 'status' } }, summary, list);
  bar.hidden = true;
  document.body.prepend(bar);
  let site: string | null = null;
  let said = '';
  for (;;) {
    const report = await readReport(root);
    if (report) {
      site ??= report.site;
      if (report.site !== site) {
        // The browser keeps the place on the page, and the address that of the map.
        location.reload();
        return;
      }
      const text = JSON.stringify(report);
      if (text !== said) show(report);
      said = text;
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }

  function show({ problems, more }: LiveReport): void {
    const folder = languageFolder(root);
    const here = location.pathname.slice(root.pathname.length + folder.length);
    const own = problems.filter(({ page }) => page === here);
    const errors = problems.filter(({ severity }) => severity === 'error');
    const others = (errors.length > 0 ? problems : []).filter((problem) => !own.includes(problem));
    bar.hidden = own.length + others.length === 0;
    bar.classList.toggle('bad', errors.length > 0);
    if (own.length > 0) bar.open = true;
    summary.textContent = errors.length > 0 ? texts.errors(errors.length) : texts.warnings(own.length);
    list.replaceChildren(...own.map((problem) => item(problem, null)));
    list.append(...others.map((problem) => item(problem, problem.page && root.pathname + folder + problem.page)));
    if (more > 0) list.append(htmlElement('li', {}, texts.more(more)));
  }
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
