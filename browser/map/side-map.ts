import * as L from 'leaflet';
import type { PageMap } from '../../contract/pages/page-data.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { type MapLayer, mapLayer } from './map-layer.ts';
import { outlineMap } from './outline-map.ts';

/** `z-index`, from bottom to top. */
const PANES = { base: 210, with: 220, over: 230 } as const;

export function addMapPanes(map: L.Map): void {
  for (const [name, order] of Object.entries(PANES)) map.createPane(name).style.zIndex = String(order);
}

export function mapLabel(name: string): HTMLElement {
  return htmlElement('div', { class: 'map-label' }, htmlElement('bdi', {}, name));
}

export function addNamesToCorner(map: L.Map, names: HTMLElement): () => void {
  const control = new L.Control({ position: 'bottomright' });
  control.onAdd = () => names;
  control.addTo(map);
  return () => void control.remove();
}

export type SideMap = ReturnType<typeof openSideMap>;

export function openSideMap(stage: HTMLElement, main: L.Map, map: PageMap, texts: PageTexts) {
  const canvas = htmlElement('div', { class: 'map-canvas' });
  stage.append(canvas);
  const leaflet = outlineMap(canvas, texts, { hasZoom: false, willBeAt: main.getZoom() });
  canvas.setAttribute('aria-label', map.id);
  addMapPanes(leaflet);
  addNamesToCorner(leaflet, mapLabel(map.id));
  const observer = new ResizeObserver(() => leaflet.invalidateSize({ animate: false }));
  observer.observe(canvas);
  leaflet.setMinZoom(0).setMaxZoom(main.getMaxZoom());
  leaflet.attributionControl.setPrefix(false);
  const marks = new Map<L.Layer, L.Layer>();
  const copyMarker = ({ layer }: { readonly layer: L.Layer }): void => {
    if (!(layer instanceof L.CircleMarker || layer instanceof L.Marker)) return;
    const copied = new (layer.constructor as typeof L.CircleMarker)(layer.getLatLng(), layer.options as never);
    layer.on('move', () => copied.setLatLng(layer.getLatLng()));
    marks.set(layer, copied.addTo(leaflet));
  };
  const removeCopy = ({ layer }: { readonly layer: L.Layer }): void => {
    marks.get(layer)?.remove();
    marks.delete(layer);
  };
  let over: readonly MapLayer[] = [];
  let overKeys = '';
  let isCopying = false;

  const copy = (from: L.Map, to: L.Map): void => {
    if (isCopying) return;
    isCopying = true;
    to.setView(from.getCenter(), from.getZoom(), { animate: false });
    isCopying = false;
  };
  const follow = (): void => copy(main, leaflet);
  follow();
  main.on('move', follow).on('layeradd', copyMarker).on('layerremove', removeCopy);
  main.eachLayer((layer) => copyMarker({ layer }));
  leaflet.on('move', () => {
    copy(leaflet, main);
    // The main map may have fewer zoom levels.
    if (main.getZoom() !== leaflet.getZoom()) follow();
  });

  return {
    leaflet,
    /** Opacities in percent. */
    setOverlays(shown: readonly { readonly map: PageMap; readonly opacity: number }[]): void {
      const keys = shown.map(({ map }) => map.key).join(' ');
      if (keys !== overKeys) {
        overKeys = keys;
        for (const layer of over) layer.remove();
        over = shown.map(({ map }, index) => {
          return mapLayer(map, 'over', () => {})
            .setZIndex(index + 1)
            .addTo(leaflet);
        });
      }
      for (const [index, { opacity }] of shown.entries()) over[index]?.setOpacity(opacity / 100);
    },
    remove(): void {
      main.off('move', follow).off('layeradd', copyMarker).off('layerremove', removeCopy);
      observer.disconnect();
      leaflet.remove();
      canvas.remove();
    },
  };
}
