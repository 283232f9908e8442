/**
 * Draws the land of the world in Web Mercator, as the picture that is on a map before a person has asked for one:
 * `browser/pictures/world.svg`. Run by hand, `tsx scripts/world-picture.ts`; the land is Natural Earth's, public domain.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { feature } from 'topojson-client';

const WIDTH = 1024;
/** In degrees: from the north of Greenland to Cape Horn. */
const NORTH = 79;
const SOUTH = -58;

/** Only what may be seen: smaller islands are left out. In units of the picture. */
const SMALLEST = 3;

const HEIGHT = Math.round(mercator(SOUTH) - mercator(NORTH));

/** What that file has: one shape with all the land. */
interface Land {
  readonly features: readonly {
    readonly geometry: { readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[] };
  }[];
}

const require = createRequire(import.meta.url);
const topology = JSON.parse(readFileSync(require.resolve('world-atlas/land-110m.json'), 'utf8'));
const land = feature(topology, topology.objects.land) as unknown as Land;
const polygons = land.features.flatMap(({ geometry }) => geometry.coordinates);

const path = polygons
  .flatMap((rings) => rings.slice(0, 1))
  .map((ring) => ring.map(([longitude = 0, latitude = 0]) => place(longitude, latitude)))
  .filter((ring) => sizeOf(ring) > SMALLEST && ring.some(([, y]) => y < HEIGHT))
  .map(drawn)
  .join('');
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path d="${path}"/></svg>\n`;
writeFileSync(join(import.meta.dirname, '..', 'browser', 'pictures', 'world.svg'), picture);

/** A place in the picture, in whole units. */
function place(longitude: number, latitude: number): [number, number] {
  const x = ((longitude + 180) / 360) * WIDTH;
  return [Math.round(x), Math.round(mercator(latitude) - mercator(NORTH))];
}

function mercator(latitude: number): number {
  const radians = (Math.max(-80, Math.min(84, latitude)) * Math.PI) / 180;
  return (-Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * WIDTH;
}

function sizeOf(ring: readonly (readonly [number, number])[]): number {
  const size = (values: number[]): number => Math.max.apply(null, values) - Math.min.apply(null, values);
  return Math.max(size(ring.map(([x]) => x)), size(ring.map(([, y]) => y)));
}

/** A ring as relative lines, which are the shortest. */
function drawn(ring: readonly (readonly [number, number])[]): string {
  let [lastX, lastY] = ring[0] as readonly [number, number];
  let text = `M${lastX} ${lastY}l`;
  for (const [x, y] of ring.slice(1)) {
    if (x === lastX && y === lastY) continue;
    text += `${x - lastX} ${y - lastY} `;
    [lastX, lastY] = [x, y];
  }
  return `${text.trim().replaceAll(' -', '-')}z`;
}
