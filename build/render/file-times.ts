/**
 * Modification times of files, for servers that derive `Last-Modified` and `ETag` from them.
 *
 * All files of a resource have the time of its last change, and two of them can have the same size; so can a document
 * before and after a change without a commit, such as that of the service URL or of an access token. An `ETag` of time
 * and size would then be the same. So a file is a few seconds older than its last change; its content decides how many.
 */
import { createHash } from 'node:crypto';
import type { Asset } from './asset.ts';

/** The maximum seconds that a time is moved back, except to avoid equal times in a folder. */
const SPREAD_SECONDS = 60;

/** Times on the first day of 1970 are moved to its end, so that no result is before 1970. */
const EARLIEST = 86_400;

/**
 * Makes a function that sets the time of a file. The new time differs from that of all other files of the same size in
 * its folder. A file without a time stays without one.
 */
export function distinctTimes(): (file: Asset) => Asset {
  const taken = new Set<string>();
  return (file) => {
    const { path, modified, content } = file;
    if (modified == null) return file;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const key = (time: number): string => `${folder} ${content.length} ${time}`;
    let time =
      Math.max(modified, EARLIEST) - (createHash('sha256').update(content).digest().readUInt32BE() % SPREAD_SECONDS);
    while (taken.has(key(time))) time--;
    taken.add(key(time));
    return { ...file, modified: time };
  };
}
