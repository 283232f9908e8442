/** Merges imported records into a catalog: adds and changes records, and removes them only on request. */
import { isDeepStrictEqual } from 'node:util';
import { ENTRY_KINDS, fileNameFor, nameProblem, pathOfKind } from '../../build/pipeline.ts';
import { joinHistories, oldestFirst, withObservation } from '../../contract/checksum-history.ts';
import type {
  CategoriesSource,
  Checksum,
  DataSourceSource,
  EditionSource,
  RemovalsSource,
  TileServerSource,
} from '../../contract/generated/catalog.types.ts';
import { membersIn } from '../../contract/members.ts';
import { pathOf } from '../../contract/routes.ts';
import { type Target, targetKey } from '../../contract/targets.ts';
import type { CatalogFiles } from './catalog-files.ts';
import type { CatalogDraft, CategoryDraft, DataSourceDraft, EditionDraft, TileServerDraft } from './correct-catalog.ts';
import { asMembers, type EntryDraft, type EntryDrafts, type EntryKind } from './correct-record.ts';
import { type Notes, SourcePlace } from './notes.ts';
import { LIST_OF, prune } from './prune.ts';

interface MergeOptions {
  /** Remove records that the service no longer publishes, with this reason in removals.yaml. */
  readonly prune: string | null;
  /** Allow removing many records at once. */
  readonly allowRemovals: boolean;
}

type ServerKind = 'mapserver' | 'overlayserver';

/** Merges all records of a service into a catalog. */
export function mergeCatalog(files: CatalogFiles, draft: CatalogDraft, options: MergeOptions, notes: Notes): void {
  const removed = removalsIn(files);
  const isWanted = (target: Target, value: object): boolean => {
    if (!removed.has(targetKey(target))) return true;
    const place = notes.originOf(value, []) ?? new SourcePlace(target.url);
    notes.leftOut(place, 'removals.yaml of the catalog lists it as removed');
    return false;
  };
  for (const kind of ['mapserver', 'overlayserver'] as const) {
    const url = pathOf(LIST_OF[kind]);
    const servers = draft[LIST_OF[kind]].filter((server) => isWanted({ url, id: String(server['id']) }, server));
    mergeTileServers(files, kind, servers, notes, options.prune !== null);
  }
  for (const [id, source] of draft.datasources) {
    const url = pathOf('datasource', id);
    if (!isWanted({ url }, source.record)) continue;
    mergeDataSource(
      files,
      id,
      withoutRemoved(source, (path, entry) => isWanted({ url, file: path }, entry)),
      options,
      notes,
    );
  }
  const categories = draft.categories.filter((category) =>
    isWanted({ url: pathOf('category', category.id) }, category),
  );
  mergeCategories(files, categories, draft.unknownParents, notes);
  for (const [id, edition] of draft.editions) {
    if (isWanted({ url: pathOf('edition', id) }, edition)) mergeEdition(files, id, edition, options, notes);
  }
  if (options.prune !== null) prune(files, draft, options.prune, options.allowRemovals);
}

/** The intended removals, as keys of targets. */
function removalsIn(files: CatalogFiles): ReadonlySet<string> {
  const list = (files.valueOf('removals') ?? []) as RemovalsSource;
  return new Set(list.map(targetKey));
}

function withoutRemoved(
  source: DataSourceDraft,
  isWanted: (path: string, entry: EntryDraft) => boolean,
): DataSourceDraft {
  const groups = ENTRY_KINDS.map((kind) => {
    const entries = Object.entries(source.groups[kind]);
    const wanted = entries.filter(([path, entry]) => isWanted(path, entry));
    return [kind, wanted.length === entries.length ? source.groups[kind] : Object.fromEntries(wanted)];
  });
  return { ...source, groups: Object.fromEntries(groups) };
}

/**
 * Merges tile servers into a catalog. A server with a known id changes its file.
 *
 * @param isComplete whether hosts that are not among the new ones are removed
 */
export function mergeTileServers(
  files: CatalogFiles,
  kind: ServerKind,
  servers: readonly TileServerDraft[],
  notes: Notes,
  isComplete = false,
): void {
  const paths = new Map(files.of(kind).map(({ path, value }) => [(value as TileServerSource).id, path]));
  const taken = new Set(paths.values());
  for (const server of servers) {
    const path = paths.get(String(server['id'])) ?? newPath(kind, String(server['id']), taken);
    taken.add(path);
    const old = files.value(path) as TileServerSource | undefined;
    change(files, path, old ? withServer(old, server, notes, isComplete) : server);
  }
}

const keysOf = (record: 'tileServer' | 'source'): ReadonlySet<string> =>
  new Set(membersIn(record, record === 'source' ? 'source' : 'json').map(({ key }) => key));

/** The keys that services publish. Other keys of the catalog stay. */
const SERVER_KEYS = keysOf('tileServer');
const SOURCE_KEYS = keysOf('source');

