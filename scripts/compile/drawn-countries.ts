/** Countries as maps without tiles draw them, from Natural Earth (public domain). */
import { iso1A2Code } from '@rapideditor/country-coder';
import { feature, merge, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import { onPicture, type Place, type Point, polygonsOf, ringPath } from './world.ts';

/** At zoom level 5 a unit is a pixel. */
const WORLD_SIZE = 8192;

/** In units: the greatest error of a simplified line, and the size of an island that is left out. */
const [TOLERANCE, ISLAND] = [1.5, 4];

/** Rows in which a country is measured, to find the widest place for its name. */
const ROWS = 25;

type Named = { readonly name: string };
type Countries = Topology<{ countries: GeometryCollection<Named> }>;

/**
 * The size of the world, then three parts with an empty line between them: outlines of land, borders between countries, and for each country its code,
 * the middle of its name and the width for it. Later names are of smaller countries.
 */
export function drawnCountries(exact: Countries): string {
  const topology = simplified(exact);
  const { countries } = topology.objects;
  const names = feature(exact, exact.objects.countries).features.map(({ id, geometry }) => {
    const [first, ...others] = polygonsOf(geometry).map(([outline = []]) => widestRow(onGrid(outline)));
    const place = others.reduce((best, other) => (best && other && other.size > best.size ? other : best), first);
    const code = iso1A2Code(id === undefined ? positionOf(place?.middle ?? [0, 0]) : String(id)) ?? '';
    return { code, place };
  });
  const codes = new Map(countries.geometries.map((country, index) => [country as object, names[index]?.code]));
  const land = merge(topology, countries.geometries.filter(hasLand)).coordinates.flat();
  const borders = mesh(topology, countries, (one, other) => codes.get(one) !== codes.get(other)).coordinates;
  const named = names
    .flatMap(({ code, place }) => (place && code !== '' ? [{ code, ...place }] : []))
    .sort((a, b) => b.size - a.size);
  const largest = new Map(named.toReversed().map((name) => [name.code, name]));
  return [
    [String(WORLD_SIZE)],
    land.flatMap((ring) => onPicture(ring, WORLD_SIZE)).map((ring) => ringPath(ring, 3)),
    borders.map((line) => ringPath(onGrid(line), 2)),
    named
      .filter((name) => largest.get(name.code) === name)
      .map(({ code, middle, width }) => [code, ...middle, width].join(' ')),
  ]
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .join('\n\n');
}

function hasLand(geometry: GeometryObject<Named>): geometry is Polygon<Named> | MultiPolygon<Named> {
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
}

function onGrid(line: readonly Place[]): readonly Point[] {
  return onPicture(line, WORLD_SIZE)[0] ?? [];
}

function positionOf([x, y]: Point): [longitude: number, latitude: number] {
  const latitude = (Math.atan(Math.sinh((0.5 - y / WORLD_SIZE) * 2 * Math.PI)) * 180) / Math.PI;
  return [(x / WORLD_SIZE - 0.5) * 360, latitude];
}

/** Simplifies arcs, so that neighbours keep the same border. */
function simplified(topology: Countries): Countries {
  const { transform, arcs, ...others } = topology;
  const [[kx, ky], [dx, dy]] = [transform?.scale ?? [1, 1], transform?.translate ?? [0, 0]];
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    const places = arc.map(([stepX = 0, stepY = 0]): [number, number] => {
      [x, y] = [x + stepX, y + stepY];
      return [x * kx + dx, y * ky + dy];
    });
    const kept = keptPoints(onGrid(places));
    return places.filter((_, index) => kept.has(index));
  });
  return { ...others, arcs: lines };
}

/** The line of Douglas and Peucker. An island that is too small keeps two points, which draw nothing. */
function keptPoints(points: readonly Point[], first = 0, last = points.length - 1): Set<number> {
  const [[x1, y1], [x2, y2]] = [points[first] ?? [0, 0], points[last] ?? [0, 0]];
  const length = Math.hypot(x2 - x1, y2 - y1);
  let farthest = { index: first, distance: length === 0 ? ISLAND : TOLERANCE };
  for (let index = first + 1; index < last; index++) {
    const [x, y] = points[index] as Point;
    const off = Math.abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / length;
    const distance = length === 0 ? Math.hypot(x - x1, y - y1) : off;
    if (distance > farthest.distance) farthest = { index, distance };
  }
  const { index } = farthest;
  if (index === first) return new Set([first, last]);
  return new Set([...keptPoints(points, first, index), ...keptPoints(points, index, last)]);
}

/** The widest row of a shape, best in its middle. @returns also how large the shape is there */
function widestRow(ring: readonly Point[]): { middle: Point; width: number; size: number } {
  const heights = ring.map(([, y]) => y);
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  let best = { middle: ring[0] ?? ([0, 0] as Point), width: 0, size: 0 };
  for (let row = 1; row < ROWS; row++) {
    const y = top + ((bottom - top) * row) / ROWS + 0.01;
    const crossings = ring.flatMap(([x, y1], index) => {
      const [nextX, y2] = ring[index + 1] ?? [x, y1];
      return y1 < y === y2 < y ? [] : [x + ((nextX - x) * (y - y1)) / (y2 - y1)];
    });
    crossings.sort((a, b) => a - b);
    const offMiddle = Math.abs(row / ROWS - 0.5);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const [west = 0, east = 0] = crossings.slice(index, index + 2);
      const size = (east - west) * (1 - offMiddle) * (bottom - top);
      if (size > best.size)
        best = { middle: [Math.round((west + east) / 2), Math.round(y)], width: Math.round(east - west), size };
    }
  }
  return best;
}
