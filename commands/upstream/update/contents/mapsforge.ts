import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import { boxOfEdges } from './boxes.ts';
import { checkBeginning, DamageError, DistrustError } from './pieces.ts';

/** The bytes to the end of the box. */
export const MAPSFORGE_BYTES = 60;

const MAPSFORGE_MAGIC = 'mapsforge binary OSM';

/**
 * Big-endian: the header's length at byte 20, the version at 24, the file's size at 28; from 44, in microdegrees,
 * south, west, north and east. Refuses what Mapsforge refuses: versions other than 3 to 5 (older ones have other fields
 * before the box), impossible header lengths, and files of another length than stated.
 */
export function mapsforgeBox(header: Buffer, size: number): BoundingBox {
  checkBeginning(header, MAPSFORGE_MAGIC, 'a Mapsforge map');
  if (header.length < MAPSFORGE_BYTES) throw new DamageError('the header of the map is cut off');
  const version = header.readUInt32BE(24);
  if (version < 3 || version > 5) throw new DistrustError(`version ${version} of Mapsforge maps is not known`);
  const headerSize = header.readUInt32BE(20);
  if (headerSize < 70 || headerSize > 1_000_000) {
    throw new DamageError(`the map states a header of ${headerSize} bytes`);
  }
  const stated = header.readBigUInt64BE(28);
  if (stated !== BigInt(size)) throw new DamageError(`the map has ${size} bytes but states that it has ${stated}`);
  const edge = (offset: number): number => header.readInt32BE(offset) / 1e6;
  return boxOfEdges({ west: edge(48), south: edge(44), east: edge(56), north: edge(52) }, false);
}
