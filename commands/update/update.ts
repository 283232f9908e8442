/** Keeps the catalog true: finds the files of a data source upstream and what they say about themselves. */
export {
  type ArchivedFile,
  type Contents,
  type ContentsKind,
  contentsKind,
  type RemoteFile,
  readContents,
} from './contents/contents.ts';
export { CRAWL_LIMITS, type Crawl, type CrawlLimits, crawl, type ListedSource } from './listing/crawl.ts';
export type { LeftOutFile, ListedFile } from './listing/found-files.ts';
export type { ListedFacts, ListedSize, ListedTime } from './listing/listed-facts.ts';
export { decodedPath } from './listing/source-tree.ts';
