import { isDeepStrictEqual } from 'node:util';
import { pathOfRole } from '../../../../build/read/layout.ts';
import { asJsonMembers } from '../../../../contract/base/json-values.ts';
import type {
  CategoriesSource,
  DataSourceSource,
  EditionSource,
  RemovalsSource,
  SiteSource,
} from '../../../../contract/generated/catalog.types.ts';
import { targetKey } from '../../../../contract/interface/removal-targets.ts';
import { recordMembersIn } from '../../../../contract/interface/v1-members.ts';
import { v1Path } from '../../../../contract/interface/v1-routes.ts';
import { DATA_SOURCE_MEMBERS } from '../../../../contract/interface/v2-files.ts';
import providerSchema from '../../../../schemas/catalog/provider.json' with { type: 'json' };
import type { CatalogFiles } from '../catalog-files.ts';
import { correctServedRecord, type Members, reportUnknown } from '../correct-served-record.ts';
import { type SourcePlace, sourcePlaceOf, withSourcePlace } from '../notes.ts';
import type { Served } from '../service/read-served.ts';
import { linkedId, type ServedCatalog, type ServedDataSource, type ServedRecord } from '../service/service.ts';
import { type EntryOptions, mergeSections, type SectionDrafts } from './merge-entries.ts';
import { type IsWanted, joinedLists, mergeTypedMaps, mergeV1Maps, withoutMembers } from './merge-maps.ts';
import { type Ids, pruneRecords } from './prune.ts';

interface MergeOptions {
  /** Written to removals.yaml: why records are no longer published; null keeps them. */
  readonly prune: string | null;
  readonly allowRemovals: boolean;
}

/** An unread list changes nothing. */
export function mergeService(
  files: CatalogFiles,
  served: ServedCatalog,
  { prune: reason, allowRemovals }: MergeOptions,
): void {
  const removed = new Set(((files.valueOf('removals') ?? []) as RemovalsSource).map(targetKey));
  const isWanted: IsWanted = (target, at) => {
    const isRemoved = removed.has(targetKey(target));
    const reason = 'file' in target ? undefined : 'removed from the catalog';
    if (isRemoved) at?.leftOut('removals.yaml of the catalog lists it as removed', reason);
    return !isRemoved;
  };
  const replacesAll = reason !== null;
  const { accessTokens = [] } = (files.valueOf('site') ?? {}) as Partial<SiteSource>;
  for (const provider of served.providers ?? []) mergeProvider(files, provider, replacesAll);
  const merge = { files, served, accessTokens, isWanted, replacesAll };
  const { datasources, categories, editions, providers } = served;
  const published = {
    provider: providers && idsOf(providers),
    mapserver: mergeV1Maps(merge, 'mapserver'),
    overlayserver: mergeV1Maps(merge, 'overlayserver'),
    map: mergeTypedMaps(merge),
    datasource: datasources && idsOf(datasources),
    category: categories && idsOf(categories),
    edition: editions && idsOf(editions),
  };
  for (const { id, value, at, maxAge, v2Document } of datasources ?? []) {
    const url = v1Path('datasource', id);
    if (value === undefined || !isWanted({ url }, at)) continue;
    const isWantedFile = (path: string, entry: object): boolean =>
      isWanted({ url, file: path }, sourcePlaceOf(entry) ?? at);
    mergeDataSource(files, id, { value, at }, maxAge, { replacesAll, isWantedFile }, v2Document);
  }
  if (categories) mergeCategories(files, categories, isWanted);
  for (const edition of editions ?? []) mergeEdition(files, edition, isWanted, replacesAll);
  if (reason !== null) pruneRecords(files, published, reason, allowRemovals);
}

const idsOf = (records: readonly ServedRecord[]): Ids => new Set(records.map(({ id }) => id));

const V2_KEYS: ReadonlySet<string> = new Set(DATA_SOURCE_MEMBERS);
const SOURCE_KEYS = new Set(recordMembersIn('source', 'source').map(({ key }) => key));

