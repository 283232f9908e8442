/**
 * Connects the servers of a page with its map. The map itself is loaded on demand: by a button, or by an address with a
 * view.
 */
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import type { PageServer } from '../../contract/pages.ts';
import { loadMap, once } from '../loading.ts';
import type { MapView } from './map-view.ts';
import { formatView, parseView, type ViewState } from './view-address.ts';

/** Initializes the buttons at once, before the texts are loaded, if the page has a map. */
export function connectMap(texts: Promise<PageTexts>): void {
  const container = document.getElementById('map');
  if (container === null || !document.querySelector('.server')) return;
  const load = once(() => openPageMap(container, texts));
  const open = (): Promise<MapView | null> => loadMap(load, container.querySelector('.map-empty') ?? container, texts);
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('.show, .compare') : null;
    const server = button && serverOf(button);
    if (!button || !server) return;
    const isPressed = button.getAttribute('aria-pressed') === 'true';
    const view = await open();
    if (view !== null) act(view, button, server, isPressed);
    container.scrollIntoView({ block: 'nearest' });
    // The button in place of the map has gone.
    if (view !== null && container.contains(button) && !isPressed)
      view.leaflet.getContainer().focus({ preventScroll: true });
  });
  const isAboutMap = (): boolean => {
    const { view, nonsense } = parseView(location.hash);
    return formatView(view) !== '' || nonsense.length > 0;
  };
  if (isAboutMap()) void open();
  else addEventListener('hashchange', () => isAboutMap() && void open());
}

async function openPageMap(container: HTMLElement, texts: Promise<PageTexts>): Promise<MapView> {
  const { MapView } = await import('./map-view.ts');
  const view = new MapView(container, pageServers(), await texts);
  let before = view.state();
  view.onChange((state) => {
    // Moving the map changes no button, and there may be thousands of them.
    if (layersOf(state) === layersOf(before)) return;
    press(state);
    returnFocus(before, state);
    before = state;
  });
  press(before);
  return view;
}

function act(view: MapView, button: Element, { key, kind }: PageServer, isPressed: boolean): void {
  if (button.matches('.compare')) view.compare(isPressed ? null : key);
  else if (kind === 'overlayserver') view.toggle(key);
  else view.show(isPressed ? null : key);
}

/** If the focused button disappears with a removed map, focuses the button that shows it again. */
function returnFocus(before: ViewState, { base, over }: ViewState): void {
  if (document.activeElement !== document.body) return;
  const gone = [
    ...(before.base === base ? [] : [`mapservers/${before.base}`]),
    ...before.over
      .filter((one) => !over.some(({ name }) => name === one.name))
      .map(({ name }) => `overlayservers/${name}`),
  ];
  const row = [...document.querySelectorAll<HTMLElement>('.server')].find((one) =>
    gone.includes(serverOf(one)?.key ?? ''),
  );
  row?.querySelector<HTMLElement>('.show')?.focus({ preventScroll: true });
}

/** The servers in the order of the page, without duplicates. */
function pageServers(): PageServer[] {
  const servers = [...document.querySelectorAll<HTMLElement>('.server')].map(serverOf).filter((one) => one !== null);
  return [...new Map(servers.map((server) => [server.key, server])).values()];
}

function serverOf(inside: Element): PageServer | null {
  const data = inside.closest<HTMLElement>('.server')?.dataset['server'];
  return data === undefined ? null : JSON.parse(data);
}

function layersOf(state: ViewState): string {
  return formatView({ ...state, place: null });
}

/** Updates the buttons. */
function press({ base, over, with: compared }: ViewState): void {
  const keys = new Set([`mapservers/${base}`, ...over.map(({ name }) => `overlayservers/${name}`)]);
  for (const server of document.querySelectorAll<HTMLElement>('.server')) {
    const key = serverOf(server)?.key ?? '';
    const set = (selector: string, isPressed: boolean): void => {
      for (const button of server.querySelectorAll(selector)) button.setAttribute('aria-pressed', String(isPressed));
    };
    set('.show', keys.has(key));
    set('.compare', key === `mapservers/${compared}`);
  }
}
