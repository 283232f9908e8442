import { isDeepStrictEqual } from 'node:util';
import type { StatedArea } from '../../../../build/programs/stated/stated-area.ts';
import {
  type Box,
  isBox,
  type Polygon,
  type Position,
  type Ring,
  ringExtent,
} from '../../../../contract/maps/bounding-boxes.ts';
import { areaOfRing, MAX_POSITIONS, polygonOf, polygonsInGeoJson } from '../../../../contract/maps/geometry.ts';

/** If possible, the area stays as the other catalog wrote it. */
export function publishedArea(polygons: readonly Polygon[]): FittedArea | null {
  const boxes = asBoxes(polygons) ?? [];
  if (boxes.length > 0 && isDeepStrictEqual(boxes.map(polygonOf), polygons)) return { area: boxes, remark: null };
  return isValid(polygons) ? { area: { polygons }, remark: null } : fittedArea(polygons);
}

export interface FittedArea {
  readonly area: 'world' | readonly Box[] | { readonly polygons: readonly Polygon[] };
  /** How the fitted area, which contains the stated one, differs from it. */
  readonly remark: string | null;
}

const MAX_BOXES = 50;

export function fittedArea(stated: StatedArea): FittedArea | null {
  if (stated === 'world') return { area: 'world', remark: null };
  const polygons = stated
    .map((rings) => rings.map((ring, index) => oriented(closed(ring), index > 0)))
    .filter(([outline = []]) => outline.length > 3);
  const outlines = polygons.map(([outline = []]) => outline);
  if (outlines.length === 0) return null;
  const extent = ringExtent(outlines.flat());
  if (extent.east - extent.west > 350 && extent.north - extent.south > 140) return { area: 'world', remark: null };
  if (isValid(polygons)) return { area: asBoxes(polygons) ?? { polygons }, remark: null };
  const count = polygons.flat(2).length;
  // Each needs at least the five positions of a box.
  const larger = (outlines.length <= MAX_POSITIONS / 5 && withinLimit(outlines).map((outline) => [outline])) || [];
  if (isValid(larger) && asBoxes(larger) === null) {
    const remark = `its area is simplified from ${count} to ${larger.flat(2).length} points, and a little larger`;
    return { area: { polygons: larger }, remark };
  }
  const each = outlines.flatMap((outline) => boxesIn(ringExtent(outline)));
  const boxes = each.length > MAX_BOXES ? boxesIn(extent) : each;
  if (boxes.length === 0) return null;
  const name = boxes.length === 1 ? 'a box' : `${boxes.length} boxes`;
  return { area: boxes, remark: polygons.every(isBox) ? null : `its area of ${count} points becomes ${name}` };
}

const isValid = (polygons: readonly Polygon[]): boolean =>
  !('why' in polygonsInGeoJson({ type: 'MultiPolygon', coordinates: polygons }));

function asBoxes(polygons: readonly Polygon[]): Box[] | null {
  if (!polygons.every(isBox) || polygons.length > MAX_BOXES) return null;
  return polygons.map(([outline = []]) => ringExtent(outline));
}

function boxesIn({ west, south, east, north }: Box): Box[] {
  const [bottom, top] = [Math.max(south, -90), Math.min(north, 90)];
  const parts = [-360, 0, 360].map((turn) => ({
    west: Math.max(west + turn, -180),
    south: bottom,
    east: Math.min(east + turn, 180),
    north: top,
  }));
  return parts.filter((box) => box.west < box.east && box.south < box.north);
}

const isSame = (a: Position | undefined, b: Position | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1];

function closed(ring: Ring): Ring {
  const positions = ring.filter((position, index) => index === 0 || !isSame(position, ring[index - 1]));
  const [first] = positions;
  return first && !isSame(first, positions.at(-1)) ? [...positions, first] : positions;
}

function oriented(ring: Ring, isHole: boolean): Ring {
  return areaOfRing(ring) > 0 === isHole ? ring.toReversed() : ring;
}

/** Small outlines leave the rest of MAX_POSITIONS to large ones. */
function withinLimit(outlines: readonly Ring[]): Ring[] {
  let left = MAX_POSITIONS;
  return outlines
    .toSorted((a, b) => a.length - b.length)
    .map((outline, index) => {
      const limit = Math.floor(left / (outlines.length - index));
      const fitted = outline.length <= limit ? outline : simplifiedAround(outline, limit);
      left -= fitted.length;
      return fitted;
    });
}

/** The time to simplify a ring grows with the square of its number of positions. Larger rings become boxes. */
const MAX_SIMPLIFIED = 2000;

/** Fills the smallest bays until few enough positions are left. If that fails, the ring becomes its box. */
function simplifiedAround(ring: Ring, limit: number): Ring {
  let positions = ring.slice(0, -1);
  const at = (index: number): Position => positions.at(index % positions.length) as Position;
  while (positions.length >= limit && ring.length <= MAX_SIMPLIFIED) {
    const bays = positions
      .map((_, index) => ({ index, size: -twiceArea(at(index - 1), at(index), at(index + 1)) }))
      .filter(({ size }) => size >= 0)
      .sort((a, b) => a.size - b.size);
    const filled = new Set<number>();
    // Only a third of the surplus at a time is filled, because filling a bay changes its neighbours.
    const wanted = Math.ceil((positions.length - limit + 1) / 3);
    for (const { index } of bays.slice(0, 2 * wanted)) {
      const last = positions.length - 1;
      const hasNeighbour = filled.has(index === 0 ? last : index - 1) || filled.has(index === last ? 0 : index + 1);
      const corners = [at(index + 1), at(index), at(index - 1)] as const;
      if (filled.size < wanted && !hasNeighbour && !positions.some((one) => isInBay(one, corners))) filled.add(index);
    }
    if (filled.size === 0) break;
    positions = positions.filter((_, index) => !filled.has(index));
  }
  if (positions.length < limit) return closed(positions);
  return polygonOf(ringExtent(ring))[0] as Ring;
}

function twiceArea([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function isInBay(position: Position, [a, b, c]: readonly [Position, Position, Position]): boolean {
  if (position === a || position === b || position === c) return false;
  return twiceArea(a, b, position) >= 0 && twiceArea(b, c, position) >= 0 && twiceArea(c, a, position) >= 0;
}
