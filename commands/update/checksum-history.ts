/** What an observation adds to the history of a file. */
import type { Checksum } from '../../contract/generated/catalog.types.ts';
import { byCodePoint } from '../../contract/text.ts';

/** How many versions of a file are kept: those that a map program may have downloaded lately. */
export const KEPT = 30;

/**
 * Adds an observation to a history. Oldest first, each version once, and at most 30: the observed and the newest others.
 *
 * A version that was observed without its bytes has no SHA-1, and older versions of the same file lose theirs: map
 * programs compare SHA-1s where there are any, and an intact newer file would match none of them.
 *
 * @returns the history itself where the observation adds nothing to it
 */
export function withObservation(history: readonly Checksum[], observed: Checksum): readonly Checksum[] {
  const same = history.filter((checksum) => isSameVersion(checksum, observed));
  const isKnown = same.some(({ sha1 }) => observed.sha1 === null || observed.sha1 === sha1);
  if (isKnown) return history;
  const others = history.filter((checksum) => !same.includes(checksum));
  const older = observed.sha1 === null ? others.map((checksum) => ({ ...checksum, sha1: null })) : others;
  // The version that the server has is kept, however old it is: it is what map programs download.
  return [...older.slice(1 - KEPT), observed].sort((a, b) => byCodePoint(a.lastModified, b.lastModified));
}

/** Whether two checksums are of the same version of a file, as far as time and size tell. */
export function isSameVersion(a: Checksum, b: Pick<Checksum, 'lastModified' | 'contentLength'>): boolean {
  return a.lastModified === b.lastModified && a.contentLength === b.contentLength;
}
