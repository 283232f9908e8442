/** Finds changed ids. Otherwise, each would be a removal, an addition, and a change in all that names it. */
import { mapKeys } from '../../../build/tile-url/same-map.ts';
import { type BuiltSite, readDocument } from '../../../cli/site/built-site.ts';
import { jsonItemsOf } from '../../../contract/base/json-values.ts';
import { RENDITIONS } from '../../../contract/interface/v1-renditions.ts';
import { mapAddresses } from '../../../contract/maps/map-types.ts';
import { type Change, siteChangeAt } from './change.ts';
import { v2MapKeyOf, v2MapsIn } from './v2-maps.ts';

export function withChangedIds(changes: readonly Change[], before: BuiltSite, after: BuiltSite): Change[] {
  const [keysOf, keysNowOf] = [keysIn(before), keysIn(after)];
  const added = new Map<string, Change>();
  for (const one of changes) if (one.what === 'record-added') for (const key of keysNowOf(one)) added.set(key, one);
  const replacements = new Map<Change, readonly Change[]>();
  const ids = new Map<string, string>();
  for (const one of changes) {
    if (one.what !== 'record-removed') continue;
    const { subject, target } = one;
    const found = keysOf(one).map((key) => added.get(key));
    const now = found.find((other) => other && !replacements.has(other));
    if (!now) continue;
    const id = String(now.subject.id);
    ids.set(`${subject.section} ${subject.id}`, id);
    const keep = subject.section.endsWith('servers') ? 'id and the name of its file' : 'id';
    const idChanged = { what: 'id-changed', after: id, keep } as const;
    // Programs store this address, which ends with the name of the map's file.
    const pathMoved = { what: 'path-moved', path: target.url, after: now.target.url } as const;
    replacements.set(now, []).set(one, [siteChangeAt(one, subject.section === 'maps' ? pathMoved : idChanged)]);
  }
  return changes.flatMap((one) => replacements.get(one) ?? withoutChangedIds(one, ids));
}

/** @param ids new ids by section and former id */
function withoutChangedIds(one: Change, ids: ReadonlyMap<string, string>): readonly Change[] {
  if (one.what === 'moved') return ids.get(`categories ${one.before}`) === one.after ? [] : [one];
  if (one.what !== 'members-changed') return [one];
  const now = one.removed.map((id) => ids.get(`datasources ${id}`) ?? '');
  const added = one.added.filter((id) => !now.includes(id));
  const removed = one.removed.filter((_, index) => !one.added.includes(now[index] as string));
  return added.length + removed.length === 0 ? [] : [{ ...one, added, removed }];
}

/** Finds a map with another id by its addresses, other records by name or address. */
function keysIn(site: BuiltSite): (change: Change) => readonly string[] {
  let maps: ReadonlyMap<string, object> | undefined;
  const documents = new Map<string, unknown>();
  // One list has many records; it is read once.
  const documentAt = (url: string) => {
    const path = `${url.slice(1)}${RENDITIONS.json.file}`;
    if (!documents.has(path)) documents.set(path, readDocument(site, path));
    return documents.get(path);
  };
  return ({ subject: { section, id }, target: { url } }) => {
    maps ??= new Map([...v2MapsIn(site).values()].map((map) => [v2MapKeyOf(map), map]));
    const record = Object(maps.get(`${section} ${id}`) ?? documentAt(url));
    const hosts = jsonItemsOf(record.hosts).map((host) => Object(host).host);
    const isMap = mapAddresses(record).length > 0;
    const keys = isMap ? mapKeys(hosts.length > 0 ? { ...record, hosts } : record) : [record.baseUrl, record.name];
    return keys.filter(Boolean).map((key) => `${section} ${key}`);
  };
}
