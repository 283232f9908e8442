/** A base map with overlays, maybe compared with others. The address has the view. */
import * as L from 'leaflet';
import { listOfNames } from '../../contract/base/text.ts';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { LAST_DRAWN_ZOOM } from './country-names.ts';
import { canShowMap, layerNote } from './layer-note.ts';
import { type LayerRole, type LayerRow, layerRow } from './layer-row.ts';
import { type MapLayer, mapLayer } from './map-layer.ts';
import { addMapTools } from './map-tools.ts';
import { boxBounds, outlineMap } from './outline-map.ts';
import { addMapPanes, addNamesToCorner, mapLabel, openSideMap, type SideMap } from './side-map.ts';
import { addSwipe } from './swipe.ts';
import {
  CITY_ZOOM,
  formatView,
  keysOf,
  layerKey,
  MAX_COMPARED,
  nameOfKey,
  parseView,
  roundedPlace,
  type ViewPlace,
  type ViewState,
} from './view-address.ts';

interface Shown {
  readonly map: PageMap;
  readonly role: LayerRole;
  readonly row: LayerRow;
  /** Null without its access token, in another projection, or if the browser blocks its tiles. */
  readonly layer: MapLayer | null;
  opacity: number;
  /** Whether all of its tiles loaded, and none failed since. */
  isSeen: boolean;
}

const ANY_ZOOM = { minZoom: 0, maxZoom: 19 };

/** Zoom levels without a map; `cityZoom` shows a city and the countries around it. */
const DRAWN = { minZoom: 0, maxZoom: LAST_DRAWN_ZOOM, cityZoom: 6 };

/** Tiles come in bursts; the position changes with every frame. */
const PAUSE_MS = 250;

/** A server gets no request before its map is shown. */
export class MapView {
  readonly leaflet: L.Map;
  readonly #maps = new Map<string, PageMap>();
  readonly #defaultBase: string;
  readonly #texts: PageTexts;
  readonly #listener: (state: ViewState) => void;
  readonly #list = htmlElement('ul');
  readonly #zoom = htmlElement('p', { class: 'map-zoom' });
  readonly #remark = htmlElement('p', { class: 'map-remark', role: 'status' });
  readonly #select: HTMLSelectElement;
  readonly #panel: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #empty: readonly HTMLElement[];
  #base: Shown | null = null;
  #with: readonly Shown[] = [];
  #over: readonly Shown[] = [];
  readonly #sides = new Map<Shown, SideMap>();
  #removers: readonly (() => void)[] = [];
  #further: Promise<void> | null = null;
  #isWaiting = false;
  #isAddressOld = false;
  #pause: ReturnType<typeof setTimeout> | null = null;
  #isExplored = false;
  #isPlaced = false;
  /** The next map is shown where the reader typed or clicked. */
  #chosenPlace: L.LatLngTuple | null = null;
  #chosenZoom = CITY_ZOOM;
  #isNextChangeStep = false;
  #initialMap: PageMap | null = null;
  /** Where the last visited map opened, if at its `opening`. */
  #opening: PageMap['opening'];
  #centreOfLastMove: L.LatLng | null = null;

