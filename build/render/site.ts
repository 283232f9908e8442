/** The sixth stage: renders the catalog as the files of the site, including every document in every rendition. */

import { HOSTS, type Host, type HostName } from '../../contract/hosts.ts';
import { isPart, PLAIN_FILES, plainFileAt } from '../../contract/plain-files.ts';
import type { Published } from '../../contract/published.ts';
import { PREFIX, type Resource } from '../../contract/routes.ts';
import type { Catalog, CatalogOutline, DataSource, EntryCounts } from '../model/catalog.ts';
import type { History } from '../model/history.ts';
import {
  type Asset,
  type FileRecord,
  foldersAbove,
  inBlocks,
  MANIFEST,
  memorySink,
  type PageParts,
  type PublicFile,
  type SiteParts,
  type SiteSink,
  textAsset,
} from './asset.ts';
import { changesAtom, changesJson } from './change-feeds.ts';
import { dataSourceDocuments, recordDocuments } from './documents.ts';
import { distinctTimes } from './file-times.ts';
import { ASSETS_RULE, type HeaderRule, headerRules, PROGRAM_RULES, splitRules } from './headers.ts';
import { apacheFiles } from './hosts/apache.ts';
import { caddyFiles } from './hosts/caddy.ts';
import { pagesFiles, publishedOf, workersFiles } from './hosts/cloudflare.ts';
import type { Configuration } from './hosts/configuration.ts';
import { nginxFiles } from './hosts/nginx.ts';
import { openApiJson } from './openapi.ts';
import { type DataSourceFacts, dataSourceFacts, dataSourcePages } from './pages/data-source-page.ts';
import type { PagesInput } from './pages/page-layout.ts';
import { categoryPages, commonPages, isReplaceable, serverFiles, sitemapFile } from './pages/render-pages.ts';
import { knownServers } from './pages/server-facts.ts';
import { bareNotFoundPage } from './pages/text-pages.ts';
import { COPY_ENDING, compressedCopies } from './precompress.ts';
import { manifestJson } from './published-manifest.ts';
import { changeTimes, type TimeOf } from './sources.ts';
import { wholeCatalog } from './whole-catalog.ts';

/** The inputs of a site. */
export interface SiteInput {
  readonly catalog: CatalogOutline;
  readonly history: History;
  readonly parts: SiteParts;
  readonly host: Host;
  /** Whether to make compressed copies, if the host sends them. */
  readonly isCompressed: boolean;
}

/** A site whose files a sink has consumed. */
export interface Site {
  /** Its host. */
  readonly host: Host;
  readonly files: readonly FileRecord[];
  readonly headerRules: readonly HeaderRule[];
  /** Header rules that the host does not accept: only the handler applies them. */
  readonly handlerRules: readonly HeaderRule[];
  /** The data of its handler. */
  readonly published: Published;
  /** The text of `_headers`; null if the host has none. */
  readonly headersFile: string | null;
}

/** A site with every file in memory. */
export interface SiteInMemory extends Site {
  readonly assets: readonly Asset[];
}

/** The files made from the entries of a data source, and the data of its pages. */
export interface MadeDataSource {
  /** Its documents, and the files that its pages load. */
  readonly files: readonly FileRecord[];
  /** Null for a site without pages. */
  readonly facts: DataSourceFacts | null;
  readonly counts: EntryCounts;
}

/** Renders a site into a sink. */
export class SiteAssembly {
  readonly input: SiteInput;
  /** Files in `public/` with the path of a rendered file, or of a folder of one. */
  readonly collisions = new Set<string>();
  readonly #sink: SiteSink;
  readonly #files: FileRecord[] = [];
  readonly #distinct = distinctTimes();
  /** The paths of the public files, and for each of their folders one of them. */
  readonly #public: ReadonlySet<string>;
  readonly #publicFolders = new Map<string, string>();

