/** Renders the catalog as the files of the site, including every document in every rendition. */
import { fold } from '../../contract/base/fold.ts';
import { sha256Of } from '../../contract/base/sha256.ts';
import { grouped } from '../../contract/base/text.ts';
import type { Host } from '../../contract/hosts.ts';
import { PLAIN_FILES, plainFileAt } from '../../contract/interface/plain-files.ts';
import type { Published } from '../../contract/interface/published.ts';
import { SITE_MANIFEST } from '../../contract/interface/site-manifest.ts';
import { resourceAt, V1_PREFIX } from '../../contract/interface/v1-routes.ts';
import { isBelowV2, V2_SCHEMAS_PATH } from '../../contract/interface/v2-files.ts';
import type { History } from '../history/history.ts';
import {
  type CatalogMap,
  type CatalogOutline,
  catalogMaps,
  type DataSource,
  type EntryCounts,
  mapId,
} from '../model/catalog.ts';
import { MOST_OWN_FILES, ownProgramFiles, programLists } from '../programs/forms.ts';
import { changesAtom, changesJson } from './changes/change-feeds.ts';
import {
  type Asset,
  type FileRecord,
  fileRecordOf,
  foldersAbove,
  type SiteSink,
  textAsset,
  textAssets,
} from './core/asset.ts';
import { changeTimes, type TimeOf } from './core/document-sources.ts';
import { distinctTimes } from './core/file-times.ts';
import { compressedCopies } from './core/precompress.ts';
import { publishedOf } from './hosts/cloudflare.ts';
import {
  barePages,
  ConfigurationError,
  type ConfigurationInput,
  type Configurations,
  type ServedSite,
} from './hosts/configuration-input.ts';
import { ASSETS_RULE, type HeaderRule, headerRules, headersFile, programRules, splitRules } from './hosts/headers.ts';
import { openApiJson } from './openapi.ts';
import { type DataSourceFacts, dataSourceFacts, dataSourcePages } from './pages/data-source/data-source-page.ts';
import { coverageFile } from './pages/data-source/files-index.ts';
import type { PagesInput } from './pages/layout/page-layout.ts';
import { allowedPictures, type ShownPicture } from './pages/map/map-pictures.ts';
import { besideRecord } from './pages/map/shown-maps.ts';
import { categoryPages, commonPages, isReplaceable, mapPages, sitemapFile } from './pages/render-pages.ts';
import { manifestFiles, manifestJson, timeInManifest } from './published-manifest.ts';
import type { PageParts, PublicFile, ReadPicture, SiteParts } from './site-parts.ts';
import { documentsOf, hashDocuments, listDocuments } from './v1/documents.ts';
import { wholeCatalog } from './v1/whole-catalog.ts';
import { mapDocuments } from './v2/map-documents.ts';
import { withdrawnFile, withdrawnRecords } from './v2/withdrawn.ts';

/** The inputs of a site. */
export interface SiteInput {
  readonly catalog: CatalogOutline;
  readonly history: History;
  readonly parts: SiteParts;
  readonly host: Host;
  readonly configurations: Configurations;
  /** Whether to make compressed copies, if the host sends them. */
  readonly isCompressed: boolean;
  /** The files that this process has rendered into the same folder before; updated. */
  readonly memory?: MadeFiles | undefined;
}

/** Files of small records by a name, with everything that they were made from. */
export type MadeFiles = Map<string, { readonly madeFrom: string; readonly files: readonly FileRecord[] }>;

/** A site whose files a sink has consumed. */
export interface Site {
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

/** The files made from the entries of a data source, and the data of its pages. */
export interface MadeDataSource {
  /** Its documents, and the files that its pages load. */
  readonly files: readonly FileRecord[];
  /** Null for a site without pages. */
  readonly facts: DataSourceFacts | null;
  readonly counts: EntryCounts;
}

/** The catalog files that what is known of maps comes from. */
const MAP_SOURCES = ['mapservers/', 'overlayservers/', 'maps/', 'providers/', 'areas/'];

/** The most files that configure a host, with the list of all files. */
const CONFIGURATION_FILES = 10;

/** Renders a site into a sink. */
export class SiteAssembly {
  readonly input: SiteInput;
  /** Files in `public/` with the path of a rendered file, or of a folder of one. */
  readonly collisions = new Set<string>();
  /** Why the configuration of the host cannot be written. */
  readonly refusals: string[] = [];
  readonly #sink: SiteSink;
  readonly #files: FileRecord[] = [];
  readonly #distinct = distinctTimes();
  /** What every page and document may be made from, beside its own record. */
  readonly #common: string;
  /** What the files of data sources cover, by the ids of those that cover something. */
  readonly #coverage = new Map<string, string>();
  /** The public files by their paths, folded: some disks ignore case. */
  readonly #public: ReadonlyMap<string, string>;
  /** Those in each of their folders, by its folded path. */
  readonly #publicFolders: ReadonlyMap<string, readonly { readonly folder: string; readonly file: string }[]>;

