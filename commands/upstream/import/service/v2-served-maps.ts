import pMap from 'p-map';
import { fileNameProblem } from '../../../../build/read/file-names.ts';
import { isObject, type JsonObject, jsonItemsOf } from '../../../../contract/base/json-values.ts';
import type { MapProperties } from '../../../../contract/generated/v2.types.ts';
import { mapDocumentPath, V2_FILES } from '../../../../contract/interface/v2-files.ts';
import { V2_PREFIX } from '../../../../contract/interface/v2-paths.ts';
import { LISTED_TWICE, NO_ID, type Notes, type SourcePlace, unknownType } from '../notes.ts';
import { isServedList, type Served, type Unread } from './read-served.ts';

export interface ServedMap {
  readonly list: MapProperties['list'];
  readonly fileName: string;
  readonly value: JsonObject;
  readonly geometry: unknown;
  readonly at: SourcePlace;
}

export interface ServedMaps {
  /** By `servedKey`; for types other than tiles, `maps/` and the file name. */
  readonly maps: ReadonlyMap<string, ServedMap>;
  readonly providers: readonly Served[];
}

type LoadJson = <T>(
  path: string,
  isExpected: (value: unknown) => value is T,
  what: string,
) => Promise<(Served & { readonly value: T }) | Unread>;

export function servedKey(list: string, value: unknown): string {
  return `${list} ${isObject(value) ? String(value['id']).trim() : ''}`;
}

/** Null if one of the documents cannot be read. */
export async function readServedMaps(
  load: LoadJson,
  notes: Notes,
  v1Keys: ReadonlySet<string>,
): Promise<ServedMaps | null> {
  const unread = (path: string, problem: string): null => {
    notes.place(path).unread(`it cannot be read: ${problem}; so all maps have only what /v1/ says`);
    return null;
  };
  const { maps, providers } = V2_FILES;
  const listed = await load(maps.path, listIn('features'), 'a list of maps');
  if ('problem' in listed) {
    if (!listed.isMissing) return unread(maps.path, listed.problem);
    const lost = 'the kinds and terms of maps and data sources, and areas, providers and file names of maps';
    notes.place(`${V2_PREFIX}/`).advice(`the service does not have it; only there are ${lost}`);
    return null;
  }
  const known = await load(providers.path, listIn('providers'), 'a list of providers');
  if ('problem' in known) return unread(providers.path, known.problem);
  const found = mapsIn(jsonItemsOf(listed.value['features']), listed.at.in('features'), v1Keys);
  const areas = await pMap(found.values(), (map) => areaOfMap(load, map), { concurrency: 2 });
  const failed = areas.filter((area) => 'problem' in area);
  for (const { path, problem } of failed) unread(path, problem);
  if (failed.length > 0) return null;
  return {
    maps: new Map([...found].map(([key, map], index) => [key, { ...map, ...areas[index] }])),
    providers: jsonItemsOf(known.value['providers']).map((value, index) => ({
      value,
      at: known.at.in('providers', index),
    })),
  };
}

const listIn =
  (key: string) =>
  (value: unknown): value is JsonObject =>
    isObject(value) && isServedList(value[key]);

function mapsIn(features: readonly unknown[], at: SourcePlace, v1Keys: ReadonlySet<string>): Map<string, ServedMap> {
  const found = new Map<string, ServedMap>();
  for (const [index, feature] of features.entries()) {
    const { id, geometry = null, properties } = isObject(feature) ? feature : ({} as JsonObject);
    const [, list, fileName = ''] = /^(mapservers|overlayservers|maps)\/(.*)$/s.exec(String(id)) ?? [];
    const value = isObject(properties) ? properties : {};
    const isTyped = list === 'maps';
    const key = isTyped ? String(id) : servedKey(String(list), value);
    const why = fileNameProblem(fileName);
    const place = at.in(index);
    // What is left out of other maps is only what `/v1/` does not say.
    if (why !== null) place.leftOut(`its id cannot be that of a map: ${why}`, isTyped || !list ? NO_ID : undefined);
    else if (!isTyped && value['type'] !== 'xyz') place.leftOut(unknownType(value['type']));
    else if (found.has(key)) place.leftOut(LISTED_TWICE, 'twice in the list');
    else if (!isTyped && !v1Keys.has(key))
      place.leftOut(`/v1/${list}/ does not have it`, 'not known, and not described');
    else found.set(key, { list: list as ServedMap['list'], fileName, value, geometry, at: place.in('properties') });
  }
  for (const key of v1Keys) if (!found.has(key)) at.advice(`${key} is not in it, so that map has only what /v1/ says`);
  return found;
}

/** Countries and the world need no geometry. */
export const isKnownArea = ({ countries, area }: JsonObject): boolean => countries !== undefined || area === 'world';

/** The list simplifies areas; the map's document does not. */
async function areaOfMap(
  load: LoadJson,
  { list, fileName, value, geometry }: ServedMap,
): Promise<{ readonly geometry: unknown } | { readonly path: string; readonly problem: string }> {
  if (geometry === null || isKnownArea(value)) return { geometry };
  const id = `${list}/${fileName}`;
  const isThisMap = (one: unknown): one is JsonObject => isObject(one) && one['id'] === id;
  const path = mapDocumentPath(id);
  const document = await load(path, isThisMap, `the map ${id}`);
  return 'problem' in document ? { path, problem: document.problem } : { geometry: document.value['geometry'] };
}
