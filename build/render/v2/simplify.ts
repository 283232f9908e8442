import { type Polygon, type Position, type Ring, ringExtent } from '../../../contract/maps/bounding-boxes.ts';
import { areaOfRing, haveContact } from '../../../contract/maps/geometry.ts';

/** The distance from the exact outline is at most this part of the largest polygon's extent. */
const DEVIATION = 1 / 60;

/** Leaves out parts too small to see, but never all. */
export function simplifiedPolygons(polygons: readonly Polygon[]): Polygon[] {
  const extent = polygons.reduce((most, [outline]) => Math.max(most, outline ? extentOf(outline) : 0), 0);
  const large = polygons.flatMap((rings) => {
    const shown = rings.filter((ring) => extentOf(ring) > DEVIATION * extent);
    return shown[0] === rings[0] ? [shown] : [];
  });
  for (let tolerance = DEVIATION * extent; tolerance > SMALLEST; tolerance *= 0.7) {
    const found = large.map((rings) => rings.map((ring) => outlineOf(ring, tolerance)));
    if (!haveContact(found.flat())) return found;
  }
  return large;
}

/** The width or height of a ring in degrees, whichever is greater. */
function extentOf(ring: Ring): number {
  const { west, south, east, north } = ringExtent(ring);
  return Math.max(east - west, north - south);
}

/** The simplified ring, which does not touch or cross itself. */
function outlineOf(ring: Ring, tolerance: number): Ring {
  if (ring.length <= MAX_KEPT_POSITIONS || tolerance < SMALLEST) return ring;
  const half = Math.floor(ring.length / 2);
  const first = straightened(ring.slice(0, half + 1), tolerance);
  const outline = [...first.slice(0, -1), ...straightened(ring.slice(half), tolerance)].map((position) =>
    rounded(position, tolerance),
  );
  const isUsable = outline.length >= 4 && !haveContact([outline]) && areaOfRing(outline) * areaOfRing(ring) > 0;
  return isUsable ? outline : outlineOf(ring, 0.7 * tolerance);
}

/** In degrees: below this tolerance, rings stay as they are. */
const SMALLEST = 0.001;

/** Rings with at most this many positions, such as a box, stay as they are. */
const MAX_KEPT_POSITIONS = 5;

/** Rounds to the tolerance's decimals. */
function rounded([x, y]: Position, tolerance: number): Position {
  const scale = 10 ** Math.max(0, Math.ceil(-Math.log10(tolerance)));
  return [Math.round(x * scale) / scale, Math.round(y * scale) / scale];
}

/** Leaves out positions near the line between others (Douglas and Peucker). */
function straightened(line: readonly Position[], tolerance: number): Position[] {
  const [first, last] = [line[0], line.at(-1)] as [Position, Position];
  let farthest = 0;
  let distance = tolerance;
  for (let index = 1; index < line.length - 1; index++) {
    const found = distanceTo(first, last, line[index] as Position);
    if (found <= distance) continue;
    distance = found;
    farthest = index;
  }
  if (farthest === 0) return [first, last];
  const before = straightened(line.slice(0, farthest + 1), tolerance);
  return [...before.slice(0, -1), ...straightened(line.slice(farthest), tolerance)];
}

/** The distance to the line through two positions, in degrees. */
function distanceTo([x1, y1]: Position, [x2, y2]: Position, [x, y]: Position): number {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}