  constructor(
    container: HTMLElement,
    maps: readonly PageMap[],
    texts: PageTexts,
    listener: (state: ViewState) => void,
  ) {
    this.#defaultBase = layerKey('base', container.dataset['base'] ?? '');
    this.#texts = texts;
    this.#listener = listener;
    const canvas = htmlElement('div', { class: 'map-canvas' });
    const [fill, add] = [() => this.#fillSelect(), texts.map.add];
    // A browser computes the style of each option, even of a closed list.
    this.#select = htmlElement(
      'select',
      { 'aria-label': add, change: (select) => this.#choose(select), focus: fill, pointerdown: fill },
      htmlElement('option', { value: '' }, add),
    );
    this.#panel = htmlElement(
      'section',
      { class: 'map-layers', 'aria-label': texts.map.layers },
      this.#zoom,
      this.#list,
      this.#remark,
      htmlElement('p', { class: 'map-actions' }, this.#select, this.#shareButton()),
    );
    this.#empty = [...container.children] as HTMLElement[];
    this.#stage = htmlElement('div', { class: 'map-stage' }, canvas);
    container.append(this.#stage, this.#panel);
    const { place } = parseView(location.hash).view;
    this.leaflet = outlineMap(canvas, texts, { willBeAt: place?.zoom });
    this.#add(maps);
    addMapPanes(this.leaflet);
    addMapTools(this.leaflet, texts, (text) => {
      this.#remark.textContent = text;
      this.#say();
    });
    // Hidden, the map keeps its size and can be moved.
    const resize = (): void => void (canvas.offsetWidth > 0 && this.leaflet.invalidateSize({ animate: false }));
    new ResizeObserver(resize).observe(canvas);
    for (const event of ['pointerdown', 'wheel', 'keydown']) {
      this.#stage.addEventListener(event, () => (this.#isPlaced = true), { passive: true });
    }
    this.leaflet.on('moveend', () => this.#changedSoon());
    for (const event of ['online', 'offline']) addEventListener(event, () => this.#say());
  }

  /** @param further other maps to name or choose; an address with one of them waits */
  followAddress(further: Promise<readonly PageMap[]>): void {
    const added = further.then((maps) => this.#add(maps), console.warn);
    this.#further = added.then(() => {
      this.#further = null;
    });
    // In Chromium, a step back to an address with another query is no `hashchange`.
    for (const event of ['hashchange', 'popstate']) addEventListener(event, () => this.#readAddress());
    const { near } = parseView(location.hash);
    if (near) this.goTo(near, near.zoom);
    this.#readAddress();
    this.#say();
  }

  /** The next change becomes a step of the history. */
  step(): void {
    this.#isNextChangeStep = true;
  }

  /** Shows the countries of the world without a map. The address keeps this. */
  explore(place: Pick<ViewPlace, 'latitude' | 'longitude'> | null = null): void {
    this.#isExplored = true;
    if (place) this.#chosenPlace = [place.latitude, place.longitude];
    if (this.#isDrawn()) this.#limitZoom();
    this.#changed();
  }

  #isDrawn(): boolean {
    return this.#base === null && this.#over.length === 0;
  }

  goTo({ latitude, longitude }: Pick<ViewPlace, 'latitude' | 'longitude'>, zoom?: number): void {
    this.#isPlaced = true;
    this.#chosenPlace = [latitude, longitude];
    this.#chosenZoom = zoom ?? CITY_ZOOM;
    this.#centreOfLastMove = null;
    const nearest = Math.max(this.leaflet.getZoom(), this.#isDrawn() ? DRAWN.cityZoom : CITY_ZOOM);
    this.leaflet.setView(this.#chosenPlace, zoom ?? nearest, { animate: false });
  }

  goToAll(places: readonly Pick<ViewPlace, 'latitude' | 'longitude'>[]): void {
    this.#isPlaced = true;
    this.#centreOfLastMove = null;
    const bounds = L.latLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude])).pad(0.2);
    this.leaflet.fitBounds(bounds, { animate: false, maxZoom: DRAWN.cityZoom });
  }

  show(map: PageMap | null): void {
    this.#remark.textContent = '';
    this.#showBase(map);
    this.#changed();
  }

  /** The address stays: the user did not ask for this map. */
  begin(map: PageMap): void {
    this.#initialMap = map;
    this.#setBase(map, hasPlace(map));
    this.#isAddressOld = false;
    this.#listener(this.#state());
    this.#say();
  }

  toggle(map: PageMap): void {
    this.#remark.textContent = '';
    const shown = this.#over.find((other) => other.map.key === map.key);
    if (shown) this.#removeOverlay(shown);
    else {
      const below = this.#maps.get(this.#defaultBase);
      if (!this.#base && below) this.#setBase(below, false);
      this.#addOverlay(map, 100);
      this.#visitIfElsewhere(map);
    }
    this.#arrange();
    this.#changed();
  }

  compare(map: PageMap): void {
    if (!this.#base || this.#base.map.key === map.key) {
      this.show(map);
      return;
    }
    const others = this.#with.map((shown) => shown.map).filter(({ key }) => key !== map.key);
    const isAdded = others.length === this.#with.length;
    const isFull = isAdded && others.length === MAX_COMPARED;
    this.#remark.textContent = isFull ? this.#texts.map.full : '';
    if (isFull) this.#say();
    else {
      this.#setCompared(isAdded ? [...others, map] : others);
      this.#changed();
    }
  }

  #state(): ViewState {
    const { lat: latitude, lng: longitude } = this.#centre();
    return {
      place: roundedPlace({ zoom: this.leaflet.getZoom(), latitude, longitude }),
      base: this.#base && nameOf(this.#base),
      over: this.#over.map((shown) => ({ name: nameOf(shown), opacity: shown.opacity })),
      with: this.#with.map(nameOf),
    };
  }

  #showBase(map: PageMap | null): void {
    const next = map ?? this.#with[0]?.map ?? null;
    this.#setCompared(this.#with.map((shown) => shown.map).filter(({ key }) => key !== next?.key));
    this.#setBase(next);
  }

  #setBase(map: PageMap | null, isVisited = true): void {
    const place = this.#isDrawn() && isVisited ? this.#chosenPlace : null;
    if (this.#base) this.#discard(this.#base);
    this.#base = map && this.#create(map, 'base', 100);
    if (map && place && (!map.bounds || boxBounds(map.bounds).contains(place))) {
      this.#limitZoom(ANY_ZOOM);
      this.#centreOfLastMove = null;
      this.leaflet.setView(place, this.#chosenZoom, { animate: false });
      this.#limitZoom();
    } else if (!map || !isVisited || !this.#visitIfElsewhere(map)) this.#limitZoom();
    this.#arrange();
  }

  #setCompared(maps: readonly PageMap[]): void {
    const stays = ({ map }: Shown): boolean => maps.some(({ key }) => key === map.key);
    for (const shown of this.#with) if (!stays(shown)) this.#discard(shown);
    const kept = this.#with.filter(stays);
    const added = maps.filter(({ key }) => !kept.some(({ map }) => map.key === key));
    this.#with = kept;
    for (const map of added) this.#with = [...this.#with, this.#create(map, 'with', 100)];
    this.#arrange();
  }

  #addOverlay(map: PageMap, opacity: number): void {
    const shown = this.#create(map, 'over', opacity);
    this.#over = [...this.#over, shown];
    if (!this.#base) this.#limitZoom();
    shown.layer?.setZIndex(this.#over.length);
  }

  #removeOverlay(shown: Shown): void {
    this.#over = this.#over.filter((other) => other !== shown);
    this.#discard(shown);
    this.#limitZoom();
  }

  #create(map: PageMap, role: LayerRole, opacity: number): Shown {
    const layer = canShowMap(map, isSecurePage()) ? mapLayer(map, role, () => this.#updateSoon()) : null;
    const row = layerRow(map, role, opacity, this.#texts.map, {
      remove: () => this.#removeByButton(shown),
      fade: (percent) => {
        shown.opacity = percent;
        layer?.setOpacity(percent / 100);
        for (const side of this.#sides.values()) side.setOverlays(this.#overlays());
        this.#changedSoon();
      },
      goTo: (zoom) => this.leaflet.setZoom(zoom),
      retry: () => {
        layer?.retry();
        this.leaflet.getContainer().focus({ preventScroll: true });
      },
      visit: hasPlace(map) ? () => this.#visit(map) : null,
    });
    const shown: Shown = { map, role, row, layer, opacity, isSeen: false };
    layer?.setOpacity(opacity / 100);
    // `#arrange` adds a compared map's layer.
    if (role !== 'with') layer?.addTo(this.leaflet);
    if (role === 'base') this.#list.prepend(row.element);
    else if (role === 'with') (this.#with.at(-1) ?? this.#base)?.row.element.after(row.element);
    else this.#list.append(row.element);
    return shown;
  }

  #discard({ layer, row }: Shown): void {
    layer?.remove();
    row.element.remove();
  }

  /** The pressed button is gone: the focus moves to the first other one. */
  #removeByButton(shown: Shown): void {
    if (shown === this.#base) this.#showBase(null);
    else if (shown.role === 'over') this.#removeOverlay(shown);
    else this.#setCompared(this.#with.filter((other) => other !== shown).map(({ map }) => map));
    this.#arrange();
    this.#changed();
    const buttons = [this.#list, ...this.#empty].map((part) => part.querySelector('button'));
    buttons.find((button) => button !== null)?.focus();
  }

  /** A handle divides two maps at one place; more are side by side. */
  #arrange(): void {
    for (const clear of this.#removers) clear();
    this.#removers = [];
    const [first] = this.#with;
    const isDivided = this.#with.length === 1;
    const beside = isDivided ? [] : this.#with;
    for (const [shown, side] of this.#sides) {
      if (beside.includes(shown)) continue;
      shown.layer?.remove();
      side.remove();
      this.#sides.delete(shown);
    }
    this.#stage.classList.toggle('many', beside.length > 0);
    for (const shown of beside) {
      const side = this.#sides.get(shown) ?? openSideMap(this.#stage, this.leaflet, shown.map, this.#texts);
      if (!this.#sides.has(shown)) shown.layer?.remove().addTo(side.leaflet);
      this.#sides.set(shown, side);
      side.setOverlays(this.#overlays());
    }
    if (!this.#base || !first) return;
    if (!isDivided) {
      this.#removers = [addNamesToCorner(this.leaflet, mapLabel(this.#base.map.id))];
      return;
    }
    first.layer?.addTo(this.leaflet);
    const names = [this.#base.map.id, first.map.id] as const;
    this.#removers = [addSwipe(this.leaflet, ['base', 'with'], names, this.#texts.map.divide(...names))];
  }

  #overlays(): readonly Shown[] {
    return this.#over.filter(({ layer }) => layer !== null);
  }

  #visitIfElsewhere(map: PageMap): boolean {
    const { minZoom, maxZoom, bounds } = map;
    const zoom = this.leaflet.getZoom();
    const isOutside = map.kind === 'mapserver' && (zoom < minZoom || zoom > maxZoom);
    const isElsewhere = bounds !== undefined && !this.leaflet.getBounds().intersects(boxBounds(bounds));
    const mayStay = (!isOutside || this.#chosenPlace !== null) && !isElsewhere;
    if (hasPlace(map) ? this.#isPlaced && mayStay : this.#isPlaced || !map.opening) return false;
    this.#visit(map);
    return true;
  }

  /** Moves to the map's whole area, or to a place with tiles if its zoom levels begin deeper. */
  #visit({ minZoom, maxZoom, bounds, opening, probe }: PageMap): void {
    this.#isPlaced = true;
    this.#centreOfLastMove = null;
    this.leaflet.setMinZoom(0).setMaxZoom(maxZoom);
    const area = bounds && boxBounds(bounds);
    const whole = area ? this.leaflet.getBoundsZoom(area) : Number.NEGATIVE_INFINITY;
    const place = probe ?? opening;
    const isWhole = area !== undefined && (whole >= minZoom || !place);
    const [latitude, longitude, zoom] = isWhole
      ? ([area.getCenter().lat, area.getCenter().lng, whole] as const)
      : (place as NonNullable<typeof place>);
    this.#opening = isWhole || probe ? undefined : opening;
    this.leaflet.setView([latitude, longitude], Math.max(minZoom, Math.min(maxZoom, zoom)), { animate: false });
    this.#limitZoom();
  }

  #limitZoom(limits?: Pick<PageMap, 'minZoom' | 'maxZoom'>): void {
    const { minZoom: min, maxZoom: max } =
      limits ?? this.#base?.map ?? (this.#isExplored && this.#isDrawn() ? DRAWN : ANY_ZOOM);
    const zoom = this.leaflet.getZoom();
    const nearest = Math.max(min, Math.min(max, zoom));
    // Leaflet throws if the maximum is ever below the minimum, and zooms to new limits by itself.
    this.leaflet.setMinZoom(0).setMaxZoom(Math.max(max, zoom));
    if (nearest !== zoom) this.leaflet.setView(this.#centre(), nearest, { animate: false });
    this.leaflet.setMaxZoom(max).setMinZoom(min);
    for (const side of this.#sides.values()) side.leaflet.setMinZoom(0).setMaxZoom(max);
  }

  /**
   * Each resize moves Leaflet's center by a fraction of a pixel: without a tolerance, the position would drift from map
   * to map.
   */
  #centre(): L.LatLng {
    const now = this.leaflet.getCenter();
    const kept = this.#centreOfLastMove ?? now;
    const pixels = this.leaflet.project(now).distanceTo(this.leaflet.project(kept));
    this.#centreOfLastMove = pixels > 2 ? now : kept;
    return this.#centreOfLastMove;
  }

  /** Lists meaningless parts of the address on the page. */
  #readAddress(): void {
    const { view, nonsense } = parseView(location.hash);
    const { place, base, over, with: compared } = view;
    const isAboutMap = place !== null || base !== null || over.length > 0 || compared.length > 0 || nonsense.length > 0;
    this.#isExplored ||= place !== null && base === null && over.length === 0;
    // Other fragments are parts of the page.
    if (!isAboutMap && location.hash === '') this.#returnToInitialMap();
    if (!isAboutMap) return;
    if (formatView(view) === formatView(this.#state())) return;
    this.#isWaiting = this.#further !== null && keysOf(view).some((key) => !this.#maps.has(key));
    if (this.#isWaiting) {
      void this.#further?.then(() => this.#readAddress());
      return;
    }
    const remarks = nonsense.map(this.#texts.map.nonsense);
    const known = (role: LayerRole, name: string | null): PageMap | null => {
      const map = name === null ? undefined : this.#maps.get(layerKey(role, name));
      if (!map && name !== null) remarks.push(this.#texts.map.unknown(name));
      return map ?? null;
    };
    if (place) {
      this.#isPlaced = true;
      this.#limitZoom(ANY_ZOOM);
      this.#centreOfLastMove = null;
      this.leaflet.setView([place.latitude, place.longitude], place.zoom, { animate: false });
    }
    const baseMap = known('base', base);
    const others = compared.map((name) => known('with', name)).filter((map) => map !== null);
    const shown = baseMap ?? others[0] ?? null;
    this.#setCompared([]);
    this.#setBase(shown, place === null);
    const beside = others.filter(({ key }) => key !== shown?.key);
    const surplus = beside.splice(MAX_COMPARED).map(({ id }) => id);
    if (surplus.length > 0) remarks.push(this.#texts.map.leftOut(listOfNames(surplus)));
    this.#setCompared(beside);
    for (const old of this.#over) this.#removeOverlay(old);
    for (const { name, opacity } of over) {
      const map = known('over', name);
      if (map) this.#addOverlay(map, opacity);
    }
    this.#arrange();
    this.#remark.textContent = remarks.join(' ');
    this.#changed();
  }

  #returnToInitialMap(): void {
    if (this.#isEmpty()) return;
    this.#isExplored = false;
    this.#remark.textContent = '';
    this.#setCompared([]);
    for (const old of this.#over) this.#removeOverlay(old);
    if (this.#initialMap) this.begin(this.#initialMap);
    else {
      this.#setBase(null);
      this.#changed();
    }
  }

  #isEmpty(): boolean {
    return !this.#isExplored && [this.#base, ...this.#with, ...this.#over].every((shown) => shown === null);
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

  #changed(): void {
    this.#isAddressOld = false;
    const state = this.#state();
    const { view, others } = parseView(location.hash);
    const hash = formatView(state, others);
    const address = `${location.pathname}${location.search}#${hash}`;
    try {
      if (this.#isEmpty() && (this.#isWaiting || formatView(view) === '')) {
        // The address does not change: it has no view, or it names a map that is not known yet.
      } else if (this.#isNextChangeStep && location.hash !== `#${hash}`) {
        this.#isNextChangeStep = false;
        history.pushState(history.state, '', address);
      } else history.replaceState(history.state, '', address);
    } catch {
      // Browsers refuse updates that are too frequent; the next change writes the address.
    }
    this.#listener(state);
    this.#say();
  }

  #add(maps: readonly PageMap[]): void {
    for (const map of maps) this.#maps.set(map.key, map);
    if (document.activeElement === this.#select) this.#fillSelect();
  }

  /** Called when the reader is about to open the list: maps of the place that is then visible come first. */
  #fillSelect(): void {
    const { add, roles, compare, places } = this.#texts.map;
    const centre = this.leaflet.getCenter().wrap();
    const usable = [...this.#maps.values()].filter((map) => canShowMap(map, isSecurePage()));
    const placeOf = ({ bounds, opening }: PageMap): keyof typeof places =>
      bounds && boxBounds(bounds).contains(centre) ? 'here' : opening ? 'world' : 'elsewhere';
    const group = (kind: PageMap['kind'], label: string): HTMLOptGroupElement[] =>
      Object.entries(places).flatMap(([place, words]) => {
        const maps = usable.filter((map) => map.kind === kind && placeOf(map) === place);
        const options = maps.map(({ key, id }) => htmlElement('option', { value: key }, id));
        return options.length > 0 ? htmlElement('optgroup', { label: `${label} · ${words}` }, ...options) : [];
      });
    this.#select.replaceChildren(
      htmlElement('option', { value: '' }, add),
      ...group('mapserver', compare),
      ...group('overlayserver', roles.over),
    );
  }

  #choose(select: HTMLSelectElement): void {
    const map = this.#maps.get(select.value);
    select.value = '';
    if (map?.kind === 'mapserver') this.compare(map);
    else if (map) this.toggle(map);
  }

  #shareButton(): HTMLButtonElement {
    const share = async (): Promise<void> => {
      this.#changed();
      const { openShareDialog } = await import('./share.ts');
      const { place } = this.#state();
      const map = this.#base?.map ?? null;
      const shared = map?.hasOwnToken ? null : map;
      const hasMore = this.#with.length + this.#over.length > 0;
      openShareDialog({ address: location.href, place: place as ViewPlace, map: shared, hasMore }, this.#texts);
    };
    return htmlElement('button', { type: 'button', click: () => void share() }, this.#texts.share.button);
  }

  #say(): void {
    const zoom = this.leaflet.getZoom();
    const [latitude = 0, longitude = 0, , name] = this.#opening ?? [];
    const isThere = name !== undefined && this.leaflet.getBounds().contains([latitude, longitude]);
    this.#zoom.textContent = this.#texts.map.zoom(zoom) + (isThere ? ` · ${this.#texts.map.openedAt(name)}` : '');
    const all = [this.#base, ...this.#with, ...this.#over].filter((shown) => shown !== null);
    this.#zoom.hidden = all.length === 0;
    this.#panel.hidden = all.length === 0 && this.#remark.textContent === '';
    // Without these classes, the style would search the whole page, and tiles would be drawn late.
    document.documentElement.classList.toggle('listed', !this.#panel.hidden);
    document.documentElement.classList.toggle('beside', this.#with.length > 0);
    document.documentElement.classList.toggle('beside-many', this.#with.length > 1);
    const isEmpty = all.length === 0 && !this.#isExplored;
    for (const part of this.#empty) part.hidden = !isEmpty;
    const isUnseen = isEmpty && this.#empty.length > 0;
    this.#stage.classList.toggle('unseen', isUnseen);
    document.documentElement.classList.toggle('mapping', !isUnseen);
    const observed = document.querySelector<HTMLElement>('.observed');
    for (const shown of all) {
      const { map, layer, row } = shown;
      const situation = layer?.situation() ?? { tiles: null, status: null };
      const isOffline = !navigator.onLine;
      const note = layerNote({ map, zoom, ...situation, isSecurePage: isSecurePage(), isOffline }, this.#texts);
      row.say(note);
      const { total = 0, example } = situation.tiles ?? {};
      shown.isSeen = note?.isProblem !== true && (shown.isSeen || (total > 0 && example === null));
    }
    const isObserved = all.some(({ map, isSeen }) => isSeen && map.key === observed?.dataset['map']);
    if (observed) sayObserved(observed, isObserved ? ` (${this.#texts.map.loads})` : null);
  }
}

/** @param words null for what the page says itself */
function sayObserved(line: HTMLElement, words: string | null): void {
  line.dataset['unobserved'] ??= line.textContent ?? '';
  const text = words ?? line.dataset['unobserved'];
  // Written again, it would be announced again.
  if (line.textContent !== text) line.textContent = text;
}

function hasPlace({ bounds, probe }: PageMap): boolean {
  return bounds !== undefined || probe !== undefined;
}

function isSecurePage(): boolean {
  return location.protocol === 'https:';
}

function nameOf({ map }: Shown): string {
  return nameOfKey(map.key);
}
