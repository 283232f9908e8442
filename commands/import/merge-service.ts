/** Corrects the records of a service, and merges them into a catalog: adds, changes, and removes only on request. */
import { isDeepStrictEqual } from 'node:util';
import { fileNameFor, nameProblem, pathOfKind } from '../../build/pipeline.ts';
import type {
  CategoriesSource,
  DataSourceSource,
  EditionSource,
  RemovalsSource,
  TileServerSource,
} from '../../contract/generated/catalog.types.ts';
import { membersIn } from '../../contract/members.ts';
import { pathOf } from '../../contract/routes.ts';
import { type Target, targetKey } from '../../contract/targets.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { correctAddress, type KnownServers } from './correct-address.ts';
import { asMembers, correctRecord, type Members } from './correct-record.ts';
import { type EntryGroups, type EntryOptions, mergeGroups } from './merge-entries.ts';
import { originOf, type SourcePlace, withOrigin } from './notes.ts';
import { type Ids, LIST_OF, prune } from './prune.ts';
import { linkedId, type Served, type ServedCatalog } from './service.ts';

interface MergeOptions {
  /** Remove records that the service no longer publishes, with this reason in removals.yaml. */
  readonly prune: string | null;
  /** Allow removing many records at once. */
  readonly allowRemovals: boolean;
}

type ServerKind = 'mapserver' | 'overlayserver';

/** Whether the catalog wants a record, which removals.yaml may list. */
type IsWanted = (target: Target, at: SourcePlace) => boolean;

/** Merges all records of a service into a catalog. A list that could not be read changes nothing. */
export function mergeService(
  files: CatalogFiles,
  served: ServedCatalog,
  { prune: reason, allowRemovals }: MergeOptions,
): void {
  const removed = new Set(((files.valueOf('removals') ?? []) as RemovalsSource).map(targetKey));
  const isWanted: IsWanted = (target, at) => {
    const isRemoved = removed.has(targetKey(target));
    if (isRemoved) at.leftOut('removals.yaml of the catalog lists it as removed');
    return !isRemoved;
  };
  const variables = files.tokenVariables();
  const isComplete = reason !== null;
  const mergeServers = (kind: ServerKind): Ids => {
    const listed = served[LIST_OF[kind]];
    const servers = correctServers(listed ?? [], { patterns: patternsIn(files, kind), variables });
    const url = pathOf(LIST_OF[kind]);
    const wanted = servers.filter(({ server, at }) => isWanted({ url, id: String(server['id']) }, at));
    const drafts = wanted.map(({ server }) => server);
    mergeTileServers(files, kind, drafts, isComplete);
    return listed && new Set(servers.map(({ server }) => String(server['id'])));
  };
  const [mapserver, overlayserver] = [mergeServers('mapserver'), mergeServers('overlayserver')];
  const slugs = mergeDataSources(files, served.datasources ?? [], isWanted, isComplete);
  const datasource = served.datasources && new Set([...slugs.values(), ...served.datasources.map(({ id }) => id)]);
  const category = served.categories && mergeCategories(files, served.categories, isWanted);
  const edition = served.editions && mergeEditions(files, served.editions, slugs, isWanted, isComplete);
  if (reason !== null) prune(files, { mapserver, overlayserver, datasource, category, edition }, reason, allowRemovals);
}

const patternsIn = (files: CatalogFiles, kind: ServerKind): KnownServers['patterns'] =>
  new Map(files.of(kind).map(({ value }) => [(value as TileServerSource).id, (value as TileServerSource).urlPattern]));

interface Corrected {
  readonly server: Members;
  readonly at: SourcePlace;
}

/** Corrects tile servers. Drops those with repeated ids. */
function correctServers(items: readonly Served[], known: KnownServers): Corrected[] {
  const seen = new Set<string>();
  return items.flatMap(({ value, at }): Corrected[] => {
    const id = String(asMembers(value)?.['id'] ?? '').trim();
    const isRepeated = id !== '' && seen.has(id);
    if (isRepeated) at.leftOut(`${JSON.stringify(id)} is listed twice; this is the second`);
    seen.add(id);
    const record = isRepeated ? null : correctRecord('tileServer', value, at);
    return record ? [{ server: withOrigin(at, { ...record, ...correctAddress(record, at, known) }), at }] : [];
  });
}

