/** Converts everything that a service publishes to the form of the catalog. */
import { fileNameFor, nameProblem } from '../../build/pipeline.ts';
import { correctAddress, type KnownServers } from './correct-address.ts';
import { asMembers, correctRecord, type EntryDrafts, type EntryKind, type Members } from './correct-record.ts';
import type { Notes, SourcePlace } from './notes.ts';
import { linkedId, type Served, type ServedCatalog } from './service.ts';

/** A tile server to write, not yet validated. */
export type TileServerDraft = Members;

/** A data source to write, not yet validated. */
export interface DataSourceDraft {
  readonly record: Members;
  readonly groups: Readonly<Record<EntryKind, EntryDrafts>>;
  /** Whether the checksums of its fragments are unknown. */
  readonly lacksFragmentChecksums?: boolean;
}

/** A category to write. */
export interface CategoryDraft {
  readonly id: number;
  readonly name: unknown;
  readonly parent?: number;
}

/** An edition to write. */
export interface EditionDraft {
  /** Without unknown members. */
  readonly name?: unknown;
  readonly datasources?: readonly string[];
}

/** The records for the catalog. A list that could not be read is empty. */
export interface CatalogDraft {
  readonly serviceUrl: string;
  readonly mapservers: readonly TileServerDraft[];
  readonly overlayservers: readonly TileServerDraft[];
  readonly datasources: ReadonlyMap<string, DataSourceDraft>;
  readonly categories: readonly CategoryDraft[];
  /** The categories with unknown parents by id, and whether a document could not be read. */
  readonly unknownParents: ReadonlyMap<number, boolean>;
  readonly editions: ReadonlyMap<string, EditionDraft>;
  /** The ids in each list of the service, including records that were not imported; null if unknown. */
  readonly published: Readonly<Record<'mapserver' | 'overlayserver' | 'datasource' | 'category' | 'edition', Ids>>;
}

/** Ids of one list; null if unknown. */
export type Ids = ReadonlySet<string> | null;

/** Corrects all records of a service. */
export function correctCatalog(
  served: ServedCatalog,
  notes: Notes,
  known: Readonly<Record<'mapservers' | 'overlayservers', KnownServers>>,
): CatalogDraft {
  const servers = (list: 'mapservers' | 'overlayservers'): TileServerDraft[] =>
    distinct(served[list] ?? [], notes).flatMap((item): TileServerDraft[] => {
      const draft = correctTileServer(item, notes, known[list]);
      return draft ? [draft] : [];
    });
  const mapservers = servers('mapservers');
  const overlayservers = servers('overlayservers');
  const datasources = new Map<string, DataSourceDraft>();
  const slugs = new Map<string, string>();
  const isListed = (slug: string): boolean => served.datasources?.some(({ id }) => id === slug) === true;
  for (const { id, value, at, maxAge, isRead, lacksFragmentChecksums } of served.datasources ?? []) {
    const slug = folderFor(id, at, notes);
    if (slug === null) continue;
    if (slug !== id && (isListed(slug) || [...slugs.values()].includes(slug))) {
      notes.leftOut(at, `${JSON.stringify(slug)} is the id of another data source`);
      continue;
    }
    slugs.set(id, slug);
    const draft = isRead ? correctDataSource({ value, at }, id, maxAge, notes) : null;
    if (draft) datasources.set(slug, { ...draft, lacksFragmentChecksums });
  }
  const editions = new Map<string, EditionDraft>();
  for (const item of served.editions ?? []) {
    const { value, at } = item;
    const id = editionId(value);
    const name = id === null ? null : folderFor(id, at, notes);
    if (name !== null && editions.has(name)) notes.leftOut(at, `${JSON.stringify(name)} is the id of another edition`);
    else if (id !== null && name !== null) editions.set(name, edition(item, id, slugs, notes));
  }
  const unknownParents = new Map<number, boolean>();
  const categories = (served.categories ?? []).flatMap((item) => {
    const draft = category(item, notes);
    if (draft && asMembers(item.value)?.['parent'] === undefined) unknownParents.set(draft.id, item.isPart === true);
    return draft ?? [];
  });
  return {
    serviceUrl: served.serviceUrl,
    mapservers,
    overlayservers,
    datasources,
    categories,
    unknownParents,
    editions,
    published: {
      mapserver: served.mapservers && idsOf(mapservers),
      overlayserver: served.overlayservers && idsOf(overlayservers),
      datasource: served.datasources && new Set([...slugs.values(), ...served.datasources.map(({ id }) => id)]),
      category: served.categories && idsOf(categories),
      edition: served.editions && new Set(editions.keys()),
    },
  };
}

const idsOf = (records: readonly { readonly id?: unknown }[]): Ids => new Set(records.map(({ id }) => String(id)));

