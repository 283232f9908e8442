import { INDEX_ZOOM } from '../../../contract/interface/v2-files.ts';
import {
  type Box,
  isBox,
  type Polygon,
  type Position,
  type Ring,
  ringExtent,
} from '../../../contract/maps/bounding-boxes.ts';
import { polygonsOfArea } from '../../model/areas.ts';
import { memoizedByArea } from '../../model/computed-once.ts';

/** Edges of tiles by zoom level, kept because a catalog may have thousands of areas. */
const EDGES = new Map<number, ReturnType<typeof edgesOf>>();

/** Edges of the tiles of the Mercator projection, in degrees. */
function edgesOf(zoom: number) {
  const count = 2 ** zoom;
  const shares = Array.from({ length: count + 1 }, (_, index) => index / count);
  return {
    columns: intervals(shares.map((share) => share * 360 - 180)),
    rows: intervals(shares.map((share) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI)),
  };
}

/** The covered share of each tile, by `column/row`. */
export function tilesOfPolygons(polygons: readonly Polygon[], zoom: number): ReadonlyMap<string, number> {
  const { columns, rows } = EDGES.get(zoom) ?? edgesOf(zoom);
  EDGES.set(zoom, { columns, rows });
  const found = new Map<string, number>();
  for (const rings of polygons) {
    const extent = ringExtent(rings[0] as Ring);
    const areaIn = isBox(rings) ? areaOfBox(extent) : areaOfRings(rings);
    for (const [column, west, east] of columns) {
      if (extent.west > east || extent.east < west) continue;
      const areaInRow = areaIn(west, east);
      for (const [row, north, south] of rows) {
        if (extent.south > north || extent.north < south) continue;
        const covered = areaInRow(north, south);
        if (covered <= SMALLEST) continue;
        const tile = `${column}/${row}`;
        found.set(tile, (found.get(tile) ?? 0) + covered / ((east - west) * (north - south)));
      }
    }
  }
  return found;
}

/** The area of a polygon in a column, then in its rows, in square degrees. */
type AreaIn = (west: number, east: number) => (north: number, south: number) => number;

function areaOfBox(box: Box): AreaIn {
  return (west, east) => {
    const width = Math.min(east, box.east) - Math.max(west, box.west);
    return (north, south) => width * (Math.min(north, box.north) - Math.max(south, box.south));
  };
}

function areaOfRings(rings: Polygon): AreaIn {
  return (west, east) => {
    const inColumn = rings.map((ring) => clipped(clipped(ring, 0, west, 1), 0, east, -1));
    return (north, south) => {
      const [area = 0, ...ofHoles] = inColumn.map((ring) =>
        Math.abs(planeArea(clipped(clipped(ring, 1, north, -1), 1, south, 1))),
      );
      return ofHoles.reduce((left, hole) => left - hole, area);
    };
  };
}

/** In square degrees: a smaller area is a line, with errors of computing. */
const SMALLEST = 1e-9;

function intervals(edges: readonly number[]): [index: number, from: number, to: number][] {
  return edges.slice(1).map((edge, index) => [index, edges[index] as number, edge]);
}

/** Cuts a ring at a meridian or parallel (Sutherland and Hodgman). */
function clipped(ring: Ring, axis: 0 | 1, edge: number, side: 1 | -1): Position[] {
  const found: Position[] = [];
  const isInside = (position: Position): boolean => (position[axis] - edge) * side >= 0;
  for (const [index, end] of ring.entries()) {
    const start = ring[index === 0 ? ring.length - 1 : index - 1] as Position;
    if (isInside(start) !== isInside(end)) {
      const part = (edge - start[axis]) / (end[axis] - start[axis]);
      found.push([start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])]);
    }
    if (isInside(end)) found.push(end);
  }
  return found;
}

/** In square degrees, negative for a clockwise ring. */
function planeArea(ring: Ring): number {
  return ring.reduce((sum, [x, y], index) => {
    const [x1, y1] = ring.at(index - 1) as Position;
    return sum + (x1 * y - x * y1) / 2;
  }, 0);
}

export const indexTilesOf = memoizedByArea((area) => tilesOfPolygons(polygonsOfArea(area), INDEX_ZOOM));
