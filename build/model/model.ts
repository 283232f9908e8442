/** The fifth stage: makes the catalog from files without errors. */

import type {
  CategoriesSource,
  FilesSource,
  MapsSource,
  ThemesSource,
  TileServerSource,
} from '../../contract/generated/catalog.types.ts';
import { DEFAULT_HOST, HOSTS, type Host, type HostName, withMaxFiles } from '../../contract/hosts.ts';
import {
  type Environment,
  fillTokens,
  hasSetToken,
  listedVariables,
  tokenNames,
  unsetTokens,
} from '../../contract/placeholders.ts';
import { byCodePoint, sortedByCodePoint } from '../../contract/text.ts';
import type { FileKind } from '../read/layout.ts';
import type { Content, ValueOf } from '../validate/content.ts';
import type {
  Catalog,
  CatalogOutline,
  Category,
  DataSource,
  DataSourceSummary,
  Edition,
  Entry,
  TileServer,
} from './catalog.ts';

/** The inputs of the model other than files. */
export interface ModelOptions {
  /** Overrides the service URL of site.yaml. */
  readonly serviceUrl: string | null;
  /** The environment with the access tokens. */
  readonly environment: Environment;
  /** Whether to leave out tile servers whose access tokens are not set. */
  readonly withoutTokenless?: boolean | undefined;
}

/** Makes all records from the files of a catalog without errors. */
export function modelOf(content: Content, options: ModelOptions): Catalog {
  const { datasources, ...rest } = catalogWithoutEntries(content, options);
  return { ...rest, datasources: datasources.map((source) => dataSourceOf(source, content)) };
}

/**
 * Makes the catalog from the files of a catalog without errors, without the entries of its data sources.
 */
export function catalogWithoutEntries(content: Content, options: ModelOptions): CatalogOutline {
  const { serviceUrl, withoutTokenless } = options;
  const site = siteOf(content);
  const { title, repository, branch = 'main', languages = ['en'], accessTokens = [] } = site;
  const environment = listedVariables(options.environment, accessTokens);
  const servers = (kind: 'mapserver' | 'overlayserver'): TileServer[] =>
    sound(content, kind)
      .filter(({ value }) => !withoutTokenless || unsetTokens(value.urlPattern, environment).length === 0)
      .map(({ name, value }) => tileServer(name, value, environment))
      .sort((a, b) => byCodePoint(a.id, b.id));
  const hasTokens = (kind: 'mapserver' | 'overlayserver'): boolean =>
    sound(content, kind).some(({ value }) => hasSetToken(value.urlPattern, environment));
  return {
    title,
    repository,
    branch,
    languages,
    serviceUrl: (serviceUrl ?? site.serviceUrl).replace(/\/+$/, ''),
    mapservers: servers('mapserver'),
    overlayservers: servers('overlayserver'),
    datasources: summaries(content),
    categories: categoryTree(sound(content, 'categories').flatMap(({ value }) => value)),
    editions: editions(content),
    withTokens: [
      ...(hasTokens('mapserver') ? (['mapservers'] as const) : []),
      ...(hasTokens('overlayserver') ? (['overlayservers'] as const) : []),
    ],
    known: {
      accessTokens,
      servers: (['mapserver', 'overlayserver'] as const).flatMap((kind) =>
        sound(content, kind).map(
          ({ name, value: { id, hosts, urlPattern } }) => [kind, name, id, hosts, urlPattern] as const,
        ),
      ),
    },
  };
}

/**
 * The host that a catalog without errors is built for.
 *
 * @param target overrides the host of site.yaml
 */
export function chosenHost(content: Content, target: HostName | undefined): Host {
  const site = siteOf(content);
  return withMaxFiles(HOSTS[target ?? site.target ?? DEFAULT_HOST], site.maxFiles);
}

/**
 * Whether the site of a catalog without errors has pages for people.
 *
 * @param wanted overrides site.yaml
 */
export function hasPages(content: Content, wanted: boolean | undefined): boolean {
  return wanted ?? siteOf(content).pages ?? true;
}

function siteOf(content: Content): ValueOf['site'] {
  const [site] = sound(content, 'site');
  if (!site) throw new Error('the catalog has no site.yaml, which an earlier stage should have reported');
  return site.value;
}

/** The documents of a kind by the names of their files or folders; they are complete, because there are no errors. */
function sound<K extends FileKind>(content: Content, kind: K): readonly { name: string; value: ValueOf[K] }[] {
  return content.of(kind).map(({ file, value }) => ({ name: file.name ?? '', value: value as unknown as ValueOf[K] }));
}

function tileServer(fileName: string, source: TileServerSource, environment: Environment): TileServer {
  const { active = true, urlPattern, probe = null, ...rest } = source;
  return {
    ...rest,
    fileName,
    active,
    probe,
    urlPattern: fillTokens(urlPattern, environment),
    unsetTokens: unsetTokens(urlPattern, environment),
    needsToken: tokenNames(urlPattern).length > 0,
  };
}

function summaries(content: Content): DataSourceSummary[] {
  return sound(content, 'datasource')
    .map(({ name: id, value: { maxAge, needsSha1, source, ...rest } }) => ({
      ...rest,
      id,
      maxAge: maxAge ?? null,
      needsSha1: needsSha1 ?? false,
      source: source ?? null,
      counts: { files: 0, maps: 0, themes: 0 },
    }))
    .sort((a, b) => byCodePoint(a.id, b.id));
}

/** A data source with its entries, from files without errors, which may be those of this data source alone. */
export function dataSourceOf(summary: DataSourceSummary, content: Content): DataSource {
  const group = (kind: 'files' | 'maps' | 'themes'): Entry[] => {
    const document = sound(content, kind).find(({ name }) => name === summary.id);
    return document ? entries(document.value) : [];
  };
  const [files, maps, themes] = [group('files'), group('maps'), group('themes')];
  const counts = { files: files.length, maps: maps.length, themes: themes.length };
  return { ...summary, counts, files, maps, themes };
}

type EntrySource = FilesSource[string] & MapsSource[string] & ThemesSource[string];

function entries(source: Readonly<Record<string, EntrySource>>): Entry[] {
  return sorted(source).map(([path, entry]) => ({
    ...entry,
    path,
    checksums: entry.checksums ?? [],
    fragments: sorted(entry.fragments ?? {}).map(([key, checksums]) => ({ key, checksums })),
    imageurl: entry.imageurl ?? '',
  }));
}

function sorted<T>(members: Readonly<Record<string, T>>): [string, T][] {
  return sortedByCodePoint(Object.entries(members), ([key]) => key);
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

function editions(content: Content): Edition[] {
  return sound(content, 'edition')
    .map(({ name: id, value }) => ({ ...value, id }))
    .sort((a, b) => byCodePoint(a.id, b.id));
}