/**
 * Merges tile servers into a catalog. A server with a known id changes its file.
 *
 * @param servers not yet validated
 * @param isComplete whether hosts that are not among the new ones are removed
 */
export function mergeTileServers(
  files: CatalogFiles,
  kind: ServerKind,
  servers: readonly Members[],
  isComplete = false,
): void {
  const paths = new Map(files.of(kind).map(({ path, value }) => [(value as TileServerSource).id, path]));
  const taken = new Set(paths.values());
  for (const server of servers) {
    const path = paths.get(String(server['id'])) ?? newPath(kind, String(server['id']), taken);
    taken.add(path);
    const old = files.value(path) as TileServerSource | undefined;
    files.change(path, old ? withServer(old, server, isComplete) : server);
  }
}

const keysOf = (record: 'tileServer' | 'source'): ReadonlySet<string> =>
  new Set(membersIn(record, record === 'source' ? 'source' : 'json').map(({ key }) => key));

/** The keys that services publish. Other keys of the catalog stay. */
const SERVER_KEYS = keysOf('tileServer');
const SOURCE_KEYS = keysOf('source');

const without = (members: object, keys: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(members).filter(([key]) => !keys.has(key)));

/** Merges a published tile server into that of the catalog. */
function withServer(old: TileServerSource, server: Members, isComplete: boolean): object {
  // A default stays if the file states it.
  const isWrittenOut = old.active === true && server['active'] === undefined;
  const active = isWrittenOut ? { active: true } : {};
  // The catalog's own hosts only fit their old pattern.
  const hasOwnHosts = !isComplete && Array.isArray(server['hosts']) && server['urlPattern'] === old.urlPattern;
  const hosts = hasOwnHosts ? { hosts: inKnownOrder(old.hosts, server['hosts'] as readonly string[]) } : {};
  return withOrigin(originOf(server), { ...without(old, SERVER_KEYS), ...active, ...server, ...hosts });
}

/** Merges two lists: items that only the second list has follow their predecessor. */
function inKnownOrder(known: readonly string[], stated: readonly string[]): readonly string[] {
  const items = [...known];
  for (const [index, item] of stated.entries()) {
    if (items.includes(item)) continue;
    const before = index === 0 ? -1 : items.indexOf(stated[index - 1] as string);
    const next = stated.slice(index + 1).find((other) => items.includes(other));
    const at = before !== -1 ? before + 1 : next === undefined ? items.length : items.indexOf(next);
    items.splice(at, 0, item);
  }
  return items;
}

/** A path for a new tile server or its area, by the id of the server. */
export function newPath(kind: ServerKind | 'area', id: string, taken: ReadonlySet<string>): string {
  const made = fileNameFor(id);
  const name = nameProblem(made) === null ? made : `${kind}-${made}`.replace(/-$/, '');
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const path = pathOfKind(kind, `${name.slice(0, 64 - suffix.length).replace(/-$/, '')}${suffix}`);
    if (!taken.has(path)) return path;
  }
}

/** @returns the id in the catalog of each id of the service */
function mergeDataSources(
  files: CatalogFiles,
  listed: NonNullable<ServedCatalog['datasources']>,
  isWanted: IsWanted,
  isComplete: boolean,
): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  const ids = new Set(listed.map(({ id }) => id));
  for (const { id, value, at, maxAge, isRead, lacksFragmentChecksums = false } of listed) {
    const slug = folderFor(id, at);
    if (slug === null) continue;
    if (slug !== id && (ids.has(slug) || [...slugs.values()].includes(slug))) {
      at.leftOut(`${JSON.stringify(slug)} is the id of another data source`);
      continue;
    }
    slugs.set(id, slug);
    const url = pathOf('datasource', slug);
    if (!isRead || !isWanted({ url }, at)) continue;
    const isWantedFile = (path: string, entry: object): boolean => isWanted({ url, file: path }, originOf(entry) ?? at);
    mergeDataSource(files, slug, { value, at }, id, maxAge, { isComplete, lacksFragmentChecksums, isWantedFile });
  }
  return slugs;
}

