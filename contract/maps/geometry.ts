/** Polygons of GeoJSON (RFC 7946), in degrees. */
import { isObject } from '../base/json-values.ts';
import { type Box, type Polygon, type Position, type Ring, ringExtent } from './bounding-boxes.ts';

export type MapArea = 'world' | { readonly countries: readonly string[] } | { readonly polygons: readonly Polygon[] };

export function polygonOf({ west, south, east, north }: Box): Polygon {
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
}

const RADIANS = Math.PI / 180;

/** A part of the world; negative if clockwise. */
export function areaOfRing(ring: Ring): number {
  let sum = 0;
  for (let index = 1; index < ring.length; index++) {
    const [x1, y1] = ring[index - 1] as Position;
    const [x2, y2] = ring[index] as Position;
    sum += (x2 - x1) * RADIANS * (2 + Math.sin(y1 * RADIANS) + Math.sin(y2 * RADIANS));
  }
  return -sum / (8 * Math.PI);
}

export function areaOfPolygons(polygons: readonly Polygon[]): number {
  return polygons.reduce((sum, rings) => rings.reduce((area, ring) => area + areaOfRing(ring), sum), 0);
}

export function isInsidePolygons(polygons: readonly Polygon[], [x, y]: Position): boolean {
  // In a hole, it is inside of two rings.
  return polygons.some((rings) => crossingsOf(rings, y).filter((longitude) => x < longitude).length % 2 === 1);
}

/** In the largest polygon, on its middle parallel: the middle of the widest part. */
export function middleOfPolygons(polygons: readonly Polygon[]): Position | null {
  const [largest = []] = polygons.toSorted((a, b) => areaOfPolygons([b]) - areaOfPolygons([a]));
  if (largest[0] === undefined) return null;
  const { south, north } = ringExtent(largest[0]);
  const latitude = (south + north) / 2;
  const crossings = crossingsOf(largest, latitude).sort((a, b) => a - b);
  const spans = crossings.flatMap((west, index) => {
    const east = crossings[index + 1];
    return index % 2 === 0 && east !== undefined ? [{ west, width: east - west }] : [];
  });
  const [widest] = spans.sort((a, b) => b.width - a.width);
  return widest ? [widest.west + widest.width / 2, latitude] : null;
}

