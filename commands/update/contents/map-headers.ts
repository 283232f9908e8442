/** The boxes in headers whose fields have fixed places: Mapsforge maps and PMTiles. */
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';
import { boxOf } from './boxes.ts';
import { DamageError, DistrustError } from './pieces.ts';

/** How many bytes of a Mapsforge map are needed. */
export const MAPSFORGE_BYTES = 60;

const MAPSFORGE_MAGIC = 'mapsforge binary OSM';

/**
 * The box of a Mapsforge map: minimum latitude, minimum longitude, maximum latitude, maximum longitude in microdegrees,
 * big-endian, at byte 44.
 *
 * What Mapsforge itself refuses is refused here: other versions than 3 to 5 (older ones have other fields before the
 * box), a header of an impossible length, and a file of another length than its header says.
 *
 * @param header its first {@link MAPSFORGE_BYTES} bytes
 * @param size how long the map is, in bytes
 */
export function mapsforgeBox(header: Buffer, size: number): BoundingBox {
  if (header.toString('latin1', 0, 20) !== MAPSFORGE_MAGIC) {
    throw new DamageError('the file does not begin like a Mapsforge map');
  }
  const version = header.readUInt32BE(24);
  if (version < 3 || version > 5) throw new DistrustError(`version ${version} of Mapsforge maps is not known`);
  const headerSize = header.readUInt32BE(20);
  if (headerSize < 70 || headerSize > 1_000_000) {
    throw new DamageError(`the map says that its header has ${headerSize} bytes`);
  }
  const stated = header.readBigUInt64BE(28);
  if (stated !== BigInt(size)) throw new DamageError(`the map has ${size} bytes and says that it has ${stated}`);
  const [south, west, north, east] = [44, 48, 52, 56].map((offset) => header.readInt32BE(offset) / 1e6) as Four;
  return boxOf({ west, south, east, north }, false);
}

type Four = [number, number, number, number];

/** How many bytes of a PMTiles archive are needed. */
export const PMTILES_BYTES = 127;

/**
 * The box of a PMTiles archive of version 3: minimum longitude, minimum latitude, maximum longitude, maximum latitude
 * in tenths of microdegrees, little-endian, at byte 102. Writers that do not know it leave four zeros. The places and
 * lengths of its sections are at byte 8: one that ends after the file was cut off.
 *
 * @param header its first {@link PMTILES_BYTES} bytes
 * @param size how long the archive is, in bytes
 */
export function pmtilesBox(header: Buffer, size: number): BoundingBox | null {
  if (header.toString('latin1', 0, 7) !== 'PMTiles') throw new DamageError('the file does not begin like PMTiles');
  const version = header.readUInt8(7);
  if (version !== 3) throw new DistrustError(`version ${version} of PMTiles is not known`);
  for (const section of [8, 24, 40, 56]) {
    const end = header.readBigUInt64LE(section) + header.readBigUInt64LE(section + 8);
    if (end > BigInt(size)) throw new DamageError(`the file has ${size} bytes and says that it has at least ${end}`);
  }
  const [west, south, east, north] = [102, 106, 110, 114].map((offset) => header.readInt32LE(offset) / 1e7) as Four;
  if (west === 0 && south === 0 && east === 0 && north === 0) return null;
  return boxOf({ west, south, east, north }, false);
}