/** Merges a published tile server into that of the catalog. */
function withServer(old: TileServerSource, server: TileServerDraft, notes: Notes, isComplete: boolean): object {
  const kept = Object.entries(old).filter(([key]) => !SERVER_KEYS.has(key));
  // A default stays if the file states it.
  const isWrittenOut = old.active === true && server['active'] === undefined;
  const active = isWrittenOut ? { active: true } : {};
  // The catalog's own hosts only fit their old pattern.
  const hasOwnHosts = !isComplete && Array.isArray(server['hosts']) && server['urlPattern'] === old.urlPattern;
  const hosts = hasOwnHosts ? { hosts: inKnownOrder(old.hosts, server['hosts'] as readonly string[]) } : {};
  return sameOrigin({ ...Object.fromEntries(kept), ...active, ...server, ...hosts }, server, notes);
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

/** A path for a new tile server, by its id. */
function newPath(kind: ServerKind, id: string, taken: ReadonlySet<string>): string {
  const made = fileNameFor(id);
  const name = nameProblem(made) === null ? made : `${kind}-${made}`.replace(/-$/, '');
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const path = pathOfKind(kind, `${name.slice(0, 64 - suffix.length).replace(/-$/, '')}${suffix}`);
    if (!taken.has(path)) return path;
  }
}

/** Sets the value of a file if it differs. */
function change(files: CatalogFiles, path: string, value: object): void {
  if (!isDeepStrictEqual(files.value(path), value)) files.set(path, value);
}

function mergeDataSource(
  files: CatalogFiles,
  id: string,
  source: DataSourceDraft,
  options: MergeOptions,
  notes: Notes,
): void {
  const path = pathOfKind('datasource', id);
  const old = files.value(path) as DataSourceSource | undefined;
  change(files, path, old ? withRecord(old, source.record, notes) : source.record);
  if (!old && source.record['needsSha1'] === true) {
    const place = notes.originOf(source.record, ['needsSha1']);
    const seen = 'its XML has empty lists of checksums, as those have whose SHA-1s clients compare; so this is written';
    if (place) notes.advice(place, `${seen}, to be taken out if they do not`);
  }
  const { groups, lacksFragmentChecksums } = source;
  mergeGroups(files, id, groups, { limit: null, isComplete: options.prune !== null, lacksFragmentChecksums }, notes);
}

/** Merges a published data source into that of the catalog. */
function withRecord(old: DataSourceSource, record: DataSourceDraft['record'], notes: Notes): object {
  // Only the XML implies that clients compare SHA-1s.
  const { needsSha1: _, ...stated } = record;
  const kept = Object.entries(old.source ?? {}).filter(([key]) => !SOURCE_KEYS.has(key));
  const source = asMembers(stated['source']);
  const merged = source ? { source: { ...Object.fromEntries(kept), ...source } } : {};
  return sameOrigin({ ...old, ...stated, ...merged }, record, notes);
}

interface EntryOptions {
  /** How many of the newest checksums of a history are kept; null for all. */
  readonly limit: number | null;
  /** Remove entries and checksums that are not among the new ones. */
  readonly isComplete: boolean;
  /** The new entries lack the checksums of fragments, so keep the old ones. */
  readonly lacksFragmentChecksums?: boolean | undefined;
}

/** Merges entries into the groups of a data source. A file moves to the group that names it last. */
export function mergeGroups(
  files: CatalogFiles,
  id: string,
  groups: Readonly<Record<EntryKind, EntryDrafts>>,
  options: EntryOptions,
  notes: Notes,
): void {
  const groupOf = new Map(
    ENTRY_KINDS.flatMap((kind) => Object.keys(groups[kind]).map((path) => [path, kind] as const)),
  );
  for (const kind of ENTRY_KINDS) {
    const path = pathOfKind(kind, id);
    const old = (files.value(path) ?? {}) as EntryDrafts;
    const added = groups[kind];
    const kept = Object.entries(old).filter(
      ([name]) => !Object.hasOwn(added, name) && (groupOf.get(name) ?? kind) === kind && !options.isComplete,
    );
    const merged = Object.entries(added).map(([name, entry]) => {
      const known = Object.hasOwn(old, name) ? old[name] : undefined;
      const isWhole = known === undefined && options.limit === null;
      return [name, isWhole ? entry : mergeEntry(known ?? {}, entry, options, notes)] as const;
    });
    const isNeeded = merged.length > 0 || files.value(path) !== undefined;
    if (isNeeded)
      change(
        files,
        path,
        merged.length === 0 && kept.length === Object.keys(old).length ? old : Object.fromEntries([...kept, ...merged]),
      );
  }
}

