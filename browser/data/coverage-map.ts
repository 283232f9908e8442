/** The map of what the files of a data source cover. */
import * as L from 'leaflet';
import type { BoxEdges, FileRow } from '../../contract/file-list.ts';
import type { PageTexts } from '../../contract/page-texts/page-texts.ts';
import { htmlElement } from '../elements.ts';
import { outlineMap } from '../map/outline-map.ts';
import { findFiles, type MapPlace } from './file-query.ts';

/** The events of the map. */
export interface CoverageListener {
  /** The pointer is on a box (the smallest one at that place); null if it is on none. */
  pointed(file: FileRow | null): void;
  /** A place was clicked, or the middle of the map was chosen with the keyboard. */
  placed(place: MapPlace): void;
}

/** In pixels. A box of at most this width and height gets no edge, because it would consist of edges. */
const MIN_SIZE_WITH_EDGE = 7;

/** The zoom limit: closer than this, the outline of the world does not help to recognize a place. */
const CLOSEST = 7;

/** The map with the boxes of files on the outline of the world. */
export class CoverageMap {
  readonly #map: L.Map;
  readonly #texts: PageTexts;
  readonly #boxes: BoxesLayer;
  readonly #pointed = L.layerGroup();
  readonly #place = L.layerGroup();
  readonly #label = L.tooltip({ direction: 'top', offset: [0, -6] });
  #files: readonly FileRow[] = [];

  constructor(container: HTMLElement, texts: PageTexts, listener: CoverageListener) {
    container.replaceChildren();
    this.#texts = texts;
    this.#map = outlineMap(container, texts);
    // Fits the area exactly, also between whole zoom levels.
    this.#map.options.zoomSnap = 0.25;
    this.#boxes = new BoxesLayer(container);
    this.#boxes.addTo(this.#map);
    this.#pointed.addTo(this.#map);
    this.#place.addTo(this.#map);
    this.#map.on('mousemove', ({ latlng }) => {
      const found = findFiles(this.#files, placeOf(latlng));
      this.#labelAt(latlng, found);
      listener.pointed(found[0] ?? null);
    });
    this.#map.on('mouseout', () => {
      this.#label.remove();
      listener.pointed(null);
    });
    this.#map.on('click', ({ latlng }) => listener.placed(placeOf(latlng)));
    container.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target === container) listener.placed(placeOf(this.#map.getCenter()));
    });
    // Marks the middle for keyboard users. The focus alone is not enough, because clicks move it too.
    const marksMiddle = (isMarked: boolean) => () => container.classList.toggle('by-keyboard', isMarked);
    container.addEventListener('keyup', marksMiddle(true));
    container.addEventListener('pointerdown', marksMiddle(false));
    container.addEventListener('focusout', marksMiddle(false));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#boxes.redraw());
  }

  /** Shows the boxes of these files, and zooms to them with some surroundings. */
  show(files: readonly FileRow[]): void {
    this.#files = files.filter(({ box }) => box !== null);
    this.#boxes.show(this.#files);
    const bounds = boundsOf(this.#files);
    if (bounds) this.#map.fitBounds(bounds, { maxZoom: CLOSEST, animate: false });
  }

  /** Marks the box of a file. */
  point(file: FileRow | null): void {
    this.#pointed.clearLayers();
    if (!file?.box) return;
    // A box that crosses the 180th meridian is on both sides of the map.
    for (const [west, south, east, north] of copiesOf(file.box)) {
      const corners: L.LatLngBoundsLiteral = [
        [south, west],
        [north, east],
      ];
      L.rectangle(corners, { className: 'pointed-box', interactive: false }).addTo(this.#pointed);
    }
  }

  /**
   * Marks a place.
   *
   * @param found the files that cover it, if the map has to move there
   */
  mark(place: MapPlace | null, found: readonly FileRow[] | null): void {
    this.#place.clearLayers();
    if (!place) return;
    const at: L.LatLngTuple = [place.latitude, place.longitude];
    L.circleMarker(at, { radius: 6, className: 'chosen-place', interactive: false }).addTo(this.#place);
    if (!found) return;
    // The smallest comes first; the boxes around it show its position.
    const zoom = found[0] ? this.#zoomOf(found[0]) - 1.5 : this.#map.getZoom();
    this.#map.setView(at, Math.max(this.#map.getZoom(), Math.min(zoom, CLOSEST)), { animate: false });
  }

  #zoomOf(file: FileRow): number {
    const bounds = boundsOf([file]);
    return bounds ? this.#map.getBoundsZoom(bounds) : 0;
  }

  #labelAt(latlng: L.LatLng, [first, ...others]: readonly FileRow[]): void {
    if (!first) {
      this.#label.remove();
      return;
    }
    const label = htmlElement('span', {}, htmlElement('bdi', {}, first.path));
    if (others.length > 0) label.append(` ${this.#texts.data.map.more(others.length)}`);
    this.#label.setLatLng(latlng).setContent(label).addTo(this.#map);
  }
}

/**
 * Draws the boxes into tiles: moving thousands of shapes one by one would be slow. The position of each box at zoom
 * level 0 is computed once.
 */
class BoxesLayer extends L.GridLayer {
  readonly #container: HTMLElement;
  /** Left, top, right and bottom of each part of a box. */
  #edges: readonly BoxEdges[] = [];

  constructor(container: HTMLElement) {
    super({ className: 'boxes', updateWhenZooming: false });
    this.#container = container;
  }

  show(files: readonly FileRow[]): void {
    const parts = files.flatMap(({ box }) => (box ? partsOf(box) : []));
    const { latLngToPoint } = L.CRS.EPSG3857;
    this.#edges = parts.map(([west, south, east, north]) => {
      const { x: left, y: top } = latLngToPoint.call(L.CRS.EPSG3857, L.latLng(north, west), 0);
      const { x: right, y: bottom } = latLngToPoint.call(L.CRS.EPSG3857, L.latLng(south, east), 0);
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
    for (const [west, north, east, south] of this.#edges) {
      const left = west * scale - x * width;
      const top = north * scale - y * height;
      const right = east * scale - x * width;
      const bottom = south * scale - y * height;
      if (right < 0 || left > width || bottom < 0 || top > height) continue;
      // Even a tiny box stays visible.
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

/** A box as parts of the world from -180 to 180 degrees: two if it crosses the 180th meridian. */
function partsOf([west, south, east, north]: BoxEdges): BoxEdges[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

/** A box as rectangles: one, or one on each side of the map if it crosses the 180th meridian. */
function copiesOf(box: BoxEdges): BoxEdges[] {
  const [west, south, east, north] = box;
  if (west <= east) return [box];
  return [
    [west, south, east + 360, north],
    [west - 360, south, east, north],
  ];
}

function boundsOf(files: readonly FileRow[]): L.LatLngBounds | null {
  const bounds = L.latLngBounds([]);
  for (const { box } of files) {
    const parts = box === null ? [] : files.length === 1 ? copiesOf(box).slice(0, 1) : partsOf(box);
    for (const [west, south, east, north] of parts) bounds.extend([south, west]).extend([north, east]);
  }
  return bounds.isValid() ? bounds : null;
}

function placeOf(latlng: L.LatLng): MapPlace {
  const { lat: latitude, lng: longitude } = latlng.wrap();
  return { latitude, longitude };
}