/**
 * Corrects a data source, and merges it into the catalog.
 *
 * @param id its id in the catalog
 * @param name its id in the document, used if the name is missing
 * @param maxAge how many seconds clients may cache it; null if they must revalidate
 */
export function mergeDataSource(
  files: CatalogFiles,
  id: string,
  { value, at }: Served,
  name: string,
  maxAge: number | null,
  options: EntryOptions,
): void {
  const corrected = correctRecord('dataSource', value, at, name);
  if (!corrected) return;
  const { id: _, url, files: plain = {}, maps = {}, themes = {}, ...stated } = corrected;
  const path = pathOfKind('datasource', id);
  const old = files.value(path) as DataSourceSource | undefined;
  const source = asMembers(stated['source']);
  // Only the XML implies that clients compare SHA-1s.
  const implied = old ? undefined : asMembers(value)?.['needsSha1'];
  const needsSha1 = implied ?? undefined;
  if (source && !source['url']) at.in('source').corrected('it has no url; baseUrl is written, which clients use then');
  const record = {
    ...old,
    ...stated,
    ...(maxAge === null ? {} : { maxAge }),
    ...(needsSha1 === undefined ? {} : { needsSha1 }),
    ...(source
      ? { source: { ...without(old?.source ?? {}, SOURCE_KEYS), ...source, url: source['url'] || stated['baseUrl'] } }
      : {}),
  };
  files.change(path, withOrigin(at, record));
  if (implied === null)
    at.in('needsSha1').advice(
      'its XML does not say whether clients compare its SHA-1s; if they do, write needsSha1: true',
    );
  if (needsSha1 === true) {
    const seen = 'its XML has empty lists of checksums, as those have whose SHA-1s clients compare; so this is written';
    at.in('needsSha1').advice(`${seen}, to be taken out if they do not`);
  }
  mergeGroups(files, id, { files: plain, maps, themes } as EntryGroups, options);
}

/** The name for the folder or file of a record: its id, or the most similar valid name. */
function folderFor(id: string, at: SourcePlace): string | null {
  const why = nameProblem(id);
  if (why === null) return id;
  const name = fileNameFor(id);
  if (nameProblem(name) !== null || id.length > 64) {
    at.in('id').leftOut(`the id cannot be the name of a folder: ${why}`);
    return null;
  }
  at.in('id').corrected(`the id cannot be the name of a folder and is ${JSON.stringify(name)} now`);
  return name;
}

type Category = CategoriesSource[number];

/** @returns the ids of all categories of the service */
function mergeCategories(files: CatalogFiles, listed: readonly Served[], isWanted: IsWanted): Ids {
  const path = pathOfKind('categories');
  const old = (files.value(path) ?? []) as readonly Category[];
  const known = new Map(old.map((category) => [category.id, category]));
  const ids = new Set<string>();
  /** The categories that are not taken, because it could not be read which category they are below. */
  const lost = new Set<number>();
  const stated = listed.flatMap(({ value, at, isPart }): Category[] => {
    const members = correctRecord('category', value, at);
    if (!members) return [];
    const id = categoryIn(members['url']) ?? Number(members['id']);
    ids.add(String(id));
    const { parent } = members;
    const isUnknown = parent === undefined;
    const above = isUnknown ? (known.get(id)?.parent ?? null) : parentOf(parent, at.in('parent'));
    if (isUnknown && isPart && !known.has(id)) lost.add(id);
    if (isUnknown && !isPart) at.in('parent').leftOut('the service does not say below which category this one is');
    const category = { id, name: (members['name'] ?? '') as string, ...(above === null ? {} : { parent: above }) };
    return isWanted({ url: pathOf('category', id) }, at) ? [withOrigin(at, category)] : [];
  });
  for (let count = -1; count < lost.size; ) {
    count = lost.size;
    for (const { id, parent } of stated)
      if (parent !== undefined && lost.has(parent) && !known.has(parent)) lost.add(id);
  }
  const placed = stated.filter(({ id }) => !lost.has(id));
  for (const category of stated)
    if (lost.has(category.id))
      originOf(category)?.leftOut('below which category it is could not be read, so it is not taken');
  const changed = new Map(placed.map((category) => [category.id, category]));
  const kept = old.map((category) => {
    const other = changed.get(category.id);
    return other && !isDeepStrictEqual(other, { ...category }) ? other : category;
  });
  const added = placed.filter(({ id }) => !known.has(id)).toSorted((a, b) => a.id - b.id);
  if (added.length > 0 || kept.some((category, index) => category !== old[index])) files.set(path, [...kept, ...added]);
  return ids;
}