  constructor(input: SiteInput, sink: SiteSink) {
    const { parts, host } = input;
    this.input = { ...input, isCompressed: input.isCompressed && host.sendsCopies };
    this.#sink = sink;
    const common = { catalog: input.catalog, page: parts.page, host: host.name, isCompressed: input.isCompressed };
    // Lists are of records and files, from which only some pages and documents are made.
    this.#common = JSON.stringify(common, (key, value) =>
      Array.isArray(value) && key !== 'languages' ? undefined : value,
    );
    const own = parts.publicFiles.map(({ path }) => host.root + path);
    // Of two that some disks take for one, the later is in the way.
    this.#public = new Map(own.toReversed().map((path) => [fold(path), path]));
    const folders = own.flatMap((file) => [...foldersAbove(file)].map((folder) => ({ folder, file })));
    this.#publicFolders = grouped(folders, ({ folder }) => fold(folder));
    for (const path of own)
      if (this.#public.get(fold(path)) !== path) this.collisions.add(path.slice(host.root.length));
    this.#findCollision(SITE_MANIFEST);
  }

  dataSource(datasource: DataSource): MadeDataSource {
    const { catalog, parts, host } = this.input;
    const { facts: known, assets: all } = dataSourceFacts(datasource, host.limits.fileBytes);
    const facts = parts.page && known;
    const assets = parts.page ? all : all.filter(({ role }) => role !== 'page');
    const documents = this.#make(documentsOf('datasource', [datasource], catalog, timesOf(this.input)));
    const files = [...documents, ...this.#make([...hashDocuments(datasource, timesOf(this.input)), ...assets])];
    this.#dataSourcePages(facts);
    return { files, facts, counts: datasource.counts };
  }

  /** Reuses the documents of a data source from an earlier site. @returns false if the sink no longer has them */
  dataSourceAgain({ files, facts }: MadeDataSource): boolean {
    if (!this.#reuse(files)) return false;
    this.#dataSourcePages(facts);
    return true;
  }

  /** Adds files of an earlier site. @returns false if the sink no longer has them, or a public file is in the way */
  #reuse(files: readonly FileRecord[]): boolean {
    if (!files.every((file) => this.#sink.has?.(file) && !this.#findCollision(file.path))) return false;
    for (const file of files) this.#files.push(file);
    return true;
  }

  /** Adds the files of records, or reuses those of an earlier site that were made from the same. */
  #makeOnce(name: string, records: unknown, make: () => readonly FileRecord[]): void {
    const { memory } = this.input;
    const madeFrom = memory ? sha256Of(Buffer.from(JSON.stringify([this.#common, records]))) : '';
    const known = memory?.get(name);
    if (known?.madeFrom === madeFrom && this.#reuse(known.files)) return;
    const files = make();
    memory?.set(name, { madeFrom, files });
  }

  /** Renders the rest of the site. @param catalog with the counts of all entries */
  finish(catalog: CatalogOutline): Site {
    const { parts, host, history } = this.input;
    const pictures = parts.page && parts.readPicture ? this.#pictures(catalog, parts.readPicture) : undefined;
    const input = { ...this.input, catalog, pictures };
    const timeOf = timesOf(input);
    const categories = catalog.categories.map(({ id, name, parent }) => [id, name, parent?.id]);
    if (parts.page) {
      const pages = pagesInput(input, parts.page);
      this.#make([coverageFile(this.#coverage, host.limits.fileBytes)]);
      this.#makeOnce('pages of categories', categories, () => this.#make(categoryPages(pages)));
      for (const map of catalogMaps(catalog)) {
        const shown = [map, besideRecord(pages, map)];
        this.#makeOnce(mapId(map), shown, () => this.#make(mapPages(pages, map)));
      }
    }
    this.#publish(parts.publicFiles);
    this.#make(textAssets('derived', programLists(catalog)));
    this.#make(listDocuments(catalog, timeOf));
    const timed = [categories, timeOf('category')];
    this.#makeOnce('categories', timed, () => this.#make(documentsOf('category', catalog.categories, catalog, timeOf)));
    this.#make(commonAssets(input));
    const { serviceUrl, mapservers, overlayservers, maps: others, providers, keys } = catalog;
    const modified = host.runsHandler ? null : history.lastChange(['']);
    const { statuses = null } = parts;
    const ofStatuses = statuses && [...statuses.byMap];
    const changed = modified ?? history.lastChange(MAP_SOURCES);
    const maps = [mapservers, overlayservers, others, providers, keys, changed, ofStatuses];
    const probed = statuses && modified !== null ? Math.max(modified, statuses.changed) : modified;
    this.#makeOnce('maps', maps, () => this.#make(mapDocuments(catalog, history, probed, statuses)));
    const read: SiteSink['read'] = (path) => this.#sink.read(path);
    const withdrawn = withdrawnRecords(catalog, history);
    this.#make([withdrawnFile(serviceUrl, withdrawn, modified)]);
    for (const part of wholeCatalog(this.#files, read, serviceUrl, host, modified)) this.#take(part);
    const served = this.#served();
    const files = manifestFiles(served, timeInManifest(catalog, history));
    this.#make([plain('manifest', manifestJson(serviceUrl, files))]);
    if (parts.page) this.#make([sitemapFile(catalog, served)]);
    this.#ownProgramFiles(catalogMaps(catalog));
    return this.#configured(catalog, { serviceUrl, files, withdrawn });
  }

  /** Adds the files of single maps for programs. Without pages, a site leaves them out if its host takes fewer files. */
  #ownProgramFiles(maps: readonly CatalogMap[]): void {
    const { parts, host } = this.input;
    const most = this.#files.length + maps.length * MOST_OWN_FILES + CONFIGURATION_FILES;
    if (!parts.page && most > (host.limits.files ?? most)) return;
    for (const map of maps) {
      this.#makeOnce(`programs of ${mapId(map)}`, map, () =>
        this.#make(textAssets('part', ownProgramFiles(map), `${mapId(map)}.yaml`)),
      );
    }
  }

  #pictures(catalog: CatalogOutline, read: ReadPicture): Map<string, ShownPicture> {
    const shown = new Map<string, ShownPicture>();
    for (const [name, picture, asset] of allowedPictures(catalog, read, this.input.parts.statuses)) {
      this.#make([asset]);
      shown.set(name, picture);
    }
    return shown;
  }

  #configured(catalog: CatalogOutline, said: Pick<ServedSite, 'serviceUrl' | 'files' | 'withdrawn'>): Site {
    const { host, history, parts } = this.input;
    const rules = [...headerRules(catalog, history), ...programRules(catalog), ...(parts.page ? [ASSETS_RULE] : [])];
    const limit = host.runsHandler ? host.limits.headerRules : 0;
    const { inFile, inHandler } = splitRules(rules, parts.headers, limit);
    const handled = said.files
      .map(({ path }) => `/${path}`)
      .filter((path) => path.startsWith(`${V1_PREFIX}/`) && plainFileAt(path) !== null);
    const published = publishedOf(catalog, handled, inHandler);
    const { repository, datasources } = catalog;
    const maxAges = new Map(datasources.flatMap(({ id, maxAge }) => (maxAge === null ? [] : [[id, maxAge]])));
    const headers = headersFile(parts.headers, inFile);
    const own = { repository, maxAges, listen: parts.listen, published, handler: parts.handler, headersFile: headers };
    for (const asset of this.#configuration({ ...said, ...own })) {
      if (!this.#findCollision(asset.path)) this.#files.push(this.#sink.take(asset));
    }
    return {
      host,
      files: this.#files,
      headerRules: inFile,
      handlerRules: inHandler,
      published,
      headersFile: host.runsHandler ? headers : null,
    };
  }

  #configuration(input: ConfigurationInput): Asset[] {
    try {
      return this.input.configurations[this.input.host.name]?.(input) ?? [];
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.refusals.push(error.message);
      return [];
    }
  }

  #dataSourcePages(facts: DataSourceFacts | null): void {
    const { parts } = this.input;
    if (!parts.page || !facts) return;
    this.#make(dataSourcePages(pagesInput(this.input, parts.page), facts));
    if (facts.coverage !== '') this.#coverage.set(facts.datasource.id, facts.coverage);
  }

  /** Adds files. @returns the size and hash of each, including compressed copies */
  #make(assets: Iterable<Asset>): FileRecord[] {
    const made: FileRecord[] = [];
    for (const asset of assets) for (const file of this.#take(this.#inRoot(asset))) made.push(file);
    return made;
  }

  #publish(files: readonly PublicFile[]): void {
    for (const file of files) {
      const asset = this.#inRoot({ ...file, role: 'document', origin: null });
      const above = [...foldersAbove(asset.path)].find((folder) => this.#public.has(fold(folder)));
      const taken = isLikeDocument(file.path) ? asset.path : above;
      if (taken === undefined) this.#takeFree(asset);
      else this.collisions.add(taken.slice(this.input.host.root.length));
    }
  }

  /** Adds a file, unless a public file replaces it. */
  #take(asset: Asset): FileRecord[] {
    return this.#findCollision(asset.path) ? [] : this.#takeFree(asset);
  }

  /** Adds a file with its time, and its compressed copies. */
  #takeFree(asset: Asset): FileRecord[] {
    const { host, isCompressed } = this.input;
    const timed = (file: Asset): Asset =>
      host.runsHandler || file.modified == null
        ? file
        : { ...file, modified: this.#distinct(fileRecordOf(file), file.modified) };
    const file = timed(asset);
    const made = [this.#sink.take(file)];
    const oldCopy = (path: string): Uint8Array | null => this.#sink.old?.(path) ?? null;
    for (const copy of isCompressed ? compressedCopies(file, host.root, oldCopy) : []) {
      // The owner can compress files of their own.
      if (!this.#public.has(fold(copy.path))) made.push(this.#sink.take(timed(copy)));
    }
    for (const record of made) this.#files.push(record);
    return made;
  }

  #findCollision(path: string): boolean {
    const folders = [...foldersAbove(path)];
    // A folder in another spelling is the same folder on some disks.
    const inFolder = [path, ...folders].flatMap((place) => this.#publicFolders.get(fold(place)) ?? []);
    const own = [...otherSpellings(path), ...folders].flatMap((place) => this.#public.get(fold(place)) ?? []);
    const [found] = [...own, ...inFolder.flatMap(({ folder, file }) => (folders.includes(folder) ? [] : file))];
    if (found !== undefined) this.collisions.add(found.slice(this.input.host.root.length));
    return found !== undefined;
  }

  #inRoot(asset: Asset): Asset {
    return { ...asset, path: this.input.host.root + asset.path };
  }

  /** The added files by path, without compressed copies. */
  #served(): FileRecord[] {
    const files = this.#files.filter(({ role }) => role !== 'copy');
    return files.map((file) => ({ ...file, path: file.path.slice(this.input.host.root.length) }));
  }
}

/** Whether a host would answer with a public file as if it were a document of the interface. */
function isLikeDocument(path: string): boolean {
  const [, folder] = /^(.*[/])index[.][^/]*$/.exec(path) ?? [];
  const isOfMaps = isBelowV2(`/${path}`) && !`/${path}`.startsWith(`${V2_SCHEMAS_PATH}/`);
  return isOfMaps || (folder !== undefined && resourceAt(`/${folder}`) !== null);
}

/** The paths that a host could send in place of a file: itself, a compressed copy, and `x.html` for the page in `x/`. */
function otherSpellings(path: string): readonly string[] {
  const page = path.replace(/[/]index[.]html$/, '.html');
  return [path, `${path}.gz`, `${path}.br`, ...(page === path ? [] : [page, `${page}.gz`, `${page}.br`])];
}

/** The files that are made from all records, or change with the program. */
function* commonAssets(input: Inputs): Generator<Asset> {
  const { catalog, history, parts, host } = input;
  yield* documentsOf('edition', catalog.editions, catalog, timesOf(input));
  const modified = host.runsHandler ? null : history.lastChange(['']);
  const page = parts.page && `${catalog.serviceUrl}/changes/`;
  const told = { ...history, page };
  yield plain('openapi', openApiJson(catalog));
  yield plain('changes', changesJson(catalog, told), modified);
  yield plain('changesAtom', changesAtom(catalog, told), modified);
  const ofOwner = new Set(parts.publicFiles.map(({ path }) => path));
  const pages = parts.page ? commonPages(pagesInput(input, parts.page)) : barePages();
  const mayReplace = (path: string): boolean => parts.page === null || isReplaceable(path);
  for (const asset of pages) if (!mayReplace(asset.path) || !ofOwner.has(asset.path)) yield asset;
}

function plain(file: keyof typeof PLAIN_FILES, text: string, modified: number | null = null): Asset {
  const { role, path } = PLAIN_FILES[file];
  return textAsset(role, path.slice(1), text, null, modified);
}

type Inputs = SiteInput & Pick<PagesInput, 'pictures'>;

function pagesInput(input: Inputs, parts: PageParts): PagesInput {
  const { catalog, history, host, pictures } = input;
  const { statuses } = input.parts;
  // While it is served here, the handler answers for folders, and the catalog may be for another host.
  const documentFile = host.name === 'generic' && !parts.isLive ? 'index.json' : undefined;
  return { catalog, history, parts, statuses, pictures, documentFile };
}

/** The times of files, for hosts that publish modification times. With the handler, header rules set Last-Modified. */
function timesOf({ history, host }: SiteInput): TimeOf {
  return host.runsHandler ? () => null : changeTimes({ withTokens: [] }, history);
}
