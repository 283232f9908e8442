/** Renders a catalog as the files of a site: runs the list of its publications. */
import type { Host } from '../../contract/hosts.ts';
import type { Published } from '../../contract/interface/published.ts';
import { SITE_MANIFEST } from '../../contract/interface/site-manifest.ts';
import { type CatalogOutline, catalogMaps, type DataSource, type EntryCounts, mapId } from '../model/catalog.ts';
import { type Asset, type FileRecord, fileRecordOf, type SiteSink } from './core/asset.ts';
import { documentChangeTimes } from './core/document-sources.ts';
import { distinctTimes } from './core/file-times.ts';
import { compressedCopies } from './core/precompress.ts';
import { ConfigurationError } from './hosts/configuration-input.ts';
import type { HeaderRule } from './hosts/headers.ts';
import { hostSettingsOf } from './hosts/site-configuration.ts';
import { madeOfEntries } from './pages/render-pages.ts';
import { PUBLIC_FILES, PublicPaths } from './public-files.ts';
import type { DataSourceRest, Publication, SiteInput, SiteView } from './publication.ts';
import { PUBLICATIONS } from './publications.ts';
import { dataSourceBytes } from './v1/json.ts';

export interface Site {
  readonly host: Host;
  readonly files: readonly FileRecord[];
  readonly headerRules: readonly HeaderRule[];
  /** Header rules that the host does not accept: only the handler applies them. */
  readonly handlerRules: readonly HeaderRule[];
  readonly published: Published;
  /** The text of `_headers`; null if the host has none. */
  readonly headersFile: string | null;
}

interface Portion {
  readonly name: string;
  /** Equal inputs give equal files; undefined if they are made each time. */
  readonly inputs: unknown;
  /** @returns null if there is an error */
  make(): Made | null;
}

export interface Made {
  readonly files: readonly FileRecord[];
  /** What is left of a data source, if the portion was made of its entries. */
  readonly rest?: DataSourceRest;
  /** Whether the same inputs have to be checked again. */
  readonly hasFindings?: boolean | undefined;
}

/**
 * Makes a portion, or returns what was made from equal inputs before.
 *
 * @param isThere whether the sink has a file of an earlier site, and nothing is in its way
 */
export type MakePortion = (portion: Portion, isThere: (file: FileRecord) => boolean) => Made | null;

export class SiteAssembly {
  /** Why the configuration of the host cannot be written. */
  readonly refusals: string[] = [];
  readonly #site: Omit<SiteView, 'catalog'> & { catalog: CatalogOutline; readonly files: FileRecord[] };
  readonly #sink: SiteSink;
  readonly #makePortion: MakePortion;
  readonly #publications: Readonly<Record<string, Publication>>;
  readonly #public: PublicPaths;
  readonly #distinct = distinctTimes();

  constructor(
    input: SiteInput,
    sink: SiteSink,
    makePortion: MakePortion = (portion) => portion.make(),
    publications = PUBLICATIONS,
  ) {
    const { history, parts, host } = input;
    const timeOf = host.runsHandler ? () => null : documentChangeTimes({ withTokens: [] }, history);
    const modified = host.runsHandler ? null : history.lastChange(['']);
    this.#site = { ...input, timeOf, modified, files: [] };
    this.#sink = sink;
    this.#makePortion = makePortion;
    this.#publications = publications;
    this.#public = new PublicPaths(parts.publicFiles, host.root);
    this.#public.claim(SITE_MANIFEST);
  }

  get collisions(): ReadonlySet<string> {
    return this.#public.collisions;
  }

  /**
   * Adds a data source.
   *
   * @param load returns its entries; null if there is an error
   * @returns the number of its entries; null if there is an error
   */
  dataSource(
    id: string,
    inputs: unknown,
    load: () => { readonly source: DataSource; readonly hasFindings: boolean } | null,
  ): EntryCounts | null {
    const site = this.#site;
    const made = this.#add(`data source ${id}`, inputs, () => {
      const { source, hasFindings } = load() ?? {};
      if (!source) return null;
      const files = this.#publicationsWith('ofEntries').flatMap((one) => this.#take(one.ofEntries?.(source, site)));
      return { files, hasFindings, rest: { facts: madeOfEntries(site)(source).facts, json: dataSourceBytes(source) } };
    });
    const rest = made?.rest;
    if (!rest) return null;
    for (const one of this.#publicationsWith('ofDataSource'))
      for (const file of this.#take(one.ofDataSource?.(rest, site))) site.files.push(file);
    return rest.facts.datasource.counts;
  }

  /** @param catalog with the counts of all entries */
  finish(catalog: CatalogOutline): Site {
    const site = this.#site;
    site.catalog = catalog;
    for (const [name, one] of Object.entries(this.#publications)) {
      if (one.when?.(site) === false) continue;
      if (one.files) this.#add(name, one.inputs?.(site), () => ({ files: this.#ofCatalog(one) }));
      for (const map of one.ofMap ? catalogMaps(catalog) : [])
        this.#add(`${name} ${mapId(map)}`, [map, one.besideMap?.(map, site)], () => {
          return { files: this.#take(one.ofMap?.(map, site)) };
        });
    }
    const { headersText, ...known } = hostSettingsOf(site);
    return { host: site.host, files: site.files, ...known, headersFile: site.host.runsHandler ? headersText : null };
  }

  #publicationsWith(hook: 'ofEntries' | 'ofDataSource'): Publication[] {
    return Object.values(this.#publications).filter((one) => one[hook] && one.when?.(this.#site) !== false);
  }

  #add(name: string, inputs: unknown, make: Portion['make']): Made | null {
    const isThere = (file: FileRecord): boolean => this.#sink.has?.(file) === true && this.#public.claim(file.path);
    const made = this.#makePortion({ name, inputs, make }, isThere);
    for (const file of made?.files ?? []) this.#site.files.push(file);
    return made;
  }

  #ofCatalog(one: Publication): FileRecord[] {
    try {
      return this.#take(one.files?.(this.#site), one === PUBLIC_FILES);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.refusals.push(error.message);
      return [];
    }
  }

  /** Gives files to the sink, but those that a public file is in the way of. @returns each with its compressed copies */
  #take(assets: Iterable<Asset> = [], isOwners = false): FileRecord[] {
    const { host } = this.#site;
    const made: FileRecord[] = [];
    for (const asset of assets) {
      const path = asset.role === 'configuration' ? asset.path : host.root + asset.path;
      const isFree = isOwners ? this.#public.claimForOwner(path) : this.#public.claim(path);
      for (const file of isFree ? this.#withCopies({ ...asset, path }) : []) made.push(this.#sink.take(file));
    }
    return made;
  }

  *#withCopies(asset: Asset): Generator<Asset> {
    const { host, isCompressed } = this.#site;
    const timed = (file: Asset): Asset =>
      host.runsHandler || file.modified == null
        ? file
        : { ...file, modified: this.#distinct(fileRecordOf(file), file.modified) };
    const file = timed(asset);
    yield file;
    if (!isCompressed || !host.sendsCopies) return;
    const oldCopy = (path: string): Uint8Array | null => this.#sink.old?.(path) ?? null;
    // A copy that the owner made stays.
    for (const copy of compressedCopies(file, host.root, oldCopy)) if (!this.#public.has(copy.path)) yield timed(copy);
  }
}
