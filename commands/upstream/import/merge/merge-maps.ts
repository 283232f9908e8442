import { pathOfRole } from '../../../../build/read/layout.ts';
import { tileDataOf } from '../../../../build/tile-url/convert.ts';
import { describeTemplateProblem } from '../../../../build/tile-url/explanations.ts';
import { asJsonMembers, isObject, jsonItemsOf, withoutUndefined } from '../../../../contract/base/json-values.ts';
import type { TileServerSource } from '../../../../contract/generated/catalog.types.ts';
import type { Target } from '../../../../contract/interface/removal-targets.ts';
import { v1Path } from '../../../../contract/interface/v1-routes.ts';
import { v2Path } from '../../../../contract/interface/v2-files.ts';
import {
  COMMON_MEMBERS,
  MAP_TYPES,
  mapAddresses,
  mapHosts,
  NEW_TYPES,
  PUBLISHED_MEMBER_NAMES,
} from '../../../../contract/maps/map-types.ts';
import { ACCESS_TOKEN } from '../../../../contract/maps/placeholders.ts';
import { RECORD_FOLDERS } from '../../../../contract/pages/pages.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import { correctServedRecord, type Members } from '../correct-served-record.ts';
import { correctPattern, statedToken } from '../lists/hide-tokens.ts';
import { mapMembers } from '../lists/map-details.ts';
import { type SourcePlace, UNFIT_MAP, unknownType, withSourcePlace } from '../notes.ts';
import type { ServedCatalog } from '../service/service.ts';
import { type ServedMap, servedKey } from '../service/v2-served-maps.ts';
import type { Ids } from './prune.ts';

export type IsWanted = (target: Target, at: SourcePlace | null) => boolean;

export const withoutMembers = (members: object, keys: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(members).filter(([key]) => !keys.has(key)));

export function joinedLists(known: readonly string[], stated: readonly string[]): readonly string[] {
  return [...new Set([...stated, ...known])];
}

const MEMBERS_OF_ALL_TYPES = ['type', ...COMMON_MEMBERS, 'copyright'];

/** Services publish these: a merge replaces them and keeps others. */
const PUBLISHED_KEYS: ReadonlySet<string> = new Set([
  'id',
  ...MEMBERS_OF_ALL_TYPES,
  ...Object.values(MAP_TYPES).flatMap(({ members }) => members),
]);

interface MapMerge {
  readonly files: CatalogFiles;
  readonly served: ServedCatalog;
  readonly accessTokens: readonly string[];
  readonly isWanted: IsWanted;
  /** Removes what the service does not state. */
  readonly replacesAll: boolean;
}

export function mergeV1Maps(merge: MapMerge, role: 'mapserver' | 'overlayserver'): Ids {
  const { files, served, isWanted } = merge;
  const list = RECORD_FOLDERS[role];
  const known = new Map(files.v1Maps(role).map((file) => [file.value.id, file]));
  const seen = new Set<string>();
  const listed = (served[list] ?? []).flatMap(({ value, at }) => {
    const stated = String(asJsonMembers(value)?.['id'] ?? '').trim();
    const isRepeated = stated !== '' && seen.has(stated);
    if (isRepeated) at.leftOut(`${JSON.stringify(stated)} is listed twice; this is the second`, 'twice in the list');
    seen.add(stated);
    const corrected = isRepeated ? null : correctServedRecord('tileServer', value, at);
    if (!corrected) return [];
    const map = served.maps?.get(servedKey(list, corrected));
    const id = String(corrected['id']);
    const record = withTokens(corrected, known.get(id)?.value, map, merge, (key) => at.in(key));
    return [{ id, record, map, at: map?.at ?? at }];
  });
  const url = v1Path(list);
  for (const { id, record, map, at } of listed.filter(({ id, at }) => isWanted({ url, id }, at))) {
    const data = tileDataOf(String(record['urlPattern']));
    if (data) at.leftOut(describeTemplateProblem({ code: data.is, ending: data.ending }), UNFIT_MAP);
    else mergeMap(merge, known.get(id)?.path ?? files.newPath(role, map?.fileName ?? id, record), record, map, id, at);
  }
  return served[list] && new Set(listed.map(({ id }) => id));
}

