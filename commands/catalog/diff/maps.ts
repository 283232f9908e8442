/** Compares what is known of maps below `/v2/`, beside the members that `/v1/` has. */

import { type BuiltSite, readDocument } from '../../../cli/built-site.ts';
import { MAP_FILES, MAPS_PREFIX } from '../../../contract/map-files.ts';
import { MAP_MEMBERS } from '../../../contract/map-members.ts';
import { isObject, itemsOf, type JsonObject } from '../../../contract/parse-json.ts';
import { pathOf } from '../../../contract/routes.ts';
import { isSameData } from '../../../contract/same-data.ts';
import { type Change, changeAt } from './change.ts';

/** The members that are compared. The time of the last change follows from the others, and the status is not of the catalog. */
const COMPARED = MAP_MEMBERS.filter((field) => field !== 'updated' && field !== 'status');

/**
 * Compares the maps of two sites. Any of these members may be missing, so only another address of a map, which follows
 * from another file name, breaks clients.
 */
export function* compareMaps(before: BuiltSite, after: BuiltSite): Generator<Change> {
  const [maps, mapsNow] = [mapsIn(before), mapsIn(after)];
  const [providers, providersNow] = [providersIn(before), providersIn(after)];
  const recordsNow = new Set([...mapsNow.values()].map(recordOf));
  for (const [name, map] of maps) {
    const now = mapsNow.get(name);
    if (!now) {
      const path = `${MAPS_PREFIX}/${name}.json`;
      const place = { subject: { section: 'site', id: null }, target: { url: path } } as const;
      // Without its record, the map itself is removed.
      if (recordsNow.has(recordOf(map))) yield changeAt(place, { what: 'path-removed', path });
      continue;
    }
    const list = name.startsWith('overlay') ? 'overlayservers' : 'mapservers';
    const id = String(map['id']);
    const place = { subject: { section: list, id }, target: { url: pathOf(list), id } } as const;
    const [provider, providerNow] = [providers.get(map['provider']), providersNow.get(now['provider'])];
    for (const field of [...COMPARED, 'geometry']) {
      const [value = null, valueNow = null] = [map[field], now[field]];
      if (isSameData(value, valueNow)) continue;
      // What a provider changes is one change. Other borders of countries do not count.
      const isOfProvider = isSameData([value, valueNow], [provider?.[field] ?? null, providerNow?.[field] ?? null]);
      const isOfCountries = field === 'geometry' && Boolean(map['countries'] ?? now['countries']);
      if (isOfProvider || isOfCountries) continue;
      const event = { what: 'value-changed', field, before: value, after: valueNow } as const;
      yield changeAt(place, event, { field });
    }
  }
}

const recordOf = (map: JsonObject): string => `${map['list']} ${map['id']}`;

/** The members of each map and its geometry, by list and file name. */
function mapsIn(site: BuiltSite): Map<string, JsonObject> {
  const value = readDocument(site, MAP_FILES.maps.path.slice(1));
  const features = isObject(value) ? itemsOf(value['features']).filter(isObject) : [];
  return new Map(features.map(({ id, geometry, properties }) => [String(id), { ...(properties as object), geometry }]));
}

function providersIn(site: BuiltSite): Map<unknown, JsonObject> {
  const value = readDocument(site, MAP_FILES.providers.path.slice(1));
  const providers = isObject(value) ? itemsOf(value['providers']).filter(isObject) : [];
  return new Map(providers.map((provider) => [provider['id'], provider]));
}
