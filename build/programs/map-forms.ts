import { mapShape } from '../map-types/all-types.ts';
import type { MapShape } from '../map-types/map-shape.ts';
import type { CatalogMap } from '../model/catalog.ts';
import { memoizedByObject } from '../model/computed-once.ts';
import type { Forms } from './map-program.ts';

const formsOfMap = memoizedByObject((_: CatalogMap) => new Map<object, unknown>());

export function formIn<Form>(forms: Forms<Form>, map: CatalogMap): Form | null | undefined {
  const known = formsOfMap(map);
  const shape = mapShape(map);
  const form = forms[shape.is] as ((map: CatalogMap, shape: MapShape) => Form | null | undefined) | undefined;
  if (!known.has(forms)) known.set(forms, form?.(map, shape));
  return known.get(forms) as Form | null | undefined;
}

/** The map must have one: lists, files and links have no other maps. */
export function formOf<Form>(forms: Forms<Form>, map: CatalogMap): Form {
  return formIn(forms, map) as Form;
}

/** Code, also inside a `<script>`. */
export const scriptValue = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(/<(?=\/?script|!--)/gi, '\\u003c');
