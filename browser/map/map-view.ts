/** The live map: a base map with overlays, compared with another one where that is wanted; its view is in the address. */
import type * as L from 'leaflet';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import type { PageServer } from '../../contract/pages.ts';
import { htmlElement } from '../elements.ts';
import { isRefused, layerNote } from './layer-note.ts';
import { type LayerRole, LayerRow } from './layer-row.ts';
import { outlineMap } from './outline-map.ts';
import { ServerLayer } from './server-layer.ts';
import { Swipe } from './swipe.ts';
import { formatView, parseView, roundedPlace, type ViewState } from './view-address.ts';

/** A server on the map. */
interface Shown {
  readonly server: PageServer;
  readonly role: LayerRole;
  readonly row: LayerRow;
  /** Null for one that would only fail: its access token is not set, or the browser refuses its tiles. */
  readonly layer: ServerLayer | null;
  opacity: number;
}

const FOLDERS = { base: 'mapservers', with: 'mapservers', over: 'overlayservers' } as const;

/** From below to above. */
const PANES = { base: 210, with: 220, over: 230 } as const;

/** Zoom levels where no base map says which there are. */
const ANY_ZOOM = [0, 19] as const;

/** Tiles come many at a time, and positions change with every frame; what is said of them waits that long. */
const PAUSE_MS = 250;

/**
 * The live map of a page. Servers are named by their keys: `mapservers/openstreetmap`. No server is asked for anything
 * before it is shown.
 */
export class MapView {
  readonly leaflet: L.Map;
  readonly #servers: ReadonlyMap<string, PageServer>;
  readonly #texts: PageTexts;
  readonly #listeners: ((state: ViewState) => void)[] = [];
  readonly #list = htmlElement('ul');
  readonly #zoom = htmlElement('p', { class: 'map-zoom' });
  readonly #remark = htmlElement('p', { class: 'map-remark', attributes: { role: 'status' } });
  readonly #panel: HTMLElement;
  /** What is in place of the map when nothing is on it. */
  readonly #empty: readonly HTMLElement[];
  #base: Shown | null = null;
  #with: Shown | null = null;
  #over: readonly Shown[] = [];
  #swipe: Swipe | null = null;
  /** Whether the view has changed since it was written into the address. */
  #isAddressOld = false;
  #pause: ReturnType<typeof setTimeout> | null = null;
  /** Whether anybody has chosen where the map is: a person, or an address. */
  #isPlaced = false;
  /** What was in the middle of the map when it was last moved. */
  #kept: L.LatLng | null = null;

