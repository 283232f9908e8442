/**
 * The pipeline: from the files of a catalog to the files of its site, one folder per stage.
 *
 *   read      the files of the catalog folder, each with its kind
 *   parse     YAML to values
 *   validate  each file against its schema
 *   rules     checks that schemas cannot express
 *   model     the catalog, free of files and formats
 *   render    the files of the site
 *   write     the site folder, completely or not at all
 *   report    what the stages found wrong: message, line and column
 *
 * All stages but `write` are pure: they take and give values, and problems are values too (`diagnostics/`). This module
 * is the door of `build/`: commands and the command line use what it exports and nothing else.
 */
import { type HostName, servedLike } from '../contract/hosts.ts';
import { capped } from './diagnostics/cap.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { severityOf } from './diagnostics/messages.ts';
import { type Commits, historyOf } from './model/history.ts';
import { chosenHost, hasPages, modelOf } from './model/model.ts';
import { decode, parse } from './parse/parse.ts';
import { type CatalogFolder, listFiles, type OnProgress, readBytes, rereadable, type SourceFile } from './read/read.ts';
import type { SiteParts } from './render/asset.ts';
import { checkHostLimits } from './render/host-limits.ts';
import type { Site } from './render/site.ts';
import { type Finding, findingsOf } from './report/findings.ts';
import type { RuleOptions } from './rules/rule.ts';
import { RULES } from './rules/rules.ts';
import { runRules } from './rules/server-rules.ts';
import { Content, type Document } from './validate/content.ts';
import { validate } from './validate/validate.ts';

export { type Diagnostic, diagnostic, pointerTo, segmentsOf, value } from './diagnostics/diagnostic.ts';
export { MEANINGS } from './diagnostics/meanings.ts';
export { type Code, MESSAGES, messageOf, severityOf } from './diagnostics/messages.ts';
export type { Catalog, Category, DataSource, Edition, Entry, Fragment, TileServer } from './model/catalog.ts';
export type { Commits, CommittedChange, LoggedCommit } from './model/history.ts';
export { modelOf } from './model/model.ts';
export { findComments } from './parse/comments.ts';
export { eventsOf } from './parse/events.ts';
export { parse } from './parse/parse.ts';
export { resolvePlain } from './parse/scalars.ts';
export {
  ENTRY_KINDS,
  type FileKind,
  LAYOUT,
  matchLayout,
  nameProblem,
  pathOfKind,
  type SchemaName,
  schemaOf,
} from './read/layout.ts';
export {
  type CatalogEntry,
  type CatalogFolder,
  ChangedFileError,
  listFiles,
  type OnProgress,
  oneFileFolder,
  rereadable,
  type SourceFile,
} from './read/read.ts';
export { type Asset, type PageParts, type SiteParts, textAsset } from './render/asset.ts';
export { headersFault } from './render/headers.ts';
export { workerModule, workersConfiguration } from './render/hosts/cloudflare.ts';
export { recordPageOf } from './render/pages/record-links.ts';
export type { Site } from './render/site.ts';
export { concerning, countsOf, type Finding, hasErrorElsewhere, summary } from './report/findings.ts';
export { annotation, findingsAsAnnotations, findingsAsJson, findingsAsText, type ReportFrame } from './report/print.ts';
export { fold } from './rules/ids.ts';
export { pathObjection } from './rules/portable-paths.ts';
export type { RuleOptions } from './rules/rule.ts';
export { type Conversion, convert } from './tile-url/convert.ts';
export { describeNote, describeProblem } from './tile-url/explanations.ts';
export { keysIn, replaceParts, variableFor, withoutKeys } from './tile-url/secrets.ts';
export { looksLikeTokenName, range } from './tile-url/template.ts';
export type { Content } from './validate/content.ts';
export { createFolders, flushFile, flushFolder, flushTree } from './write/durable.ts';
export { isRunning, type Lock, LockedError, StuckLockError, takeLock } from './write/lock.ts';
export {
  LostLockError,
  MANIFEST,
  recoverSite,
  replaceSite,
  SiteFolderError,
  UnflushedError,
  type WriteOptions,
  type WriteOutcome,
} from './write/site-folder.ts';
export { removeFilesBut, type StagedFiles, stageFiles } from './write/sync.ts';