/** In loops: a search asks thousands of times. */
function crossingsOf(rings: Polygon, latitude: number): number[] {
  const crossings: number[] = [];
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [[x1, y1], [x2, y2]] = [ring[index - 1], ring[index]] as [Position, Position];
      if (y1 > latitude !== y2 > latitude) crossings.push(x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  return crossings;
}

export const MAX_POSITIONS = 100;

interface GeometryFault {
  readonly path: readonly (string | number)[];
  readonly why: string;
}

/**
 * Reads a Polygon, MultiPolygon, Feature or FeatureCollection. Rings get the direction of RFC 7946.
 * @returns the first fault if invalid
 */
export function polygonsInGeoJson(value: unknown): readonly Polygon[] | GeometryFault {
  if (!isObject(value) || value['type'] !== 'FeatureCollection') return featureIn(value, []);
  const features = value['features'];
  if (!isList(features)) return { path: ['features'], why: 'it has no features, so no area' };
  const polygons: Polygon[] = [];
  for (const [index, feature] of features.entries()) {
    const found = featureIn(feature, ['features', index]);
    if ('why' in found) return found;
    for (const polygon of found) polygons.push(polygon);
  }
  const isTooLong = polygons.flat().reduce((sum, ring) => sum + ring.length, 0) > MAX_POSITIONS;
  return isTooLong ? { path: ['features'], why: TOO_LONG } : polygons;
}

function featureIn(value: unknown, path: GeometryFault['path']): readonly Polygon[] | GeometryFault {
  const isFeature = isObject(value) && value['type'] === 'Feature';
  const found = isFeature ? geometryIn(value['geometry'], [...path, 'geometry']) : geometryIn(value, path);
  return 'why' in found ? found : found.map(turnedRings);
}

export function turnedRings(polygon: Polygon): Polygon {
  return polygon.map((ring, index) => (areaOfRing(ring) > 0 === (index === 0) ? ring : ring.toReversed()));
}

const TOO_LONG = `it has more than ${MAX_POSITIONS} points; simplify it`;

function geometryIn(value: unknown, path: GeometryFault['path']): readonly Polygon[] | GeometryFault {
  if (!isObject(value)) return { path, why: 'a Polygon or a MultiPolygon is missing' };
  const { type, coordinates } = value;
  const isSingle = type === 'Polygon';
  if (!isSingle && type !== 'MultiPolygon') return { path, why: 'only a Polygon or a MultiPolygon is an area' };
  const inside = [...path, 'coordinates'];
  const polygons = isSingle ? [coordinates] : coordinates;
  if (!isList(polygons)) return { path: inside, why: 'it must be a list of polygons' };
  let left = MAX_POSITIONS;
  for (const [number, polygon] of polygons.entries()) {
    const polygonPath = isSingle ? inside : [...inside, number];
    if (!isList(polygon)) return { path: polygonPath, why: 'a polygon is a list of rings' };
    for (const [index, ring] of polygon.entries()) {
      left -= isList(ring) ? ring.length : 0;
      const why = left < 0 ? TOO_LONG : ringFault(ring);
      if (why !== null) return { path: [...polygonPath, index], why };
    }
  }
  return polygons as readonly Polygon[];
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [x, y] = value;
  return typeof x === 'number' && typeof y === 'number' && Math.abs(x) <= 180 && Math.abs(y) <= 90;
}

function ringFault(ring: unknown): string | null {
  if (!isList(ring) || !ring.every(isPosition)) {
    return 'each point must be [longitude, latitude], from -180 to 180 and from -90 to 90';
  }
  const [first, last] = [ring[0], ring.at(-1)] as [Position, Position];
  if (first[0] !== last[0] || first[1] !== last[1]) return 'the last point must be the first one again';
  if (ring.length < 4) return 'a ring needs at least three points, and the first one again';
  if (isCrossed(ring)) return 'its outline crosses itself';
  return areaOfRing(ring) === 0 ? 'its points are on one line' : null;
}

export type Edge = readonly [start: Position, end: Position];

function isCrossed(ring: Ring): boolean {
  return havePair(
    ringEdges(ring),
    ([a, b], [c, d]) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0,
  );
}

/** If rings cross or touch each other or themselves. Two rings may have positions in common. */
export function haveContact(rings: readonly Ring[]): boolean {
  const isSame = ([x1, y1]: Position, [x2, y2]: Position): boolean => x1 === x2 && y1 === y2;
  return (
    rings.some((ring) => new Set(ring.map(String)).size < ring.length - 1) ||
    havePair(rings.flatMap(ringEdges), ([a, b], [c, d]) => {
      if (isSame(a, c) || isSame(a, d) || isSame(b, c) || isSame(b, d)) return false;
      return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
    })
  );
}

/** Only pairs with a longitude in common. */
function havePair(edges: readonly Edge[], isPair: (one: Edge, other: Edge) => boolean): boolean {
  const fromWest = edges
    .map((edge) => ({ edge, west: Math.min(edge[0][0], edge[1][0]), east: Math.max(edge[0][0], edge[1][0]) }))
    .sort((a, b) => a.west - b.west);
  return fromWest.some(({ edge, east }, index) => {
    for (let next = index + 1; next < fromWest.length; next++) {
      const other = fromWest[next] as (typeof fromWest)[number];
      if (other.west > east) return false;
      if (isPair(edge, other.edge)) return true;
    }
    return false;
  });
}

export function ringEdges(ring: Ring): Edge[] {
  return ring.slice(1).map((end, index) => [ring[index] as Position, end]);
}

/** The side of the line from `a` to `b`: 1, -1, or 0 on the line. */
function side([ax, ay]: Position, [bx, by]: Position, [x, y]: Position): number {
  return Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
}
