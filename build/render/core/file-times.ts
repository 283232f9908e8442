/**
 * Modification times of files, for servers that derive `Last-Modified` and `ETag` from them.
 *
 * All files of a resource have the time of its last change, and two of them can have the same size. A document can also
 * have the same size before and after a change without a commit, such as another service URL or access token. An `ETag`
 * of time and size would then be the same. So a file gets a time up to a minute earlier; its content decides which.
 */
import type { FileRecord } from './asset.ts';

/** The maximum seconds that a time is moved back, except to avoid equal times in a folder. */
const SPREAD_SECONDS = 60;

/** Times on the first day of 1970 are moved to its end, so that no result is before 1970. */
const EARLIEST = 86_400;

/**
 * Makes a function that gives the time of a file, from the time of its last change, in seconds since 1970. The time differs
 * from the times of all earlier files of the same size in its folder.
 */
export function distinctTimes(): (file: Pick<FileRecord, 'path' | 'size' | 'sha256'>, changed: number) => number {
  const taken = new Set<string>();
  return ({ path, size, sha256 }, changed) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const key = (time: number): string => `${folder} ${size} ${time}`;
    let time = Math.max(changed, EARLIEST) - (Number.parseInt(sha256.slice(0, 8), 16) % SPREAD_SECONDS);
    while (taken.has(key(time))) time--;
    taken.add(key(time));
    return time;
  };
}
