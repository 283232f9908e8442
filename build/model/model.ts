import { byCodePoint, sortedByCodePoint } from '../../contract/base/text.ts';
import { fragmentsByKey } from '../../contract/data-sources/fragment-keys.ts';
import type { Section } from '../../contract/data-sources/sections.ts';
import { exampleDomain, isExampleAddress } from '../../contract/example-address.ts';
import type {
  CategoriesSource,
  FilesSource,
  Fragments,
  MapsSource,
  ThemesSource,
} from '../../contract/generated/catalog.types.ts';
import { DEFAULT_HOST, HOSTS, type Host, type HostName, withMaxFiles } from '../../contract/hosts.ts';
import { MAP_LISTS, MAP_TYPES, type MapList } from '../../contract/maps/map-types.ts';
import { type Environment, hasSetToken, listedVariables } from '../../contract/maps/placeholders.ts';
import { keysJson, keysSignature } from '../../contract/signing/key-list.ts';
import type { FileRole, ValueOf } from '../read/layout.ts';
import { type Content, soundDocuments } from '../validate/content.ts';
import { polygonsByName } from './areas.ts';
import type {
  Catalog,
  CatalogMap,
  CatalogOutline,
  Category,
  DataSource,
  DataSourceSummary,
  Edition,
  Entry,
  Fragment,
} from './catalog.ts';
import { factsOfDomains } from './domain-facts.ts';
import { catalogMapOf } from './map-records.ts';

interface ModelOptions {
  /** Overrides site.yaml. */
  readonly serviceUrl: string | null;
  readonly environment: Environment;
  readonly withoutTokenless?: boolean | undefined;
}

export function catalogModelOf(content: Content, options: ModelOptions): Catalog {
  const { datasources, ...rest } = catalogWithoutEntries(content, options);
  return { ...rest, datasources: datasources.map((source) => dataSourceOf(source, content)) };
}

export function catalogWithoutEntries(content: Content, options: ModelOptions): CatalogOutline {
  const { serviceUrl, withoutTokenless } = options;
  const site = siteOf(content);
  const { title, repository, branch = 'main', languages = ['en'], accessTokens = [], home = null } = site;
  const environment = listedVariables(options.environment, accessTokens);
  // Earlier versions of `init` wrote examples, which only an example catalog publishes.
  const isWithheld = (record: object): boolean => !isExampleAddress(site.serviceUrl) && exampleDomain(record) !== null;
  const published = <Role extends FileRole>(role: Role) =>
    soundDocuments(content, role).filter(({ value }) => !isWithheld(value));
  const context = {
    environment,
    providers: new Map(published('provider').map(({ name, value }) => [name, value])),
    areas: polygonsByName(content),
  };
  const mapsOf = <List extends MapList>(list: List) =>
    published(MAP_LISTS[list])
      .map(({ name, value }) => catalogMapOf(list, name, value, context))
      .filter(({ unsetTokens }) => !withoutTokenless || unsetTokens.length === 0)
      .sort((a, b) => byCodePoint(a.id, b.id));
  const hasTokens = (list: CatalogMap<'xyz'>['list']): boolean =>
    soundDocuments(content, MAP_LISTS[list]).some(({ value }) => hasSetToken(value.urlPattern, environment));
  return {
    title,
    repository,
    branch,
    languages,
    serviceUrl: (serviceUrl ?? site.serviceUrl).replace(/\/+$/, ''),
    mapservers: mapsOf('mapservers'),
    overlayservers: mapsOf('overlayservers'),
    maps: mapsOf('maps'),
    datasources: summaries(published('datasource')),
    categories: categoryTree(soundDocuments(content, 'categories').flatMap(({ value }) => value)),
    editions: editions(soundDocuments(content, 'edition'), new Set(published('datasource').map(({ name }) => name))),
    providers: [...context.providers].map(([id, value]) => ({ id, ...value })),
    removals: soundDocuments(content, 'removals').flatMap(({ value }) => value),
    keys: keysIn(content, site.serviceUrl),
    home,
    withTokens: (['mapservers', 'overlayservers'] as const).filter(hasTokens),
    known: {
      accessTokens,
      servers: [
        ...(['mapserver', 'overlayserver'] as const).flatMap((role) =>
          published(role).map(
            ({ name, value: { id, hosts, urlPattern } }) => [role, name, id, hosts, urlPattern] as const,
          ),
        ),
        ...published('map').map(({ name, value }) => {
          const keys: readonly string[] = ['type', 'overlay', ...MAP_TYPES[value.type].members];
          const members = Object.entries(value).filter(([key]) => keys.includes(key));
          return ['map', name, value.name, Object.fromEntries(members)] as const;
        }),
      ],
      domains: factsOfDomains(Object.values(MAP_LISTS).flatMap((role) => published(role).map(({ value }) => value))),
      offReasons: Object.fromEntries(
        (['mapserver', 'overlayserver', 'map'] as const).flatMap((role) =>
          published(role).flatMap(({ name, value: { active, offReason } }) =>
            active === false && offReason ? [[`${role}/${name}`, offReason]] : [],
          ),
        ),
      ),
    },
  };
}

