/**
 * All stages but `write`, one data source at a time: the entries of a catalog take megabytes, and nothing needs those of two
 * data sources at once. What is known to be as it was is neither parsed nor checked nor rendered again.
 */
import { servedLike } from '../../contract/hosts.ts';
import { sortedByCodePoint } from '../../contract/text.ts';
import { capped } from '../diagnostics/cap.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { CatalogOutline, DataSource, DataSourceSummary } from '../model/catalog.ts';
import { historyOf } from '../model/history.ts';
import { catalogWithoutEntries, chosenHost, dataSourceOf, hasPages } from '../model/model.ts';
import { ENTRY_KINDS, pathOfKind } from '../read/layout.ts';
import {
  type CatalogFolder,
  ChangedFileError,
  digestOf,
  listFiles,
  type OnProgress,
  type ReadFile,
  type RereadableFolder,
  readBytes,
  rereadable,
  type SourceFile,
} from '../read/read.ts';
import { sha256Of } from '../render/asset.ts';
import { isPlainlyTaken, mostBytesIn, mostBytesOfRecords } from '../render/most-bytes.ts';
import type { Reused, Site, SiteAssembly, SiteInput, Unit } from '../render/site.ts';
import { type Finding, reportOn } from '../report/findings.ts';
import { removals, removedEntries } from '../rules/references.ts';
import type { RuleOptions } from '../rules/rule.ts';
import { runRules } from '../rules/rule.ts';
import { ENTRY_RULES, RECORD_RULES } from '../rules/rules.ts';

import { Content, type Document } from '../validate/content.ts';
import { isSound } from './check-catalog.ts';
import { loadRead } from './load-file.ts';
import type { RenderOptions } from './render-options.ts';
import { keepSite, siteAgain } from './site-again.ts';
import { type KeptEntries, type KeptValue, UnitCache } from './unit-cache.ts';

/** A catalog that has been checked and, where it has no errors, rendered. */
export interface RenderedCatalog {
  /** By file in code-point order, then by position. */
  readonly findings: readonly Finding[];
  readonly fileCount: number;
  /** What the sink has taken; null where the catalog has errors: whatever it has taken is then to be thrown away. */
  readonly site: Site | null;
  /** The address that links begin with; null where the files of the catalog have errors. */
  readonly serviceUrl: string | null;
}

/** Checks a catalog, and renders it into a sink where it has no errors. @throws the errors of the sink */
export async function renderCatalog(
  folder: CatalogFolder,
  options: RenderOptions,
  onProgress?: OnProgress,
): Promise<RenderedCatalog> {
  const files = rereadable(folder);
  const { openSink, readParts } = options;
  const once = { ...options, openSink: openSink && onlyOnce(openSink), readParts: onlyOnce(readParts) };
  const { diagnostics, ...rendered } = await renderSound(files, once, onProgress);
  // Only here, where the content of the catalog can be freed: finding positions needs memory, too.
  return { ...rendered, findings: reportOn(files, diagnostics) };
}

