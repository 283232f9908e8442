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
import { earlySettingsOf, hostSettingsOf } from './hosts/site-configuration.ts';
import { madeOfEntries } from './pages/render-pages.ts';
import { PUBLIC_FILES, PublicPaths } from './public-files.ts';
import type { DataSourceRest, Publication, SiteInput, SiteView } from './publication.ts';
import { PUBLICATIONS } from './publications.ts';
import { dataSourceBytes } from './v1/json.ts';

export interface Site {
  readonly host: Host;
  readonly files: readonly FileRecord[];
  readonly headerRules: readonly HeaderRule[];
  /** Rules beyond the host's limit, which only the handler applies. */
  readonly handlerRules: readonly HeaderRule[];
  readonly published: Published;
  readonly headersFile: string | null;
}

interface Portion {
  readonly name: string;
  /** Equal inputs give equal files; undefined to make them each time. */
  inputs(): unknown;
  /** @returns null after an error */
  make(): Made | null;
}

export interface Made {
  readonly files: readonly FileRecord[];
  /** Missing if not made of a data source's entries. */
  readonly rest?: DataSourceRest;
  /** The same inputs have to be checked again. */
  readonly hasFindings?: boolean | undefined;
}

/** Makes a portion, or returns what equal inputs gave before. @param claim true if no public file is in the way */
export type MakePortion = (portion: Portion, claim: (path: string) => boolean) => Made | null;

export interface SiteRequests {
  /** Called when only files are left to make. */
  open(settings: ReturnType<typeof earlySettingsOf>): void;
  /** The requested portion to make next, if any. */
  next(): string | undefined;
}

interface Step {
  readonly isLast: boolean | undefined;
  /** Needs the `rest` of all data sources. */
  readonly isOfSources: boolean;
  readonly make: () => readonly FileRecord[];
  files: readonly FileRecord[] | null;
}

export class SiteAssembly {
  readonly refusals: string[] = [];
  readonly #site: Omit<SiteView, 'catalog'> & { catalog: CatalogOutline; readonly files: FileRecord[] };
  readonly #sink: SiteSink;
  readonly #makePortion: MakePortion;
  readonly #publications: Readonly<Record<string, Publication>>;
  readonly #public: PublicPaths;
  readonly #distinct = distinctTimes();
  readonly #requests: SiteRequests | undefined;
  readonly #steps = new Map<string, Step>();
  readonly #waiting: Step[] = [];
  #sourcesLeft = 0;
  #isAnswering = false;
  /** How many files are left out, because a public file is in their way. */
  #refused = 0;

