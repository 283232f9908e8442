/** All types of maps, as they are written: their shapes, and their words. A type is a folder. */
import type { MapType } from '../../contract/maps/map-types.ts';
import type { MapShape, WrittenType } from './map-shape.ts';
import { PMTILES_TYPE } from './pmtiles/write.ts';
import { TMS_TYPE } from './tms/write.ts';
import { VECTOR_TYPE } from './vector/write.ts';
import { WMS_TYPE } from './wms/write.ts';
import { XYZ_TYPE } from './xyz/write.ts';

/** The types by name. */
export const WRITTEN_TYPES: { readonly [Type in MapType]: WrittenType<Type> } = {
  xyz: XYZ_TYPE,
  tms: TMS_TYPE,
  wms: WMS_TYPE,
  vector: VECTOR_TYPE,
  pmtiles: PMTILES_TYPE,
};

/** What a map reduces to. */
export const mapShape = (map: { readonly type: MapType }): MapShape =>
  (WRITTEN_TYPES[map.type] as WrittenType).shape(map as never);

/** The words of one kind of all types. */
export function wordsOfTypes<Kind extends 'fields' | 'reasons' | 'wanted'>(
  kind: Kind,
): NonNullable<WrittenType['words'][Kind]> {
  return Object.assign({}, ...Object.values(WRITTEN_TYPES).map(({ words }) => words[kind]));
}

/** What pages call the types. */
export const TYPE_NAMES = Object.fromEntries(
  Object.entries(WRITTEN_TYPES).map(([type, { words }]) => [type, words.name]),
) as Readonly<Record<MapType, WrittenType['words']['name']>>;
