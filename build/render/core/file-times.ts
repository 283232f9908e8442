/**
 * Some servers make `Last-Modified` and `ETag` from a file's time and size. All files of a resource have the time of
 * its last change, and two may have the same size. A document may also keep its time and size in a change without a
 * commit, such as another service URL or access token. So that `ETag` differs, a hash of a file's content moves its
 * time back by up to a minute.
 */
import type { FileRecord } from './asset.ts';

/** Exceeded only to avoid equal times in a folder. */
const SPREAD_SECONDS = 60;

/** Earlier times become the end of the first day, so that none is before 1970. */
const EARLIEST = 86_400;

/** In seconds since 1970. Differs from times of earlier files of the same size in the folder. */
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
