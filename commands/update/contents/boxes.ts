/** Boxes that are fit for the catalog: inside the world, with an area, in microdegrees at most. */
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';
import { DistrustError } from './pieces.ts';

/** The edges of a box in decimal degrees, as a file has them. */
export interface Edges {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * The box with these edges.
 *
 * Where a format has a left and a right edge, the box may cross the 180th meridian: as 170, -170 or as 170, 190. As in
 * all of the catalog, it then covers less than half of the globe; otherwise the edges are more likely swapped.
 *
 * @param mayCross whether the format has such boxes; others have a minimum and a maximum
 * @throws DistrustError where they are not the edges of an area on the globe
 */
export function boxOf(edges: Edges, mayCross: boolean): BoundingBox {
  const [west, south, east, north] = [edges.west, edges.south, edges.east, edges.north].map(inMicrodegrees) as Four;
  const refuse = (why: string): DistrustError =>
    new DistrustError(`the box ${[west, south, east, north].join(', ')} (west, south, east, north) ${why}`);
  // Comparisons with NaN are false: each says what must hold.
  if (!(south >= -90 && north <= 90)) throw refuse('reaches over a pole');
  if (!(south < north)) throw refuse('has no height');
  const [left, right] = mayCross ? unrolled(west, east) : [west, east];
  if (!(left >= -180 && left <= 180 && right >= -180 && right <= 180)) throw refuse('reaches around the globe');
  if (left === right || left - right === 360) throw refuse('has no width');
  if (left > right && !(mayCross && left - right >= 180)) throw refuse('has its western edge east of its eastern one');
  return { northEastLongitude: right, northEastLatitude: north, southWestLongitude: left, southWestLatitude: south };
}

type Four = [number, number, number, number];

/** A millionth of a degree is a tenth of a metre. Adding 0 makes 0 of -0. */
function inMicrodegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}

/** The edges between -180 and 180 where one of them was counted on across the 180th meridian. */
function unrolled(west: number, east: number): readonly [number, number] {
  if (east - west > 360) return [west, east];
  if (west >= -180 && west <= 180 && east > 180) return [west, inMicrodegrees(east - 360)];
  if (east >= -180 && east <= 180 && west < -180) return [inMicrodegrees(west + 360), east];
  return [west, east];
}

/**
 * The box around several; null where there are none. Of those on both sides of the 180th meridian it crosses that: it is on
 * the other side of the widest gap between them.
 *
 * @throws DistrustError where it would cover more than half of the globe
 */
export function boxAround(boxes: readonly BoundingBox[]): BoundingBox | null {
  if (boxes.length === 0) return null;
  const [west, east] = longitudesAround(boxes);
  if (east - west > 180) throw new DistrustError('its parts are too far from each other for one box');
  return {
    northEastLongitude: east > 180 ? inMicrodegrees(east - 360) : east,
    northEastLatitude: boxes.reduce((most, box) => Math.max(most, box.northEastLatitude), -90),
    southWestLongitude: west,
    southWestLatitude: boxes.reduce((least, box) => Math.min(least, box.southWestLatitude), 90),
  };
}

/** The western edge and, counted on eastwards from it, the eastern one of all boxes without their widest gap. */
function longitudesAround(boxes: readonly BoundingBox[]): readonly [west: number, east: number] {
  const spans = boxes
    .map(({ southWestLongitude: west, northEastLongitude: east }) => ({ west, east: east < west ? east + 360 : east }))
    .sort((a, b) => a.west - b.west);
  const first = (spans[0] as Span).west;
  let east = Number.NEGATIVE_INFINITY;
  let widest = { gap: Number.NEGATIVE_INFINITY, west: first, east: first };
  for (const span of [...spans, { west: first + 360, east: first + 360 }]) {
    const gap = span.west - east;
    // After a gap that is as wide, the box would cross the meridian without need.
    if (Number.isFinite(gap) && gap >= widest.gap) widest = { gap, west: span.west, east };
    east = Math.max(east, span.east);
  }
  return widest.west >= first + 360 ? [first, widest.east] : [widest.west, Math.max(east, widest.east + 360)];
}

interface Span {
  readonly west: number;
  readonly east: number;
}
