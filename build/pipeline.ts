/**
 * The pipeline: from the files of a catalog to the files of its site, one folder per stage.
 *
 *   read      the files of the catalog folder, each with its kind
 *   parse     YAML to values
 *   validate  each file against its schema
 *   rules     checks that schemas cannot express
 *   model     the catalog, independent of files and formats
 *   render    the files of the site
 *   write     the site folder, completely or not at all
 *   format    the standard form of catalog files
 *   report    findings: diagnostics with message, line and column
 *   run       runs the stages: for one file, for a whole catalog, for one data source at a time
 *
 * All stages but `write` are pure: they take and return values, and problems are values too (`diagnostics/`). This
 * module is the entry point of `build/`: commands and the command line use only what it exports.
 */
export {
  type Diagnostic,
  diagnostic,
  isError,
  messageOf,
  pointerTo,
  segmentsOf,
  value,
} from './diagnostics/diagnostic.ts';
export {
  FormatError,
  type FormattedFile,
  type FormDifference,
  formatFile,
  rewriteSource,
  writeSource,
} from './format/format.ts';
export { newFileText, writeText } from './format/printer.ts';
export type {
  Catalog,
  Category,
  DataSource,
  DataSourceSummary,
  Edition,
  Entry,
  EntryCounts,
  Fragment,
  TileServer,
} from './model/catalog.ts';
export type { Commits, CommittedChange, LoggedCommit } from './model/history.ts';
export { modelOf, serverAreas } from './model/model.ts';
export { parse } from './parse/parse.ts';
export {
  ENTRY_KINDS,
  type FileKind,
  fileNameFor,
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
  type ReadFile,
  readBytes,
  rereadable,
  type SourceFile,
} from './read/read.ts';
export {
  type Asset,
  type FileRecord,
  fileRecordOf,
  type Listening,
  MANIFEST,
  memorySink,
  type PageParts,
  type PublicFile,
  type SiteParts,
  type SiteSink,
  sha256Of,
  textAsset,
} from './render/asset.ts';
export { headersFault } from './render/headers.ts';
export { routesFile, workerModule, workersConfiguration } from './render/hosts/cloudflare.ts';
export { polygonsOf } from './render/map-documents.ts';
export { recordPageOf } from './render/pages/record-links.ts';
export type { Site } from './render/site.ts';
export { concerning, countsOf, type Finding, hasErrorElsewhere, reportOn, summary } from './report/findings.ts';
export {
  annotation,
  findingsAsAnnotations,
  findingsAsJson,
  findingsAsText,
  type ReportFrame,
  summedUp,
} from './report/print.ts';
export { fold } from './rules/ids.ts';
export { pathObjection } from './rules/portable-paths.ts';
export type { RuleOptions } from './rules/rule.ts';
export { type Code, PROBLEMS, RULES } from './rules/rules.ts';
export { type CheckedCatalog, checkCatalog, isSound } from './run/check-catalog.ts';
export { type LoadedFile, loadFile, loadRead } from './run/load-file.ts';
export {
  newRenderMemory,
  type RenderedCatalog,
  type RenderMemory,
  type RenderOptions,
  renderCatalog,
} from './run/rendering.ts';
export { type Conversion, convert } from './tile-url/convert.ts';
export { describeNote, describeProblem } from './tile-url/explanations.ts';
export { keysIn, replaceParts, variableFor, withoutKeys } from './tile-url/secrets.ts';
export { looksLikeTokenName, range } from './tile-url/template.ts';
export type { Content } from './validate/content.ts';
export { createFolders, flushFile, flushFolder, flushTree } from './write/durable.ts';
export { isRunning, type Lock, LockedError, StuckLockError, takeLock } from './write/lock.ts';
export {
  LostLockError,
  recoverSite,
  SiteFolderError,
  type SiteStage,
  stageSite,
  UnflushedError,
  type WriteOptions,
  type WriteOutcome,
} from './write/site-folder.ts';
export { ServedFolder, type StagedFiles } from './write/sync.ts';
