import { asJsonMembers, jsonItemsOf } from '../../../contract/base/json-values.ts';
import type { Polygon, Position, Ring } from '../../../contract/maps/bounding-boxes.ts';
import { polygonOf } from '../../../contract/maps/geometry.ts';

/** Rings may be open, turned the wrong way, or have too many positions. */
export type StatedArea = 'world' | readonly Polygon[];

/** Null without polygons. @param digits null keeps all */
export function areaOfGeometry(geometry: unknown, digits: number | null = METRE_DIGITS): readonly Polygon[] | null {
  const { type, coordinates, geometries } = asJsonMembers(geometry) ?? {};
  const ringsOf = (rings: unknown): Polygon => jsonItemsOf(rings).map((ring) => statedRingOf(ring, digits));
  if (type === 'GeometryCollection') {
    const polygons = jsonItemsOf(geometries).flatMap((one) => areaOfGeometry(one, digits) ?? []);
    return polygons.length > 0 ? polygons : null;
  }
  if (type === 'Polygon') return [ringsOf(coordinates)];
  return type === 'MultiPolygon' ? jsonItemsOf(coordinates).map(ringsOf) : null;
}

/**
 * @param edges west, south, east and north. If east is less than west, the box crosses the 180th meridian, unless it would
 * cover more than half of the world: then axes or edges are exchanged
 */
export function statedAreaOfBox(edges: readonly unknown[]): StatedArea | null {
  const [west, south, east, north] = edges.map(numberOf);
  if (west == null || south == null || east == null || north == null || south > north) return null;
  if (south > 90) return null;
  if (east < west && west - east < 180) return null;
  return [polygonOf({ west, south, east: east < west ? east + 360 : east, north })];
}

/** Leaves out items that are not positions. @param digits null keeps all */
export function statedRingOf(value: unknown, digits: number | null = METRE_DIGITS): Ring {
  const rounded = (degrees: number): number => (digits === null ? degrees : Number(degrees.toFixed(digits)));
  return jsonItemsOf(value).flatMap((item): Position[] => {
    const [longitude, latitude] = jsonItemsOf(item).map(numberOf);
    return longitude == null || latitude == null ? [] : [[rounded(longitude), rounded(latitude)]];
  });
}

/** Decimals of degrees: about a metre. */
const METRE_DIGITS = 5;

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
