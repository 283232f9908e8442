/** The live map: a base map with overlays, optionally compared with another base map. Its view is in the address. */
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
  /** Null if the server cannot be shown: its access token is not set, or the browser blocks its tiles. */
  readonly layer: ServerLayer | null;
  opacity: number;
}

const FOLDERS = { base: 'mapservers', with: 'mapservers', over: 'overlayservers' } as const;

/** From bottom to top. */
const PANES = { base: 210, with: 220, over: 230 } as const;

/** Zoom levels without a base map that sets them. */
const ANY_ZOOM = [0, 19] as const;

/** Tiles arrive in bursts, and the position changes with every frame, so updates are delayed this long. */
const PAUSE_MS = 250;

/**
 * The live map of a page. Servers are named by their keys: `mapservers/openstreetmap`. No server gets a request before
 * it is shown.
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
  /** The content that replaces an empty map. */
  readonly #empty: readonly HTMLElement[];
  #base: Shown | null = null;
  #with: Shown | null = null;
  #over: readonly Shown[] = [];
  #swipe: Swipe | null = null;
  /** Whether the view has changed since it was written to the address. */
  #isAddressOld = false;
  #pause: ReturnType<typeof setTimeout> | null = null;
  /** Whether a user or an address has chosen the position. */
  #isPlaced = false;
  /** The center of the map when it was last moved. */
  #kept: L.LatLng | null = null;

  /**
   * Opens the map in an element with the view of the page's address. The element's previous content returns when the
   * map is empty.
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

  /** Replaces the base map; null shows none. */
  show(key: string | null): void {
    this.#remark.textContent = '';
    if (key !== null && key === this.#with?.server.key) this.#setCompared(null);
    this.#setBase(key === null ? null : this.#find(key));
    this.#changed();
  }

  /** Adds an overlay to the map, or removes it. */
  toggle(key: string): void {
    this.#remark.textContent = '';
    const shown = this.#over.find(({ server }) => server.key === key);
    if (shown) this.#removeOverlay(shown);
    else this.#addOverlay(this.#find(key), 100);
    this.#changed();
  }

  /** Compares the base map with another one; null ends that. Without a base map, the other one becomes it. */
  compare(key: string | null): void {
    // A comparison needs two different maps.
    if (key !== null && (!this.#base || this.#base.server.key === key)) {
      this.show(key);
      return;
    }
    this.#remark.textContent = '';
    this.#setCompared(key === null ? null : this.#find(key));
    this.#changed();
  }

  /** The current view. */
  state(): ViewState {
    const { lat: latitude, lng: longitude } = this.#centre();
    return {
      place: roundedPlace({ zoom: this.leaflet.getZoom(), latitude, longitude }),
      base: this.#base && nameOf(this.#base),
      over: this.#over.map((shown) => ({ name: nameOf(shown), opacity: shown.opacity })),
      with: this.#with && nameOf(this.#with),
    };
  }

  /** Registers a function to call after each change of the view. */
  onChange(listener: (state: ViewState) => void): void {
    this.#listeners.push(listener);
  }

  /** @throws Error for a key that is not on the page; callers take keys from it */
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

  /**
   * Removes a layer. The pressed button disappears, so the focus moves to another row, or to the button of the empty
   * map.
   */
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
    // The library throws if the maximum is less than the minimum, even for a moment, and would not zoom exactly.
    this.leaflet.setMinZoom(0).setMaxZoom(Math.max(max, zoom));
    if (nearest !== zoom) this.leaflet.setView(this.#centre(), nearest, { animate: false });
    this.leaflet.setMaxZoom(max).setMinZoom(min);
  }

  /**
   * The center of the map. The library moves it by a fraction of a pixel whenever the map is resized, for example when
   * the list grows. That does not count as a move; otherwise the position would drift from map to map.
   */
  #centre(): L.LatLng {
    const now = this.leaflet.getCenter();
    const kept = this.#kept ?? now;
    const pixels = this.leaflet.project(now).distanceTo(this.leaflet.project(kept));
    this.#kept = pixels > 2 ? now : kept;
    return this.#kept;
  }

  /** Shows the view of the address. Parts without a meaning are listed on the page and ignored. */
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
    // A comparison without a base map shows the other map alone.
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

  /** Updates the address, the list and the listeners. */
  #changed(): void {
    this.#isAddressOld = false;
    const state = this.state();
    const hash = formatView(state, parseView(location.hash).others);
    try {
      history.replaceState(history.state, '', `${location.pathname}${location.search}#${hash}`);
    } catch {
      // Browsers refuse too frequent updates; the next change writes the address again.
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
