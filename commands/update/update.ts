/** Keeps the catalog true: the core of `cartalog update`, and its door. */
export {
  type ArchivedFile,
  type Contents,
  type ContentsKind,
  contentsKind,
  type FragmentHashes,
  hashFragments,
  type RemoteFile,
  readContents,
} from './contents/contents.ts';
export {
  type DataSourceUpdate,
  type EntryGroup,
  type Groups,
  type KnownDataSource,
  type UpdateContext,
  updateDataSource,
} from './data-source.ts';
export type { Scratch } from './download.ts';
export { CRAWL_LIMITS, type Crawl, type CrawlLimits, crawl, type ListedSource } from './listing/crawl.ts';
export type { LeftOutFile, ListedFile } from './listing/found-files.ts';
export type { ListedFacts, ListedSize, ListedTime } from './listing/listed-facts.ts';
export { decodedPath } from './listing/source-tree.ts';
export {
  type GroupsRewrite,
  type RemovalNews,
  RewriteError,
  type Rewritten,
  rewriteGroups,
  rewriteRemovals,
} from './rewrite.ts';
export {
  type SourceSummary,
  summaryAsJson,
  summaryAsMarkdown,
  summaryAsText,
  type UpdateSummary,
} from './summary.ts';
