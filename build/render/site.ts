/** The sixth stage: the catalog becomes the files of the site, among them every document in every rendition. */

import { HOSTS, type Host, type HostName } from '../../contract/hosts.ts';
import { RECORD_FOLDERS } from '../../contract/pages.ts';
import { isPart, PLAIN_FILES, plainFileAt } from '../../contract/plain-files.ts';
import type { Published } from '../../contract/published.ts';
import {
  fileOf,
  type Link,
  linksFor,
  RENDITIONS,
  type RenditionName,
  renditionsOf,
} from '../../contract/renditions.ts';
import { PREFIX, pathOf, type Resource, type RouteName } from '../../contract/routes.ts';
import type { Catalog, CatalogOutline, Category, DataSource, DataSourceSummary, Edition } from '../model/catalog.ts';
import type { History } from '../model/history.ts';
import {
  type Asset,
  type FileRecord,
  inBlocks,
  type JoinedAsset,
  laterAsset,
  laterText,
  memorySink,
  type PageParts,
  type SiteParts,
  type SiteSink,
  sha256Of,
  textAsset,
  textBytes,
} from './asset.ts';
import { changesAtom, changesJson } from './change-feeds.ts';
import { distinctTimes } from './file-times.ts';
import { ASSETS_RULE, type HeaderRule, headerRules, PROGRAM_RULES, shareOut } from './headers.ts';
import { apacheFiles } from './hosts/apache.ts';
import { caddyFiles } from './hosts/caddy.ts';
import { pagesFiles, publishedOf, workersFiles } from './hosts/cloudflare.ts';
import type { Configuration } from './hosts/configuration.ts';
import { nginxFiles } from './hosts/nginx.ts';
import { categoryJson, dataSourceJson, editionJson, JSON_LISTS } from './json.ts';
import { openApiJson } from './openapi.ts';
import { dataSourcePages } from './pages/data-source-page.ts';
import { bareNotFoundPage } from './pages/not-found-page.ts';
import type { PagesInput } from './pages/page-layout.ts';
import { categoryPages, commonPages, isReplaceable, serverFiles, sitemapFile } from './pages/render-pages.ts';
import { knownServers } from './pages/server-facts.ts';
import { COPY_ENDING, compressedCopies } from './precompress.ts';
import { manifestJson } from './published-manifest.ts';
import { changeTimes, sourcesOf, type TimeOf } from './sources.ts';
import { wholeCatalog } from './whole-catalog.ts';
import { categoryXml, dataSourceXml, dataSourceXmlWithSource, editionXml, XML_LISTS } from './xml.ts';

/** What a site is rendered from. */
export interface SiteInput {
  readonly catalog: CatalogOutline;
  readonly history: History;
  readonly parts: SiteParts;
  readonly host: Host;
  /** Whether there are compressed copies beside the files, where the host sends them. */
  readonly isCompressed: boolean;
}

/** A site whose files have been taken by a sink. */
export interface Site {
  /** The host that it is for. */
  readonly host: Host;
  readonly files: readonly FileRecord[];
  readonly headerRules: readonly HeaderRule[];
  /** Header rules that the host does not take, so that they hold only where the handler runs. */
  readonly handlerRules: readonly HeaderRule[];
  /** What its handler knows. */
  readonly published: Published;
  /** The text of `_headers`; null where the host has none. */
  readonly headersFile: string | null;
}

/** A site of which every file is in memory. */
export interface SiteInMemory extends Site {
  readonly assets: readonly Asset[];
}

/**
 * Files that are made from the same few things: where these are as they were, so are all of its files, and need not be
 * made.
 */
export interface Unit {
  readonly name: string;
  /** All that it is made from apart from what `commonInputs` gives. */
  readonly inputs: string;
  readonly assets: () => Iterable<Asset>;
}

/**
 * What the files of every unit are made from in addition to its own inputs: a change of it changes all of them.
 *
 * A unit must not be made from anything else of a catalog than this and its inputs.
 */
