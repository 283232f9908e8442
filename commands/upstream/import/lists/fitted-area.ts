import { isDeepStrictEqual } from 'node:util';
import type { StatedArea } from '../../../../build/programs/stated/stated-area.ts';
import {
  type Box,
  isBox,
  isWholeWorld,
  type Polygon,
  type Position,
  type Ring,
  ringExtent,
} from '../../../../contract/maps/bounding-boxes.ts';
import { areaOfRing, MAX_POSITIONS, polygonOf, polygonsInGeoJson } from '../../../../contract/maps/geometry.ts';
import { simplifiedAround } from '../../../../contract/maps/simplify-around.ts';

/** As the other catalog wrote it, if possible. */
export function publishedArea(polygons: readonly Polygon[]): FittedArea | null {
  const boxes = asBoxes(polygons) ?? [];
  if (boxes.length > 0 && isDeepStrictEqual(boxes.map(polygonOf), polygons)) return { area: boxes, remark: null };
  return isValid(polygons) ? { area: { polygons }, remark: null } : fittedArea(polygons);
}

export interface FittedArea {
  readonly area: 'world' | readonly Box[] | { readonly polygons: readonly Polygon[] };
  /** How it differs from the stated area. */
  readonly remark: string | null;
}

const MAX_BOXES = 50;

/** In positions, whose square is the time to simplify; larger areas become boxes. */
const MAX_SIMPLIFIED = 2000;

export function fittedArea(stated: StatedArea): FittedArea | null {
  if (stated === 'world') return { area: 'world', remark: null };
  const polygons = stated
    .map((rings) => rings.map((ring, index) => oriented(closed(ring), index > 0)))
    .filter(([outline = []]) => outline.length > 3);
  const outlines = polygons.map(([outline = []]) => outline);
  if (outlines.length === 0) return null;
  const extent = ringExtent(outlines.flat());
  if (isWholeWorld(extent)) return { area: 'world', remark: null };
  if (isValid(polygons)) return { area: asBoxes(polygons) ?? { polygons }, remark: null };
  const count = polygons.flat(2).length;
  const isSmall = outlines.flat().length <= MAX_SIMPLIFIED;
  const larger = isSmall
    ? simplifiedAround(
        outlines.map((outline) => [outline]),
        MAX_POSITIONS,
      )
    : [];
  // Boxes are written below, with another remark.
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