/**
 * A served map changes the file with its `name`. Without one, the map may be renamed: it changes the file with its file
 * name, unless the service also lists the `name` in that file.
 */
export function mergeTypedMaps(merge: MapMerge): Ids {
  const { files, served, isWanted } = merge;
  if (served.maps === null) return null;
  const typed = [...served.maps.values()].filter(({ list }) => list === 'maps');
  const names = new Set(typed.map(({ value }) => String(value['name'])));
  const known = new Map(files.of('map').map(({ path, value }) => [String((value as Members)['name']), path]));
  const unlisted = new Set([...known].filter(([name]) => !names.has(name)).map(([, path]) => path));
  for (const map of typed) {
    const { value, fileName, at } = map;
    const type = NEW_TYPES.find((one) => one === value['type']);
    if (type === undefined) {
      at.leftOut(unknownType(value['type']), UNFIT_MAP);
      continue;
    }
    if (!isWanted({ url: v2Path('typed', { id: fileName }) }, at)) continue;
    const usual = pathOfRole('map', fileName);
    const path = known.get(String(value['name'])) ?? (unlisted.delete(usual) ? usual : files.newPath('map', fileName));
    const nameIn = (key: string): string => PUBLISHED_MEMBER_NAMES[key] ?? key;
    const stated = Object.fromEntries(
      [...MEMBERS_OF_ALL_TYPES, ...MAP_TYPES[type].members].map((key) => [key, value[nameIn(key)]]),
    );
    const hosts = stated['hosts'] && jsonItemsOf(stated['hosts']).map((item) => (isObject(item) ? item['host'] : item));
    const active = stated['active'] === true ? undefined : stated['active'];
    const record = withoutUndefined({ ...stated, hosts, active });
    const filled = withTokens(record, files.value(path), map, merge, (key) => at.in(nameIn(key)));
    mergeMap(merge, path, filled, map, fileName, at);
  }
  return names;
}

function withTokens(
  record: Members,
  old: unknown,
  map: ServedMap | undefined,
  { accessTokens }: MapMerge,
  placeOf: (key: string) => SourcePlace,
): Members {
  const addresses = mapAddresses(record);
  const withToken = addresses.filter(([, address]) => address.includes(ACCESS_TOKEN));
  const [first] = withToken.length > 0 ? withToken : addresses;
  const token = statedToken(map?.value['needsToken']);
  const filled = addresses.map(([key, urlPattern]) => {
    const before = asJsonMembers(old)?.[key];
    const isNamed = key === first?.[0] || urlPattern.includes(ACCESS_TOKEN);
    const tokens = { stated: isNamed ? token : null, isListed: isNamed && accessTokens.includes(token ?? '') };
    const given = { hosts: mapHosts(record), urlPattern };
    return [key, correctPattern(given, typeof before === 'string' ? before : undefined, tokens, placeOf(key))] as const;
  });
  return { ...record, ...Object.fromEntries(filled) };
}

function mergeMap(
  { files, replacesAll }: MapMerge,
  path: string,
  served: Members,
  map: ServedMap | undefined,
  id: string,
  at: SourcePlace,
): void {
  const old = (files.value(path) ?? {}) as Partial<TileServerSource>;
  // A default stays if the file states it.
  const active = old.active ? { active: true } : {};
  // Hosts of the catalog alone may have no tiles of another pattern.
  const hasOwnHosts = !replacesAll && Array.isArray(served['hosts']) && served['urlPattern'] === old.urlPattern;
  const hosts = hasOwnHosts ? { hosts: joinedLists(old.hosts ?? [], served['hosts'] as readonly string[]) } : {};
  const details = map ? mapMembers(files, map, { ...old, id }, replacesAll) : {};
  const merged = { ...withoutMembers(old, PUBLISHED_KEYS), ...active, ...served, ...hosts, ...details };
  files.change(path, withSourcePlace(at, withoutUndefined(merged)));
}
