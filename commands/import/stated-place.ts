/** Finds a place with tiles in a list, to probe servers that do not cover the world. */
import type { ProbePlace } from '../../contract/generated/catalog.types.ts';
import { asMembers } from './correct-record.ts';

/** Longitude and latitude. */
type Point = readonly [number, number];

/** A point inside the polygons of GeoJSON; null without polygons, or if they cover the world. */
export function placeOfGeometry(geometry: unknown): ProbePlace | null {
  const { type, coordinates, geometries } = asMembers(geometry) ?? {};
  if (type === 'GeometryCollection')
    return (
      listOf(geometries)
        .map(placeOfGeometry)
        .find((place) => place !== null) ?? null
    );
  if (type === 'Polygon') return placeInside([listOf(coordinates).map(ringOf)]);
  return type === 'MultiPolygon' ? placeInside(listOf(coordinates).map((rings) => listOf(rings).map(ringOf))) : null;
}

/** A point inside the largest of polygons, each with its outer ring first. */
export function placeInside(polygons: readonly (readonly (readonly Point[])[])[]): ProbePlace | null {
  const drawn = polygons.filter(([outer = []]) => outer.length > 2);
  const extents = drawn.map(([outer = []]) => extentOf(outer));
  if (isWorld(extentOf(drawn.flatMap(([outer = []]) => outer)))) return null;
  const sizes = extents.map(({ west, east, south, north }) => (east - west) * (north - south));
  const index = sizes.indexOf(largest(sizes));
  const [rings, extent] = [drawn[index], extents[index]];
  if (!rings || !extent) return null;
  const latitude = (extent.south + extent.north) / 2;
  // Even-odd rule along a horizontal line.
  const crossings = rings.flatMap((ring) => crossingsOf(ring, latitude)).sort((a, b) => a - b);
  const spans = crossings.flatMap((west, at) => (at % 2 === 0 ? [[west, crossings[at + 1] ?? west] as const] : []));
  const widest = spans.toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))[0];
  return widest ? placeAt((widest[0] + widest[1]) / 2, latitude) : null;
}

/** The middle of a box; null if it is invalid, or covers the world. */
export function placeOfBox(west: unknown, south: unknown, east: unknown, north: unknown): ProbePlace | null {
  const edges = [west, south, east, north].map(numberOf);
  if (edges.some((edge) => edge === null)) return null;
  const [left = 0, bottom = 0, right = 0, top = 0] = edges as number[];
  const extent = { west: left, south: bottom, east: right < left ? right + 360 : right, north: top };
  if (isWorld(extent) || bottom > top) return null;
  return placeAt((extent.west + extent.east) / 2, (bottom + top) / 2);
}

/** The place of a TileJSON: its `center`, or the middle of its box. Without a box it covers the world. */
export function placeOfTileJson(
  bounds: unknown,
  center: unknown,
  isZoom: (zoom: number) => boolean,
): ProbePlace | null {
  const [west, south, east, north] = listOf(bounds);
  const middle = placeOfBox(west, south, east, north);
  const [longitude, latitude, zoom] = listOf(center).map(numberOf);
  if (middle === null || longitude == null || latitude == null) return middle;
  const shown = placeAt(longitude, latitude);
  return shown && zoom != null && isZoom(zoom) ? { ...shown, zoom } : (shown ?? middle);
}

interface Extent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

function extentOf(ring: readonly Point[]): Extent {
  const longitudes = ring.map(([longitude]) => longitude);
  const latitudes = ring.map(([, latitude]) => latitude);
  return {
    west: smallest(longitudes),
    south: smallest(latitudes),
    east: largest(longitudes),
    north: largest(latitudes),
  };
}

// Rings have more points than a call may have arguments.
const smallest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const largest = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

const isWorld = ({ west, south, east, north }: Extent): boolean => east - west > 350 && north - south > 140;

function crossingsOf(ring: readonly Point[], latitude: number): number[] {
  return ring.flatMap(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] as Point;
    return y > latitude === nextY > latitude ? [] : [x + ((latitude - y) / (nextY - y)) * (nextX - x)];
  });
}

/** Some ten metres. */
const rounded = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

function placeAt(longitude: number, latitude: number): ProbePlace | null {
  if (!(Math.abs(latitude) <= 85) || !(Math.abs(longitude) <= 540)) return null;
  const around = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
  return { latitude: rounded(latitude), longitude: rounded(around) };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A number, also if written as text. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function ringOf(value: unknown): Point[] {
  return listOf(value).flatMap((item): Point[] => {
    const [longitude, latitude] = listOf(item).map(numberOf);
    return longitude == null || latitude == null ? [] : [[longitude, latitude]];
  });
}
