import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import { type Box, type Position, ringExtent } from '../../../../contract/maps/bounding-boxes.ts';
import { DistrustError } from './pieces.ts';

/**
 * Left and right edges may cross the 180th meridian: 170, -170 or 170, 190. Such a box covers at most half the globe;
 * otherwise the edges are more likely swapped.
 * @param mayCross false for formats with minimum and maximum
 */
export function boxOfEdges(edges: Box, mayCross: boolean): BoundingBox {
  const [west = 0, south = 0, east = 0, north = 0] = [edges.west, edges.south, edges.east, edges.north].map(rounded);
  const refuse = (why: string): DistrustError =>
    new DistrustError(`the box ${[west, south, east, north].join(', ')} (west, south, east, north) ${why}`);
  // NaN makes comparisons false: conditions state what must be true.
  if (!(south >= -90 && north <= 90)) throw refuse('reaches over a pole');
  if (!(south < north)) throw refuse('has no height');
  const [left, right] = mayCross ? wrapped(west, east) : [west, east];
  if (!(left >= -180 && left <= 180 && right >= -180 && right <= 180)) throw refuse('reaches around the globe');
  if (left === right || left - right === 360) throw refuse('has no width');
  if (left > right && !(mayCross && left - right >= 180)) throw refuse('has its western edge east of its eastern one');
  return recordOf({ west: left, south, east: right, north });
}

function recordOf({ west, south, east, north }: Box): BoundingBox {
  return { northEastLongitude: east, northEastLatitude: north, southWestLongitude: west, southWestLatitude: south };
}

/** To a tenth of a metre. Adding 0 makes 0 of -0. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}

/** 190 becomes -170. */
function wrapped(west: number, east: number): readonly [number, number] {
  if (east - west > 360) return [west, east];
  if (west >= -180 && west <= 180 && east > 180) return [west, rounded(east - 360)];
  if (east >= -180 && east <= 180 && west < -180) return [rounded(west + 360), east];
  return [west, east];
}

export function boxAroundTiles(tiles: readonly BoundingBox[]): BoundingBox | null {
  if (tiles.length === 0) return null;
  const [plain, across] = [extentOfTiles(tiles, 0), extentOfTiles(tiles, 360)];
  const { west, south, east, north } = across.east - across.west < plain.east - plain.west ? across : plain;
  if (east - west > 180) throw new DistrustError('its parts are too far from each other for one box');
  return recordOf({ west, south, east: east > 180 ? east - 360 : east, north });
}

/** @param turn in degrees: moves tiles of the western hemisphere east */
function extentOfTiles(tiles: readonly BoundingBox[], turn: number): Box {
  const corners = tiles.flatMap((tile): Position[] => {
    const moved = tile.southWestLongitude < 0 ? turn : 0;
    return [
      [tile.southWestLongitude + moved, tile.southWestLatitude],
      [tile.northEastLongitude + moved, tile.northEastLatitude],
    ];
  });
  return ringExtent(corners);
}

/** `N47E008.hgt` begins at 47° north, 8° east. Zero is north and east. */
const TILE = /^(?<ns>[NS])(?<south>\d\d)(?<ew>[EW])(?<west>\d{3})\.hgt(?:\.zip)?$/i;

/** `W5_N50.rd5` begins at 5° west, 50° north. Zero is north and east. */
const SEGMENT = /^(?<ew>[EW])(?<west>0|[1-9]\d{0,2})_(?<ns>[NS])(?<south>0|[1-9]\d?)\.rd5$/i;

export function boxInFileName(path: string): BoundingBox | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [groups, size] = TILE.test(name) ? [TILE.exec(name)?.groups, 1] : [SEGMENT.exec(name)?.groups, 5];
  if (groups === undefined) return null;
  const west = degrees(groups['ew'], groups['west']);
  const south = degrees(groups['ns'], groups['south']);
  const [east, north] = [west + size, south + size];
  const isInGrid =
    west % size === 0 && south % size === 0 && west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isInGrid ? recordOf({ west, south, east, north }) : null;
}

function degrees(letter = '', digits = ''): number {
  if (!/[SW]/i.test(letter)) return Number(digits);
  return Number(digits) === 0 ? Number.NaN : -Number(digits);
}
