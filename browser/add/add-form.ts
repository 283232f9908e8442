/** Sends what the user types only to the server of the typed address. */
import { readSnippet } from '../../build/map-types/snippet.ts';
import type { Choice } from '../../build/tile-url/explanations.ts';
import { holdsKey } from '../../build/tile-url/secrets.ts';
import { valuesMeantBy } from '../../build/validate/meant-values.ts';
import { mapReviewer } from '../../commands/catalog/new/new-map.ts';
import { newFileLink, type RepositoryPlace } from '../../contract/base/repository-links.ts';
import { isWebAddress, withScheme } from '../../contract/base/text.ts';
import { licenceAddress, licenceNamedBy, licenceOf, OPEN_LICENCE_IDS } from '../../contract/maps/licences.ts';
import type { KnownCatalog } from '../../contract/pages/page-data.ts';
import { KNOWN_CATALOG_FILE, RECORD_FOLDERS } from '../../contract/pages/pages.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { copyText, selectText } from '../copy.ts';
import { htmlElement } from '../elements.ts';
import { addressFromRoot, loadJson, loadMap, memoizePromise } from '../loading.ts';
import type { Gazetteer } from '../search/gazetteer.ts';
import { type Assessment, assessMapForm, FORM_WAYS, type FormValues, hasCountryNames } from './assess.ts';
import { type Doubts, FilledFields, openDoubts } from './filled-fields.ts';
import { watchPresses, whenReleased } from './pressed.ts';

interface AddPlace extends RepositoryPlace {
  /** With a trailing slash; empty for the root. */
  readonly folder: string;
}

const DELAY_AFTER_TYPING_MS = 700;

const MAX_CANDIDATES = 3;

const OF_FAMILY = /^(?:CC|[AL]?GPL|LicenseRef)-/i;

type Problem = Assessment['review']['problems'][number];

type KnownMap = KnownCatalog['servers'][number];

const NO_KNOWN_MAPS: KnownCatalog = { accessTokens: [], servers: [] };

