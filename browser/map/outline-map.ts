import * as L from 'leaflet';
import type { BoxEdges } from '../../contract/data-sources/file-list.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import type { MapPlace } from '../data/file-query.ts';
import { LAST_DRAWN_ZOOM } from './country-names.ts';
import { shareGestures } from './gestures.ts';

/** @param options `willBeAt`: the zoom level of the first view, which the caller sets */
export function outlineMap(
  container: HTMLElement,
  allTexts: PageTexts,
  { hasZoom = true, willBeAt = 0 }: { readonly hasZoom?: boolean; readonly willBeAt?: number | undefined } = {},
): L.Map {
  const { map: texts } = allTexts;
  const isQuiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(container, {
    zoomControl: false,
    zoomAnimation: !isQuiet,
    fadeAnimation: !isQuiet,
    inertia: !isQuiet,
    worldCopyJump: true,
    minZoom: 0,
    maxZoom: 19,
    maxBounds: [
      [-85.06, Number.NEGATIVE_INFINITY],
      [85.06, Number.POSITIVE_INFINITY],
    ],
    maxBoundsViscosity: 1,
  });
  container.setAttribute('role', 'application');
  container.setAttribute('aria-label', texts.name);
  container.setAttribute('aria-description', texts.keys);
  const zoom = { zoomInText: '+', zoomInTitle: texts.zoomIn, zoomOutText: '−', zoomOutTitle: texts.zoomOut };
  if (hasZoom) L.control.zoom(zoom).addTo(map);
  map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
  // The world has four fifths of the map's width and height or more, but at most 2,048 pixels.
  const { x, y } = map.getSize();
  map.setView([25, 10], Math.max(0, Math.min(3, Math.ceil(Math.log2(Math.max(x, y, 256) / 320)))));
  shareGestures(map, allTexts);
  drawCountries(map, willBeAt);
  return map;
}

/** Loads them when they can be seen. The map works without them, or if the page is left. */
function drawCountries(map: L.Map, firstZoom: number): void {
  const draw = (): void => {
    if (map.getZoom() > LAST_DRAWN_ZOOM) return;
    map.off('zoomend', draw);
    void import('./country-layers.ts').then(({ addCountries }) => addCountries(map)).catch(() => {});
  };
  map.on('zoomend', draw);
  if (firstZoom <= LAST_DRAWN_ZOOM) draw();
}

/** The wait for a second click, which zooms. */
const DOUBLE_CLICK_MS = 300;

export function onPositionChosen(map: L.Map, chosen: (position: L.LatLng, isTouch: boolean) => void): void {
  const container = map.getContainer();
  let pause: ReturnType<typeof setTimeout> | undefined;
  map.on('click dblclick', (event) => {
    clearTimeout(pause);
    const { latlng, originalEvent } = event as L.LeafletMouseEvent;
    const isTouch = (originalEvent as PointerEvent).pointerType === 'touch';
    if (event.type === 'click') pause = setTimeout(() => chosen(latlng, isTouch), DOUBLE_CLICK_MS);
  });
  container.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target === container) chosen(map.getCenter(), false);
  });
}

export function boxBounds([west, south, east, north]: BoxEdges): L.LatLngBounds {
  return L.latLngBounds([south, west], [north, east]);
}

export function wrappedPlace(position: L.LatLng): MapPlace {
  const { lat: latitude, lng: longitude } = position.wrap();
  return { latitude, longitude };
}