export function commonInputs({ catalog, parts, host, isCompressed }: SiteInput): string {
  const { title, serviceUrl, repository, branch, languages } = catalog;
  const { page } = parts;
  const pages = page && [page.script, page.style, page.catalogFolder, page.isLive];
  const ofHost = [host.name, host.root, host.limits.fileBytes, host.runsHandler];
  return JSON.stringify([title, serviceUrl, repository, branch, languages, pages, ofHost, isCompressed]);
}

/**
 * The files of a data source: its documents, its pages and what these load.
 *
 * @param digest tells the content of its files in the catalog from any other
 */
export function dataSourceUnit(
  input: SiteInput,
  summary: DataSourceSummary,
  digest: string,
  load: () => DataSource,
): Unit {
  const { catalog, history } = input;
  const { id } = summary;
  const users = catalog.editions.filter(({ datasources }) => datasources.includes(id));
  const times = [history.lastChange(sourcesOf('datasource', id)), history.lastChange([`datasources/${id}/`])];
  return {
    name: `datasources/${id}`,
    inputs: JSON.stringify([digest, users.map(({ id, name }) => [id, name]), times]),
    *assets() {
      const datasource = load();
      yield* dataSourceDocuments(datasource, catalog, timesOf(input));
      if (input.parts.page) yield* dataSourcePages(pagesInput(input, input.parts.page), datasource);
    },
  };
}

/** The files that are made from small records, in units: all categories, and each tile server. */
export function* recordUnits(input: SiteInput): Generator<Unit> {
  const { catalog, history, parts } = input;
  const { categories } = catalog;
  const rows = categories.map(({ id, name, parent }) => [id, name, parent?.id]);
  yield {
    name: 'categories',
    inputs: JSON.stringify([rows, history.lastChange(sourcesOf('categories'))]),
    *assets() {
      yield* categoryDocuments(catalog, timesOf(input));
      if (parts.page) yield* categoryPages(pagesInput(input, parts.page));
    },
  };
  if (!parts.page) return;
  const pages = pagesInput(input, parts.page);
  for (const known of knownServers(pages)) {
    yield {
      name: `${RECORD_FOLDERS[known.kind]}/${known.server.fileName}`,
      inputs: JSON.stringify(known),
      assets: () => serverFiles(pages, known),
    };
  }
}

/** The files that are made from all records, or change with the program; each time. */
export function* commonAssets(input: SiteInput): Generator<Asset> {
  const { catalog, history, parts, host } = input;
  for (const file of parts.publicFiles) yield { ...file, origin: null };
  yield* listDocuments(catalog, timesOf(input));
  const modified = host.runsHandler ? null : history.lastChange(['']);
  yield plain('openapi', openApiJson(catalog));
  yield plain('changes', changesJson(catalog, history.log), modified);
  yield plain('changesAtom', changesAtom(catalog, history.log), modified);
  const ofOwner = new Set(parts.publicFiles.map(({ path }) => path));
  const pages = parts.page ? commonPages(pagesInput(input, parts.page)) : [bareNotFoundPage()];
  for (const asset of pages) if (!isReplaceable(asset.path) || !ofOwner.has(asset.path)) yield asset;
}

/**
 * The files that follow from the others: the whole catalog, the manifest, the addresses of the pages, and the configuration
 * of the host.
 */
export class SiteAssembly {
  readonly input: SiteInput;
  readonly #sink: SiteSink;
  readonly #files: FileRecord[] = [];
  readonly #distinct = distinctTimes();

  constructor(input: SiteInput, sink: SiteSink) {
    this.input = { ...input, isCompressed: input.isCompressed && input.host.sendsCopies };
    this.#sink = sink;
  }

