/** Connects a page's rows with its map, which a button or an address with a view loads. */
import { MAP_LISTS } from '../../contract/maps/map-types.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { completeHomeLists, rowsAt, rowsOfHome } from '../further-rows.ts';
import { loadMap, memoizePromise } from '../loading.ts';
import { ownToken, storeOwnToken, TOKENS_CHANGED, withOwnTokens } from '../stored.ts';
import { yieldToBrowser } from '../yield-to-browser.ts';
import type { MapView } from './map-view.ts';
import { EMPTY_VIEW, formatView, keysOf, layerKey, parseView, type ViewState } from './view-address.ts';

let resolveOpened = (_: MapView): void => {};

export const openedMap = new Promise<MapView>((resolve) => {
  resolveOpened = resolve;
});

export let openMap = async (): Promise<MapView | null> => null;

/** The buttons work before the texts are loaded. */
export function connectMapButtons(texts: Promise<PageTexts>): void {
  const container = document.getElementById('map');
  if (container === null || !document.querySelector('.server')) return;
  const load = memoizePromise(async () => {
    const view = await openPageMap(container, texts);
    resolveOpened(view);
    return view;
  });
  openTokenForms();
  const empty = container.querySelector<HTMLElement>('.map-empty');
  // The content security policy forbids style attributes.
  for (const [index, edge] of empty?.dataset['sketch']?.split(' ').entries() ?? []) {
    empty?.style.setProperty(`--sketch-${index}`, edge);
  }
  const open = async (): Promise<MapView | null> => {
    const view = await loadMap(load, empty ?? container, texts);
    document.documentElement.classList.remove('mapped');
    return view;
  };
  openMap = open;
  container.querySelector('.explore')?.addEventListener('click', async () => {
    const view = await open();
    view?.step();
    view?.explore();
    view?.leaflet.getContainer().focus();
  });
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('.show, .compare');
    const element = button?.closest<HTMLElement>('.server');
    if (!button || !element) return;
    const isPressed = element.matches(button.matches('.compare') ? '.compared' : '.shown');
    const isInMap = container.contains(button);
    document.documentElement.classList.add('showing');
    const view = await open();
    if (view !== null) act(view, button, mapOf(element), isPressed);
    const { top, bottom } = container.getBoundingClientRect();
    // `scroll-padding` keeps rows below the map, so a visible map must not be scrolled.
    if (top < 0 || bottom > innerHeight) container.scrollIntoView({ block: 'nearest' });
    else if (!isInMap) element.scrollIntoView({ block: 'nearest' });
    if (view !== null && isInMap && !isPressed) view.leaflet.getContainer().focus({ preventScroll: true });
  });
  const isAboutMap = (): boolean => {
    const { view, nonsense } = parseView(location.hash);
    return formatView(view) !== '' || nonsense.length > 0;
  };
  if (isAboutMap()) void open();
  else addEventListener('hashchange', () => isAboutMap() && void open());
  void completeHomeLists().then(() => {
    showUsableActions();
    const home = mapElements().find((element) => mapOf(element).key === `mapservers/${container.dataset['home']}`);
    if (home && !isAboutMap()) void open().then((view) => view?.begin(mapOf(home)));
  });
}

function openTokenForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.token')) {
    const fields = [...form.querySelectorAll<HTMLInputElement>('input[data-token]')];
    for (const field of fields) {
      // `live.ts` would take a `value` for typed text that a reload loses.
      field.defaultValue = ownToken(field.dataset['token'] ?? '');
      // A key that is stored can be emptied, so an empty field is then allowed.
      field.required = field.value === '';
    }
    const show = form.querySelector<HTMLElement>('.show');
    const store = (changed: readonly HTMLInputElement[]): void => {
      for (const field of changed) storeOwnToken(field.dataset['token'] ?? '', field.value);
      showUsableActions();
      dispatchEvent(new Event(TOKENS_CHANGED));
      // Hides the map with the old token.
      if (show?.closest('.shown')) show.click();
    };
    const isKept = ({ dataset, value }: HTMLInputElement): boolean => ownToken(dataset['token'] ?? '') === value.trim();
    form.addEventListener('change', () => {
      const emptied = fields.filter((field) => field.value.trim() === '' && !isKept(field));
      if (emptied.length > 0) store(emptied);
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      for (const field of fields) field.value = field.value.trim();
      if (!form.reportValidity()) return;
      for (const field of fields) field.required = field.value === '';
      const isComplete = fields.every(({ value }) => value !== '');
      if (isComplete || !fields.every(isKept)) store(fields);
      if (isComplete) setTimeout(() => show?.click());
    });
  }
  showUsableActions();
}

/** Places the form in place of the map, or below a map that is shown. */
function placeTokenForm(container: HTMLElement, { base, over }: ViewState): void {
  const form = document.getElementById('token');
  const panel = container.closest('.map-panel');
  const isBelow = base !== null || over.length > 0;
  const wasBelow = form?.previousElementSibling === panel;
  if (form === null || wasBelow === isBelow) return;
  if (isBelow) panel?.after(form);
  else container.querySelector('.map-empty')?.append(form);
}

