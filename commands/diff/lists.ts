/** The five lists: which records were added and removed, and what changed in the others. */

import { isObject } from '../../contract/parse-json.ts';
import { pathOf, type RouteName, resourceAt } from '../../contract/routes.ts';
import { isSameData } from '../../contract/same-data.ts';
import type { Target } from '../../contract/targets.ts';
import { type BuiltSite, documentPath, isSameFile, itemsOf, readDocument } from './built-site.ts';
import type { Change, Section, Subject } from './change.ts';
import { compareDataSources } from './data-sources.ts';
import { type CompareDetails, compareRecords } from './records.ts';

interface ListKind {
  readonly list: Exclude<Section, 'site'>;
  /** The documents that the list links to, and how two states of one are compared; null if it has the records itself. */
  readonly details: { readonly route: RouteName; readonly compare: CompareDetails } | null;
}

const LIST_KINDS: readonly ListKind[] = [
  { list: 'mapservers', details: null },
  { list: 'overlayservers', details: null },
  { list: 'datasources', details: { route: 'datasource', compare: compareDataSources } },
  { list: 'categories', details: { route: 'category', compare: compareRecords } },
  { list: 'editions', details: { route: 'edition', compare: compareRecords } },
];

/** Compares everything that the lists lead to. */
export function* compareLists(before: BuiltSite, after: BuiltSite): Generator<Change> {
  for (const kind of LIST_KINDS) yield* compareList(kind, before, after);
}

function* compareList({ list, details }: ListKind, before: BuiltSite, after: BuiltSite): Generator<Change> {
  const path = documentPath(list);
  const listBefore = readDocument(before, path);
  const isSame = [before, after].every(({ files }) => files.paths.has(path)) && isUnchanged(path, before, after);
  const listAfter = isSame ? listBefore : readDocument(after, path);
  // A removed list is reported as a removed address.
  if (listBefore === undefined || listAfter === undefined) return;
  yield* compareRecords(
    { section: list, id: null },
    { url: pathOf(list) },
    hollowList(listBefore),
    hollowList(listAfter),
  );
  const items = byId(listBefore);
  const itemsNow = isSame ? items : byId(listAfter);
  const about = (id: string): { subject: Subject; target: Target } => ({
    subject: { section: list, id, ...nameOf(list, items.get(id) ?? itemsNow.get(id)) },
    target: details ? { url: pathOf(details.route, id) } : { url: pathOf(list), id },
  });
  for (const id of itemsNow.keys()) if (!items.has(id)) yield { what: 'record-added', ...about(id) };
  for (const [id, item] of items) {
    if (!itemsNow.has(id)) {
      yield { what: 'record-removed', ...about(id) };
      continue;
    }
    const itemNow = itemsNow.get(id);
    const path = details && documentPath(details.route, id);
    const isSameItem = isSameData(item, itemNow);
    const isSameDocument = !path || isUnchanged(path, before, after);
    if (isSameItem && isSameDocument) continue;
    const { subject, target } = about(id);
    // The list repeats the name that the document of the record has.
    if (!isSameItem) yield* compareRecords(subject, target, item, itemNow, details ? ['name'] : []);
    if (!details || isSameDocument) continue;
    yield* details.compare(subject, target, readDocument(before, path), readDocument(after, path));
  }
}

/** Whether there is nothing to compare. A removed document is reported as a removed address. */
function isUnchanged(path: string, before: BuiltSite, after: BuiltSite): boolean {
  if (!before.files.paths.has(path) || !after.files.paths.has(path)) return true;
  return before.serviceUrl === after.serviceUrl && isSameFile(before.files, after.files, path);
}

function byId(list: unknown): Map<string, unknown> {
  return new Map(
    itemsOf(list).flatMap((item): [string, unknown][] => {
      const id = idOf(item);
      return id === null ? [] : [[id, item]];
    }),
  );
}

/** The id of an item, or the one in its link. */
function idOf(item: unknown): string | null {
  if (!isObject(item)) return null;
  if (typeof item['id'] === 'string') return item['id'];
  return typeof item['url'] === 'string' ? (resourceAt(item['url'])?.id ?? null) : null;
}

/** Categories are numbered; people know them by name. */
function nameOf(list: Section, item: unknown): { name?: string } {
  if (list !== 'categories' || !isObject(item) || typeof item['name'] !== 'string') return {};
  return { name: item['name'] };
}

/** The list without its items, which are compared one by one. */
function hollowList(list: unknown): unknown {
  return Array.isArray(list) ? [] : list;
}
