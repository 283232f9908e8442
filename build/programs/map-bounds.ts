import countryBoxes from '../../contract/generated/country-boxes.cjs';
import { type Box, joinedExtent, ringExtent } from '../../contract/maps/bounding-boxes.ts';
import type { MapArea } from '../../contract/maps/geometry.ts';
import { LAST_ZOOM } from '../../contract/maps/placeholders.ts';
import type { CatalogMap } from '../model/catalog.ts';

/** Empty for the world. No box crosses the 180th meridian. */
export function boxesOf(area: MapArea | null): readonly Box[] {
  if (area === null || area === 'world') return [];
  if ('countries' in area) return area.countries.flatMap((code) => countryBoxes[code] ?? []);
  return area.polygons.map(([outline = []]) => ringExtent(outline));
}

/** Boxes are scattered if the box around all is this many times as large as their sum. */
const SCATTERED = 4;

/** For scattered areas, such as France and its islands, only the largest. */
export function viewBox(area: MapArea | null): Box | null {
  const sizeOf = ({ west, south, east, north }: Box): number => (east - west) * (north - south);
  const boxes = boxesOf(area).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const [largest] = boxes;
  if (!largest) return null;
  const all = joinedExtent(boxes);
  const sum = boxes.reduce((total, box) => total + sizeOf(box), 0);
  const isScattered = all.east - all.west > 180 || sizeOf(all) > SCATTERED * sum;
  return isScattered ? largest : all;
}

export function areaBoundsOf(area: MapArea | null): Box | null {
  const boxes = boxesOf(area);
  return boxes.length === 0 ? null : joinedExtent(boxes);
}

export function placeZoomOf({
  probe,
  minZoom,
  maxZoom,
}: Pick<CatalogMap<'xyz'>, 'probe' | 'minZoom' | 'maxZoom'>): number {
  return probe?.zoom ?? Math.min(Math.max(12, minZoom), maxZoom);
}

/** In Web Mercator, from 0 in the north to 1 in the south. */
const heightOf = (latitude: number): number => 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);

/** The outline of the world is coarse: a sketch enlarges it at most so much. */
const MOST_WORLDS = 12;

/** Left, top, width and height of the area on a square map of the world, and the width of a sketch in such worlds. */
export function worldSketchOf(area: MapArea | null): string | null {
  const box = viewBox(area);
  if (!box) return null;
  const [left, top] = [box.west / 360 + 0.5, heightOf(box.north)];
  const [width, height] = [(box.east - box.west) / 360, heightOf(box.south) - top];
  const worlds = Math.min(MOST_WORLDS, 0.35 / Math.max(width, 2 * height));
  return [left, top, width, height, worlds].map((edge) => edge.toFixed(4)).join(' ');
}

/**
 * In a window of 512 pixels: the area, or if zoom levels begin deeper, a place with tiles. As MapLibre counts, the
 * world is 512 pixels wide at zoom 0.
 */
export function mapOpeningOf(map: CatalogMap): { readonly center: readonly number[]; readonly zoom: number } {
  const { area, probe, minZoom = 0, maxZoom = LAST_ZOOM, tileSize = 256 } = map;
  const first = Math.max(0, tileSize === 512 ? minZoom : minZoom - 1);
  const { west, south, east, north } = viewBox(area) ?? { west: -160, south: -15, east: 180, north: 75 };
  const size = Math.max((east - west) / 360, heightOf(south) - heightOf(north));
  const whole = Math.round(-Math.log2(size) * 10) / 10;
  if (probe && area !== 'world' && (area === null || whole < first))
    return {
      center: [probe.longitude, probe.latitude],
      zoom: Math.max(0, placeZoomOf({ probe, minZoom, maxZoom }) - 1),
    };
  const center = [(west + east) / 2, (south + north) / 2].map((one) => Math.round(one * 1e4) / 1e4);
  return { center, zoom: Math.max(first, Math.min(whole, maxZoom)) };
}