function showUsableActions(): void {
  for (const actions of document.querySelectorAll<HTMLElement>('.actions[data-unset]')) {
    const names = actions.dataset['unset']?.split(' ') ?? [];
    actions.hidden = names.some((name) => ownToken(name) === '');
  }
}

async function openPageMap(container: HTMLElement, texts: Promise<PageTexts>): Promise<MapView> {
  const [{ MapView }, { loadMapLayers }, maps] = await Promise.all([
    import('./map-view.ts'),
    import('./map-layer.ts'),
    firstMaps(container),
  ]);
  await loadMapLayers(maps);
  let before = EMPTY_VIEW;
  const words = await texts;
  await yieldToBrowser();
  const view = new MapView(container, maps, words, (state) => {
    // Moving the map changes none of the buttons, of which there may be thousands.
    if (layersOf(state) === layersOf(before)) return;
    updateButtons(state, words);
    placeTokenForm(container, state);
    returnFocus(before, state);
    before = state;
  });
  await yieldToBrowser();
  view.followAddress(
    allMaps().then(async (all) => {
      await loadMapLayers(all);
      return all;
    }),
  );
  return view;
}

function act(view: MapView, button: Element, map: PageMap, isPressed: boolean): void {
  view.step();
  if (button.matches('.compare')) view.compare(map);
  else if (map.kind === 'overlayserver') view.toggle(map);
  else view.show(isPressed ? null : map);
}

function returnFocus(before: ViewState, state: ViewState): void {
  if (document.activeElement !== document.body) return;
  const shown = shownKeys(state);
  const gone = shownKeys(before).filter((key) => !shown.includes(key));
  const row = mapElements().find((element) => gone.includes(mapOf(element).key));
  row?.querySelector<HTMLElement>('.show')?.focus({ preventScroll: true });
}

function shownKeys(state: ViewState): string[] {
  return keysOf({ ...state, with: [] });
}

function mapElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.server[data-server]')];
}

const homeAddress = (): string => document.querySelector<HTMLAnchorElement>('.brand')?.href ?? '';

const isHome = (): boolean => document.documentElement.dataset['page'] === 'index';

/** The maps of this page, and of its address: these come from their pages, which are smaller than lists. */
async function firstMaps({ dataset: { base } }: HTMLElement): Promise<PageMap[]> {
  const own = mapElements().map(mapOf);
  if (isHome()) return own;
  const below = base && own.some(({ kind }) => kind === 'overlayserver') ? [layerKey('base', base)] : [];
  const keys = new Set([...keysOf(parseView(location.hash).view), ...below]);
  for (const { key } of own) keys.delete(key);
  const rows = [...keys].map((key) => {
    const [list = '', ...name] = key.split('/');
    return Object.hasOwn(MAP_LISTS, list)
      ? rowsAt(`${homeAddress()}${list}/${encodeURIComponent(name.join('/'))}/`)
      : [];
  });
  return [...own, ...(await Promise.all(rows)).flat().map(mapOf)];
}

/** The home page's lists are larger than the tiles, which come first. */
const AFTER_TILES_MS = 2_000;

/** Each map once: first this page's, then the others of the home page. */
async function allMaps(): Promise<PageMap[]> {
  await completeHomeLists();
  if (!isHome()) await new Promise((resolve) => setTimeout(resolve, AFTER_TILES_MS));
  const others = isHome() ? [] : await rowsOfHome(homeAddress());
  const maps = [...mapElements(), ...others].map(mapOf);
  return [...new Map(maps.toReversed().map((map) => [map.key, map])).values()].reverse();
}

function mapOf({ dataset }: HTMLElement): PageMap {
  return withOwnTokens(JSON.parse(dataset['server'] ?? ''));
}

function layersOf(state: ViewState): string {
  return formatView({ ...state, place: null });
}

function updateButtons(state: ViewState, { index: texts }: PageTexts): void {
  const shown = shownKeys(state);
  const compared = state.with.map((name) => layerKey('with', name));
  document.documentElement.classList.toggle('based', state.base !== null);
  for (const element of mapElements()) {
    const { key, id } = mapOf(element);
    const isShown = shown.includes(key);
    const set = (selector: string, name: string, isOn: boolean): void => {
      if (element.classList.contains(name) === isOn) return;
      element.classList.toggle(name, isOn);
      for (const button of element.querySelectorAll<HTMLElement>(selector)) {
        if (button.hasAttribute('aria-pressed')) button.ariaPressed = String(isOn);
        else {
          button.title = isOn ? texts.hide : texts.show;
          button.ariaLabel = isOn ? texts.hideThis(id) : texts.showThis(id);
        }
      }
    };
    set('.show', 'shown', isShown);
    set('.compare', 'compared', compared.includes(key));
  }
}
