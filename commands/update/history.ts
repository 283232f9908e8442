/** What an observation adds to the history of a file. */
import type { Checksum } from '../../contract/generated/catalog.types.ts';

/** How many versions of a file are kept: those that a map program may have downloaded lately. */
export const KEPT = 30;

/**
 * Adds an observation to a history. Oldest first, each version once, the newest 30.
 *
 * A version that was observed without its bytes has no SHA-1, and older versions of the same file lose theirs: map
 * programs compare SHA-1s where there are any, and an intact newer file would match none of them.
 *
 * @returns the history itself where the observation adds nothing to it
 */
export function withObservation(history: readonly Checksum[], observed: Checksum): readonly Checksum[] {
  const known = history.find((checksum) => isSameVersion(checksum, observed));
  if (known && (observed.sha1 === null || known.sha1 === observed.sha1)) return history;
  const others = history.filter((checksum) => checksum !== known);
  const older = observed.sha1 === null ? others.map((checksum) => ({ ...checksum, sha1: null })) : others;
  // Timestamps in this form sort as text.
  return [...older, observed].sort((a, b) => (a.lastModified < b.lastModified ? -1 : 1)).slice(-KEPT);
}

/** Whether two checksums are of the same version of a file, as far as time and size tell. */
export function isSameVersion(a: Checksum, b: Pick<Checksum, 'lastModified' | 'contentLength'>): boolean {
  return a.lastModified === b.lastModified && a.contentLength === b.contentLength;
}
