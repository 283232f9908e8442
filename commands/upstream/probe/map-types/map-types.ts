/** How maps of each type are probed: one file for each type, and the table of them. */
import type { MapType } from '../../../../contract/map-types.ts';
import type { PictureSource } from '../ask-host.ts';
import type { PartAsker } from '../ask-parts.ts';
import type { ProbedRecord } from '../probed-record.ts';
import { PMTILES } from './pmtiles.ts';
import { TMS } from './tms.ts';
import { VECTOR } from './vector.ts';
import { WMS } from './wms.ts';
import { XYZ } from './xyz.ts';

/** How maps of a type are probed. A type has pictures, or parts to check, or both. */
export interface TypeProbe<Type extends MapType = MapType> {
  /** Where its pictures come from; null if the record names none that probe can ask for. */
  readonly pictures?: (record: ProbedRecord<Type>) => PictureSource;
  /** Asks for the parts of a map, but for its pictures. What does not work is kept by the asker. */
  readonly askForParts?: (record: ProbedRecord<Type>, ask: PartAsker) => Promise<void>;
}

const TYPES: { readonly [Type in MapType]: TypeProbe<Type> } = {
  xyz: XYZ,
  tms: TMS,
  wms: WMS,
  vector: VECTOR,
  pmtiles: PMTILES,
};

/** How a map is probed. */
export function probeOf<Type extends MapType>({ type = 'xyz' as Type }: ProbedRecord<Type>): TypeProbe<Type> {
  return TYPES[type as Type];
}
