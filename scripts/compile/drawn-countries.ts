/** Countries for maps without tiles, from Natural Earth (public domain). */
import { iso1A2Code } from '@rapideditor/country-coder';
import { feature, merge, mesh } from 'topojson-client';
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import { ringExtent } from '../../contract/maps/bounding-boxes.ts';
import { onPicture, type Point, polygonsOf, ringPath } from './world.ts';

/** A unit is a pixel at zoom level 5. */
const WORLD_SIZE = 8192;

/** In units: a line's greatest error, and the size of omitted islands. */
const [TOLERANCE, ISLAND] = [1.5, 4];

/** The widest place for a name is looked for in this number of rows of an outline. */
const ROWS = 25;

/**
 * The size of the world, outlines of land, borders, and for each country its code, the middle and width of its name,
 * the largest country first. Parts have an empty line between them.
 */
export function drawnCountries(topology: Topology<{ countries: GeometryCollection<{ name: string }> }>): string {
  const { countries } = topology.objects;
  const codes = new Map<object, string>();
  const names = new Map<string, ReturnType<typeof widestRow>>();
  for (const [index, { id, geometry }] of feature(topology, countries).features.entries()) {
    const outlines = polygonsOf(geometry).map(([outline = []]) => outline);
    const [first = []] = outlines;
    // Northern Cyprus and Somaliland have no number.
    const code = iso1A2Code(id === undefined ? (first[0] as [number, number]) : String(id)) ?? '';
    codes.set(countries.geometries[index] as object, code);
    for (const outline of outlines) {
      const place = widestRow(onPicture(outline, WORLD_SIZE)[0] ?? []);
      if (code !== '' && place.size > (names.get(code)?.size ?? -1)) names.set(code, place);
    }
  }
  const shapes = countries.geometries.filter((shape) => 'arcs' in shape) as (Polygon | MultiPolygon)[];
  const land = merge(topology, shapes).coordinates.flat();
  const borders = mesh(topology, countries, (one, other) => codes.get(one) !== codes.get(other)).coordinates;
  const paths = (lines: typeof borders, least: number): string[] =>
    lines.flatMap((line) => onPicture(line, WORLD_SIZE)).map((points) => ringPath(simplified(points), least));
  const sorted = [...names].sort(([, a], [, b]) => b.size - a.size);
  const places = sorted.map(([code, { x, y, width }]) => [code, ...[x, y, width].map(Math.round)].join(' '));
  return [[WORLD_SIZE], paths(land, 3), paths(borders, 2), places]
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .join('\n\n');
}

/** By Douglas and Peucker. A small island becomes two points, which are left out of the land. */
function simplified(points: readonly Point[]): readonly Point[] {
  const [[x1, y1], [x2, y2]] = [points[0] ?? [0, 0], points.at(-1) ?? [0, 0]];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const distances = points.map(([x, y]) =>
    length === 0 ? Math.hypot(x - x1, y - y1) : Math.abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / length,
  );
  const farthest = distances.reduce((most, distance) => Math.max(most, distance), 0);
  if (farthest <= (length === 0 ? ISLAND : TOLERANCE))
    return [
      [x1, y1],
      [x2, y2],
    ];
  const index = distances.indexOf(farthest);
  return [...simplified(points.slice(0, index + 1)), ...simplified(points.slice(index)).slice(1)];
}

/** The best place for a name: wide, in a high outline, and near its middle. */
function widestRow(ring: readonly Point[]) {
  const { south: top, north: bottom } = ringExtent(ring);
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const part = (row + 0.5) / ROWS;
    const y = top + (bottom - top) * part;
    const crossings = ring.flatMap(([x1, y1], index) => {
      const [x2, y2] = ring[index + 1] ?? [x1, y1];
      return y1 < y === y2 < y ? [] : [x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)];
    });
    const edges = crossings.sort((a, b) => a - b);
    const widths = edges.map((west, index) => (index % 2 === 0 ? (edges[index + 1] ?? west) - west : 0));
    const width = widths.reduce((most, each) => Math.max(most, each), 0);
    const x = (edges[widths.indexOf(width)] ?? ring[0]?.[0] ?? 0) + width / 2;
    return { x, y, width, size: width * (bottom - top) * (0.6 - Math.abs(part - 0.5)) };
  });
  return rows.reduce((best, row) => (row.size > best.size ? row : best));
}
