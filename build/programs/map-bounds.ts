/** The bounds of maps, for programs that know only rectangles, and where maps open. */
import countryBoxes from '../../contract/generated/country-boxes.cjs';
import { type Box, joinedExtent, ringExtent } from '../../contract/maps/bounding-boxes.ts';
import type { MapArea } from '../../contract/maps/geometry.ts';
import { LAST_ZOOM } from '../../contract/maps/placeholders.ts';
import type { CatalogMap } from '../model/catalog.ts';

/** The boxes of an area; empty if it is not known, or the world. None crosses the 180th meridian. */
export function boxesOf(area: MapArea | null): readonly Box[] {
  if (area === null || area === 'world') return [];
  if ('countries' in area) return area.countries.flatMap((code) => countryBoxes[code] ?? []);
  return area.polygons.map(([outline = []]) => ringExtent(outline));
}

/** Areas with this many times as much around them are scattered. */
const SCATTERED = 4;

/** The box that shows an area: of scattered ones, such as France and its islands, the largest; null without one. */
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

/** The box around an area; null if it is not known, or the world. */
export function areaBoundsOf(area: MapArea | null): Box | null {
  const boxes = boxesOf(area);
  return boxes.length === 0 ? null : joinedExtent(boxes);
}

/** The zoom level of the place of a map with tiles. By default a town fills the map. */
export function placeZoomOf({
  probe,
  minZoom,
  maxZoom,
}: Pick<CatalogMap<'xyz'>, 'probe' | 'minZoom' | 'maxZoom'>): number {
  return probe?.zoom ?? Math.min(Math.max(12, minZoom), maxZoom);
}

/** The height of a latitude on a map of the world, from 0 in the north to 1 in the south (Web Mercator). */
const heightOf = (latitude: number): number => 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);

/** The largest part of the world that a sketch of an area is of: the outline of the world is coarse. */
const MOST_WORLDS = 12;

/** Where the area of a map is on a square map of the world: left, top, width, height, and how many of these worlds wide a sketch is. */
export function worldSketchOf(area: MapArea | null): string | null {
  const box = viewBox(area);
  if (!box) return null;
  const [left, top] = [box.west / 360 + 0.5, heightOf(box.north)];
  const [width, height] = [(box.east - box.west) / 360, heightOf(box.south) - top];
  const worlds = Math.min(MOST_WORLDS, 0.35 / Math.max(width, 2 * height));
  return [left, top, width, height, worlds].map((edge) => edge.toFixed(4)).join(' ');
}

/**
 * Where a map opens in a window of 512 pixels: on its area, or if its zoom levels begin deeper, on a place with tiles. The
 * zoom level is that of MapLibre: the world is 512 pixels wide for 0.
 */
export function mapOpeningOf(map: CatalogMap): { readonly center: readonly number[]; readonly zoom: number } {
  const { area, probe, minZoom = 0, maxZoom = LAST_ZOOM, tileSize = 256 } = map;
  const first = Math.max(0, tileSize === 512 ? minZoom : minZoom - 1);
  // Of the world, most of the land.
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
