import * as L from 'leaflet';
import type { BoxEdges, FileRow } from '../../contract/data-sources/file-list.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { boxBounds, onPositionChosen, outlineMap, wrappedPlace } from '../map/outline-map.ts';
import { findFiles, type MapPlace } from './file-query.ts';

interface CoverageListener {
  /** The smallest box at the pointer, or null. */
  pointed(file: FileRow | null): void;
  placed(place: MapPlace): void;
}

/** In pixels. An edge would cover a smaller box. */
const MIN_SIZE_WITH_EDGE = 7;

/** At closer zooms, the drawn countries do not help. */
const CLOSEST_ZOOM = 7;

export type CoverageMap = ReturnType<typeof openCoverageMap>;

export function openCoverageMap(container: HTMLElement, texts: PageTexts, listener: CoverageListener) {
  container.replaceChildren();
  const map = outlineMap(container, texts);
  // At whole levels only, the area would not fit exactly.
  map.options.zoomSnap = 0.25;
  const boxes = new BoxesLayer(container);
  boxes.addTo(map);
  const pointed = L.layerGroup().addTo(map);
  const placed = L.layerGroup().addTo(map);
  const label = L.tooltip({ direction: 'top', offset: [0, -6] });
  let shown: readonly FileRow[] = [];
  map.on('mousemove', ({ latlng }) => {
    const found = findFiles(shown, wrappedPlace(latlng));
    const [first = null] = found;
    if (first)
      label
        .setLatLng(latlng)
        .setContent(labelOf(first, found.length - 1, texts))
        .addTo(map);
    else label.remove();
    listener.pointed(first);
  });
  map.on('mouseout', () => {
    label.remove();
    listener.pointed(null);
  });
  onPositionChosen(map, (position) => listener.placed(wrappedPlace(position)));
  // Marks the middle, which Enter chooses, only after a key: clicks also focus the map.
  const marksMiddle = (isMarked: boolean) => () => container.classList.toggle('by-keyboard', isMarked);
  container.addEventListener('keyup', marksMiddle(true));
  container.addEventListener('pointerdown', marksMiddle(false));
  container.addEventListener('focusout', marksMiddle(false));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => boxes.redraw());

  return {
    show(files: readonly FileRow[]): void {
      shown = files.filter(({ box }) => box !== null);
      boxes.show(shown);
      const bounds = boundsOf(shown);
      if (bounds.isValid()) map.fitBounds(bounds, { maxZoom: CLOSEST_ZOOM, animate: false });
    },
    point(file: FileRow | null): void {
      pointed.clearLayers();
      for (const copy of file?.box ? copiesOf(file.box) : [])
        L.rectangle(boxBounds(copy), { className: 'pointed-box', interactive: false }).addTo(pointed);
    },
    /** @param found files that cover it; null keeps the view */
    mark(place: MapPlace | null, found: readonly FileRow[] | null): void {
      placed.clearLayers();
      if (!place) return;
      const position: L.LatLngTuple = [place.latitude, place.longitude];
      L.circleMarker(position, { radius: 6, className: 'chosen-place', interactive: false }).addTo(placed);
      if (!found) return;
      // At 1.5 levels less, the boxes around the smallest one also show.
      const zoom = found[0] ? map.getBoundsZoom(boundsOf([found[0]])) - 1.5 : map.getZoom();
      map.setView(position, Math.max(map.getZoom(), Math.min(zoom, CLOSEST_ZOOM)), { animate: false });
    },
  };
}

function labelOf({ path }: FileRow, others: number, { data }: PageTexts): HTMLElement {
  const more = others > 0 ? ` ${data.map.more(others)}` : '';
  return htmlElement('span', {}, htmlElement('bdi', {}, path), more);
}

/** Draws boxes in tiles: moving thousands of shapes one by one is slow. */
class BoxesLayer extends L.GridLayer {
  readonly #container: HTMLElement;
  /** In pixels at zoom level 0. */
  #edges: readonly (readonly [left: number, top: number, right: number, bottom: number])[] = [];

  constructor(container: HTMLElement) {
    super({ className: 'boxes', updateWhenZooming: false });
    this.#container = container;
  }

  show(files: readonly FileRow[]): void {
    const copies = files.flatMap(({ box }) => (box ? copiesOf(box) : []));
    const pointAt = (north: number, east: number): L.Point => L.CRS.EPSG3857.latLngToPoint(L.latLng(north, east), 0);
    this.#edges = copies.map(([west, south, east, north]) => {
      const { x: left, y: top } = pointAt(north, west);
      const { x: right, y: bottom } = pointAt(south, east);
      return [left, top, right, bottom];
    });
    this.redraw();
  }

  protected override createTile({ x, y, z }: L.Coords): HTMLElement {
    const tile = document.createElement('canvas');
    const { x: width, y: height } = this.getTileSize();
    const ratio = devicePixelRatio || 1;
    tile.width = width * ratio;
    tile.height = height * ratio;
    const pen = tile.getContext('2d');
    if (!pen) return tile;
    pen.scale(ratio, ratio);
    const colour = getComputedStyle(this.#container).getPropertyValue('--box-colour').trim();
    pen.fillStyle = colour;
    pen.strokeStyle = colour;
    const scale = 2 ** z;
    for (const [x1, y1, x2, y2] of this.#edges) {
      const left = x1 * scale - x * width;
      const top = y1 * scale - y * height;
      const right = x2 * scale - x * width;
      const bottom = y2 * scale - y * height;
      if (right < 0 || left > width || bottom < 0 || top > height) continue;
      const across = Math.max(right - left, 1);
      const down = Math.max(bottom - top, 1);
      pen.globalAlpha = 0.22;
      pen.fillRect(left, top, across, down);
      if (across < MIN_SIZE_WITH_EDGE || down < MIN_SIZE_WITH_EDGE) continue;
      pen.globalAlpha = 0.7;
      pen.strokeRect(left, top, across, down);
    }
    return tile;
  }
}

function copiesOf([west, south, east, north]: BoxEdges): BoxEdges[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, east + 360, north],
    [west - 360, south, east, north],
  ];
}

/** Invalid without boxes. As wide as the world if one of several boxes crosses the 180th meridian. */
function boundsOf(files: readonly FileRow[]): L.LatLngBounds {
  const bounds = L.latLngBounds([]);
  for (const { box } of files) {
    if (box === null) continue;
    const [west, south, east, north] = box;
    const [from, to] = west <= east ? [west, east] : files.length === 1 ? [west, east + 360] : [-180, 180];
    bounds.extend([south, from]).extend([north, to]);
  }
  return bounds;
}
