/** Land as SVG in the projection of tiles, from Natural Earth (public domain). */
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type Box, joinedExtent, type Ring, ringExtent } from '../../contract/maps/bounding-boxes.ts';

/** A unit is four pixels at zoom level 6. */
const WORLD_SIZE = 4096;

const LAST_LATITUDE = 85.051129;

type Place = readonly number[];
export type Point = readonly [x: number, y: number];

export function worldSvg(topology: Topology<{ land: GeometryCollection }>): string {
  const { features } = feature(topology, topology.objects.land);
  const rings = features.flatMap(({ geometry }) => polygonsOf(geometry)).flat();
  const drawnRings = rings.flatMap((ring) => onPicture(ring, WORLD_SIZE));
  const path = drawnRings.map((ring) => ringPath(ring)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WORLD_SIZE} ${WORLD_SIZE}"><path d="${path}"/></svg>\n`;
}

export function polygonsOf(geometry: GeoJSON.Geometry): readonly (readonly Place[])[][] {
  if (geometry.type === 'MultiPolygon') return geometry.coordinates;
  return geometry.type === 'Polygon' ? [geometry.coordinates] : [];
}

/** @returns land by the country's number in ISO 3166, or by name without one */
export function landsOf(
  topology: Topology<{ countries: GeometryCollection<{ name: string }> }>,
): (id: string) => readonly (readonly Place[])[] {
  const { features } = feature(topology, topology.objects.countries);
  const lands = features.map(
    ({ id, properties, geometry }) =>
      [id ?? properties.name, polygonsOf(geometry).map(([outline = []]) => outline)] as const,
  );
  return (id) => lands.find(([other]) => other === id)?.[1] ?? [];
}

/**
 * `world`: its width in the unit of boxes. `units`: a shape is at least this many steps of its own unit wide or high.
 * `smallest`: parts below this fraction of the largest are left out.
 */
const SHAPE = { world: 65_536, units: 40, smallest: 1 / 8 };

/** `path` is in steps of `unit`; `box` and `unit` are in 65,536ths of the world's width. */
export type CountryShape = Readonly<{ box: Box; unit: number; path: string }>;

/** Outlines inside of the boxes, large enough to see. */
export function countryShape(outlines: readonly (readonly Place[])[], boxes: readonly Box[]): CountryShape | null {
  const parts = outlines
    .map((outline) => ({ outline, box: ringExtent(onPicture(outline, SHAPE.world)[0] ?? []) }))
    .filter(({ outline, box: { west, east } }) => {
      const { south, north } = ringExtent(outline as Ring);
      const [x, y] = [((west + east) / 2 / SHAPE.world) * 360 - 180, (south + north) / 2];
      return boxes.some((bounds) => x >= bounds.west && x <= bounds.east && y >= bounds.south && y <= bounds.north);
    });
  const sizeOf = ({ west, south, east, north }: Box): number => Math.max(east - west, north - south);
  const [largest] = parts.toSorted((a, b) => sizeOf(b.box) - sizeOf(a.box));
  if (!largest) return null;
  // In the picture, the other side of the 180th meridian is far.
  const isNear = (box: Box): boolean => Math.abs(box.west - largest.box.west) < SHAPE.world / 2;
  const seen = parts.filter(({ box }) => isNear(box) && sizeOf(box) > SHAPE.smallest * sizeOf(largest.box));
  const box = joinedExtent(seen.map((part) => part.box));
  const unit = 2 ** Math.floor(Math.log2(sizeOf(box) / SHAPE.units));
  const path = seen.map(({ outline }) => ringPath(onPicture(outline, SHAPE.world / unit)[0] ?? [])).join('');
  return { box, unit, path };
}

/** A ring that crosses the 180th meridian is repeated beyond the edge. A ring around a pole is closed. */
export function onPicture(ring: readonly Place[], size: number): Point[][] {
  let turns = 0;
  const points = ring.map(([longitude = 0, latitude = 0], index): Point => {
    const step = index === 0 ? 0 : longitude - (ring[index - 1]?.[0] as number);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [Math.round((longitude / 360 + 0.5 + turns) * size), Math.round(projectedY(latitude) * size)];
  });
  if (turns !== 0) {
    const [[start] = [0], [end] = [0]] = [points[0], points.at(-1)];
    points.push([end, size], [start, size]);
  }
  const shifted = (shift: number): Point[] => points.map(([x, y]) => [x + shift, y]);
  const reaches = (test: (x: number) => boolean): boolean => points.some(([x]) => test(x));
  return [
    points,
    ...(reaches((x) => x > size) ? [shifted(-size)] : []),
    ...(reaches((x) => x < 0) ? [shifted(size)] : []),
  ];
}

/** @param least points of a drawn ring */
export function ringPath(ring: readonly Point[], least = 3): string {
  let [x, y] = [0, 0];
  let steps = '';
  let count = 0;
  for (const [nextX, nextY] of ring) {
    if (count > 0 && nextX === x && nextY === y) continue;
    steps += count === 0 ? `M${nextX} ${nextY}l` : `${nextX - x} ${nextY - y} `;
    [x, y] = [nextX, nextY];
    count++;
  }
  return count < least ? '' : `${steps.trimEnd().replaceAll(' -', '-')}z`;
}

function projectedY(latitude: number): number {
  const limited = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return 0.5 - Math.asinh(Math.tan((limited * Math.PI) / 180)) / (2 * Math.PI);
}
