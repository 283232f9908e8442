/** Positions, polygons and boxes. */

/** Longitude and latitude. */
export type Position = readonly [longitude: number, latitude: number];

/** A closed line: the last position is the first. */
export type Ring = readonly Position[];

/** A rectangle, in degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The smallest box around boxes. Not for boxes on both sides of the 180th meridian. */
export function joinedExtent(boxes: readonly Box[]): Box {
  return boxes.reduce((all, box) => ({
    west: Math.min(all.west, box.west),
    south: Math.min(all.south, box.south),
    east: Math.max(all.east, box.east),
    north: Math.max(all.north, box.north),
  }));
}

/** The smallest box around a ring. */
export function ringExtent(ring: Ring): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return { west, south, east, north };
}

/** Whether a polygon is a box. */
export function isBox([outline = [], ...holes]: Polygon): boolean {
  const { west, south, east, north } = ringExtent(outline);
  const isCorner = ([x, y]: Position): boolean => (x === west || x === east) && (y === south || y === north);
  return holes.length === 0 && outline.length === 5 && outline.every(isCorner);
}

/** The outline of an area, then its holes. */
export type Polygon = readonly Ring[];
