/** All types of maps that `/v1/` does not have, as they are read. A type is a folder. */
import type { MapType, NewType } from '../../contract/maps/map-types.ts';
import { PMTILES_READER } from './pmtiles/read.ts';
import type { ReadType } from './read-type.ts';
import { TMS_READER } from './tms/read.ts';
import { VECTOR_READER } from './vector/read.ts';
import { WMS_READER } from './wms/read.ts';

/** The types by name. */
export const READ_TYPES: Readonly<Record<NewType, ReadType>> = {
  tms: TMS_READER,
  wms: WMS_READER,
  vector: VECTOR_READER,
  pmtiles: PMTILES_READER,
};

/** What is special about a type; nothing of tiles with rows from the north. */
export const readTypeOf = (type: MapType | undefined): Partial<ReadType> =>
  type === undefined || type === 'xyz' ? {} : READ_TYPES[type];

/** The first answer of a type. */
export function firstOfTypes<T>(ask: (type: ReadType) => T | null | undefined): T | null {
  for (const type of Object.values(READ_TYPES)) {
    const answer = ask(type);
    if (answer !== null && answer !== undefined) return answer;
  }
  return null;
}