  /**
   * Opens the map in an element, and shows what the address of the page says. What was in the element is shown again when
   * nothing is on the map.
   */
  constructor(container: HTMLElement, servers: readonly PageServer[], texts: PageTexts) {
    this.#servers = new Map(servers.map((server) => [server.key, server]));
    this.#texts = texts;
    const canvas = htmlElement('div', { class: 'map-canvas' });
    this.#panel = htmlElement(
      'section',
      { class: 'map-layers', attributes: { 'aria-label': texts.map.layers } },
      this.#zoom,
      this.#list,
      this.#remark,
    );
    this.#empty = [...container.children] as HTMLElement[];
    container.append(htmlElement('div', { class: 'map-stage' }, canvas), this.#panel);
    this.leaflet = outlineMap(canvas, texts);
    for (const [name, order] of Object.entries(PANES)) this.leaflet.createPane(name).style.zIndex = String(order);
    new ResizeObserver(() => this.leaflet.invalidateSize({ animate: false })).observe(canvas);
    for (const event of ['pointerdown', 'wheel', 'keydown']) {
      canvas.addEventListener(event, () => (this.#isPlaced = true), { passive: true });
    }
    this.leaflet.on('moveend', () => this.#changedSoon());
    addEventListener('hashchange', () => this.#readAddress());
    this.#readAddress();
    this.#say();
  }

  /** Shows a base map in place of the one that is shown; null for none. */
  show(key: string | null): void {
    this.#remark.textContent = '';
    if (key !== null && key === this.#with?.server.key) this.#setCompared(null);
    this.#setBase(key === null ? null : this.#find(key));
    this.#changed();
  }

  /** Puts an overlay on the map, or removes it. */
  toggle(key: string): void {
    this.#remark.textContent = '';
    const shown = this.#over.find(({ server }) => server.key === key);
    if (shown) this.#removeOverlay(shown);
    else this.#addOverlay(this.#find(key), 100);
    this.#changed();
  }

  /** Compares the base map with another one; null ends that. Without a base map, the other one becomes it. */
  compare(key: string | null): void {
    // A map is not compared with nothing, or with itself.
    if (key !== null && (!this.#base || this.#base.server.key === key)) {
      this.show(key);
      return;
    }
    this.#remark.textContent = '';
    this.#setCompared(key === null ? null : this.#find(key));
    this.#changed();
  }

  /** What the map shows now. */
  state(): ViewState {
    const { lat: latitude, lng: longitude } = this.#centre();
    return {
      place: roundedPlace({ zoom: this.leaflet.getZoom(), latitude, longitude }),
      base: this.#base && nameOf(this.#base),
      over: this.#over.map((shown) => ({ name: nameOf(shown), opacity: shown.opacity })),
      with: this.#with && nameOf(this.#with),
    };
  }

  /** Calls a function after each change of what is shown. */
  onChange(listener: (state: ViewState) => void): void {
    this.#listeners.push(listener);
  }

  /** @throws Error for a key that the page does not have: whoever calls it has it from there */
  #find(key: string): PageServer {
    const server = this.#servers.get(key);
    if (!server) throw new Error(`the page has no ${key}`);
    return server;
  }

  #setBase(server: PageServer | null): void {
    this.#base = this.#replace(this.#base, server, 'base');
    const [min, max] = server === null ? ANY_ZOOM : [server.minZoom, server.maxZoom];
    const zoom = this.leaflet.getZoom();
    const isOutside = zoom < min || zoom > max;
    if (server?.probe && (isOutside || !this.#isPlaced)) this.#visit(server, server.probe);
    else this.#limitZoom(min, max);
    if (server === null && this.#with) this.#setCompared(null);
    this.#updateSwipe();
  }

  #setCompared(server: PageServer | null): void {
    this.#with = this.#replace(this.#with, server, 'with');
    this.#updateSwipe();
  }

  #addOverlay(server: PageServer, opacity: number): void {
    const shown = this.#put(server, 'over', opacity);
    this.#over = [...this.#over, shown];
    shown.layer?.setZIndex(this.#over.length);
    if (server.probe && !this.#isPlaced && !this.#base) this.#visit(server, server.probe);
  }

  #removeOverlay(shown: Shown): void {
    this.#over = this.#over.filter((other) => other !== shown);
    this.#take(shown);
  }

  #replace(old: Shown | null, server: PageServer | null, role: LayerRole): Shown | null {
    if (old) this.#take(old);
    return server && this.#put(server, role, 100);
  }

  #put(server: PageServer, role: LayerRole, opacity: number): Shown {
    const isLost = server.unset.length > 0 || isRefused(server, isSecurePage());
    const layer = isLost ? null : new ServerLayer(server, role, () => this.#updateSoon());
    const { probe } = server;
    const row = new LayerRow(server, role, opacity, this.#texts.map, {
      remove: () => this.#removeByPerson(shown),
      fade: (percent) => {
        shown.opacity = percent;
        layer?.setOpacity(percent / 100);
        this.#changedSoon();
      },
      goTo: (zoom) => this.leaflet.setZoom(zoom),
      visit: probe ? () => this.#visit(server, probe) : null,
    });
    const shown: Shown = { server, role, row, layer, opacity };
    layer?.setOpacity(opacity / 100).addTo(this.leaflet);
    if (role === 'base') this.#list.prepend(row.element);
    else if (role === 'with' && this.#base) this.#base.row.element.after(row.element);
    else this.#list.append(row.element);
    return shown;
  }

  #take({ layer, row }: Shown): void {
    layer?.remove();
    row.element.remove();
  }

  /** The button that was pressed goes; that of another one, or of the next map to be shown, is the next to be on. */
  #removeByPerson(shown: Shown): void {
    if (shown === this.#base) this.#setBase(null);
    else if (shown === this.#with) this.#setCompared(null);
    else this.#removeOverlay(shown);
    this.#changed();
    const buttons = [this.#list, ...this.#empty].map((part) => part.querySelector('button'));
    buttons.find((button) => button !== null)?.focus();
  }

  #updateSwipe(): void {
    this.#swipe?.remove();
    this.#swipe = null;
    if (!this.#base || !this.#with) return;
    const panes = [this.leaflet.getPane('base') as HTMLElement, this.leaflet.getPane('with') as HTMLElement] as const;
    const name = this.#texts.map.divide(this.#base.server.id, this.#with.server.id);
    this.#swipe = new Swipe(this.leaflet, panes, name);
  }

  #visit({ minZoom, maxZoom }: PageServer, [latitude, longitude, zoom]: NonNullable<PageServer['probe']>): void {
    this.#isPlaced = true;
    this.#kept = null;
    this.leaflet.setMinZoom(0).setMaxZoom(maxZoom);
    this.leaflet.setView([latitude, longitude], Math.max(minZoom, Math.min(maxZoom, zoom)), { animate: false });
    if (this.#base) this.#limitZoom(this.#base.server.minZoom, this.#base.server.maxZoom);
  }

  #limitZoom(min: number, max: number): void {
    const zoom = this.leaflet.getZoom();
    const nearest = Math.max(min, Math.min(max, zoom));
    // A last level that is lower than the first is an error of the library, which would also not go there exactly.
    this.leaflet.setMinZoom(0).setMaxZoom(Math.max(max, zoom));
    if (nearest !== zoom) this.leaflet.setView(this.#centre(), nearest, { animate: false });
    this.leaflet.setMaxZoom(max).setMinZoom(min);
  }

  /**
   * The place in the middle of the map. The library moves it by a part of a pixel whenever the map has another size, as when
   * the list becomes longer: that is no other place, or else it would wander from map to map.
   */
  #centre(): L.LatLng {
    const now = this.leaflet.getCenter();
    const kept = this.#kept ?? now;
    const pixels = this.leaflet.project(now).distanceTo(this.leaflet.project(kept));
    this.#kept = pixels > 2 ? now : kept;
    return this.#kept;
  }

  /** Shows what the address says; what means nothing there is named in the page, and changes nothing. */
  #readAddress(): void {
    const { view, nonsense } = parseView(location.hash);
    const { place, base, over, with: compared } = view;
    const isAbout = place !== null || base !== null || over.length > 0 || compared !== null || nonsense.length > 0;
    if (!isAbout || formatView(view) === formatView(this.state())) return;
    const remarks = nonsense.map(this.#texts.map.nonsense);
    const known = (role: LayerRole, name: string | null): PageServer | null => {
      const server = name === null ? undefined : this.#servers.get(`${FOLDERS[role]}/${name}`);
      if (!server && name !== null) remarks.push(this.#texts.map.unknown(name));
      return server ?? null;
    };
    if (place) {
      this.#isPlaced = true;
      this.#limitZoom(...ANY_ZOOM);
      this.#kept = null;
      this.leaflet.setView([place.latitude, place.longitude], place.zoom, { animate: false });
    }
    const left = known('base', base);
    const right = known('with', compared);
    // A map that would be compared with nothing is shown alone.
    this.#setBase(left ?? right);
    this.#setCompared(left && right);
    for (const shown of this.#over) this.#removeOverlay(shown);
    for (const { name, opacity } of over) {
      const server = known('over', name);
      if (server) this.#addOverlay(server, opacity);
    }
    this.#remark.textContent = remarks.join(' ');
    this.#changed();
  }

  #changedSoon(): void {
    this.#isAddressOld = true;
    this.#updateSoon();
  }

  #updateSoon(): void {
    this.#pause ??= setTimeout(() => {
      this.#pause = null;
      if (this.#isAddressOld) this.#changed();
      else this.#say();
    }, PAUSE_MS);
  }

  /** The address, the list and whoever listens learn of what is shown. */
  #changed(): void {
    this.#isAddressOld = false;
    const state = this.state();
    const hash = formatView(state, parseView(location.hash).others);
    try {
      history.replaceState(history.state, '', `${location.pathname}${location.search}#${hash}`);
    } catch {
      // Browsers refuse it to pages that do it very often; the next change is written again.
    }
    for (const listener of this.#listeners) listener(state);
    this.#say();
  }

  #say(): void {
    const zoom = this.leaflet.getZoom();
    this.#zoom.textContent = this.#texts.map.zoom(zoom);
    const all = [this.#base, this.#with, ...this.#over].filter((shown) => shown !== null);
    this.#panel.hidden = all.length === 0 && this.#remark.textContent === '';
    for (const part of this.#empty) part.hidden = all.length > 0;
    this.leaflet.getContainer().parentElement?.classList.toggle('unseen', all.length === 0 && this.#empty.length > 0);
    for (const { server, layer, row } of all) {
      const { tiles, status } = layer?.situation() ?? { tiles: null, status: null };
      row.say(layerNote({ server, zoom, tiles, status, isSecurePage: isSecurePage() }, this.#texts));
    }
  }
}

function isSecurePage(): boolean {
  return location.protocol === 'https:';
}

function nameOf({ server }: Shown): string {
  return server.key.slice(server.key.indexOf('/') + 1);
}
