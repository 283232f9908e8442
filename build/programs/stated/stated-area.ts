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

/** If east is less than west, it crosses the 180th meridian. */
export function statedAreaOfBox(west: unknown, south: unknown, east: unknown, north: unknown): StatedArea | null {
  const edges = [west, south, east, north].map(numberOf);
  if (edges.some((edge) => edge === null)) return null;
  const [left = 0, bottom = 0, right = 0, top = 0] = edges as number[];
  if (bottom > top) return null;
  return [polygonOf({ west: left, south: bottom, east: right < left ? right + 360 : right, north: top })];
}

/** Leaves out items that are not positions. @param digits null keeps all */
export function statedRingOf(value: unknown, digits: number | null = METRE_DIGITS): Ring {
  const rounded = (degrees: number): number => (digits === null ? degrees : Number(degrees.toFixed(digits)));
  return jsonItemsOf(value).flatMap((item): Position[] => {
    const [longitude, latitude] = jsonItemsOf(item).map(numberOf);
    return longitude == null || latitude == null ? [] : [[rounded(longitude), rounded(latitude)]];
  });
}

/** Decimals of degrees: precise to about a metre. */
const METRE_DIGITS = 5;

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
