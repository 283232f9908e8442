import countryBoxes from '../../contract/generated/country-boxes.cjs';
import { type Box, joinedExtent, ringExtent } from '../../contract/maps/bounding-boxes.ts';
import type { MapArea } from '../../contract/maps/geometry.ts';
import { LAST_ZOOM } from '../../contract/maps/placeholders.ts';
import type { CatalogMap } from '../model/catalog.ts';
import { memoizedByArea } from '../model/computed-once.ts';

/** A box for each part of the area; none for the world or an unknown area. */
export function boxesOf(area: MapArea | null): readonly Box[] {
  if (area === null || area === 'world') return [];
  if ('countries' in area) return area.countries.flatMap((code) => countryBoxes[code] ?? []);
  return area.polygons.map(([outline = []]) => ringExtent(outline));
}

/**
 * The box of a scattered area is more than this many times as large as its parts' boxes together, or wider than half of
 * the world.
 */
const SCATTERED = 4;

/** `all`: the box around an area; `view`: the same, or the largest part of a scattered area: France without islands. */
const boundsIn = memoizedByArea((area) => {
  const sizeOf = ({ west, south, east, north }: Box): number => (east - west) * (north - south);
  const boxes = boxesOf(area).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  const [largest] = boxes;
  if (!largest) return null;
  const all = joinedExtent(boxes);
  const sum = boxes.reduce((total, box) => total + sizeOf(box), 0);
  const isScattered = all.east - all.west > 180 || sizeOf(all) > SCATTERED * sum;
  return { all, view: isScattered ? largest : all };
});

export function viewBox(area: MapArea | null): Box | null {
  return (area && boundsIn(area)?.view) ?? null;
}

export function areaBoundsOf(area: MapArea | null): Box | null {
  return (area && boundsIn(area)?.all) ?? null;
}

/** The zoom level of the probed place; 12 shows a town. */
export function placeZoomOf({
  probe,
  minZoom,
  maxZoom,
}: Pick<CatalogMap<'xyz'>, 'probe' | 'minZoom' | 'maxZoom'>): number {
  return probe?.zoom ?? Math.min(Math.max(12, minZoom), maxZoom);
}

/** From 0 in the north to 1 in the south. */
const mercatorY = (latitude: number): number => 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);

/** The world's outline is coarse: a sketch shows at least a twelfth of its width. */
const MAX_WORLD_WIDTH = 12;

/**
 * Left, top, width and height of an area, as fractions of a square world map; then the width of the world map, as a
 * multiple of the sketch's. Null for the world, or an unknown area.
 */
export function worldSketchOf(area: MapArea | null): string | null {
  const box = viewBox(area);
  if (!box) return null;
  const [left, top] = [box.west / 360 + 0.5, mercatorY(box.north)];
  const [width, height] = [(box.east - box.west) / 360, mercatorY(box.south) - top];
  // The area takes a third of the sketch, which is twice as wide as high.
  const worldWidth = Math.min(MAX_WORLD_WIDTH, 0.35 / Math.max(width, 2 * height));
  return [left, top, width, height, worldWidth].map((number) => number.toFixed(4)).join(' ');
}

/**
 * What a style shows first in 512 pixels: the area, or the probed place if the area is unknown or does not fit at the
 * first zoom level. MapLibre's world has 512 pixels at zoom 0, so zooms are lower by 1 than with tiles of 256 pixels.
 */
export function mapOpeningOf(map: CatalogMap): { readonly center: readonly number[]; readonly zoom: number } {
  const { area, probe, minZoom = 0, maxZoom = LAST_ZOOM, tileSize = 256 } = map;
  const lower = tileSize === 512 ? 0 : 1;
  const first = Math.max(0, minZoom - lower);
  // Most of the land.
  const { west, south, east, north } = viewBox(area) ?? { west: -160, south: -15, east: 180, north: 75 };
  const size = Math.max((east - west) / 360, mercatorY(south) - mercatorY(north));
  const whole = Math.round(-Math.log2(size) * 10) / 10;
  if (probe && area !== 'world' && (area === null || whole < first))
    return {
      center: [probe.longitude, probe.latitude],
      zoom: Math.max(0, placeZoomOf({ probe, minZoom, maxZoom }) - lower),
    };
  const center = [(west + east) / 2, (south + north) / 2].map((degrees) => Math.round(degrees * 1e4) / 1e4);
  return { center, zoom: Math.max(first, Math.min(whole, maxZoom)) };
}