/** A function that is called when its result is first asked for. */
function onlyOnce<T>(make: () => T): () => T {
  let made: { readonly result: T } | null = null;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

type Rendered = Omit<RenderedCatalog, 'findings'> & { readonly diagnostics: readonly Diagnostic[] };

/** @param isExact whether a site that nobody wants is made nevertheless, to find out whether its host takes it */
async function renderSound(
  folder: RereadableFolder,
  options: RenderOptions,
  onProgress?: OnProgress,
  isExact = false,
): Promise<Rendered> {
  const { files, diagnostics } = listFiles(folder);
  const again = diagnostics.length === 0 ? await siteAgain(folder, files, options) : null;
  if (again) return { diagnostics, fileCount: files.length, site: again.site, serviceUrl: again.serviceUrl };
  const paths = [...files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  let done = 0;
  const announce = (file: SourceFile): void => onProgress?.('Checking', done++, files.length, file.path);
  const report = (found: Iterable<Diagnostic>): void => {
    for (const one of found) diagnostics.push(one);
  };
  const knownValue = ({ path }: SourceFile): KeptValue | null => {
    const digest = folder.digest(path);
    return digest === null ? null : (options.units?.value(path, digest) ?? null);
  };
  const documents: Document[] = [];
  let recordBytes = 0;
  for (const file of files) {
    if (hasEntries(file)) continue;
    announce(file);
    // Its hash is known already where the whole site was, and something else of the catalog has changed.
    let known = knownValue(file);
    let loaded: { readonly value?: unknown; readonly diagnostics: readonly Diagnostic[] } | null = null;
    if (!known) {
      const read = readHashed(folder, file);
      if ('bytes' in read) recordBytes += read.bytes.length;
      known = knownValue(file);
      loaded = known ? null : loadRead(file, read);
    }
    report(loaded?.diagnostics ?? []);
    const { value } = loaded ?? known ?? {};
    if (value === undefined) continue;
    documents.push({ file, value } as Document);
    const digest = folder.digest(file.path);
    if (!known && digest !== null && loaded?.diagnostics.length === 0) {
      options.units?.keepValue(file.path, { digest, value });
    }
  }
  const records = new Content(documents, paths);
  report(runRules(RECORD_RULES, records, options));
  const isMade = options.openSink !== null || isExact;
  const begin = isMade ? Rendering.begin : Measuring.begin;
  const rendering = isSound(diagnostics) ? await begin(records, options, recordBytes) : null;

  const isLikelyKnown = rendering !== null && options.units?.isEmpty === false;
  const removed = removedEntries(records);
  const stillThere = new Map<string, ReadonlySet<string>>();
  for (const [id, group] of byDataSource(files, rendering?.catalog ?? null)) {
    for (const file of group) announce(file);
    const context = { id, paths, removed: removed.get(id) ?? [], options, isLikelyKnown };
    const entries = new EntryFiles(folder, group, context);
    const kept = rendering && isSound(diagnostics) ? rendering.dataSource(entries) : checked(entries);
    report(entries.diagnostics);
    stillThere.set(id, new Set(kept.stillThere));
    options.freeMemory?.();
  }
  report(runRules([removals], new Content(documents, paths, stillThere), options));
  const found = { diagnostics: capped(diagnostics), fileCount: files.length };
  if (!rendering || !isSound(diagnostics)) return { ...found, site: null, serviceUrl: null };
  const outcome = rendering.finish();
  // What is over a limit by a bound may not be over it.
  if (outcome === null) return renderSound(folder, { ...options, units: undefined }, undefined, true);
  const { site, problems } = outcome;
  const { serviceUrl } = rendering.catalog;
  if (problems.length === 0) {
    if (site && diagnostics.length === 0) await keepSite(folder, files, options, rendering.catalog, site);
    return { ...found, site, serviceUrl };
  }
  return { ...found, diagnostics: capped([...diagnostics, ...problems]), site: null, serviceUrl };
}

/** Reads a file whose hash may be known already. @returns a problem where it has been saved since then */
function readHashed(folder: RereadableFolder, file: SourceFile): ReadFile {
  try {
    return readBytes(folder, file);
  } catch (error) {
    if (!(error instanceof ChangedFileError)) throw error;
    return { problem: diagnostic('unreadable-file', file.path, null, { reason: 'it was saved meanwhile' }) };
  }
}

function checked(entries: EntryFiles): Pick<KeptEntries, 'stillThere'> {
  entries.check();
  return entries;
}

const hasEntries = ({ kind }: SourceFile): boolean => ENTRY_KINDS.some((entries) => entries === kind);

/** The files with entries by data source, in the order of the ids; those of data sources without any, too. */
function byDataSource(files: readonly SourceFile[], catalog: CatalogOutline | null): [string, SourceFile[]][] {
  const groups = new Map<string, SourceFile[]>(catalog?.datasources.map(({ id }) => [id, []]));
  for (const file of files) {
    if (!hasEntries(file)) continue;
    const id = file.name as string;
    const group = groups.get(id);
    if (group) group.push(file);
    else groups.set(id, [file]);
  }
  return sortedByCodePoint(groups, ([id]) => id);
}

/** The files with the entries of one data source. */
class EntryFiles {
  readonly id: string;
  /** Tells all that these files, and what is asked of them, are from anything else; null where one cannot be read. */
  readonly digest: string | null;
  readonly #folder: RereadableFolder;
  /** What has been read of them, until it is checked; null for a file of which only the digest was needed. */
  readonly #read: readonly { readonly file: SourceFile; readonly read: ReturnType<typeof readBytes> | null }[];
  readonly #paths: readonly string[];
  readonly #removed: readonly string[];
  readonly #options: RuleOptions;
  #content: Content | null = null;
  /** What was found in them; nothing before they are checked. */
  diagnostics: readonly Diagnostic[] = [];

  constructor(
    folder: RereadableFolder,
    files: readonly SourceFile[],
    context: {
      readonly id: string;
      readonly paths: readonly string[];
      readonly removed: readonly string[];
      readonly options: RuleOptions;
      readonly isLikelyKnown: boolean;
    },
  ) {
    this.id = context.id;
    this.#paths = context.paths;
    this.#removed = context.removed;
    this.#options = context.options;
    this.#folder = folder;
    // Where it is likely that they are as they were, their hashes are enough.
    const isHashed = (file: SourceFile): boolean => context.isLikelyKnown && digestOf(folder, file) !== null;
    this.#read = files.map((file) => ({ file, read: isHashed(file) ? null : readBytes(folder, file) }));
    const digests = [pathOfKind('datasource', this.id), ...files.map(({ path }) => path)].map((path) => [
      path,
      folder.digest(path),
    ]);
    const isKnown = digests.every(([, digest]) => digest !== null);
    this.digest = isKnown ? JSON.stringify([digests, context.removed]) : null;
  }

  /** Which of the entries that `removals.yaml` lists are there. */
  get stillThere(): readonly string[] {
    return this.#removed.filter((path) => this.#content?.hasEntry(this.id, path));
  }

  /** Runs parse, validate and rules. */
  check(): Content {
    const diagnostics: Diagnostic[] = [];
    const documents: Document[] = [];
    for (const { file, read } of this.#read) {
      const loaded = loadRead(file, read ?? readHashed(this.#folder, file));
      for (const fault of loaded.diagnostics) diagnostics.push(fault);
      if (loaded.value !== undefined) documents.push({ file, value: loaded.value } as Document);
    }
    const content = new Content(documents, this.#paths);
    for (const fault of runRules(ENTRY_RULES, content, this.#options)) diagnostics.push(fault);
    this.diagnostics = diagnostics;
    this.#content = content;
    return content;
  }
}

/** What becomes of a catalog whose records, apart from the entries of its data sources, are without errors. */
interface Publication {
  readonly catalog: CatalogOutline;
  /** Checks the entries of a data source, and goes on with it where nothing in them is wrong. */
  dataSource(files: EntryFiles): Pick<KeptEntries, 'stillThere'>;
  /** Ends the work. @returns the site, and what its host does not take; null where that is not known */
  finish(): { readonly site: Site | null; readonly problems: readonly Diagnostic[] } | null;
}

/** What a catalog is published with: its model, and what is added to it. */
async function inputOf(records: Content, options: RenderOptions): Promise<SiteInput> {
  const host = chosenHost(records, options.target);
  const parts = options.readParts();
  return {
    catalog: catalogWithoutEntries(records, options),
    history: historyOf(await options.commits),
    parts: hasPages(records, options.pages) ? parts : { ...parts, page: null },
    host: options.isServedHere ? servedLike(host) : host,
    isCompressed: options.precompress === true,
  };
}

/** Finds out whether the host takes a site, where bounds are enough to know. */
class Measuring implements Publication {
  readonly #input: SiteInput;
  readonly #units: UnitCache;
  readonly #bytes: number[];

  static async begin(this: void, records: Content, options: RenderOptions, recordBytes: number): Promise<Measuring> {
    const input = await inputOf(records, options);
    return new Measuring(input, options.units ?? new UnitCache(), mostBytesOfRecords(input.catalog, recordBytes));
  }

  private constructor(input: SiteInput, units: UnitCache, mostBytes: number) {
    this.#input = input;
    this.#units = units;
    this.#bytes = [mostBytes];
  }

  get catalog(): CatalogOutline {
    return this.#input.catalog;
  }

  dataSource(files: EntryFiles): Pick<KeptEntries, 'stillThere'> {
    const key = files.digest === null ? null : sha256Of(Buffer.from(files.digest));
    const known = key === null ? null : this.#units.find(files.id, key);
    const entries = known?.entries ?? this.#checked(files);
    if (entries === null) return { stillThere: files.stillThere };
    this.#bytes.push(entries.mostBytes);
    if (key !== null && files.diagnostics.length === 0) this.#units.keep(files.id, { key, entries, files: [] });
    return entries;
  }

  #checked(files: EntryFiles): KeptEntries | null {
    const summary = this.catalog.datasources.find(({ id }) => id === files.id);
    const content = files.check();
    if (!summary || !isSound(files.diagnostics)) return null;
    const mostBytes = mostBytesIn(summary, content);
    const count = (kind: (typeof ENTRY_KINDS)[number]): number =>
      content.of(kind).reduce((sum, { value }) => sum + Object.keys(value).length, 0);
    const counts = { files: count('files'), maps: count('maps'), themes: count('themes') };
    return { counts, stillThere: files.stillThere, mostBytes };
  }

  finish(): ReturnType<Publication['finish']> {
    const { catalog, parts, host } = this.#input;
    return isPlainlyTaken(catalog, parts, host, this.#bytes) ? { site: null, problems: [] } : null;
  }
}

/** What renders, which is loaded only where something is. */
interface RenderStage {
  readonly stage: typeof import('../render/site.ts');
  readonly limits: typeof import('../render/host-limits.ts');
}

/** Renders a catalog. */
class Rendering implements Publication {
  readonly #assembly: SiteAssembly;
  readonly #stage: typeof import('../render/site.ts');
  readonly #limits: typeof import('../render/host-limits.ts');
  readonly #units: UnitCache;
  /** Whether files are kept somewhere, and not only counted. */
  readonly #isWritten: boolean;
  readonly #common: string;
  readonly #summaries: Map<string, DataSourceSummary>;

  /** Loads what renders only here: commands that render nothing need it not. */
  static async begin(this: void, records: Content, options: RenderOptions): Promise<Rendering> {
    const [stage, limits] = await Promise.all([import('../render/site.ts'), import('../render/host-limits.ts')]);
    const input = await inputOf(records, options);
    const { openSink, units = new UnitCache() } = options;
    const sink = openSink ? await openSink() : limits.countingSink();
    const isWritten = openSink !== null;
    return new Rendering({ stage, limits }, new stage.SiteAssembly(input, sink), units, isWritten);
  }

  private constructor({ stage, limits }: RenderStage, assembly: SiteAssembly, units: UnitCache, isWritten: boolean) {
    this.#isWritten = isWritten;
    this.#stage = stage;
    this.#limits = limits;
    this.#assembly = assembly;
    this.#units = units;
    this.#common = stage.commonInputs(assembly.input);
    this.#summaries = new Map(this.catalog.datasources.map((source) => [source.id, source]));
  }

  get catalog(): CatalogOutline {
    return this.#assembly.input.catalog;
  }

  dataSource(files: EntryFiles): Pick<KeptEntries, 'stillThere'> {
    const summary = this.#summaries.get(files.id);
    if (!summary || files.digest === null) return checked(files);
    const made = this.#made(files, summary);
    if (made === null) return { stillThere: files.stillThere };
    this.#summaries.set(files.id, { ...summary, counts: made.counts });
    return made;
  }

  /** Renders a data source, or takes it as it was rendered the last time; null where its entries have errors. */
  #made(files: EntryFiles, summary: DataSourceSummary): KeptEntries | null {
    let datasource: DataSource | null = null;
    const load = (): DataSource => {
      if (!datasource) throw new Error(`${files.id} is rendered before it is checked`);
      return datasource;
    };
    const unit = this.#stage.dataSourceUnit(this.#assembly.input, summary, files.digest as string, load);
    const key = this.#keyOf(unit);
    const known = this.#reused(unit, key);
    if (known?.entries) return known.entries;
    const content = files.check();
    if (!isSound(files.diagnostics)) return null;
    datasource = dataSourceOf(summary, content);
    const entries = { counts: datasource.counts, stillThere: files.stillThere, mostBytes: 0 };
    const made = this.#assembly.make(unit.assets());
    // What there is something to report of is looked at each time.
    if (files.diagnostics.length === 0) this.#units.keep(unit.name, { key, files: made, entries });
    return entries;
  }

  finish(): { readonly site: Site; readonly problems: readonly Diagnostic[] } {
    const { parts, host } = this.#assembly.input;
    const catalog = { ...this.catalog, datasources: [...this.#summaries.values()] };
    // Tens of thousands of files are not written to find out that they are too many.
    if (this.#isWritten && !isPlainlyTaken(catalog, parts, host, [])) {
      const counted = this.#finished(
        catalog,
        this.#assembly.continuedIn(this.#limits.countingSink()),
        this.#stage.makeEach,
      );
      const problems = this.#limits.checkHostLimits(counted);
      if (problems.length > 0) return { site: counted, problems };
    }
    const site = this.#finished(catalog, this.#assembly, (unit, make) => {
      const key = this.#keyOf(unit);
      if (!this.#reused(unit, key)) this.#units.keep(unit.name, { key, files: make(), entries: null });
    });
    return { site, problems: this.#limits.checkHostLimits(site) };
  }

  /** Makes the rest of the site. */
  #finished(catalog: CatalogOutline, assembly: SiteAssembly, make: Reused): Site {
    const input = { ...assembly.input, catalog };
    for (const unit of this.#stage.recordUnits(input)) make(unit, () => assembly.make(unit.assets()));
    assembly.make(this.#stage.commonAssets(input));
    return assembly.close(catalog, make);
  }

  /** Takes a unit as it was made the last time, where that was from the same. */
  #reused({ name }: Omit<Unit, 'assets'>, key: string): ReturnType<UnitCache['find']> {
    const known = this.#units.find(name, key);
    if (!known || !this.#assembly.reuse(known.files)) return null;
    this.#units.keep(name, known);
    return known;
  }

  #keyOf({ inputs }: Omit<Unit, 'assets'>): string {
    return sha256Of(Buffer.from(`${this.#common}\n${inputs}`));
  }
}
