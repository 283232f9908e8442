/**
 * Runs all stages but `write`, one data source at a time: the entries of a catalog take megabytes, and nothing needs
 * those of two data sources at once.
 */
import { type HostName, servedLike } from '../../contract/hosts.ts';
import { grouped, sortedByCodePoint } from '../../contract/text.ts';
import { allowedIn } from '../diagnostics/allowances.ts';
import { capped, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { type Commits, historyOf } from '../model/history.ts';
import { catalogWithoutEntries, chosenHost, dataSourceOf, hasPages } from '../model/model.ts';
import { statusesAt } from '../model/statuses.ts';
import { ENTRY_KINDS, pathOfKind } from '../read/layout.ts';
import {
  type CatalogFolder,
  listFiles,
  type OnProgress,
  type ReadFile,
  type RereadableFolder,
  readBytes,
  rereadable,
  type SourceFile,
} from '../read/read.ts';
import { type SiteParts, type SiteSink, sha256Of } from '../render/asset.ts';
import type { MadeDataSource, MadeFiles, Site, SiteInput } from '../render/site.ts';
import { isCertainlyTaken, upperBoundOfEntries, upperBoundOfRecords } from '../render/upper-bounds.ts';
import { type Finding, reportOn } from '../report/findings.ts';
import { fragmentKeys } from '../rules/entries.ts';
import { notDone, removedEntries } from '../rules/references.ts';
import { type RuleOptions, runRules } from '../rules/rule.ts';
import { ENTRY_RULES, RULES } from '../rules/rules.ts';
import { Content, type Document } from '../validate/content.ts';
import { isSound, type LoadedFile, loadRead } from './check-catalog.ts';

/** The inputs of rendering other than the files of the catalog. */
export interface RenderOptions extends RuleOptions {
  /** Overrides the service URL of site.yaml. */
  readonly serviceUrl: string | null;
  /** Overrides the host of site.yaml. */
  readonly target?: HostName | undefined;
  /** Whether the site has pages for people; overrides site.yaml. */
  readonly pages?: boolean | undefined;
  /** Whether the site is for the Cloudflare runtime on this machine, which replaces its host. */
  readonly isServedHere?: boolean | undefined;
  /** Whether to make compressed copies, if the host sends them. */
  readonly precompress?: boolean | undefined;
  /** The history of the files; null if it is unknown or not needed. */
  readonly commits: Promise<Commits | null>;
  /** Reads what does not come from the catalog; called only if all files without entries are valid. */
  readonly readParts: () => SiteParts;
  /** Opens the sink, if all files without entries are valid; null to check only the limits of the host. */
  readonly openSink: (() => Promise<SiteSink>) | null;
  /** Data sources that this process has rendered into the same folder before, by id; updated. */
  readonly memory?: RenderMemory | undefined;
}

/** What a process remembers of its last rendering. */
export interface RenderMemory {
  /** Small files by path, with the hash of their bytes. */
  readonly loaded: Map<string, Loaded & { readonly digest: string | null }>;
  /** Data sources without problems, by id, with a hash of their inputs. */
  readonly datasources: Map<string, { readonly key: string; readonly made: MadeDataSource }>;
  /** The files of all other records. */
  readonly files: MadeFiles;
}

type Loaded = Pick<LoadedFile, 'value' | 'diagnostics'>;

/** An empty memory. */
export function newRenderMemory(): RenderMemory {
  return { loaded: new Map(), datasources: new Map(), files: new Map() };
}

/** A checked and, if it has no errors, rendered catalog. */
export interface RenderedCatalog {
  /** By file in code-point order, then by position. */
  readonly findings: readonly Finding[];
  readonly fileCount: number;
  /** The rendered site; null if the catalog has errors: the content of the sink is then incomplete. */
  readonly site: Site | null;
  /** The service URL; null if the files of the catalog have errors. */
  readonly serviceUrl: string | null;
  /** The host that it is for; null if the files of the catalog have errors. */
  readonly target: HostName | null;
}

/** Checks a catalog, and renders it into a sink if it has no errors. @throws the errors of the sink */
export async function renderCatalog(
  folder: CatalogFolder,
  options: RenderOptions,
  onProgress?: OnProgress,
): Promise<RenderedCatalog> {
  const files = rereadable(folder);
  const { diagnostics, ...rendered } = await runStages(files, options, onProgress);
  // Last, because finding positions needs memory, and the content of the catalog can be freed by now.
  return { ...rendered, findings: reportOn(files, diagnostics) };
}

type Rendered = Omit<RenderedCatalog, 'findings'> & { readonly diagnostics: readonly Diagnostic[] };

/** @param isExact whether to render even without a sink, to check the limits of the host exactly */
async function runStages(
  folder: RereadableFolder,
  options: RenderOptions,
  onProgress?: OnProgress,
  isExact = false,
): Promise<Rendered> {
  const { memory } = options;
  const { files, diagnostics } = listFiles(folder);
  const paths = [...files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const report = (found: Iterable<Diagnostic>): void => {
    for (const one of found) diagnostics.push(one);
  };
  let done = 0;
  let bytes = 0;
  const readAll = (group: readonly SourceFile[]) =>
    group.map((file) => {
      onProgress?.('Checking', done++, files.length, file.path);
      const read = readBytes(folder, file);
      if ('bytes' in read) bytes += read.bytes.length;
      return { file, read };
    });
  /** Keeps the values of small files: those of entries take too much memory. */
  const loadOnce = (file: SourceFile, read: ReadFile): Loaded => {
    const digest = folder.digest(file.path);
    const known = memory?.loaded.get(file.path);
    if (known && digest !== null && known.digest === digest) return known;
    const { value, diagnostics: faults, allowances = [] } = loadRead(file, read);
    const diagnostics = [...faults, ...allowances];
    if (!hasEntries(file)) memory?.loaded.set(file.path, { digest, value, diagnostics });
    return { value, diagnostics };
  };
  const load = (group: ReturnType<typeof readAll>): Document[] => {
    const documents: Document[] = [];
    // The bytes are not needed any more when the values are rendered.
    for (const { file, read } of group.splice(0)) {
      const { value, diagnostics: found } = loadOnce(file, read);
      report(found);
      if (value !== undefined) documents.push({ file, value } as Document);
    }
    return documents;
  };
  const documents = load(readAll(files.filter((file) => !hasEntries(file))));
  const records = new Content(documents, paths);
  report(runRules(RULES, records, { ...options, allowed: allowedIn(diagnostics) }));
  const publication = isSound(diagnostics) ? await publicationOf(records, options, { isExact, bytes }) : null;

  const removed = removedEntries(records);
  // A function, so that nothing of a data source is kept while the next one is read.
  const runOne = (id: string, group: readonly SourceFile[]): void => {
    const entries = readAll(group);
    const sources = [pathOfKind('datasource', id), 'site.yaml', 'removals.yaml', ...group.map(({ path }) => path)];
    if (publication && isSound(diagnostics) && publication.again(id, sources.map(folder.digest))) return;
    const before = diagnostics.length;
    const content = new Content(load(entries), paths);
    report(runRules(ENTRY_RULES, content, options));
    report(notDone(removed.get(id) ?? [], content));
    report(fragmentKeys(content, records));
    if (!publication || !isSound(diagnostics)) return;
    publication.add(id, content, diagnostics.length === before);
  };
  for (const [id, group] of byDataSource(files, records)) runOne(id, group);
  const found = { diagnostics: capped(diagnostics), fileCount: files.length };
  if (!publication || !isSound(diagnostics)) return { ...found, site: null, serviceUrl: null, target: null };
  const outcome = publication.finish();
  // A bound may exceed a limit although the site does not.
  if (outcome === null) return runStages(folder, options, undefined, true);
  const { site, problems } = outcome;
  const { catalog, host } = publication.input;
  const published = { serviceUrl: catalog.serviceUrl, target: host.name };
  if (problems.length === 0) return { ...found, site, ...published };
  return { ...found, diagnostics: capped([...diagnostics, ...problems]), site: null, ...published };
}

const hasEntries = ({ kind }: SourceFile): boolean => ENTRY_KINDS.some((entries) => entries === kind);

/** The files with entries by data source, in the order of the ids. A data source without entries has no files. */
function byDataSource(files: readonly SourceFile[], records: Content): [string, SourceFile[]][] {
  const groups = grouped(files.filter(hasEntries), ({ name }) => name as string);
  const ids = new Set([...records.of('datasource').map(({ file }) => file.name as string), ...groups.keys()]);
  return sortedByCodePoint(ids, (id) => id).map((id) => [id, groups.get(id) ?? []]);
}

/** Publishes a catalog whose records, without the entries of data sources, have no errors. */
interface Publication {
  readonly input: SiteInput;
  /** Reuses a data source that was rendered before. @returns false if it was not, or from other inputs */
  again(id: string, madeFrom: unknown): boolean;
  /** Publishes a data source. @param isKept whether it may be reused, because it has no findings */
  add(id: string, content: Content, isKept: boolean): void;
  /** Ends the work. @returns the site, and its problems with the host; null if these are unknown */
  finish(): { readonly site: Site | null; readonly problems: readonly Diagnostic[] } | null;
}

async function publicationOf(
  records: Content,
  options: RenderOptions,
  { isExact, bytes }: { readonly isExact: boolean; readonly bytes: number },
): Promise<Publication> {
  const host = chosenHost(records, options.target);
  const read = options.readParts();
  const history = historyOf(await options.commits);
  const { statuses } = read;
  const isKnown = statuses && history.builtAt !== undefined;
  const parts = isKnown ? { ...read, statuses: statusesAt(statuses, history.builtAt) } : read;
  const input: SiteInput = {
    catalog: catalogWithoutEntries(records, options),
    history,
    parts: hasPages(records, options.pages) ? parts : { ...parts, page: null },
    host: options.isServedHere ? servedLike(host) : host,
    isCompressed: options.precompress === true,
  };
  // Conflicts with the owner's files are known only once all paths of the site are known.
  const isRendered = isExact || options.openSink !== null || (parts.ownFiles ?? 0) > 0;
  return isRendered ? rendering(input, options) : measuring(input, bytes);
}

/** Checks the limits of a host by upper bounds, if these are enough. */
function measuring(input: SiteInput, recordBytes: number): Publication {
  const bounds = [upperBoundOfRecords(input.catalog, recordBytes)];
  return {
    input,
    again: () => false,
    add(id, content) {
      const summary = input.catalog.datasources.find((source) => source.id === id);
      if (summary) bounds.push(upperBoundOfEntries(summary, content));
    },
    finish: () => (isCertainlyTaken(input, bounds) ? { site: null, problems: [] } : null),
  };
}

/** Renders a catalog. The renderer is loaded here, because most commands do not need it. */
async function rendering(input: SiteInput, { openSink, memory }: RenderOptions): Promise<Publication> {
  const { SiteAssembly } = await import('../render/site.ts');
  const { checkHostLimits, countingSink } = await import('../render/host-limits.ts');
  const assembly = new SiteAssembly({ ...input, memory: memory?.files }, openSink ? await openSink() : countingSink());
  const summaries = new Map(input.catalog.datasources.map((source) => [source.id, source]));
  let key: string | null = null;
  return {
    input,
    again(id, madeFrom) {
      if (!memory) return false;
      const times = [`datasources/${id}/`, 'site.yaml'].map((source) => input.history.lastChange([source]));
      key = sha256Of(Buffer.from(JSON.stringify([madeFrom, times, input.host.name, input.catalog.serviceUrl])));
      const known = memory.datasources.get(id);
      const summary = summaries.get(id);
      if (!summary || known?.key !== key || !assembly.dataSourceAgain(known.made)) return false;
      summaries.set(id, { ...summary, counts: known.made.counts });
      return true;
    },
    add(id, content, isKept) {
      const summary = summaries.get(id);
      if (!summary) return;
      const made = assembly.dataSource(dataSourceOf(summary, content));
      summaries.set(id, { ...summary, counts: made.counts });
      // A substring would keep the whole text of the file in memory.
      if (isKept && key !== null) memory?.datasources.set(id, { key, made: structuredClone(made) });
    },
    finish() {
      const site = assembly.finish({ ...input.catalog, datasources: [...summaries.values()] });
      const collisions = [...assembly.collisions].map((path) =>
        diagnostic('public-file-in-the-way', 'site.yaml', null, { path }),
      );
      return { site, problems: [...collisions, ...checkHostLimits(site)] };
    },
  };
}
