/**
 * The entry point of `build/`: commands and the command line use only what it exports. Its folders are the stages from
 * the files of a catalog to those of its site (`docs/code.md`). All but `write` are pure: they take and give values.
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
  Edition,
  Entry,
  Fragment,
  TileServer,
} from './model/catalog.ts';
export type { Commits, CommittedChange, LoggedCommit } from './model/history.ts';
export { modelOf, serverAreas } from './model/model.ts';
export { isRecordFile, objectsOf, recordHistoryOf } from './model/record-history.ts';
export { type Statuses, statusesIn } from './model/statuses.ts';
export { parse } from './parse/parse.ts';
export {
  ENTRY_KINDS,
  type FileKind,
  fileNameFor,
  LAYOUT,
  matchLayout,
  nameProblem,
  pathOfKind,
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
export {
  type Asset,
  type FileRecord,
  fileRecordOf,
  type Listening,
  MANIFEST,
  type MapPicture,
  memorySink,
  type PageParts,
  type PublicFile,
  type ReadPicture,
  type SiteParts,
  type SiteSink,
  sha256Of,
  textAsset,
} from './render/asset.ts';
export { headersFault } from './render/headers.ts';
export { routesFile, workerModule, workersConfiguration } from './render/hosts/cloudflare.ts';
export { polygonsOf } from './render/map-documents.ts';
export { allowsPicture } from './render/map-pictures.ts';
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
export { type CheckedCatalog, checkCatalog, isSound, loadFile } from './run/check-catalog.ts';
export {
  newRenderMemory,
  type RenderedCatalog,
  type RenderMemory,
  type RenderOptions,
  renderCatalog,
} from './run/rendering.ts';
export { convert } from './tile-url/convert.ts';
export { describeNote, describeProblem } from './tile-url/explanations.ts';
export { keysIn, replaceParts, variableFor, withoutKeys } from './tile-url/secrets.ts';
export { looksLikeTokenName, range } from './tile-url/template.ts';
export type { Content } from './validate/content.ts';
export { createFolders, flushFolder, flushTree } from './write/durable.ts';
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
