/** The land of the world as a small picture in the projection of tiles, from Natural Earth, which is in the public domain. Pure. */
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** The width of the picture: fine enough for zoom level 6, where a pixel is a sixteenth of a unit of it. */
export const WORLD_SIZE = 4096;

/** Where tiles end, north and south. */
const LAST_LATITUDE = 85.051129;

type Place = readonly number[];

/** An SVG of `WORLD_SIZE` by `WORLD_SIZE` units with one path, whose coordinates are whole numbers. */
export function worldSvg(topology: Topology<{ land: GeometryCollection }>): string {
  const { features } = feature(topology, topology.objects.land);
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  );
  const path = polygons.flat().flatMap(ringPaths).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WORLD_SIZE} ${WORLD_SIZE}"><path d="${path}"/></svg>\n`;
}

/** A ring, and its copies on the other sides of the world where it goes beyond 180 degrees: there it comes in again. */
function ringPaths(ring: readonly Place[]): string[] {
  let last = ring[0]?.[0] ?? 0;
  const places = ring.slice(0, -1).map(([longitude = 0, latitude = 0]) => {
    // The nearest to the last one, so that no line goes around the world.
    last = longitude + 360 * Math.round((last - longitude) / 360);
    return projected([last, latitude]);
  });
  const from = Math.floor(
    Math.min.apply(
      null,
      places.map(([x]) => x),
    ) / WORLD_SIZE,
  );
  const to =
    Math.ceil(
      Math.max.apply(
        null,
        places.map(([x]) => x),
      ) / WORLD_SIZE,
    ) - 1;
  const worlds = Array.from({ length: Math.max(0, to - from) + 1 }, (_, index) => from + index);
  return worlds.map((world) => linesThrough(places.map(([x, y]) => [x - world * WORLD_SIZE, y] as const)));
}

/** Lines by the steps from each point to the next one; empty for what is smaller than a unit. */
function linesThrough(places: readonly (readonly [number, number])[]): string {
  let [x, y] = [0, 0];
  let steps = '';
  let count = 0;
  for (const [nextX, nextY] of places) {
    if (count > 0 && nextX === x && nextY === y) continue;
    steps += count === 0 ? `M${nextX} ${nextY}l` : `${nextX - x} ${nextY - y} `;
    [x, y] = [nextX, nextY];
    count++;
  }
  return count < 3 ? '' : `${steps.trimEnd().replaceAll(' -', '-')}z`;
}

function projected([longitude = 0, latitude = 0]: Place): [number, number] {
  const limited = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  const north = Math.log(Math.tan(Math.PI / 4 + (limited * Math.PI) / 360));
  return [longitude / 360 + 0.5, 0.5 - north / (2 * Math.PI)].map((part) => Math.round(part * WORLD_SIZE)) as [
    number,
    number,
  ];
}
