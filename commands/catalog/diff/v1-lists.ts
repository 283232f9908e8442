import { type BuiltSite, builtDocumentPath, hasSameContent, readDocument } from '../../../cli/site/built-site.ts';
import { isObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { isSameData } from '../../../contract/base/same-data.ts';
import { resourceAt, v1Path } from '../../../contract/interface/v1-routes.ts';
import { DATA_SOURCE_MEMBERS, V2_SCHEMAS_PATH, v2Path } from '../../../contract/interface/v2-files.ts';
import { RECORD_FOLDERS, type RecordRole } from '../../../contract/pages/pages.ts';
import { type Change, type ChangePlace, type DiffSection, siteChangeAt } from './change.ts';
import { compareDataSources, compareV2DataSources } from './data-sources.ts';
import { hasHeaderRules } from './published-files.ts';
import { compareRecords } from './records.ts';

/** Lists of maps have the records; other lists link to them. */
export function* compareV1Lists(before: BuiltSite, after: BuiltSite): Generator<Change> {
  const roles = (Object.keys(RECORD_FOLDERS) as RecordRole[]).filter((role): role is ListedRole => role !== 'map');
  for (const role of roles) yield* compareList(role, before, after);
}

type ListedRole = Exclude<RecordRole, 'map'>;

function* compareList(role: ListedRole, before: BuiltSite, after: BuiltSite): Generator<Change> {
  const list = RECORD_FOLDERS[role];
  const route = role === 'mapserver' || role === 'overlayserver' ? null : role;
  const [listBefore, listAfter] = [before, after].map((site) => readDocument(site, builtDocumentPath(list)));
  // Reported as a removed address.
  if (listBefore === undefined || listAfter === undefined) return;
  const listPlace = { subject: { section: list, id: null }, target: { url: v1Path(list) } };
  const itemless = (value: unknown): unknown => (Array.isArray(value) ? [] : value);
  yield* compareRecords(listPlace, itemless(listBefore), itemless(listAfter));
  const items = byId(listBefore);
  const itemsNow = byId(listAfter);
  const hasComparedHeaders = [before, after].every(hasHeaderRules);
  const fields = DATA_SOURCE_MEMBERS.filter(
    (field) => !(hasComparedHeaders && field === 'maxAge') && [before, after].every((site) => mayHave(site, field)),
  );
  const placeOf = (id: string): ChangePlace => ({
    subject: { section: list, id, ...nameOf(list, items.get(id) ?? itemsNow.get(id)) },
    target: route ? { url: v1Path(route, id) } : { url: v1Path(list), id },
  });
  for (const id of itemsNow.keys()) if (!items.has(id)) yield siteChangeAt(placeOf(id), { what: 'record-added' });
  for (const [id, item] of items) {
    if (!itemsNow.has(id)) {
      yield siteChangeAt(placeOf(id), { what: 'record-removed' });
      continue;
    }
    if (role === 'datasource') {
      const hashes = v2Path('hashes', { id }).slice(1);
      const isInBoth = [before, after].every(({ paths }) => paths.has(hashes));
      if (!isInBoth || !isUnchanged(hashes, before, after))
        yield* compareV2DataSources(placeOf(id), readDocument(before, hashes), readDocument(after, hashes), fields, [
          readDocument(before, builtDocumentPath(role, id)),
          readDocument(after, builtDocumentPath(role, id)),
        ]);
    }
    const itemNow = itemsNow.get(id);
    const path = route && builtDocumentPath(route, id);
    const isSameItem = isSameData(item, itemNow);
    const isSameDocument = !path || isUnchanged(path, before, after);
    if (isSameItem && isSameDocument) continue;
    // The list repeats the name.
    if (!isSameItem) yield* compareRecords(placeOf(id), item, itemNow, route ? ['name'] : []);
    if (isSameDocument) continue;
    const compare = role === 'datasource' ? compareDataSources : compareRecords;
    yield* compare(placeOf(id), readDocument(before, path), readDocument(after, path));
  }
}

/** An address of only one site is reported elsewhere. */
function isUnchanged(path: string, before: BuiltSite, after: BuiltSite): boolean {
  if (!before.paths.has(path) || !after.paths.has(path)) return true;
  return before.serviceUrl === after.serviceUrl && hasSameContent(before, after, path);
}

/** The schema tells whether the site's program knows the member. */
function mayHave(site: BuiltSite, field: string): boolean {
  const schema = (name: string) => readDocument(site, `${V2_SCHEMAS_PATH.slice(1)}/${name}.json`);
  return schema('map') === undefined || Object.hasOwn(Object(Object(schema('hashes')).properties), field);
}

function byId(list: unknown): Map<string, unknown> {
  return new Map(
    jsonItemsOf(list).flatMap((item): [string, unknown][] => {
      const id = idOf(item);
      return id === null ? [] : [[id, item]];
    }),
  );
}

function idOf(item: unknown): string | null {
  if (!isObject(item)) return null;
  if (typeof item['id'] === 'string') return item['id'];
  return typeof item['url'] === 'string' ? (resourceAt(item['url'])?.id ?? null) : null;
}

/** The id is a number, which people do not know. */
function nameOf(list: DiffSection, item: unknown): { name?: string } {
  if (list !== 'categories' || !isObject(item) || typeof item['name'] !== 'string') return {};
  return { name: item['name'] };
}
