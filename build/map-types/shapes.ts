/** All types of maps, as they are written: their shapes, and their words. A type is a folder. */
import type { MapType } from '../../contract/maps/map-types.ts';
import type { CatalogMap } from '../model/catalog.ts';
import { PMTILES_TYPE } from './pmtiles/shape.ts';
import type { Shape, WrittenType } from './shape.ts';
import { TMS_TYPE } from './tms/shape.ts';
import { VECTOR_TYPE } from './vector/shape.ts';
import { WMS_TYPE } from './wms/shape.ts';
import { XYZ_TYPE } from './xyz/shape.ts';

/** The types by name. */
export const WRITTEN_TYPES: { readonly [Type in MapType]: WrittenType<Type> } = {
  xyz: XYZ_TYPE,
  tms: TMS_TYPE,
  wms: WMS_TYPE,
  vector: VECTOR_TYPE,
  pmtiles: PMTILES_TYPE,
};

/** What a map reduces to. */
export const shapeOf = (map: CatalogMap): Shape => (WRITTEN_TYPES[map.type] as WrittenType).shape(map);

/** What pages call the types. */
export const TYPE_NAMES = Object.fromEntries(
  Object.entries(WRITTEN_TYPES).map(([type, { words }]) => [type, words.name]),
) as Readonly<Record<MapType, WrittenType['words']['name']>>;