/** @param target overrides site.yaml */
export function chosenHost(content: Content, target: HostName | undefined): Host {
  const site = siteOf(content);
  return withMaxFiles(HOSTS[target ?? site.target ?? DEFAULT_HOST], site.maxFiles);
}

/** @param wanted overrides site.yaml */
export function siteHasPages(content: Content, wanted: boolean | undefined): boolean {
  return wanted ?? siteOf(content).pages ?? true;
}

function siteOf(content: Content): ValueOf['site'] {
  const [site] = soundDocuments(content, 'site');
  if (!site) throw new Error('the catalog has no site.yaml, which an earlier stage should have reported');
  return site.value;
}

function keysIn(content: Content, serviceUrl: string): CatalogOutline['keys'] {
  const [keys] = soundDocuments(content, 'keys');
  if (!keys) return null;
  return { list: keysJson(keys.value), signature: keysSignature(keys.value, serviceUrl.replace(/\/+$/, '')) };
}

type Named<Role extends FileRole> = ReturnType<typeof soundDocuments<Role>>;

function summaries(sources: Named<'datasource'>): DataSourceSummary[] {
  return sources
    .map(({ name: id, value: { maxAge, needsSha1, source, ...rest } }) => ({
      ...rest,
      id,
      maxAge: maxAge ?? null,
      needsSha1: needsSha1 ?? false,
      // Programs expect a page. A source with only lists of checksums is for `update`.
      source: source?.url === undefined ? null : source,
      counts: { files: 0, maps: 0, themes: 0 },
    }))
    .sort((a, b) => byCodePoint(a.id, b.id));
}

/** @param content has the entries of this data source, or of all */
export function dataSourceOf(summary: DataSourceSummary, content: Content): DataSource {
  const entriesIn = (section: Section): Entry[] => {
    const document = soundDocuments(content, section).find(({ name }) => name === summary.id);
    return document ? entries(document.value, summary.action) : [];
  };
  const [files, maps, themes] = [entriesIn('files'), entriesIn('maps'), entriesIn('themes')];
  const counts = { files: files.length, maps: maps.length, themes: themes.length };
  return { ...summary, counts, files, maps, themes };
}

type EntrySource = FilesSource[string] & MapsSource[string] & ThemesSource[string];

function entries(source: Readonly<Record<string, EntrySource>>, action: DataSource['action']): Entry[] {
  return keysOf(source).map((path) => {
    const { checksums = [], fragments = {}, boundingbox, imageurl = '' } = source[path] as EntrySource;
    // Equal keys: engines are slow with objects of many shapes.
    return { path, checksums, fragments: fragmentsOf(fragmentsByKey(action, fragments)), boundingbox, imageurl };
  });
}

function fragmentsOf(source: Fragments): Fragment[] {
  return keysOf(source).map((key) => ({ key, checksums: source[key] as Fragment['checksums'] }));
}

function keysOf(members: object): string[] {
  return sortedByCodePoint(Object.keys(members), (key) => key);
}

function categoryTree(source: CategoriesSource): Category[] {
  const byNumber = source.toSorted((a, b) => a.id - b.id);
  const nodes = new Map(
    byNumber.map(({ id, name }) => [id, { id, name, parent: null as Category | null, children: [] as Category[] }]),
  );
  for (const { id, parent: parentId } of byNumber) {
    const node = nodes.get(id);
    const parent = parentId === undefined ? undefined : nodes.get(parentId);
    if (!node || !parent) continue;
    node.parent = parent;
    parent.children.push(node);
  }
  return [...nodes.values()];
}

/** Leaves out unpublished data sources, and editions that have only these. */
function editions(all: Named<'edition'>, published: ReadonlySet<string>): Edition[] {
  return all
    .map(({ name: id, value }) => ({
      ...value,
      id,
      datasources: value.datasources.filter((one) => published.has(one)),
    }))
    .filter(({ datasources }, index) => datasources.length > 0 || all[index]?.value.datasources.length === 0)
    .sort((a, b) => byCodePoint(a.id, b.id));
}
