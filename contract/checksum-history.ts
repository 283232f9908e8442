/** The checksum history of a file: its versions, oldest first and each once. What writes histories agrees on it here. */
import type { Checksum } from './generated/catalog.types.ts';
import { byCodePoint } from './text.ts';

/**
 * How many versions of a file are kept: those that a map program may have downloaded lately. Upstreams that rebuild every
 * night add one each day.
 */
export const KEPT = 30;

/**
 * Adds an observation to a history. Oldest first, each version once, and at most 30: the observed and the newest others.
 *
 * A version that was observed without its bytes has no SHA-1.
 *
 * @returns the history itself if the observation adds nothing to it
 */
export function withObservation(history: readonly Checksum[], observed: Checksum): readonly Checksum[] {
  const same = history.filter((checksum) => isSameVersion(checksum, observed));
  if (same.some(({ sha1 }) => observed.sha1 === null || observed.sha1 === sha1)) return history;
  const others = history.filter((checksum) => !same.includes(checksum));
  // The version that the server has is kept, however old it is: it is what map programs download.
  return [...others.slice(1 - KEPT), observed].sort(oldestFirst);
}

/**
 * Two histories of one file as one, oldest first and nothing twice. Of two checksums of the same version, of which one has
 * no SHA-1, the other is kept.
 */
export function joinHistories(before: readonly Checksum[], after: readonly Checksum[]): readonly Checksum[] {
  const known = new Map<string, Checksum[]>();
  for (const checksum of [...before, ...after]) {
    const version = `${checksum.lastModified} ${checksum.contentLength}`;
    const same = known.get(version) ?? [];
    const isThere = same.some(({ sha1 }) => sha1 === checksum.sha1 || checksum.sha1 === null);
    if (!isThere) known.set(version, [...same.filter(({ sha1 }) => sha1 !== null), checksum]);
  }
  return [...known.values()].flat().toSorted(oldestFirst);
}

/** Orders checksums as a history has them. Timestamps in the form of the catalog sort as text. */
export function oldestFirst(a: Checksum, b: Checksum): number {
  return byCodePoint(a.lastModified, b.lastModified);
}

/** Whether two checksums are of the same version of a file, as far as time and size tell. */
export function isSameVersion(a: Checksum, b: Pick<Checksum, 'lastModified' | 'contentLength'>): boolean {
  return a.lastModified === b.lastModified && a.contentLength === b.contentLength;
}

/** A moment as a checksum states it: in UTC and whole seconds. */
export function timestampOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
