/** The types of maps that are probed, each with its file. */
import type { MapType } from '../../../../contract/map-types.ts';
import type { PictureSource } from '../ask-host.ts';
import type { TypeProbe } from '../ask-parts.ts';
import type { ProbedRecord } from '../probed-record.ts';
import { PMTILES_PROBE } from './pmtiles-parts.ts';
import { TMS_PROBE, XYZ_PROBE } from './tile-pictures.ts';
import { VECTOR_PROBE } from './vector-parts.ts';
import { WMS_PROBE } from './wms-parts.ts';

const TYPES: { readonly [Type in MapType]: TypeProbe<Type> } = {
  xyz: XYZ_PROBE,
  tms: TMS_PROBE,
  wms: WMS_PROBE,
  vector: VECTOR_PROBE,
  pmtiles: PMTILES_PROBE,
};

/** How a map is probed. */
export function probeOf<Type extends MapType>({ type = 'xyz' as Type }: ProbedRecord<Type>): TypeProbe<Type> {
  return TYPES[type as Type];
}

/** Where the pictures of a map come from; undefined if it has none. */
export function picturesOf(record: ProbedRecord): PictureSource | undefined {
  return probeOf(record).pictures?.(record);
}
