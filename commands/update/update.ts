/** Keeps the catalog true: finds the files of a data source upstream and what they say about themselves. */
export {
  type ArchivedFile,
  type Contents,
  type ContentsKind,
  contentsKind,
  type RemoteFile,
  readContents,
} from './contents/contents.ts';
