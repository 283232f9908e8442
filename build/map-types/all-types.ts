import { itemsByKey } from '../../contract/base/text.ts';
import type { MapType } from '../../contract/maps/map-types.ts';
import { ARCGIS_TYPE } from './arcgis/type.ts';
import type { MapShape } from './map-shape.ts';
import type { TypeDefinition, TypeQuestion, Word } from './map-type.ts';
import { PMTILES_TYPE } from './pmtiles/type.ts';
import { TMS_TYPE } from './tms/type.ts';
import { VECTOR_TYPE } from './vector/type.ts';
import { WMS_TYPE } from './wms/type.ts';
import { XYZ_TYPE } from './xyz/type.ts';

/** In the order of `MAP_TYPES`. */
export const TYPES = {
  xyz: XYZ_TYPE,
  tms: TMS_TYPE,
  arcgis: ARCGIS_TYPE,
  wms: WMS_TYPE,
  vector: VECTOR_TYPE,
  pmtiles: PMTILES_TYPE,
} satisfies { [Type in MapType]: TypeDefinition<Type> } as Readonly<Record<MapType, TypeDefinition>>;

export const mapShape = (map: { readonly type: MapType }): MapShape => TYPES[map.type].shape(map as never);

export const TYPE_NAMES = Object.fromEntries(
  Object.entries(TYPES).map(([type, { words }]) => [type, words.name]),
) as Readonly<Record<MapType, Word>>;

export function fieldWordsOfTypes(): Readonly<Record<string, Word>> {
  return Object.assign({}, ...Object.values(TYPES).map(({ words }) => words.fields));
}

export function firstOfTypes<T extends object | string>(ask: (type: TypeDefinition) => T | null | undefined): T | null {
  for (const type of Object.values(TYPES)) {
    const answer = ask(type);
    if (answer) return answer;
  }
  return null;
}

export type TypedQuestion = TypeQuestion & { readonly type: MapType };

/** Several types may ask about one member: the key of the map. */
export const QUESTIONS_OF_TYPES: ReadonlyMap<string, readonly TypedQuestion[]> = itemsByKey(
  (Object.keys(TYPES) as MapType[]).flatMap((type) =>
    (TYPES[type].questions ?? []).map((question) => ({ ...question, type })),
  ),
  ({ key }) => key,
);
