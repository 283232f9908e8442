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
  const path = polygons.flat().map(ringPath).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WORLD_SIZE} ${WORLD_SIZE}"><path d="${path}"/></svg>\n`;
}

/** A ring by the steps from each point to the next one; empty for one that is smaller than a unit. */
function ringPath(ring: readonly Place[]): string {
  let [x, y] = [0, 0];
  let steps = '';
  let count = 0;
  for (const place of ring.slice(0, -1)) {
    const [nextX, nextY] = projected(place);
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