/** @param maxAge in seconds; null keeps the old one @param v2Document null if unknown */
export function mergeDataSource(
  files: CatalogFiles,
  id: string,
  { value, at }: Served,
  maxAge: number | null,
  options: EntryOptions,
  v2Document: ServedDataSource['v2Document'] = null,
): void {
  const corrected = correctServedRecord('dataSource', value, at, id);
  if (!corrected) return;
  const { id: _, url, files: plain = {}, maps = {}, themes = {}, ...stated } = corrected;
  const path = pathOfRole('datasource', id);
  const old = files.value(path) as DataSourceSource | undefined;
  const source = asJsonMembers(stated['source']);
  // The service's XML implies it if clients compare SHA-1s.
  const needsSha1 = old ? undefined : asJsonMembers(value)?.['needsSha1'];
  if (source && !source['url']) at.in('source').corrected('it has no url; baseUrl is written, which clients use then');
  if (v2Document) reportUnknown(v2Document.value, [...DATA_SOURCE_MEMBERS, 'files'], v2Document.at);
  const record = {
    ...(v2Document && options.replacesAll ? withoutMembers(old ?? {}, V2_KEYS) : old),
    ...stated,
    ...Object.fromEntries(Object.entries(v2Document?.value ?? {}).filter(([key]) => V2_KEYS.has(key))),
    ...(maxAge === null ? {} : { maxAge }),
    ...(needsSha1 == null ? {} : { needsSha1 }),
    ...(source
      ? {
          source: {
            ...withoutMembers(old?.source ?? {}, SOURCE_KEYS),
            ...source,
            url: source['url'] || stated['baseUrl'],
          },
        }
      : {}),
  };
  files.change(path, withSourcePlace(v2Document ? at.withOther(v2Document.at, V2_KEYS) : at, record));
  if (needsSha1 === true) at.in('needsSha1').advice(HAS_EMPTY_LISTS);
  mergeSections(files, id, { files: plain, maps, themes } as SectionDrafts, options);
}

const HAS_EMPTY_LISTS =
  'its XML has empty lists of checksums, as if clients compared its SHA-1s, so needsSha1 is written; remove it if they do not';

function mergeProvider(files: CatalogFiles, { id, value, at }: ServedRecord, replacesAll: boolean): void {
  const { id: _, ...stated } = value as Members;
  reportUnknown(stated, PROVIDER_KEYS, at);
  const members = Object.fromEntries(Object.entries(stated).filter(([key]) => PROVIDER_KEYS.includes(key)));
  const path = pathOfRole('provider', id);
  const old = (files.value(path) ?? {}) as Members;
  const other = Object.keys(members).filter(
    (key) => old[key] !== undefined && !isDeepStrictEqual(old[key], members[key]),
  );
  if (other.length > 0) at.advice(`replaces the ${other.join(', ')} that the catalog had, for all maps of ${id}`);
  files.change(path, withSourcePlace(at, { ...(replacesAll ? {} : old), ...members }));
}

const PROVIDER_KEYS = Object.keys(providerSchema.properties);

type Category = CategoriesSource[number];

function mergeCategories(files: CatalogFiles, listed: readonly ServedRecord[], isWanted: IsWanted): void {
  const path = pathOfRole('categories');
  const old = (files.value(path) ?? []) as readonly Category[];
  const known = new Map(old.map((category) => [category.id, category]));
  const stated = new Map<number, Category>();
  for (const { id, value, at } of listed) {
    const members = correctServedRecord('category', value, at);
    if (!members || !isWanted({ url: v1Path('category', id) }, at)) continue;
    const { name = '', parent } = members;
    if (parent === undefined) at.in('parent').leftOut('the service does not say below which category this one is');
    const above = parent === undefined ? known.get(Number(id))?.parent : parentOf(parent, at.in('parent'));
    const category = { id: Number(id), name: name as string, ...(above === undefined ? {} : { parent: above }) };
    stated.set(category.id, withSourcePlace(at, category));
  }
  const added = [...stated.values()].filter(({ id }) => !known.has(id)).toSorted((a, b) => a.id - b.id);
  const all = [...old.map((category) => stated.get(category.id) ?? category), ...added];
  if (all.length > 0) files.change(path, all);
}

function parentOf(parent: unknown, at: SourcePlace): number | undefined {
  if (parent === null || parent === '') return undefined;
  const id = linkedId('category', parent);
  if (id !== null) return Number(id);
  at.leftOut('the parent is not the address of a category');
  return undefined;
}

function mergeEdition(
  files: CatalogFiles,
  { id, value, at }: ServedRecord,
  isWanted: IsWanted,
  replacesAll: boolean,
): void {
  if (value === undefined || !isWanted({ url: v1Path('edition', id) }, at)) return;
  const path = pathOfRole('edition', id);
  const old = files.value(path) as EditionSource | undefined;
  const { name, datasources: list } = correctServedRecord('edition', value, at, id) ?? {};
  if (!Array.isArray(list)) {
    at.in('datasources').leftOut(
      'the service does not say which data sources it uses, so it is not taken',
      'not valid',
    );
    return;
  }
  const stated = list.flatMap((item: unknown, index) => {
    const { id: statedId, url } = asJsonMembers(item) ?? { id: item, url: null };
    const found = typeof statedId === 'string' ? statedId : linkedId('datasource', url);
    if (found === null) at.in('datasources', index).leftOut('it is not the id of a data source');
    return found ?? [];
  });
  const datasources = joinedLists((!replacesAll && old?.datasources) || [], stated);
  withSourcePlace(at.in('datasources'), datasources);
  files.change(path, withSourcePlace(at, { ...old, name, datasources }));
}