  /** The same site with all that has been made of it so far, for another sink. */
  continuedIn(sink: SiteSink): SiteAssembly {
    const other = new SiteAssembly(this.input, sink);
    for (const file of this.#files) other.#files.push(file);
    return other;
  }

  /** Makes files. @returns what is known of each, compressed copies included */
  make(assets: Iterable<Asset>): readonly FileRecord[] {
    const { host } = this.input;
    const made: FileRecord[] = [];
    for (const asset of assets) {
      const inRoot = host.root === '' ? asset : movedTo(host.root + asset.path, asset);
      for (const file of this.#finished(inRoot)) made.push(this.#sink.take(file));
    }
    for (const file of made) this.#files.push(file);
    return made;
  }

  /** Takes files as they were made before. @returns whether all of them are still there */
  reuse(files: readonly FileRecord[]): boolean {
    if (!this.#sink.reuse(files)) return false;
    for (const file of files) this.#files.push(file);
    return true;
  }

  /**
   * Makes the last files, which follow from all others.
   *
   * @param reused gives the files of a unit where these need not be made
   */
  close(catalog: CatalogOutline, reused: Reused = makeEach): Site {
    const { host, history, parts } = this.input;
    const { serviceUrl } = catalog;
    const { root, limits, runsHandler } = host;
    const modified = history.lastChange(['']);
    const digests = new Map(this.#files.map(({ path, sha256 }) => [path, sha256]));
    for (const part of wholeCatalog(this.#files, { serviceUrl, root, limit: limits.fileBytes })) {
      const timed = runsHandler ? part : { ...part, modified };
      const inputs = inputsOf(timed, digests);
      reused({ name: part.path, inputs }, () => this.#join(timed, inputs));
    }
    const served = this.#served();
    const timeOf = timeInManifest(catalog, history);
    this.make([
      laterAsset(PLAIN_FILES.manifest.path.slice(1), () => textBytes(manifestJson(serviceUrl, served, timeOf)), null),
    ]);
    if (parts.page) this.make([sitemapFile(catalog, served)]);
    const rules = [...headerRules(catalog, history), ...(parts.page ? [...PROGRAM_RULES, ASSETS_RULE] : [])];
    const { inFile, inHandler } = shareOut(rules, parts.headers, limits.headerRules);
    const handled = [...served.map(({ path }) => `/${path}`), PLAIN_FILES.manifest.path].filter(
      (path) => path.startsWith(`${PREFIX}/`) && plainFileAt(path) !== null,
    );
    const published = publishedOf(catalog, handled, inHandler);
    const configuration = CONFIGURATIONS[host.name]({
      catalog,
      history,
      published,
      parts,
      headerRules: inFile,
      isCompressed: this.input.isCompressed,
    });
    for (const asset of configuration) this.#files.push(this.#sink.take(asset));
    const headers = configuration.find(({ path }) => path === '_headers');
    return {
      host,
      files: this.#files,
      headerRules: inFile,
      handlerRules: inHandler,
      published,
      headersFile: headers ? Buffer.from(headers.content).toString() : null,
    };
  }

  /** Makes a file of others. @param inputs tells its content from any other */
  #join(part: JoinedAsset, inputs: string): readonly FileRecord[] {
    const { isCompressed, host } = this.input;
    const timed = isCompressed || host.runsHandler ? part : this.#distinct(part, () => Buffer.from(inputs));
    const finished = isCompressed ? [...this.#finished(this.#sink.joined(part))] : [timed];
    const made = finished.map((file) => this.#sink.take(file));
    for (const file of made) this.#files.push(file);
    return made;
  }

  /** The files that have been made, by their paths below the root, without compressed copies. */
  #served(): FileRecord[] {
    const { root } = this.input.host;
    if (root === '' && !this.input.isCompressed) return [...this.#files];
    const paths = new Set(this.input.isCompressed ? this.#files.map(({ path }) => path) : []);
    const files: FileRecord[] = [];
    for (const { path, size, sha256, modified, origin } of this.#files) {
      if (paths.size > 0 && COPY_ENDING.test(path) && paths.has(path.replace(COPY_ENDING, ''))) continue;
      files.push({ path: path.slice(root.length), size, sha256, modified, origin });
    }
    return files;
  }

  /** A file with its time, where the host publishes it. */
  #timed(asset: Asset): Asset {
    return this.input.host.runsHandler ? asset : this.#distinct(asset, () => asset.content);
  }

  /** A file as it is on the host, and the copies of it. */
  *#finished(asset: Asset): Generator<Asset> {
    const timed = this.#timed(asset);
    yield timed;
    if (!this.input.isCompressed) return;
    for (const copy of compressedCopies(timed, this.input.host.root)) yield this.#timed(copy);
  }
}

/**
 * Renders everything in memory. The same catalog, history, parts and host always give the same bytes.
 *
 * @param isCompressed whether there are compressed copies beside the files, where the host sends them
 */
export function renderSite(
  catalog: Catalog,
  history: History,
  parts: SiteParts,
  host: Host = HOSTS.pages,
  isCompressed = false,
): SiteInMemory {
  const input = { catalog, history, parts, host, isCompressed };
  const { assets, sink } = memorySink();
  const assembly = new SiteAssembly(input, sink);
  for (const source of catalog.datasources)
    assembly.make(dataSourceUnit(assembly.input, source, '', () => source).assets());
  for (const unit of recordUnits(assembly.input)) assembly.make(unit.assets());
  assembly.make(commonAssets(assembly.input));
  return { ...assembly.close(catalog), assets };
}

/** Sees to it that the files of a unit are in the site: those that were made before, or new ones. */
export type Reused = (unit: Omit<Unit, 'assets'>, make: () => readonly FileRecord[]) => void;

/** Makes the files of every unit. */
export const makeEach: Reused = (_, make) => void make();

/** What a file that is put together is made from. */
function inputsOf({ pieces, modified }: JoinedAsset, digests: ReadonlyMap<string, string>): string {
  const hash = (piece: Uint8Array | string): string =>
    typeof piece === 'string' ? (digests.get(piece) as string) : sha256Of(piece);
  return JSON.stringify([pieces.map(hash), modified]);
}

/** The configuration of every host. */
const CONFIGURATIONS: Readonly<Record<HostName, Configuration>> = {
  pages: pagesFiles,
  workers: workersFiles,
  nginx: nginxFiles,
  caddy: caddyFiles,
  apache: apacheFiles,
  generic: () => [],
};

function plain(file: keyof typeof PLAIN_FILES, text: Text, modified: number | null = null): Asset {
  return textAsset(PLAIN_FILES[file].path.slice(1), text, null, modified);
}

function pagesInput({ catalog, history, host }: SiteInput, parts: PageParts): PagesInput {
  return { catalog, history, parts, fileBytes: host.limits.fileBytes };
}

/** A file in another place. Its content may not be made yet. */
function movedTo(path: string, asset: Asset): Asset {
  const moved = laterAsset(path, () => asset.content, asset.origin, asset.modified);
  return asset.blocks ? inBlocks(moved, asset.blocks) : moved;
}

/** When files last changed, for hosts that publish the times of files. Where the handler runs, header rules say it. */
function timesOf({ history, host }: SiteInput): TimeOf {
  return host.runsHandler ? () => null : changeTimes({ withTokens: [] }, history);
}

/** When the files of the manifest last changed, as far as it is known. */
function timeInManifest(
  catalog: CatalogOutline,
  history: History,
): (path: string, resource: Resource | null) => number | null {
  const timeOf = changeTimes(catalog, history);
  const ofAll = catalog.withTokens.length > 0 ? null : history.lastChange(['']);
  const followsFromAll = new Set([PLAIN_FILES.changes.path, PLAIN_FILES.changesAtom.path].map((path) => path.slice(1)));
  return (path, resource) => {
    if (resource) return timeOf(resource.route, resource.id);
    // Others change with the program.
    return followsFromAll.has(path) || isPart(`/${path}`) ? ofAll : null;
  };
}

/** A document, whole or in pieces. */
type Text = string | Iterable<string>;

/** Renders the documents of one rendition. A new rendition needs its own renderer. */
interface Renderer {
  readonly lists: { readonly [K in keyof typeof JSON_LISTS]: (catalog: CatalogOutline, link: Link) => Text };
  readonly datasource: (datasource: DataSource, link: Link) => Text;
  readonly category: (category: Category, link: Link) => Text;
  readonly edition: (edition: Edition, link: Link) => Text;
}

const JSON_RENDERER: Renderer = {
  lists: JSON_LISTS,
  datasource: dataSourceJson,
  category: categoryJson,
  edition: editionJson,
};

const XML_RENDERER: Renderer = {
  lists: XML_LISTS,
  datasource: dataSourceXml,
  category: categoryXml,
  edition: editionXml,
};

const RENDERERS: Readonly<Record<RenditionName, Renderer>> = {
  json: JSON_RENDERER,
  api: JSON_RENDERER,
  xml: XML_RENDERER,
  'xml-source': { ...XML_RENDERER, datasource: dataSourceXmlWithSource },
};

/** Says when the documents of a resource last changed, and where they come from. */
interface DocumentFacts {
  readonly timeOf: TimeOf;
  /** The catalog file that most of them comes from. */
  readonly origin: string;
}

/** The document of a resource in each of its renditions, made when it is needed. */
function* documentsOf(
  route: RouteName,
  id: string | number | undefined,
  { serviceUrl }: Pick<CatalogOutline, 'serviceUrl'>,
  { timeOf, origin }: DocumentFacts,
  textOf: (renderer: Renderer, link: Link) => Text,
  isMade: (rendition: RenditionName) => boolean = () => true,
): Generator<Asset> {
  for (const rendition of renditionsOf(route).filter(isMade)) {
    const link = linksFor(serviceUrl, RENDITIONS[rendition]);
    const path = `${pathOf(route, id).slice(1)}${fileOf(route, rendition)}`;
    yield laterText(path, () => textOf(RENDERERS[rendition], link), origin, timeOf(route, id));
  }
}

function* listDocuments(catalog: CatalogOutline, timeOf: TimeOf): Generator<Asset> {
  // That of the categories is made with them.
  for (const route of ROUTES_OF_LISTS) if (route !== 'categories') yield* listDocument(route, catalog, timeOf);
  for (const edition of catalog.editions) {
    const facts = { timeOf, origin: `editions/${edition.id}.yaml` };
    yield* documentsOf('edition', edition.id, catalog, facts, (renderer, link) => renderer.edition(edition, link));
  }
}

const ROUTES_OF_LISTS = Object.keys(JSON_LISTS) as (keyof typeof JSON_LISTS)[];

function listDocument(route: keyof typeof JSON_LISTS, catalog: CatalogOutline, timeOf: TimeOf): Generator<Asset> {
  const facts = { timeOf, origin: ORIGINS[route] ?? 'site.yaml' };
  return documentsOf(route, undefined, catalog, facts, ({ lists }, link) => lists[route](catalog, link));
}

function* categoryDocuments(catalog: CatalogOutline, timeOf: TimeOf): Generator<Asset> {
  yield* listDocument('categories', catalog, timeOf);
  const facts = { timeOf, origin: 'categories.yaml' };
  for (const category of catalog.categories) {
    yield* documentsOf('category', category.id, catalog, facts, (renderer, link) => renderer.category(category, link));
  }
}

function* dataSourceDocuments(datasource: DataSource, catalog: CatalogOutline, timeOf: TimeOf): Generator<Asset> {
  const facts = { timeOf, origin: `datasources/${datasource.id}/datasource.yaml` };
  yield* documentsOf(
    'datasource',
    datasource.id,
    catalog,
    facts,
    (renderer, link) => renderer.datasource(datasource, link),
    (rendition) => rendition !== 'xml-source' || datasource.source !== null,
  );
}

/** Renders all documents of a catalog, one at a time. */
export function* renderDocuments(catalog: Catalog, timeOf: TimeOf = () => null): Generator<Asset> {
  yield* listDocuments(catalog, timeOf);
  for (const datasource of catalog.datasources) yield* dataSourceDocuments(datasource, catalog, timeOf);
  yield* categoryDocuments(catalog, timeOf);
}

/** The catalog file or folder that the content of each list comes from. */
const ORIGINS: Partial<Record<RouteName, string>> = {
  mapservers: 'mapservers',
  overlayservers: 'overlayservers',
  datasources: 'datasources',
  categories: 'categories.yaml',
  editions: 'editions',
};