/** One catalog file that has gone through read, parse and validate. */
export interface LoadedFile {
  /** As it is on disk; null where it could not be read. */
  readonly bytes: Uint8Array | null;
  readonly text: string;
  /** What its schema left of it; undefined where it could not be read as YAML, or nothing of it can be used. */
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs read, parse and validate on one file. */
export function loadFile(folder: CatalogFolder, file: SourceFile): LoadedFile {
  const read = readBytes(folder, file);
  if ('problem' in read) return { bytes: null, text: '', value: undefined, diagnostics: [read.problem] };
  const { bytes } = read;
  const { text, value, diagnostics } = parse(file.path, bytes);
  if (value === undefined) return { bytes, text, value, diagnostics: capped(diagnostics) };
  const validated = validate(file.kind, file.path, value);
  return { bytes, text, value: validated.value, diagnostics: capped([...diagnostics, ...validated.diagnostics]) };
}

/** A checked catalog. */
export interface CheckedCatalog {
  readonly content: Content;
  readonly diagnostics: readonly Diagnostic[];
  /** How many catalog files there are. */
  readonly fileCount: number;
}

/**
 * Runs read, parse, validate and rules.
 *
 * @param load the first three, for one file; whoever checks the same files again may remember what came of them
 */
export function checkCatalog(
  folder: CatalogFolder,
  options: RuleOptions,
  onProgress?: OnProgress,
  load: (folder: CatalogFolder, file: SourceFile) => Pick<LoadedFile, 'value' | 'diagnostics'> = loadFile,
): CheckedCatalog {
  const { files, diagnostics } = listFiles(folder);
  const paths = [...files.map(({ path }) => path), ...diagnostics.map(({ file }) => file)];
  const documents: Document[] = [];
  for (const [index, file] of files.entries()) {
    onProgress?.('Checking', index, files.length, file.path);
    const { value, diagnostics: faults } = load(folder, file);
    for (const fault of faults) diagnostics.push(fault);
    if (value !== undefined) documents.push({ file, value } as Document);
  }
  const content = new Content(documents, paths);
  for (const fault of runRules(RULES, content, options)) diagnostics.push(fault);
  return { content, diagnostics: capped(diagnostics), fileCount: files.length };
}

/** Whether the catalog can be published: no diagnostic is an error. */
export function isSound(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every(({ code }) => severityOf(code) !== 'error');
}

/** What decides how a catalog is rendered, and what is known of it that is not in its files. */
export interface RenderOptions extends RuleOptions {
  /** Overrides the service URL of site.yaml. */
  readonly serviceUrl: string | null;
  /** Overrides the host of site.yaml. */
  readonly target?: HostName | undefined;
  /** Whether there are pages for people; overrides what site.yaml says. */
  readonly pages?: boolean | undefined;
  /** Whether the site is for the Cloudflare runtime on this machine, which serves it in place of its host. */
  readonly isServedHere?: boolean | undefined;
  /** Whether there are compressed copies beside the files, where the host sends them. */
  readonly precompress?: boolean | undefined;
  /** What a repository knows of the files; null where nothing is known, or times are not needed. */
  readonly commits: Promise<Commits | null>;
  /** Reads what goes into a site in addition to its catalog; called only for a catalog without errors. */
  readonly readParts: () => SiteParts;
}

/** A catalog that has been checked and, where it has no errors, rendered. */
export interface RenderedCatalog {
  /** By file in code-point order, then by position. */
  readonly findings: readonly Finding[];
  readonly fileCount: number;
  /** Null where the catalog has errors. */
  readonly site: Site | null;
  /** The address that links begin with; null where the files of the catalog have errors. */
  readonly serviceUrl: string | null;
}

/** Runs all stages but `write`. */
export async function renderCatalog(
  folder: CatalogFolder,
  options: RenderOptions,
  onProgress?: OnProgress,
): Promise<RenderedCatalog> {
  const files = rereadable(folder);
  const { diagnostics, ...rendered } = await renderSound(files, options, onProgress);
  // Only here, where the content of the catalog can be freed: finding positions needs memory, too.
  return { ...rendered, findings: reportOn(files, diagnostics) };
}

type Rendered = Omit<RenderedCatalog, 'findings'> & Pick<CheckedCatalog, 'diagnostics'>;

async function renderSound(folder: CatalogFolder, options: RenderOptions, onProgress?: OnProgress): Promise<Rendered> {
  const { content, diagnostics, fileCount } = checkCatalog(folder, options, onProgress);
  if (!isSound(diagnostics)) return { diagnostics, fileCount, site: null, serviceUrl: null };
  // Only here: commands that render nothing need not load what renders.
  const { renderSite } = await import('./render/site.ts');
  const catalog = modelOf(content, options);
  const host = chosenHost(content, options.target);
  const history = historyOf(await options.commits);
  const parts = options.readParts();
  const site = renderSite(
    catalog,
    history,
    hasPages(content, options.pages) ? parts : { ...parts, page: null },
    options.isServedHere ? servedLike(host) : host,
    options.precompress,
  );
  const problems = checkHostLimits(site);
  return {
    diagnostics: [...diagnostics, ...problems],
    fileCount,
    site: problems.length === 0 ? site : null,
    serviceUrl: catalog.serviceUrl,
  };
}

/** The findings for diagnostics of the files in a folder. For a file that cannot be read, they have no positions. */
export function reportOn(folder: CatalogFolder, diagnostics: readonly Diagnostic[]): Finding[] {
  return findingsOf(diagnostics, (file) => {
    try {
      return decode(file, folder.read(file)).text;
    } catch {
      return null;
    }
  });
}
