/** The form that adds a map: reviews the input, shows the map and produces the file. Nothing leaves the page. */
import { serverReviewer } from '../../commands/new/new-server.ts';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import { KNOWN_CATALOG_FILE, type KnownCatalog } from '../../contract/pages.ts';
import { newFileLink, type RepositoryPlace } from '../../contract/repository-links.ts';
import { copyText, selectText } from '../copy.ts';
import { htmlElement } from '../elements.ts';
import { loadMap, once } from '../loading.ts';
import { type Assessment, assess, type FieldName, type FormValues, IN_FORM } from './assess.ts';

/** The repository, from `data-repository`. */
export interface AddPlace extends RepositoryPlace {
  /** The catalog folder in the repository, with a trailing slash; empty if it is the root. */
  readonly folder: string;
}

/** How long to wait after the last key press before requesting tiles or updating a screen reader. */
const PAUSE_MS = 700;

/** Initializes the form of the page, if there is one. */
export async function openAddForm(texts: PageTexts): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form#add');
  if (form === null) return;
  const place = JSON.parse(form.dataset['repository'] ?? '') as AddPlace;
  const known = await readKnown();
  const review = serverReviewer(known, place.folder, IN_FORM);
  const preview = showing(texts);
  const touched = new Set<string>();
  let pause: ReturnType<typeof setTimeout> | undefined;

  const update = (): void => {
    const assessment = assess(valuesOf(form), review);
    sayProblems(form, assessment, touched, texts);
    sayResult(assessment, place, texts);
    clearTimeout(pause);
    pause = setTimeout(() => {
      required('#add-status', HTMLElement).textContent = statusOf(assessment, texts);
      void preview(assessment.server);
    }, PAUSE_MS);
  };
  const touch = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement && target.value !== '') touched.add(target.name);
    update();
  };
  form.addEventListener('input', touch);
  form.addEventListener('change', touch);
  form.addEventListener('submit', (event) => event.preventDefault());
  required('#add-copy', HTMLButtonElement).addEventListener('click', ({ currentTarget }) => {
    void copyFile(currentTarget as HTMLButtonElement, texts);
  });
  form.hidden = false;
  // Browsers restore what was typed when the user returns.
  for (const input of form.querySelectorAll('input')) if (input.value !== input.defaultValue) touched.add(input.name);
  update();
}

function required<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** What the catalog already contains. Without it, only duplicates are missed. */
async function readKnown(): Promise<KnownCatalog> {
  try {
    const response = await fetch(`${document.body.dataset['root']}${KNOWN_CATALOG_FILE}`);
    if (response.ok) return await response.json();
  } catch {
    // Use the fallback below.
  }
  return { accessTokens: [], servers: [] };
}

function valuesOf(form: HTMLFormElement): FormValues {
  const { kind, ...fields } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  return { kind: kind === 'overlayserver' ? 'overlayserver' : 'mapserver', fields };
}

/** Shows the problems of each field below it, and all others beside the form, in the words of `check`. */
function sayProblems(form: HTMLFormElement, assessment: Assessment, touched: Set<string>, { add }: PageTexts): void {
  const { review, fallbacks } = assessment;
  const { unknownTerms } = review;
  for (const input of form.querySelectorAll<HTMLInputElement>('input[aria-describedby]')) {
    const own = (list: readonly { flag: string | null; message: string }[]): string[] =>
      touched.has(input.name) || !assessment.missing.includes(input.name as FieldName)
        ? list.filter(({ flag }) => flag === input.name).map(({ message }) => message)
        : [];
    const problems = own(review.problems);
    const warnings = own(review.warnings);
    input.setAttribute('aria-invalid', String(problems.length > 0));
    const folded = input.closest('details');
    if (folded !== null && problems.length > 0) folded.open = true;
    const box = required(`#add-${input.name}-problem`, HTMLElement);
    box.replaceChildren(
      ...problems.map((message) => line('bad', add.problem, message)),
      ...warnings.map((message) => line('warn', add.warning, message)),
      ...(input.name === 'copyright' && unknownTerms !== null
        ? [line('note', add.note, add.unknownTerms(unknownTerms.label, unknownTerms.nearest), false)]
        : []),
    );
    input.placeholder = fallbacks[input.name] ?? input.dataset['example'] ?? '';
  }
  const general = review.problems
    .filter(({ flag }) => flag === null)
    .map(({ message }) => line('bad', add.problem, message));
  const notes = review.notes.map((note) => line('note', add.note, note));
  required('#add-notes', HTMLElement).replaceChildren(...general, ...notes);
}

/** A problem as a line. Problems are in English in every language of the pages. */
function line(kind: 'bad' | 'warn' | 'note', title: string, message: string, isOfCheck = true): HTMLElement {
  const words = htmlElement('span', isOfCheck ? { attributes: { lang: 'en' } } : {}, message);
  return htmlElement('p', { class: `said ${kind}` }, htmlElement('b', {}, title), ' ', words);
}

/** Shows the file once it is complete, and the link to the repository. */
function sayResult({ review, text, missing }: Assessment, place: AddPlace, { add }: PageTexts): void {
  const path = place.folder + review.draft.path;
  const result = required('#add-result', HTMLElement);
  result.hidden = text === null;
  const waiting = required('#add-waiting', HTMLElement);
  waiting.hidden = text !== null;
  waiting.textContent = missing.length > 0 ? add.missing(missing.map((name) => add.labels[name])) : add.toCorrect;
  if (text === null) return;
  required('#add-path', HTMLElement).textContent = path;
  required('#add-yaml', HTMLElement).textContent = text;
  const { href, isFilledIn } = newFileLink(place, path, text);
  required('#add-propose', HTMLAnchorElement).href = href;
  required('#add-paste', HTMLElement).hidden = isFilledIn;
}

function statusOf({ review, text }: Assessment, { add }: PageTexts): string {
  if (text !== null) return add.complete;
  return review.problems.length > 0 ? add.problemCount(review.problems.length) : '';
}

async function copyFile(button: HTMLButtonElement, { add, programs }: PageTexts): Promise<void> {
  const file = required('#add-yaml', HTMLElement);
  const isCopied = await copyText(file.textContent ?? '');
  if (!isCopied) selectText(file);
  button.textContent = isCopied ? programs.copied : add.copyByKey;
  setTimeout(() => {
    button.textContent = programs.copy;
  }, 3_000);
}

/** Shows the server. The map library is loaded once there is something to show. */
function showing(texts: PageTexts): (server: Assessment['server']) => Promise<void> {
  const place = required('#map', HTMLElement);
  const message = required('#add-tiles', HTMLElement);
  const load = once(async () => (await import('./preview.ts')).openPreview(place, message, texts));
  let isWanted = false;
  let latest: Assessment['server'] = null;
  return async (server) => {
    latest = server;
    isWanted ||= server !== null;
    if (!isWanted) return;
    const preview = await loadMap(load, message, texts);
    if (latest === server) preview?.show(server);
  };
}
