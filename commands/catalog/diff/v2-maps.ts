import { type BuiltSite, hasSameContent, readDocument } from '../../../cli/site/built-site.ts';
import { isObject, type JsonObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { isSameData } from '../../../contract/base/same-data.ts';
import { v1Path } from '../../../contract/interface/v1-routes.ts';
import { mapDocumentPath, V2_FILES } from '../../../contract/interface/v2-files.ts';
import { MAP_MEMBERS } from '../../../contract/interface/v2-members.ts';
import { COMMON_MEMBERS, publishedMembers } from '../../../contract/maps/map-types.ts';
import { type Change, type ChangePlace, siteChangeAt } from './change.ts';

/** `updated` follows from other members; the catalog has no status. */
const COMPARED = MAP_MEMBERS.filter((field) => field !== 'updated' && field !== 'status');

/**
 * `/v2/` may lack members of a `/v1/` map, so their changes break no client. Another file name does: it changes the
 * map's address.
 */
export function* compareV2Maps(before: BuiltSite, after: BuiltSite): Generator<Change> {
  const [maps, mapsNow] = [v2MapsIn(before), v2MapsIn(after)];
  const [providers, providersNow] = [providersIn(before), providersIn(after)];
  const namesIn = (all: typeof maps) => new Map([...all].map(([name, map]) => [v2MapKeyOf(map), name]));
  const [records, recordsNow] = [namesIn(maps), namesIn(mapsNow)];
  const ids = changedIds(providers, providersNow);
  for (const [id, idNow] of ids) {
    const place = { subject: { section: 'providers', id }, target: { url: V2_FILES.providers.path, id } } as const;
    yield siteChangeAt(place, { what: 'id-changed', after: idNow, keep: 'id' });
  }
  for (const [name, map] of mapsNow)
    if (isTyped(name) && !maps.has(name) && !records.has(v2MapKeyOf(map)))
      yield siteChangeAt(placeOf(name, map), { what: 'record-added' });
  for (const [name, map] of maps) {
    const now = mapsNow.get(name);
    if (!now) {
      const path = mapDocumentPath(name);
      const place = { subject: { section: 'site', id: null }, target: { url: path } } as const;
      const moved = recordsNow.get(v2MapKeyOf(map));
      // If no file has the record, it was removed, not moved.
      if (moved !== undefined) yield siteChangeAt(place, { what: 'path-moved', path, after: mapDocumentPath(moved) });
      else if (isTyped(name)) yield siteChangeAt(placeOf(name, map), { what: 'record-removed' });
      continue;
    }
    const place = placeOf(name, map);
    if (isTyped(name) && map['type'] !== now['type']) {
      const types = { before: String(map['type']), after: String(now['type']) };
      yield siteChangeAt(place, { what: 'type-changed', field: 'type', ...types }, { field: 'type' });
    }
    const [provider, providerNow] = [providers.get(map['provider']), providersNow.get(now['provider'])];
    // Does not compare members of another type.
    const typeMembers = publishedMembers(map['type'] === now['type'] ? map['type'] : null);
    const fields = isTyped(name) ? [...COMMON_MEMBERS, ...typeMembers, 'copyright', ...COMPARED] : COMPARED;
    for (const field of [...fields, 'geometry']) {
      // New borders of countries do not count.
      const isGeometry = field === 'geometry';
      if (isGeometry && (map['countries'] ?? now['countries'])) continue;
      const values = isGeometry ? areasOf(name, before, after) : [map[field] ?? null, now[field] ?? null];
      const [value, valueNow] = values;
      // A provider's change is reported once.
      const isOfProvider = isSameData(values, [provider?.[field] ?? null, providerNow?.[field] ?? null]);
      const isChangedId = field === 'provider' && ids.get(String(value)) === valueNow;
      if (isSameData(value, valueNow) || isOfProvider || isChangedId) continue;
      const event = { what: 'value-changed', field, before: value, after: valueNow } as const;
      yield siteChangeAt(place, event, { field });
    }
  }
}

const isTyped = (name: string): boolean => name.startsWith('maps/');

function placeOf(name: string, map: JsonObject): ChangePlace {
  if (isTyped(name))
    return { subject: { section: 'maps', id: String(map['name']) }, target: { url: mapDocumentPath(name) } };
  const list = name.startsWith('overlay') ? 'overlayservers' : 'mapservers';
  const id = String(map['id']);
  return { subject: { section: list, id }, target: { url: v1Path(list), id } };
}

export const v2MapKeyOf = (map: JsonObject): string => `${map['list']} ${map['id'] ?? map['name']}`;

/** The list of maps simplifies areas; the map's own document does not. */
function areasOf(name: string, ...[before, after]: readonly [BuiltSite, BuiltSite]): [unknown, unknown] {
  const path = mapDocumentPath(name).slice(1);
  const isIn = ({ paths }: BuiltSite): boolean => paths.has(path);
  if (!isIn(before) || !isIn(after) || hasSameContent(before, after, path)) return [null, null];
  const [area = null, areaNow = null] = [before, after].map((site) => Object(readDocument(site, path)).geometry);
  return [area, areaNow];
}

export function v2MapsIn(site: BuiltSite): Map<string, JsonObject> {
  return new Map(
    itemsIn(site, V2_FILES.maps.path, 'features').map(({ id, properties }) => [String(id), Object(properties)]),
  );
}

const itemsIn = (site: BuiltSite, path: string, member: string): JsonObject[] =>
  jsonItemsOf(Object(readDocument(site, path.slice(1)))[member]).filter(isObject);

/** New ids by former id, if the records are otherwise equal. */
function changedIds(...[before, after]: readonly [Providers, Providers]): ReadonlyMap<string, string> {
  const recordsIn = (all: Providers) =>
    new Map([...all].map(([id, one]) => [JSON.stringify({ ...one, id: '' }), `${id}`]));
  const [had, has] = [recordsIn(before), recordsIn(after)];
  const isSame = had.size === has.size && [...had.keys()].every((record) => has.has(record));
  const moved = isSame ? [...had].filter(([record, id]) => has.get(record) !== id) : [];
  return new Map(moved.map(([record, id]) => [id, has.get(record) as string]));
}

type Providers = ReturnType<typeof providersIn>;

function providersIn(site: BuiltSite): Map<unknown, JsonObject> {
  return new Map(itemsIn(site, V2_FILES.providers.path, 'providers').map((provider) => [provider['id'], provider]));
}