function mergeEntry(old: EntryDraft, entry: EntryDraft, options: EntryOptions, notes: Notes): EntryDraft {
  const { limit, isComplete, lacksFragmentChecksums } = options;
  const join = (
    before: readonly Checksum[] = [],
    after: readonly Checksum[] = [],
    ...path: string[]
  ): readonly Checksum[] => {
    if (isComplete && !(path[0] === 'fragments' && lacksFragmentChecksums)) return after;
    for (const [index, checksum] of after.entries()) {
      const place = notes.originOf(entry, [...path, index]);
      if (place) notes.from(checksum, place);
    }
    if (limit === null) return joinHistories(before, after);
    return after.reduce(withNewer, before).slice(-limit);
  };
  const checksums = join(old.checksums, entry.checksums, 'checksums');
  const keys = [
    ...new Set([...(isComplete ? [] : Object.keys(old.fragments ?? {})), ...Object.keys(entry.fragments ?? {})]),
  ];
  const fragments = keys.map((key) => [
    key,
    join(own(old.fragments, key), own(entry.fragments, key), 'fragments', key),
  ]);
  const { checksums: known, fragments: archive, ...rest } = isComplete ? ({} as EntryDraft) : old;
  const merged = {
    ...(isComplete && old.boundingbox !== undefined ? { boundingbox: old.boundingbox } : rest),
    ...entry,
    ...(checksums.length > 0 || known ? { checksums } : {}),
    ...(fragments.length > 0 || archive ? { fragments: Object.fromEntries(fragments) } : {}),
  };
  return sameOrigin(merged, entry, notes);
}

/** Adds a checksum to a history: the newest one as an observation, others in order of time. */
function withNewer(history: readonly Checksum[], checksum: Checksum): readonly Checksum[] {
  const isNewest = history.every((other) => oldestFirst(other, checksum) < 0);
  return isNewest ? withObservation(history, checksum) : joinHistories(history, [checksum]);
}

/** Notes that two values have the same source. */
function sameOrigin<T extends object>(value: T, other: object, notes: Notes): T {
  const place = notes.originOf(other, []);
  return place ? notes.from(value, place) : value;
}

function own<T>(members: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return members && Object.hasOwn(members, key) ? members[key] : undefined;
}

/** @param unknownParents the categories with unknown parents */
function mergeCategories(
  files: CatalogFiles,
  categories: readonly CategoryDraft[],
  unknownParents: CatalogDraft['unknownParents'],
  notes: Notes,
): void {
  const path = pathOfKind('categories');
  const old = (files.value(path) ?? []) as CategoriesSource;
  const parents = new Map(old.map(({ id, parent }) => [id, parent]));
  const whole = categories.map((category) => {
    const parent = unknownParents.has(category.id) ? parents.get(category.id) : undefined;
    return parent === undefined ? category : sameOrigin({ ...category, parent }, category, notes);
  });
  const lost = withoutPlace(whole, unknownParents, parents, notes);
  const placed = whole.filter(({ id }) => !lost.has(id));
  const changed = new Map(placed.map((category) => [category.id, category]));
  const known = new Set(old.map(({ id }) => id));
  const kept = old.map((category) => {
    const other = changed.get(category.id);
    return other && !isDeepStrictEqual({ ...other }, { ...category }) ? other : category;
  });
  const added = placed.filter(({ id }) => !known.has(id)).toSorted((a, b) => a.id - b.id);
  if (added.length > 0 || kept.some((category, index) => category !== old[index])) files.set(path, [...kept, ...added]);
}

/** New categories below parents that could not be read. */
function withoutPlace(
  categories: readonly CategoryDraft[],
  unknownParents: CatalogDraft['unknownParents'],
  known: ReadonlyMap<number, unknown>,
  notes: Notes,
): ReadonlySet<number> {
  const lost = new Set(categories.map(({ id }) => id).filter((id) => unknownParents.get(id) && !known.has(id)));
  for (let count = -1; count < lost.size; ) {
    count = lost.size;
    for (const { id, parent } of categories)
      if (parent !== undefined && lost.has(parent) && !known.has(parent)) lost.add(id);
  }
  for (const category of categories) {
    const place = lost.has(category.id) ? notes.originOf(category, []) : null;
    if (place) notes.leftOut(place, 'below which category it is could not be read, so it is not taken');
  }
  return lost;
}

function mergeEdition(
  files: CatalogFiles,
  id: string,
  edition: EditionDraft,
  options: MergeOptions,
  notes: Notes,
): void {
  const path = pathOfKind('edition', id);
  const old = files.value(path) as EditionSource | undefined;
  const { name = old?.name, datasources: stated = old?.datasources } = edition;
  if (name === undefined || stated === undefined) {
    const place = notes.originOf(edition, []);
    if (place) notes.leftOut(place, 'what belongs to it is not known, so it is not taken');
    return;
  }
  const known = options.prune === null ? (old?.datasources ?? []) : [];
  const datasources = known.length === 0 ? stated : inKnownOrder(known, stated);
  sameOrigin(datasources, stated, notes);
  change(files, path, sameOrigin({ ...old, name, datasources }, edition, notes));
}
