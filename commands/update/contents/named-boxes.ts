/** The boxes that names of files state: elevation tiles and routing segments are named after their south-west corner. */
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';

/** `N47E008.hgt` begins at 47 degrees north and 8 east; an archive of it has the same name. Zero is north and east. */
const TILE = /^([NS])(\d\d)([EW])(\d{3})\.hgt(?:\.zip)?$/i;

/** `W5_N50.rd5` begins at 5 degrees west and 50 north. Zero is north and east. */
const SEGMENT = /^([EW])(0|[1-9]\d{0,2})_([NS])(0|[1-9]\d?)\.rd5$/i;

/** The box that the name of a file states: the last part of its path. Null where it states none. */
export function namedBox(path: string): BoundingBox | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const tile = TILE.exec(name);
  if (tile) return square(degrees(tile[3], tile[4]), degrees(tile[1], tile[2]), 1);
  const segment = SEGMENT.exec(name);
  if (segment) return square(degrees(segment[1], segment[2]), degrees(segment[3], segment[4]), 5);
  return null;
}

/** Degrees from a letter and digits; null for zero degrees south or west, which nobody writes. */
function degrees(letter = '', digits = ''): number | null {
  if (!/[SW]/i.test(letter)) return Number(digits);
  return Number(digits) === 0 ? null : -Number(digits);
}

/** A square of the grid by its south-west corner; null where the grid has none there. */
function square(west: number | null, south: number | null, size: number): BoundingBox | null {
  if (west === null || south === null || west % size !== 0 || south % size !== 0) return null;
  const [east, north] = [west + size, south + size];
  if (west < -180 || east > 180 || south < -90 || north > 90) return null;
  return { northEastLongitude: east, northEastLatitude: north, southWestLongitude: west, southWestLatitude: south };
}