/** Corrects a tile server; null for anything else. */
function correctTileServer({ value, at }: Served, notes: Notes, known: KnownServers): TileServerDraft | null {
  const record = correctRecord('tileServer', value, { at, notes });
  return record && notes.from({ ...record, ...correctAddress(record, { at, notes }, known) }, at);
}

/**
 * Corrects a data source; null for anything else.
 *
 * @param id its id, used if the name is missing
 * @param maxAge how many seconds clients may cache it; null if they must revalidate
 */
export function correctDataSource(
  { value, at }: Served,
  id: string,
  maxAge: number | null,
  notes: Notes,
): DataSourceDraft | null {
  const corrected = correctRecord('dataSource', value, { at, notes }, id);
  if (!corrected) return null;
  const { id: _, url, files = {}, maps = {}, themes = {}, ...record } = corrected;
  const needsSha1 = asMembers(value)?.['needsSha1'];
  const more = { ...(maxAge === null ? {} : { maxAge }), ...(needsSha1 === undefined ? {} : { needsSha1 }) };
  const groups = { files, maps, themes } as DataSourceDraft['groups'];
  return { record: notes.from({ ...record, ...more }, at), groups };
}

/** Drops tile servers with repeated ids. */
function distinct(items: readonly Served[], notes: Notes): Served[] {
  const seen = new Set<string>();
  return items.filter(({ value, at }) => {
    const id = String(asMembers(value)?.['id'] ?? '').trim();
    if (id === '') return true;
    if (seen.has(id)) notes.leftOut(at, `${JSON.stringify(id)} is listed twice; this is the second`);
    return !seen.has(id) && seen.add(id);
  });
}

/** The name for the folder or file of a record: its id, or the most similar valid name. */
function folderFor(id: string, at: SourcePlace, notes: Notes): string | null {
  const why = nameProblem(id);
  if (why === null) return id;
  const name = fileNameFor(id);
  if (nameProblem(name) !== null || id.length > 64) {
    notes.leftOut(at.in('id'), `the id cannot be the name of a folder: ${why}`);
    return null;
  }
  notes.corrected(at.in('id'), `the id cannot be the name of a folder and is ${JSON.stringify(name)} now`);
  return name;
}

function category({ value, at, isPart }: Served, notes: Notes): CategoryDraft | null {
  const members = correctRecord('category', value, { at, notes });
  if (!members) return null;
  const id = numberOf(members['url']) ?? Number(members['id']);
  const parent = isPart ? null : parentOf(members, at, notes);
  return notes.from({ id, name: members['name'] ?? '', ...(parent === null ? {} : { parent }) }, at);
}

function parentOf(members: Readonly<Record<string, unknown>>, at: SourcePlace, notes: Notes): number | null {
  const { parent } = members;
  if (parent === undefined) notes.leftOut(at.in('parent'), 'the service does not say below which category this one is');
  if (parent === undefined || parent === null || parent === '') return null;
  const number = numberOf(parent) ?? (/^\d+$/.test(String(parent)) ? Number(parent) : null);
  if (number === null) notes.leftOut(at.in('parent'), 'the parent is not the address of a category');
  return number;
}

function numberOf(url: unknown): number | null {
  const id = linkedId('category', url);
  return id !== null && /^\d+$/.test(id) ? Number(id) : null;
}

function editionId(value: unknown): string | null {
  const { id, url } = asMembers(value) ?? {};
  return typeof id === 'string' && id !== '' ? id : linkedId('edition', url);
}

function edition(
  { value, at, isPart }: Served,
  id: string,
  slugs: ReadonlyMap<string, string>,
  notes: Notes,
): EditionDraft {
  const isNamed = !isPart || asMembers(value)?.['name'] !== undefined;
  const members = correctRecord('edition', value ?? {}, { at, notes }, isNamed ? id : '') ?? {};
  const name = isNamed ? { name: members['name'] } : {};
  const list = members['datasources'];
  if (!Array.isArray(list)) {
    if (!isPart) notes.leftOut(at.in('datasources'), 'the service does not say which data sources it uses');
    return notes.from(name, at);
  }
  const ids = list.flatMap((item, index) => {
    const { id: stated, url } = asMembers(item) ?? { id: item, url: null };
    const found = typeof stated === 'string' ? stated : linkedId('datasource', url);
    if (found === null) notes.leftOut(at.in('datasources', index), 'it is not the id of a data source');
    return found === null ? [] : [slugs.get(found) ?? found];
  });
  const datasources = [...new Set(ids)];
  if (datasources.length < ids.length)
    notes.corrected(at.in('datasources'), 'a data source that is listed twice is listed once');
  return notes.from({ ...name, datasources: notes.from(datasources, at.in('datasources')) }, at);
}