  /** @param requests let portions wait for `finish`, to make requested ones first */
  constructor(
    input: SiteInput,
    sink: SiteSink,
    makePortion: MakePortion = (portion) => portion.make(),
    publications = PUBLICATIONS,
    requests?: SiteRequests,
  ) {
    const { history, parts, host } = input;
    // Pages show pictures, which must come before any page.
    this.#requests = parts.readPicture ? undefined : requests;
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

  /** @param load gives null after an error @returns null after an error */
  dataSource(
    id: string,
    inputs: unknown,
    load: () => { readonly source: DataSource; readonly hasFindings: boolean } | null,
  ): EntryCounts | null {
    const site = this.#site;
    const { catalog, host, parts, isCompressed } = site;
    const shared = [catalog.serviceUrl, host.name, parts.page !== null, isCompressed, site.timeOf('datasource', id)];
    const madeFrom = (): unknown => inputs && [shared, inputs];
    const made = this.#make(`data source ${id}`, madeFrom, () => {
      const { source, hasFindings } = load() ?? {};
      if (!source) return null;
      const files = this.#publicationsWith('ofEntries').flatMap((one) => this.#take(one.ofEntries?.(source, site)));
      return { files, hasFindings, rest: { facts: madeOfEntries(site)(source).facts, json: dataSourceBytes(source) } };
    });
    if (!made?.rest) return null;
    const { files, rest } = made;
    this.#add(`data source ${id}`, true, () => files);
    this.#sourcesLeft++;
    this.#add(`rest of data source ${id}`, true, (name) => {
      const ofSource = this.#filesOf(name, () =>
        this.#publicationsWith('ofDataSource').flatMap((one) => this.#take(one.ofDataSource?.(rest, site))),
      );
      this.#sourcesLeft--;
      return ofSource;
    });
    return rest.facts.datasource.counts;
  }

  /** @param catalog with counts of all entries */
  finish(catalog: CatalogOutline): Site {
    const site = this.#site;
    site.catalog = catalog;
    this.#requests?.open(earlySettingsOf(site));
    // Leaves out lists of records and files: `inputs` has what a portion is made from.
    const { parts, host, isCompressed } = site;
    const shared = JSON.stringify({ catalog, page: parts.page, host: host.name, isCompressed }, (key, value) =>
      Array.isArray(value) && key !== 'languages' ? undefined : value,
    );
    const withShared = (inputs: unknown): unknown => inputs && [shared, inputs];
    for (const [publication, one] of Object.entries(this.#publications)) {
      let isWanted: boolean | undefined;
      const add = (step: string, inputs: () => unknown, make: () => FileRecord[]): void =>
        this.#add(
          step,
          one.isLast,
          (name) => {
            isWanted ??= one.when?.(site) !== false;
            return isWanted ? this.#filesOf(name, make, () => withShared(inputs())) : [];
          },
          one.ofDataSource !== undefined,
        );
      if (one.files)
        add(
          publication,
          () => one.inputs?.(site),
          () => this.#ofCatalog(one),
        );
      for (const map of one.ofMap ? catalogMaps(catalog) : [])
        add(
          `${publication} ${mapId(map)}`,
          () => [map, one.besideMap?.(map, site)],
          () => this.#take(one.ofMap?.(map, site)),
        );
    }
    this.#runSteps();
    const { headersText, ...known } = hostSettingsOf(site);
    return { host: site.host, files: site.files, ...known, headersFile: site.host.runsHandler ? headersText : null };
  }

  #publicationsWith(hook: 'ofEntries' | 'ofDataSource'): Publication[] {
    return Object.values(this.#publications).filter((one) => one[hook] && one.when?.(this.#site) !== false);
  }

  #make(name: string, inputs: Portion['inputs'], make: Portion['make']): Made | null {
    const checked = (): Made | null => {
      const before = this.#refused;
      const made = make();
      return made && { ...made, hasFindings: made.hasFindings || this.#refused > before };
    };
    return this.#makePortion({ name, inputs, make: checked }, (path) => this.#public.claim(path));
  }

  #filesOf(name: string, make: () => FileRecord[], inputs = (): unknown => undefined): readonly FileRecord[] {
    return this.#make(name, inputs, () => ({ files: make() }))?.files ?? [];
  }

  #add(
    name: string,
    isLast: boolean | undefined,
    make: (name: string) => readonly FileRecord[],
    isOfSources = false,
  ): void {
    this.#steps.set(name, { isLast, isOfSources, make: () => make(name), files: null });
    if (!this.#requests) this.#runSteps();
  }

  #runSteps(): void {
    for (const [name, step] of this.#steps) {
      this.#answer();
      for (const file of filesOf(step)) this.#site.files.push(file);
      this.#steps.delete(name);
    }
  }

  #answer(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    for (let name = this.#requests?.next(); name !== undefined; name = this.#requests?.next()) {
      const step = this.#steps.get(name);
      if (step?.isOfSources) this.#waiting.push(step);
      else if (step && !step.isLast) filesOf(step);
    }
    if (this.#sourcesLeft === 0) for (const step of this.#waiting.splice(0)) filesOf(step);
    this.#isAnswering = false;
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

  /** Leaves out files that a public file is in the way of. @returns files with compressed copies */
  #take(assets: Iterable<Asset> = [], isOwners = false): FileRecord[] {
    const { host } = this.#site;
    const made: FileRecord[] = [];
    for (const asset of assets) {
      const path = asset.role === 'configuration' ? asset.path : host.root + asset.path;
      const isFree = isOwners ? this.#public.claimForOwner(path) : this.#public.claim(path);
      if (!isFree) this.#refused++;
      for (const file of isFree ? this.#withCopies({ ...asset, path }) : []) made.push(this.#sink.take(file));
      this.#answer();
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
    // The owner's copy stays.
    for (const copy of compressedCopies(file, host.root, oldCopy)) if (!this.#public.has(copy.path)) yield timed(copy);
  }
}

function filesOf(step: Step): readonly FileRecord[] {
  if (step.files) return step.files;
  // A request must not begin it again.
  step.files = [];
  step.files = step.make();
  return step.files;
}
