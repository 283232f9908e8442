/** Merges the maps of a service that are of other types than those of `/v1/` into a catalog. */
import { pathOfKind } from '../../../build/read/layout.ts';
import type { TileServerSource } from '../../../contract/generated/catalog.types.ts';
import { mapFilePath } from '../../../contract/map-files.ts';
import {
  addressesIn,
  COMMON_MEMBERS,
  hostsIn,
  MAP_TYPES,
  NEW_TYPES,
  PUBLISHED_AS,
  publishedMembers,
} from '../../../contract/map-types.ts';
import { isObject, itemsOf } from '../../../contract/parse-json.ts';
import { ACCESS_TOKEN } from '../../../contract/placeholders.ts';
import { shortened } from '../../../contract/text.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { correctPattern, statedToken } from './correct-pattern.ts';
import type { Members } from './correct-record.ts';
import { mapMembers } from './map-details.ts';
import { type IsWanted, withServed } from './merge-members.ts';
import { withOrigin } from './notes.ts';
import type { Ids } from './prune.ts';
import type { ServedMap, ServedMaps } from './served-maps.ts';

const AROUND = ['type', ...COMMON_MEMBERS, 'copyright'];

/** The members that services publish of such maps, beside what is known of maps of every type. */
const KEYS: ReadonlySet<string> = new Set([...AROUND, ...Object.values(MAP_TYPES).flatMap(({ members }) => members)]);

/**
 * Merges maps, and returns the names of all that the service has; null if they are not known. A map changes the one with
 * its name, or else that of its file, unless the service has that as another one.
 */
export function mergeTypedMaps(
  files: CatalogFiles,
  maps: ServedMaps['maps'] | null,
  accessTokens: readonly string[],
  isComplete: boolean,
  isWanted: IsWanted,
): Ids {
  if (maps === null) return null;
  const served = [...maps.values()].filter(({ list }) => list === 'maps');
  const names = new Set(served.map(({ value }) => String(value['name'])));
  const known = new Map(files.of('map').map(({ path, value }) => [String((value as Members)['name']), path]));
  const renamed = new Set([...known].filter(([name]) => !names.has(name)).map(([, path]) => path));
  for (const map of served) {
    const { value, fileName, at } = map;
    if (!NEW_TYPES.some((type) => type === value['type'])) {
      at.leftOut(`it is of the type ${shortened(String(value['type']))}, which the catalog does not have`);
      continue;
    }
    if (!isWanted({ url: mapFilePath('typed', { id: fileName }) }, at)) continue;
    const usual = pathOfKind('map', fileName);
    const path = known.get(String(value['name'])) ?? (renamed.delete(usual) ? usual : files.newPath('map', fileName));
    const old = (files.value(path) ?? {}) as Partial<TileServerSource>;
    const merged = {
      ...withServed(old, recordOf(map, old as Members, accessTokens), KEYS, isComplete),
      ...mapMembers(files, map, { ...old, id: fileName }, isComplete, [...AROUND, ...publishedMembers(value['type'])]),
    };
    const members = Object.entries(merged).filter(([, member]) => member !== undefined);
    files.change(path, withOrigin(at, Object.fromEntries(members)));
  }
  return names;
}

/** The members of a map in the form of its file, with the names of access tokens. */
function recordOf({ value, at }: ServedMap, old: Members, accessTokens: readonly string[]): Members {
  const { members } = MAP_TYPES[value['type'] as keyof typeof MAP_TYPES];
  const stated = Object.fromEntries([...AROUND, ...members].map((key) => [key, value[PUBLISHED_AS[key] ?? key]]));
  const hosts = stated['hosts'] && itemsOf(stated['hosts']).map((item) => (isObject(item) ? item['host'] : item));
  const record: Members = { ...stated, hosts, active: stated['active'] === true ? undefined : stated['active'] };
  const addresses = addressesIn(record);
  const withToken = addresses.filter(([, address]) => address.includes(ACCESS_TOKEN));
  const [first] = withToken.length > 0 ? withToken : addresses;
  const token = statedToken(value['needsToken']);
  const filled = addresses.map(([key, urlPattern]) => {
    const before = typeof old[key] === 'string' ? old[key] : undefined;
    const isNamed = key === first?.[0] || urlPattern.includes(ACCESS_TOKEN);
    const tokens = { stated: isNamed ? token : null, isListed: isNamed && accessTokens.includes(token ?? '') };
    const place = at.in(PUBLISHED_AS[key] ?? key);
    return [key, correctPattern({ hosts: hostsIn(record), urlPattern }, before, tokens, place)] as const;
  });
  const corrected = Object.entries({ ...record, ...Object.fromEntries(filled) });
  return Object.fromEntries(corrected.filter(([, member]) => member !== undefined));
}
