/** Land and sea as they are, from Natural Earth, for the tiles that are drawn. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { ROOT } from '../support/cli.ts';
import type { Point } from './raster.ts';

/** The position of a tile. */
export interface Position {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** A place: latitude and longitude. */
export type Place = readonly [latitude: number, longitude: number];

interface Ring {
  readonly points: readonly Point[];
  readonly box: readonly [west: number, north: number, east: number, south: number];
}

let rings: readonly Ring[] | null = null;

/** The rings of land that reach into a tile, in pixels of it, by the rule of even and odd. */
export function landIn(tile: Position, size: number): Point[][] {
  rings ??= readLand();
  const count = 2 ** tile.zoom;
  const [west, north, east, south] = [tile.x / count, tile.y / count, (tile.x + 1) / count, (tile.y + 1) / count];
  return rings
    .filter(({ box }) => box[0] < east && box[2] > west && box[1] < south && box[3] > north)
    .map(({ points }) => points.map(([x, y]) => [(x * count - tile.x) * size, (y * count - tile.y) * size]));
}

/** The tile in which a place is. */
export function tileOf([latitude, longitude]: Place, zoom: number): Position {
  const [x, y] = projected(longitude, latitude);
  return { zoom, x: Math.floor(x * 2 ** zoom), y: Math.floor(y * 2 ** zoom) };
}

function readLand(): Ring[] {
  const path = join(ROOT, 'node_modules', 'world-atlas', 'land-50m.json');
  const topology: Topology<{ land: GeometryCollection }> = JSON.parse(readFileSync(path, 'utf8'));
  const { features } = feature(topology, topology.objects.land);
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  );
  return polygons.flat().map((ring) => {
    const points = ring.map(([longitude = 0, latitude = 0]) => projected(longitude, latitude));
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const least = (list: readonly number[]): number => list.reduce((a, b) => Math.min(a, b));
    const most = (list: readonly number[]): number => list.reduce((a, b) => Math.max(a, b));
    return { points, box: [least(xs), least(ys), most(xs), most(ys)] };
  });
}

/** Web Mercator, from 0 to 1. */
function projected(longitude: number, latitude: number): Point {
  const angle = (Math.max(-85.05, Math.min(85.05, latitude)) * Math.PI) / 180;
  return [(longitude + 180) / 360, (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2];
}

/** Towns on land, far from the sea at zoom level 10 and beyond but for the coastal ones. */
export const TOWNS: readonly Place[] = [
  [52.52, 13.4],
  [48.86, 2.35],
  [40.42, -3.7],
  [50.08, 14.43],
  [48.2, 16.37],
  [52.23, 21.01],
  [55.75, 37.62],
  [39.74, -104.99],
  [41.88, -87.63],
  [33.75, -84.39],
  [19.43, -99.13],
  [-15.8, -47.9],
  [-1.29, 36.82],
  [28.61, 77.21],
  [39.9, 116.4],
  [47.5, 19.04],
  [46.95, 7.44],
  [45.46, 9.19],
  [51.05, 13.74],
  [-26.2, 28.04],
];

/** Towns at a coast. */
export const HARBOURS: readonly Place[] = [
  [40.71, -74.01],
  [35.68, 139.69],
  [-33.87, 151.21],
  [53.55, 9.99],
  [59.33, 18.07],
  [41.38, 2.17],
  [37.77, -122.42],
  [-22.91, -43.17],
  [1.29, 103.85],
  [-33.92, 18.42],
  [55.68, 12.57],
  [38.72, -9.14],
];

/** In the middle of oceans. */
export const OCEANS: readonly Place[] = [
  [30, -45],
  [-20, -120],
  [0, -150],
  [-35, 80],
  [45, -35],
  [-40, -20],
  [20, -170],
  [10, 65],
];

/** Deserts without a road in sight. */
export const DESERTS: readonly Place[] = [
  [23, 5],
  [20.5, 50.5],
  [24, 27],
  [-24, 134],
  [39, 83],
  [43, 104],
  [19, -1],
  [-23.5, 16],
];

/** Below ice all year. */
export const ICE: readonly Place[] = [
  [76, -40],
  [72, -42],
  [70, -38],
  [-77, 90],
  [-80, 40],
  [-75, 120],
  [-79, -110],
  [78.5, -45],
];
