/**
 * Modification times of files, for servers that make `Last-Modified` and `ETag` of them.
 *
 * All files of a resource last changed at once, and two of them can have the same size; so can a document before and after
 * a change that no commit of the catalog made, as that of the service URL or of an access token. An `ETag` of time and size
 * would be the same. So a file is a few seconds older than its last change; how many follows from its content.
 */
import { createHash } from 'node:crypto';
import type { Asset, JoinedAsset } from './asset.ts';

/** A time is less than so many seconds earlier, but for files of a folder that would otherwise meet. */
const SPREAD_SECONDS = 60;

/** What is from the first day of 1970 is taken as its end: no time of a file is before that day. */
const EARLIEST = 86_400;

/**
 * Gives files their times: what it returns gives the same file, with a time that none of the same size in its folder has;
 * what has no time gets none. It is told the content of the file, or what tells that from any other.
 */
export function distinctTimes(): <File extends Asset | JoinedAsset>(file: File, contentOf: () => Uint8Array) => File {
  const taken = new Set<string>();
  return (file, contentOf) => {
    const { path, modified } = file;
    if (modified == null) return file;
    const content = contentOf();
    const size = 'pieces' in file ? file.size : content.length;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const key = (time: number): string => `${folder} ${size} ${time}`;
    let time =
      Math.max(modified, EARLIEST) - (createHash('sha256').update(content).digest().readUInt32BE() % SPREAD_SECONDS);
    while (taken.has(key(time))) time--;
    taken.add(key(time));
    return { ...file, modified: time };
  };
}