function parentOf(parent: unknown, at: SourcePlace): number | null {
  if (parent === null || parent === '') return null;
  const number = categoryIn(parent) ?? (/^\d+$/.test(String(parent)) ? Number(parent) : null);
  if (number === null) at.leftOut('the parent is not the address of a category');
  return number;
}

function categoryIn(url: unknown): number | null {
  const id = linkedId('category', url);
  return id !== null && /^\d+$/.test(id) ? Number(id) : null;
}

/** @returns the ids of all editions of the service */
function mergeEditions(
  files: CatalogFiles,
  listed: readonly Served[],
  slugs: ReadonlyMap<string, string>,
  isWanted: IsWanted,
  isComplete: boolean,
): Ids {
  const ids = new Set<string>();
  for (const served of listed) {
    const { id: stated, url } = asMembers(served.value) ?? {};
    const own = typeof stated === 'string' && stated !== '' ? stated : linkedId('edition', url);
    const id = own === null ? null : folderFor(own, served.at);
    if (own === null || id === null) continue;
    if (ids.has(id)) served.at.leftOut(`${JSON.stringify(id)} is the id of another edition`);
    else if (isWanted({ url: pathOf('edition', id) }, served.at))
      mergeEdition(files, id, served, own, slugs, isComplete);
    ids.add(id);
  }
  return ids;
}

function mergeEdition(
  files: CatalogFiles,
  id: string,
  { value, at, isPart }: Served,
  own: string,
  slugs: ReadonlyMap<string, string>,
  isComplete: boolean,
): void {
  const path = pathOfKind('edition', id);
  const old = files.value(path) as EditionSource | undefined;
  const isNamed = !isPart || asMembers(value)?.['name'] !== undefined;
  const members = correctRecord('edition', value ?? {}, at, isNamed ? own : '') ?? {};
  const name = isNamed ? members['name'] : old?.name;
  const list = members['datasources'];
  if (!Array.isArray(list) && !isPart)
    at.in('datasources').leftOut('the service does not say which data sources it uses');
  const stated = Array.isArray(list) ? dataSourcesIn(list, slugs, at.in('datasources')) : old?.datasources;
  if (name === undefined || stated === undefined) {
    at.leftOut('what belongs to it is not known, so it is not taken');
    return;
  }
  const datasources = isComplete || !old ? stated : inKnownOrder(old.datasources, stated);
  withOrigin(at.in('datasources'), datasources);
  files.change(path, withOrigin(at, { ...old, name, datasources }));
}

function dataSourcesIn(
  list: readonly unknown[],
  slugs: ReadonlyMap<string, string>,
  at: SourcePlace,
): readonly string[] {
  const ids = list.flatMap((item, index) => {
    const { id: stated, url } = asMembers(item) ?? { id: item, url: null };
    const found = typeof stated === 'string' ? stated : linkedId('datasource', url);
    if (found === null) at.in(index).leftOut('it is not the id of a data source');
    return found === null ? [] : [slugs.get(found) ?? found];
  });
  const distinct = [...new Set(ids)];
  if (distinct.length < ids.length) at.corrected('a data source that is listed twice is listed once');
  return distinct;
}