export async function openAddForm(texts: PageTexts): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form#add');
  if (form === null) return;
  const place: AddPlace = JSON.parse(form.dataset['repository'] ?? '');
  const known = await loadJson<KnownCatalog>(addressFromRoot(KNOWN_CATALOG_FILE)).catch(() => NO_KNOWN_MAPS);
  const providers = [...form.querySelectorAll<HTMLOptionElement>('#providers option')].map(({ value }) => value);
  const preview = lazyPreview(texts);
  let pause: ReturnType<typeof setTimeout> | undefined;
  let gazetteer: Gazetteer | undefined;
  const ways = { ...FORM_WAYS, notes: JSON.parse(form.dataset['addressNotes'] ?? '{}'), placesMeantBy };
  const review = mapReviewer(known, ways);
  const loadCountries = memoizePromise(async () => {
    gazetteer = await (await import('../search/load-gazetteer.ts')).loadGazetteer();
  });

  const filledByForm = new Map<string, string>();
  const [ofSnippet, ofServer] = [new FilledFields(form), new FilledFields(form)];
  const doubts: Doubts = new Map();
  const restored = part<HTMLInputElement>('url').value;
  const isUntouched = ({ name, value }: HTMLInputElement): boolean => value === '' || value === filledByForm.get(name);

  // The field that the user types in. Later updates, such as after a server's answer, still know it.
  let typed: EventTarget | null = null;
  const isTyping = (): boolean => typed === part('url');
  const loadFillIn = memoizePromise(async () => {
    const { openFillIn } = await import('./fill-in.ts');
    return openFillIn(form, ofServer, ofSnippet, isUntouched, isTyping, texts, update, doubts, restored);
  });
  const askServer = async (emptied: readonly string[] = []): Promise<void> => {
    const ask = await loadFillIn();
    await whenReleased();
    await ask(emptied);
  };
  const update = (event?: Event): void => {
    // Not while the user types: the rest of the text would be appended to the extracted address.
    if (event?.target === part('url') && typed === null)
      void askServer(fillFromSnippet(ofSnippet, part('url'), isUntouched));
    const typedValues = [...new FormData(form)].filter(([name, value]) => value !== filledByForm.get(name));
    const assessed = assessMapForm(
      Object.fromEntries(typedValues) as unknown as FormValues,
      review,
      known,
      (name) => gazetteer?.codeOf(name) ?? null,
      providers,
      ofServer.unfit === part<HTMLInputElement>('url').value,
    );
    if (!gazetteer && hasCountryNames(part<HTMLInputElement>('covers').value))
      void loadCountries()
        .then(whenReleased)
        .then(() => update());
    if (part<HTMLInputElement>('url').value !== '') fillFallbacks(form, assessed.fallbacks, filledByForm, isUntouched);
    showFields(form, assessed.type);
    const open = openDoubts(form, doubts);
    const unsure = open.flatMap(([name, { isOld, stated }]) => (isOld && stated ? [name] : []));
    const assessment = unsure.length > 0 ? { ...assessed, text: null } : assessed;
    showProblems(form, assessment, texts, known, typed, new Map(open));
    showResult(form, assessment, unsure, typed, place, texts);
    clearTimeout(pause);
    pause = setTimeout(async () => {
      await whenReleased();
      part('status').textContent = statusOf(assessment, texts);
      const address = part<HTMLInputElement>('url').value;
      void preview(holdsKey(address) && ofServer.withKeyOf !== address ? null : assessment.map);
      if (isTyping()) void askServer();
    }, DELAY_AFTER_TYPING_MS);
  };
  function placesMeantBy(name: string, similar: string | null): readonly Choice[] {
    const { countries, box } = similar ? { countries: [similar] } : (gazetteer?.around(name) ?? { countries: [] });
    const names = new Intl.DisplayNames(texts.code, { type: 'region' });
    const named = countries.length > MAX_CANDIDATES ? [] : countries;
    const edges = box ? [box.join(', ')] : [];
    const { add } = texts;
    return [
      ...named.map((code) => ({ text: `${names.of(code)} (${code})`, value: code })),
      ...edges.map((value) => ({ text: `${add.box} ${value}`, value })),
    ];
  }
  watchPresses();
  const inView = ([{ isIntersecting } = {} as IntersectionObserverEntry]: IntersectionObserverEntry[]) =>
    part('ready').classList.toggle('done', isIntersecting);
  new IntersectionObserver(inView).observe(part('heading'));
  for (const type of ['input', 'change'])
    form.addEventListener(type, async (event) => {
      typed = fieldTypedIn(event);
      await whenReleased();
      update(event);
    });
  form.addEventListener('click', ({ target }) => {
    const { fills, value = '' } = (target as HTMLElement).dataset;
    if (fills === undefined) return;
    const field = part<HTMLInputElement>(fills);
    // The suggestion leaves its room, so that nothing below moves.
    const lines = part(`${fills}-problem`);
    lines.style.minHeight = `${lines.offsetHeight}px`;
    if (value === doubts.get(fills)?.stated) ofServer.fill(fills, value);
    else field.value = value;
    doubts.delete(fills);
    // On a touch screen, it would open the keyboard.
    if (matchMedia('(pointer: fine)').matches) field.focus();
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  form.addEventListener('keydown', (event) => {
    const field = event.target as HTMLElement;
    const url = part<HTMLInputElement>('url');
    if (event.key !== 'Enter' || event.isComposing || !field.matches('[enterkeyhint]')) return;
    // A service may state what is missing.
    const isAsked = url.value.includes('{') || part('asked').textContent !== '';
    if (field === url && (field.ariaBusy === 'true' || !isAsked)) return;
    const links = [...form.querySelectorAll<HTMLAnchorElement>('#add-waiting a, #add-ready:not([hidden]) a')];
    const stops = ['#add-covers:placeholder-shown', ...links.map(({ hash }) => hash)].join();
    const next = [...form.querySelectorAll<HTMLElement>(stops)].find(
      (one) => field.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  part('url').addEventListener('focus', () => void loadFillIn(), { once: true });
  part('copy').addEventListener('click', () => void copyFile(texts));
  form.inert = false;
  // Browsers restore typed text when the user returns.
  update();
  if (holdsKey(restored)) void askServer();
}

function part<T extends HTMLElement>(name: string): T {
  return document.querySelector<T>(`#add-${name}`) as T;
}

function labelOf(name: string): string {
  return document.querySelector(`label[for="add-${name}"]`)?.textContent ?? name;
}

function fillFromSnippet(
  filled: FilledFields,
  url: HTMLInputElement,
  isUntouched: (field: HTMLInputElement) => boolean,
): readonly string[] {
  if (url.value === filled.get('url')) return [];
  const emptied = filled.empty();
  for (const [name, value] of Object.entries(readSnippet(url.value) ?? {}))
    if (name === 'url' || isUntouched(filled.field(name))) filled.fill(name, value);
  return emptied;
}

function fillFallbacks(
  form: HTMLFormElement,
  fallbacks: Assessment['fallbacks'],
  filled: Map<string, string>,
  isUntouched: (field: HTMLInputElement) => boolean,
): void {
  for (const field of form.querySelectorAll<HTMLInputElement>('input[data-example]')) {
    const { name } = field;
    // `name` is the description, which would only repeat the label. A focused field that is filled in could never be
    // emptied.
    if (name === 'name' || field === document.activeElement || !isUntouched(field)) continue;
    field.value = fallbacks[name] ?? '';
    filled.set(name, field.value);
  }
}

function showFields(form: HTMLFormElement, type: Assessment['type']): void {
  for (const field of form.querySelectorAll<HTMLElement>('[data-types]')) {
    const { types } = field.dataset;
    // A value typed before the address stays visible: a note says that it is not used.
    const isKept = types === 'xyz' && field.querySelector('input')?.value !== '';
    field.hidden = !types?.split(' ').includes(type ?? 'xyz') && !isKept;
  }
}

/** Null after pasting, or when the user leaves a field. */
function fieldTypedIn(event: Event): EventTarget | null {
  const isKey = event instanceof InputEvent && (event.data?.length ?? 1) === 1 && event.inputType !== 'insertFromPaste';
  return isKey ? event.target : null;
}

function showProblems(
  form: HTMLFormElement,
  {
    review,
    fallbacks,
    assumed,
    required,
    missing,
    existing,
    similar,
    namesake,
    discouraged,
    type,
    proposed,
  }: Assessment,
  { add, code }: PageTexts,
  { offReasons = {} }: KnownCatalog,
  unfinished: EventTarget | null,
  doubts: Doubts,
): void {
  const { nearestCredit } = review;
  const problemsOf = (name: string | null): HTMLElement[] =>
    review.problems.filter(({ flag }) => flag === name).map((problem) => problemLine('bad', add.problem, problem));
  const suggested = suggestionsFor(review.draft.record, proposed, add);
  showLines('shows-problem', suggested['shows'] ?? []);
  for (const input of form.querySelectorAll<HTMLInputElement>('input[aria-describedby]')) {
    const { name, dataset } = input;
    input.required = required.some((one) => one === name);
    const isFinished = input !== unfinished && input.ariaBusy !== 'true';
    const problems = isFinished ? problemsOf(name) : [];
    // A note already names the catalog's map with this address.
    const isKnown = name === 'url' && existing !== null;
    const warnings = review.warnings.filter(({ flag }) => isFinished && !isKnown && flag === name);
    input.ariaInvalid = String(problems.length > 0);
    const { stated = '', value = '', isOld } = doubts.get(name) ?? {};
    const folded = input.closest('details');
    const isAsked = problems.length > 0 || isOld || stated || missing.some((one) => one === name);
    if (folded !== null && isAsked && !input.closest('[hidden]')) folded.open = true;
    const lines = [
      ...problems,
      ...warnings.map((warning) => problemLine('warn', add.warning, warning)),
      ...(isFinished ? (suggested[name] ?? []) : []),
      ...(name === 'layers' && input.value !== '' && !fallbacks[name] ? knownMap(existing, similar, add) : []),
      ...(name === 'id' ? knownMap(null, namesake, add) : []),
    ];
    if (stated) {
      const choices = add.useOrKeep.map((text, at) => ({ text, value: at === 0 ? stated : value }));
      lines.push(
        messageLine(
          'note',
          add.note,
          ...withButtons([add.serverSays(stated), ...add.useOrKeep].join(' '), choices, name),
        ),
      );
    }
    if (name === 'copyright' && isFinished && nearestCredit !== null) {
      const choices = [{ text: nearestCredit, value: nearestCredit }];
      lines.push(messageLine('note', add.note, ...withButtons(add.unknownTerms(nearestCredit), choices, name)));
    }
    if (input.value !== '' && input.value === fallbacks[name] && assumed.includes(name))
      lines.push(messageLine('note', add.note, add.assumed));
    if (name === 'name' && type && type !== 'xyz') lines.push(messageLine('note', add.note, add.noDescription));
    showLines(`${name}-problem`, lines);
    input.placeholder = fallbacks[name] ?? (input.required ? null : dataset['unless']) ?? dataset['example'] ?? '';
  }
  const notes = review.notes.map((note) => messageLine('note', add.note, note));
  const typeNames: Readonly<Record<string, string>> = JSON.parse(form.dataset['typeNames'] ?? '{}');
  const known = knownMap(existing, similar, add);
  if (type && known.length === 0) known.push(messageLine('note', add.note, add.recognized(typeNames[type] ?? type)));
  if (discouraged) {
    const reason = offReasons[`${discouraged[0]}/${discouraged[1]}`] ?? {};
    const said = add.discouragedMap(reason[code] ?? Object.values(reason)[0] ?? '');
    known.push(inCatalog(discouraged, add.warning, 0, said, ' '));
  }
  showLines('notes', [...problemsOf(null), ...known, ...notes]);

  function problemLine(look: 'bad' | 'warn', title: string, problem: Problem): HTMLElement {
    const { flag, message, translation, choices = [] } = problem;
    const words = withButtons(translation ?? message, choices, flag ?? '');
    return translation
      ? messageLine(look, title, ...words)
      : messageLine(look, title, add.inEnglish[look], htmlElement('span', { lang: 'en' }, ...words));
  }
}

/** By field: how its text was understood, or a value that another field suggests. */
function suggestionsFor(
  { licence = '' }: Readonly<Record<string, unknown>>,
  { domain, answers, label, country }: Assessment['proposed'],
  add: PageTexts['add'],
): Readonly<Record<string, HTMLElement[]>> {
  const value = (name: string): string => part<HTMLInputElement>(name).value.trim();
  const lines = (field: string, message: (text: string) => string, choice?: Choice | null): HTMLElement[] =>
    choice ? [messageLine('note', add.note, ...withButtons(message(choice.text), [choice], field))] : [];
  const named = licenceNamedBy(licenceOf({ copyright: value('copyright') }) ?? '');
  const options = [...part<HTMLSelectElement>('shows').options].filter((option) => option.value !== '');
  const kinds = options.map((option) => option.value);
  const meant = value('id')
    .split(/[^\p{L}]+/u)
    .flatMap((word) => valuesMeantBy(word, kinds));
  const kind = options.find((option) => option.value === meant[0]);
  const typed = withScheme(value('licence'));
  const understood =
    licence !== typed && licence ? [messageLine('note', add.note, add.understood(String(licence)))] : [];
  const known = Object.entries(answers).map(([name, stated]) => {
    const text = stated === 'world' ? add.world : stated;
    return [
      name,
      value(name) ? [] : lines(name, (said) => add.ofDomain(domain, said), text ? { text, value: text } : null),
    ];
  });
  const name = country && new Intl.DisplayNames(document.documentElement.lang, { type: 'region' }).of(country);
  return {
    covers: value('covers') ? [] : lines('covers', add.perhaps, name ? { text: name, value: country } : null),
    ...Object.fromEntries(known),
    id: value('id') ? [] : lines('id', add.perhaps, label ? { text: label, value: label } : null),
    licence: typed
      ? [...understood, ...unlistedLicence(String(licence), add)]
      : lines('licence', add.licenceInCredit, named ? { text: named, value: named } : null),
    shows: value('shows') ? [] : lines('shows', add.perhaps, kind),
  };
}

/** The page has no list of all identifiers; those of known families are checked. */
function unlistedLicence(licence: string, add: PageTexts['add']): HTMLElement[] {
  if (licence === '' || isWebAddress(licence) || OPEN_LICENCE_IDS.includes(licence) || OF_FAMILY.test(licence))
    return [];
  const href = licenceAddress(licence);
  const link = htmlElement('a', { href, target: '_blank', rel: 'noopener' }, href);
  return [messageLine('warn', add.warning, add.unlistedLicence, ' ', link)];
}

function showLines(place: string, lines: readonly (Node | string)[]): void {
  const shown = htmlElement('div', {}, ...lines);
  if (shown.innerHTML !== part(place).innerHTML) part(place).replaceChildren(...lines);
}

/** Turns the choices at the end of a message into buttons that fill the field. */
function withButtons(message: string, choices: readonly Choice[], field: string): (Node | string)[] {
  let rest = message;
  const words = choices.toReversed().flatMap(({ text, value }) => {
    const at = rest.lastIndexOf(text);
    if (at < 0) return [];
    const after = rest.slice(at + text.length);
    rest = rest.slice(0, at);
    const button = htmlElement('button', { type: 'button', 'data-fills': field, 'data-value': value }, text);
    return [after, button];
  });
  return [rest, ...words.reverse()];
}

function messageLine(look: string, title: string, ...words: readonly (Node | string)[]): HTMLElement {
  return htmlElement('p', { class: `said ${look}` }, htmlElement('b', {}, title), ' ', ...words);
}

/** @param tabindex of a map that may be another one: among fields, Tab leads from one to the next */
function knownMap(
  existing: KnownMap | null,
  similar: KnownMap | null,
  { exists, similarMap }: PageTexts['add'],
  tabindex = -1,
) {
  return existing ? [inCatalog(existing, exists)] : similar ? [inCatalog(similar, similarMap, tabindex)] : [];
}

function inCatalog(
  [kind, fileName, id]: KnownMap,
  title: string,
  tabindex = 0,
  ...words: readonly string[]
): HTMLElement {
  const href = `../${RECORD_FOLDERS[kind]}/${encodeURIComponent(fileName)}/`;
  return messageLine(
    'warn',
    title,
    ...words,
    htmlElement('a', { href, tabindex: `${tabindex}` }, htmlElement('bdi', {}, id)),
  );
}

function showResult(
  form: HTMLFormElement,
  { review, text, missing, provider, existing, similar, namesake, type }: Assessment,
  unsure: readonly string[],
  typed: EventTarget | null,
  place: AddPlace,
  { add }: PageTexts,
): void {
  const url = part<HTMLInputElement>('url');
  part('result').hidden = text === null;
  part('paste').hidden = true;
  part('waiting').hidden = text !== null;
  const bar = part('ready');
  const appears = bar.hidden && text !== null;
  bar.hidden = text === null;
  // What is typed in stays above the bar.
  if (appears && document.activeElement) {
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    if (top < innerHeight && bottom > bar.getBoundingClientRect().top)
      document.activeElement.scrollIntoView({ block: 'nearest' });
  }
  // Problems of no field are said below the address.
  const wrong = missing.length > 0 ? [] : review.problems.map(({ flag }) => flag ?? 'url');
  const fields = [...form.querySelectorAll<HTMLInputElement>('[name]')].map(({ name }) => name);
  const waiting = [missing, wrong, unsure].flatMap((names: readonly string[], at) => {
    const links = fields
      .filter((name) => names.includes(name))
      .flatMap((name) => [', ', htmlElement('a', { href: `#add-${name}` }, labelOf(name))]);
    return links.length > 0 ? [' ', add.waitsFor[at] ?? '', ' ', ...links.slice(1), '.'] : [];
  });
  showLines('waiting', existing ? [add.nothingToAdd] : waiting.slice(1));
  const isOpen =
    url.value === '' || (url.ariaBusy === 'true' && !part('found').hidden) || (url === typed && type === null);
  const complete = htmlElement('a', { href: '#add-heading' }, add.complete);
  const next = part('waiting').cloneNode(true) as HTMLElement;
  for (const link of next.querySelectorAll('a')) link.tabIndex = -1;
  showLines('next', isOpen || existing ? [] : text === null ? [...next.childNodes] : [complete]);
  part('website')
    .closest('.field')
    ?.toggleAttribute('hidden', provider === null && !missing.includes('website'));
  part('provider-file').hidden = provider === null;
  part('tasks').replaceChildren(...knownMap(null, similar ?? namesake, add, 0));
  if (text === null) return;
  // The file lacks a licence that was not taken.
  const left = review.warnings.filter(({ flag }) => flag === 'licence');
  part('tasks').append(
    ...left.map(({ message, translation }) => messageLine('warn', add.warning, translation ?? message)),
    ...review.tasks.map((task) => messageLine('note', add.note, task)),
  );
  showFile('', review.draft.path, text, place);
  if (provider) showFile('provider-', provider.path, provider.text, place);
}

function showFile(idPrefix: string, file: string, text: string, place: AddPlace): void {
  const path = place.folder + file;
  part(`${idPrefix}path`).textContent = path;
  part(`${idPrefix}yaml`).textContent = text;
  const { href, isFilledIn } = newFileLink(place, path, text);
  part<HTMLAnchorElement>(`${idPrefix}propose`).href = href;
  Object.assign(part<HTMLAnchorElement>(`${idPrefix}save`), {
    download: path.split('/').at(-1),
    href: `data:text/yaml;charset=utf-8,${encodeURIComponent(text)}`,
  });
  if (!isFilledIn) part('paste').hidden = false;
}

function statusOf({ review, text }: Assessment, { add }: PageTexts): string {
  if (text !== null) return add.complete;
  return review.problems.length > 0 ? add.problemCount(review.problems.length) : '';
}

async function copyFile({ add, programs }: PageTexts): Promise<void> {
  const file = part('yaml');
  const isCopied = await copyText(file.textContent ?? '');
  if (!isCopied) selectText(file);
  part('copy').textContent = isCopied ? programs.copied : add.copyByKey;
  setTimeout(() => {
    part('copy').textContent = programs.copy;
  }, 3_000);
}

function lazyPreview(texts: PageTexts): (map: Assessment['map']) => Promise<void> {
  const message = part('tiles');
  const load = memoizePromise(async () => (await import('./preview.ts')).openPreview(message, texts));
  let isWanted = false;
  let latest: Assessment['map'] = null;
  return async (map) => {
    latest = map;
    isWanted ||= map !== null;
    if (!isWanted) return;
    const show = await loadMap(load, message, texts);
    if (map) await (await import('../map/map-layer.ts')).loadMapLayers([map]);
    if (latest === map) show?.(map);
  };
}
