/** The box in the header of a PMTiles archive. */
import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import { boxOf } from './boxes.ts';
import { checkBeginning, DamageError, DistrustError } from './pieces.ts';

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
  checkBeginning(header, 'PMTiles', 'a PMTiles archive');
  if (header.length < PMTILES_BYTES) throw new DamageError('the header of the archive is cut off');
  const version = header.readUInt8(7);
  if (version !== 3) throw new DistrustError(`version ${version} of PMTiles is not known`);
  for (const section of [8, 24, 40, 56]) {
    const end = header.readBigUInt64LE(section) + header.readBigUInt64LE(section + 8);
    if (end > BigInt(size)) throw new DamageError(`the file has ${size} bytes and says that it has at least ${end}`);
  }
  const edge = (offset: number): number => header.readInt32LE(offset) / 1e7;
  const edges = { west: edge(102), south: edge(106), east: edge(110), north: edge(114) };
  return Object.values(edges).every((value) => value === 0) ? null : boxOf(edges, false);
}
