/** The land of the world as a small SVG in the projection of tiles, from Natural Earth (public domain). Pure. */
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** The width of the image in units. At zoom level 6 a unit is four pixels wide. */
const WORLD_SIZE = 4096;

/** The northern and southern limit of tiles. */
const LAST_LATITUDE = 85.051129;

type Place = readonly number[];
type Point = readonly [x: number, y: number];

/** An SVG of `WORLD_SIZE` by `WORLD_SIZE` units with one path of integer coordinates. */
export function worldSvg(topology: Topology<{ land: GeometryCollection }>): string {
  const { features } = feature(topology, topology.objects.land);
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  );
  const path = polygons.flat().flatMap(onPicture).map(ringPath).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WORLD_SIZE} ${WORLD_SIZE}"><path d="${path}"/></svg>\n`;
}

/** Projects a ring: repeated beyond the edge if it crosses the 180th meridian, closed if it goes around the pole. */
function onPicture(ring: readonly Place[]): Point[][] {
  let turns = 0;
  const points = ring.map(([longitude = 0, latitude = 0], index): Point => {
    const step = index === 0 ? 0 : longitude - (ring[index - 1]?.[0] as number);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [Math.round(projectedX(longitude) + turns * WORLD_SIZE), Math.round(projectedY(latitude))];
  });
  if (turns !== 0) {
    const [[start] = [0], [end] = [0]] = [points[0], points.at(-1)];
    points.push([end, WORLD_SIZE], [start, WORLD_SIZE]);
  }
  const shifted = (shift: number): Point[] => points.map(([x, y]) => [x + shift, y]);
  const reaches = (test: (x: number) => boolean): boolean => points.some(([x]) => test(x));
  return [
    points,
    ...(reaches((x) => x > WORLD_SIZE) ? [shifted(-WORLD_SIZE)] : []),
    ...(reaches((x) => x < 0) ? [shifted(WORLD_SIZE)] : []),
  ];
}

/** The path of a ring in relative steps; empty for a ring smaller than a unit. */
function ringPath(ring: readonly Point[]): string {
  let [x, y] = [0, 0];
  let steps = '';
  let count = 0;
  for (const [nextX, nextY] of ring) {
    if (count > 0 && nextX === x && nextY === y) continue;
    steps += count === 0 ? `M${nextX} ${nextY}l` : `${nextX - x} ${nextY - y} `;
    [x, y] = [nextX, nextY];
    count++;
  }
  return count < 3 ? '' : `${steps.trimEnd().replaceAll(' -', '-')}z`;
}

function projectedX(longitude: number): number {
  return (longitude / 360 + 0.5) * WORLD_SIZE;
}

function projectedY(latitude: number): number {
  const limited = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return (0.5 - Math.asinh(Math.tan((limited * Math.PI) / 180)) / (2 * Math.PI)) * WORLD_SIZE;
}