  constructor(input: SiteInput, sink: SiteSink) {
    const { parts, host } = input;
    this.input = { ...input, isCompressed: input.isCompressed && host.sendsCopies };
    this.#sink = sink;
    this.#public = new Set(parts.publicFiles.map(({ path }) => host.root + path));
    for (const path of this.#public) for (const folder of foldersAbove(path)) this.#publicFolders.set(folder, path);
    this.#findCollision(MANIFEST);
  }

  /** Makes the documents and pages of a data source. */
  dataSource(datasource: DataSource): MadeDataSource {
    const { catalog, parts, host } = this.input;
    const { facts, assets } = parts.page
      ? dataSourceFacts(datasource, host.limits.fileBytes)
      : { facts: null, assets: [] };
    const documents = this.#make(dataSourceDocuments(datasource, catalog, timesOf(this.input)));
    const files = [...documents, ...this.#make(assets)];
    this.#dataSourcePages(facts);
    return { files, facts, counts: datasource.counts };
  }

  /** Reuses the documents of a data source from an earlier site. @returns false if the sink no longer has them */
  dataSourceAgain({ files, facts }: MadeDataSource): boolean {
    if (!files.every((file) => this.#sink.has?.(file))) return false;
    for (const file of files) this.#files.push(file);
    this.#dataSourcePages(facts);
    return true;
  }

  /**
   * Renders the rest of the site.
   *
   * @param catalog with the counts of all entries
   */
  finish(catalog: CatalogOutline): Site {
    const input = { ...this.input, catalog };
    const { parts, host, history } = input;
    if (parts.page) {
      const pages = pagesInput(input, parts.page);
      this.#make(categoryPages(pages));
      for (const known of knownServers(pages)) this.#make(serverFiles(pages, known));
    }
    this.#publish(parts.publicFiles);
    this.#make(commonAssets(input));
    const { serviceUrl } = catalog;
    const { root, limits, runsHandler } = host;
    const modified = runsHandler ? null : history.lastChange(['']);
    const options = { serviceUrl, root, limit: limits.fileBytes, modified };
    for (const part of wholeCatalog(this.#files, options, (path) => this.#sink.read(path))) this.#take(part);
    const served = this.#served();
    this.#make([plain('manifest', manifestJson(serviceUrl, served, timeInManifest(catalog, history)))]);
    if (parts.page) this.#make([sitemapFile(catalog, served)]);
    return this.#configured(catalog, served);
  }

  /** Makes the configuration of the host. */
  #configured(catalog: CatalogOutline, served: readonly FileRecord[]): Site {
    const { host, history, parts, isCompressed } = this.input;
    const rules = [...headerRules(catalog, history), ...(parts.page ? [...PROGRAM_RULES, ASSETS_RULE] : [])];
    const { inFile, inHandler } = splitRules(rules, parts.headers, host.limits.headerRules);
    const handled = [...served.map(({ path }) => `/${path}`), PLAIN_FILES.manifest.path].filter(
      (path) => path.startsWith(`${PREFIX}/`) && plainFileAt(path) !== null,
    );
    const published = publishedOf(catalog, handled, inHandler);
    const context = { catalog, history, published, parts, headerRules: inFile, isCompressed };
    const configuration = CONFIGURATIONS[host.name](context);
    for (const asset of configuration) {
      if (!this.#findCollision(asset.path)) this.#files.push(this.#sink.take(asset));
    }
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

  #dataSourcePages(facts: DataSourceFacts | null): void {
    const { parts } = this.input;
    if (parts.page && facts) this.#make(dataSourcePages(pagesInput(this.input, parts.page), facts));
  }

  /** Adds files. @returns the size and hash of each, including compressed copies */
  #make(assets: Iterable<Asset>): FileRecord[] {
    const made: FileRecord[] = [];
    for (const asset of assets) for (const file of this.#take(this.#inRoot(asset))) made.push(file);
    return made;
  }

  #publish(files: readonly PublicFile[]): void {
    for (const file of files) {
      const asset = this.#inRoot({ ...file, origin: null });
      const above = [...foldersAbove(asset.path)].find((folder) => this.#public.has(folder));
      if (above === undefined) this.#takeFree(asset);
      else this.collisions.add(above.slice(this.input.host.root.length));
    }
  }

  /** Adds a file, unless a public file replaces it. */
  #take(asset: Asset): FileRecord[] {
    return this.#findCollision(asset.path) ? [] : this.#takeFree(asset);
  }

  /** Adds a file with its time, and its compressed copies. */
  #takeFree(asset: Asset): FileRecord[] {
    const { host, isCompressed } = this.input;
    const timed = (file: Asset): Asset => (host.runsHandler ? file : this.#distinct(file));
    const file = timed(asset);
    const made = [this.#sink.take(file)];
    if (isCompressed) for (const copy of compressedCopies(file, host.root)) made.push(this.#sink.take(timed(copy)));
    for (const record of made) this.#files.push(record);
    return made;
  }

  #findCollision(path: string): boolean {
    const above = [path, ...foldersAbove(path)].find((place) => this.#public.has(place));
    const found = above ?? this.#publicFolders.get(path);
    if (found !== undefined) this.collisions.add(found.slice(this.input.host.root.length));
    return found !== undefined;
  }

  #inRoot(asset: Asset): Asset {
    const { root } = this.input.host;
    if (root === '') return asset;
    const { origin, modified = null, blocks } = asset;
    const path = root + asset.path;
    return blocks ? inBlocks({ path, origin, modified }, blocks) : { path, origin, modified, content: asset.content };
  }

  /** The added files by path, without compressed copies. */
  #served(): FileRecord[] {
    const { host, isCompressed } = this.input;
    const { root } = host;
    if (root === '' && !isCompressed) return [...this.#files];
    const paths = new Set(isCompressed ? this.#files.map(({ path }) => path) : []);
    const isCopy = (path: string): boolean => COPY_ENDING.test(path) && paths.has(path.replace(COPY_ENDING, ''));
    return this.#files
      .filter(({ path }) => !isCopy(path))
      .map((file) => ({ ...file, path: file.path.slice(root.length) }));
  }
}

/** The files that are made from all records, or change with the program. */
function* commonAssets(input: SiteInput): Generator<Asset> {
  const { catalog, history, parts, host } = input;
  yield* recordDocuments(catalog, timesOf(input));
  const modified = host.runsHandler ? null : history.lastChange(['']);
  yield plain('openapi', openApiJson(catalog));
  yield plain('changes', changesJson(catalog, history.log), modified);
  yield plain('changesAtom', changesAtom(catalog, history.log), modified);
  const ofOwner = new Set(parts.publicFiles.map(({ path }) => path));
  const pages = parts.page ? commonPages(pagesInput(input, parts.page)) : [bareNotFoundPage()];
  for (const asset of pages) if (!isReplaceable(asset.path) || !ofOwner.has(asset.path)) yield asset;
}

/**
 * Renders everything in memory. The same catalog, history, parts and host always give the same bytes.
 *
 * @param isCompressed whether to make compressed copies, if the host sends them
 */
export function renderSite(
  catalog: Catalog,
  history: History,
  parts: SiteParts,
  host: Host = HOSTS.pages,
  isCompressed = false,
): SiteInMemory {
  const { assets, sink } = memorySink();
  const assembly = new SiteAssembly({ catalog, history, parts, host, isCompressed }, sink);
  for (const source of catalog.datasources) assembly.dataSource(source);
  return { ...assembly.finish(catalog), assets };
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

function plain(file: keyof typeof PLAIN_FILES, text: string | Iterable<string>, modified: number | null = null): Asset {
  return textAsset(PLAIN_FILES[file].path.slice(1), text, null, modified);
}

function pagesInput({ catalog, history, host }: SiteInput, parts: PageParts): PagesInput {
  return { catalog, history, parts, fileBytes: host.limits.fileBytes };
}

/** The times of files, for hosts that publish modification times. With the handler, header rules set Last-Modified. */
function timesOf({ history, host }: SiteInput): TimeOf {
  return host.runsHandler ? () => null : changeTimes({ withTokens: [] }, history);
}

/** The known times of the files of the manifest. */
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
