import * as L from 'leaflet';
import type { BoxEdges } from '../../contract/data-sources/file-list.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import type { MapPlace } from '../data/file-query.ts';
import { svgElement } from '../elements.ts';
import world from '../generated/world.svg';
import { shareGestures } from './gestures.ts';

const LAST_OUTLINE_ZOOM = 8;

export function outlineMap(container: HTMLElement, allTexts: PageTexts, { hasZoom = true } = {}): L.Map {
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
  // The world is at least as wide and high as the map, so that no side stays empty.
  const { x, y } = map.getSize();
  map.setView([25, 10], Math.max(0, Math.min(3, Math.ceil(Math.log2(Math.max(x, y, 256) / 320)))));
  shareGestures(map, allTexts);
  void addOutline(map);
  return map;
}

export function onPositionChosen(map: L.Map, chosen: (position: L.LatLng) => void): void {
  const container = map.getContainer();
  map.on('click', ({ latlng }) => chosen(latlng));
  container.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target === container) chosen(map.getCenter());
  });
}

export function boxBounds([west, south, east, north]: BoxEdges): L.LatLngBounds {
  return L.latLngBounds([south, west], [north, east]);
}

export function wrappedPlace(position: L.LatLng): MapPlace {
  const { lat: latitude, lng: longitude } = position.wrap();
  return { latitude, longitude };
}

async function addOutline(map: L.Map): Promise<void> {
  const response = await fetch(new URL(world, import.meta.url)).catch(() => null);
  const [, width, path] = /viewBox="0 0 (\d+) .*? d="([^"]+)"/.exec((await response?.text()) ?? '') ?? [];
  // Meanwhile the map may have been removed.
  if (width === undefined || path === undefined || !map.getPane('mapPane')) return;
  /** Each tile is a window on the same path, so that the style sets its colours, by day and by night. */
  class OutlineLayer extends L.GridLayer {
    protected override createTile({ x, y, z }: L.Coords): HTMLElement {
      const size = Number(width) / 2 ** z;
      const tile = svgElement('svg', { viewBox: `${x * size} ${y * size} ${size} ${size}`, 'aria-hidden': 'true' });
      tile.append(svgElement('path', { d: path as string }));
      return tile as unknown as HTMLElement;
    }
  }
  map.createPane('outline').style.zIndex = '100';
  new OutlineLayer({ pane: 'outline', maxZoom: LAST_OUTLINE_ZOOM, className: 'outline' }).addTo(map);
  const markOutlined = (zoom: number): void =>
    void map.getContainer().classList.toggle('outlined', zoom <= LAST_OUTLINE_ZOOM);
  map.on('zoomanim', ({ zoom }) => markOutlined(zoom));
  map.on('zoomend', () => markOutlined(map.getZoom()));
  markOutlined(map.getZoom());
}
