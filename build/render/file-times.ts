/**
 * Modification times of files, for servers that make `Last-Modified` and `ETag` of them.
 *
 * All files of a resource last changed at once, and two of them can have the same size; so can a document before and after
 * a change that no commit of the catalog made, as that of the service URL or of an access token. An `ETag` of time and size
 * would be the same. So a file is a few seconds older than its last change; how many follows from its content.
 */
import { createHash } from 'node:crypto';
import { type Asset, inBlocks } from './asset.ts';

/** A time is at most this many seconds earlier, except for files of a folder that would have the same. */
const SPREAD_SECONDS = 60;

/** What is from the first day of 1970 is taken as its end: no time of a file is before that day. */
const EARLIEST = 86_400;

/**
 * Gives files their times: the function that it returns gives the same file, with a time that no other file of the same
 * size in its folder has. A file without a time gets none.
 */
export function distinctTimes(): (file: Asset) => Asset {
  const taken = new Set<string>();
  return (file) => {
    const { path, origin, modified, fingerprint } = file;
    if (modified == null) return file;
    const content = fingerprint === undefined ? file.content : Buffer.from(fingerprint);
    const size = file.size ?? content.length;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const key = (time: number): string => `${folder} ${size} ${time}`;
    let time =
      Math.max(modified, EARLIEST) - (createHash('sha256').update(content).digest().readUInt32BE() % SPREAD_SECONDS);
    while (taken.has(key(time))) time--;
    taken.add(key(time));
    if (file.blocks && fingerprint !== undefined)
      return inBlocks({ path, origin, modified: time, size, fingerprint }, file.blocks);
    return { path, origin, modified: time, content };
  };
}
