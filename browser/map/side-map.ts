/** A map beside the main one: another server at the same place, with the same overlays. The two move together. */
import * as L from 'leaflet';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import type { PageServer } from '../../contract/pages.ts';
import { htmlElement } from '../elements.ts';
import { outlineMap } from './outline-map.ts';
import { ServerLayer } from './server-layer.ts';

/** The panes of the layers, from bottom to top. */
export const PANES = { base: 210, with: 220, over: 230 } as const;

/** Makes the panes. */
export function addPanes(map: L.Map): void {
  for (const [name, order] of Object.entries(PANES)) map.createPane(name).style.zIndex = String(order);
}

/** The name of the server that a map shows, in its corner. @returns removes it */
export function addLabel(map: L.Map, name: string): () => void {
  const control = new L.Control({ position: 'bottomleft' });
  control.onAdd = () => htmlElement('div', { class: 'map-label' }, htmlElement('bdi', {}, name));
  control.addTo(map);
  return () => void control.remove();
}

/** An overlay of the main map. */
export interface SharedOverlay {
  readonly server: PageServer;
  /** In percent. */
  readonly opacity: number;
}

/** The map beside. */
export class SideMap {
  readonly leaflet: L.Map;
  readonly #main: L.Map;
  readonly #observer: ResizeObserver;
  #over: readonly ServerLayer[] = [];
  #overKeys = '';
  #isFollowing = false;

  /** @param stage the element of all maps */
  constructor(stage: HTMLElement, main: L.Map, server: PageServer, texts: PageTexts) {
    const canvas = htmlElement('div', { class: 'map-canvas' });
    stage.append(canvas);
    this.#main = main;
    this.leaflet = outlineMap(canvas, texts, { hasZoom: false });
    canvas.setAttribute('aria-label', server.id);
    addPanes(this.leaflet);
    addLabel(this.leaflet, server.id);
    this.#observer = new ResizeObserver(() => this.leaflet.invalidateSize({ animate: false }));
    this.#observer.observe(canvas);
    this.leaflet.setMinZoom(0).setMaxZoom(main.getMaxZoom());
    this.#copy(main, this.leaflet);
    main.on('move', this.#follow);
    this.leaflet.on('move', this.#lead);
  }

  /** Shows the same overlays as the main map. */
  setOverlays(shown: readonly SharedOverlay[]): void {
    const keys = shown.map(({ server }) => server.key).join(' ');
    if (keys !== this.#overKeys) {
      this.#overKeys = keys;
      for (const layer of this.#over) layer.remove();
      this.#over = shown.map(({ server }, index) => {
        return new ServerLayer(server, 'over', () => {}).setZIndex(index + 1).addTo(this.leaflet);
      });
    }
    for (const [index, { opacity }] of shown.entries()) this.#over[index]?.setOpacity(opacity / 100);
  }

  /** Removes the map. */
  remove(): void {
    this.#main.off('move', this.#follow);
    this.#observer.disconnect();
    const canvas = this.leaflet.getContainer();
    this.leaflet.remove();
    canvas.remove();
  }

  readonly #follow = (): void => this.#copy(this.#main, this.leaflet);

  readonly #lead = (): void => {
    if (this.#isFollowing) return;
    this.#copy(this.leaflet, this.#main);
    // The main map does not leave the zoom levels of its server.
    if (this.#main.getZoom() !== this.leaflet.getZoom()) this.#follow();
  };

  #copy(from: L.Map, to: L.Map): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    to.setView(from.getCenter(), from.getZoom(), { animate: false });
    this.#isFollowing = false;
  }
}
