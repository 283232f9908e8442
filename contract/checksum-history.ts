/** The checksum history of a file: its versions, oldest first, each once. */
import type { Checksum } from './generated/catalog.types.ts';
import { byCodePoint } from './text.ts';

/** How many versions of a file are kept: those that a map program may have. Some upstreams add one a day. */
export const KEPT = 30;

/** Adds an observation to a history: each version once, oldest first. Itself if nothing is added. */
export function withObservation(history: readonly Checksum[], observed: Checksum): readonly Checksum[] {
  const same = history.filter((checksum) => isSameVersion(checksum, observed));
  if (same.some(({ sha1 }) => observed.sha1 === null || observed.sha1 === sha1)) return history;
  const others = history.filter((checksum) => !same.includes(checksum));
  // The server's version is kept however old it is, because map programs download it.
  return [...others.slice(1 - KEPT), observed].sort(oldestFirst);
}

/** Merges two histories of one file, oldest first, each checksum once; one without a SHA-1 gives way to one with it. */
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

/** Compares two checksums for sorting a history. Timestamps in the form of the catalog sort as text. */
export function oldestFirst(a: Checksum, b: Checksum): number {
  return byCodePoint(a.lastModified, b.lastModified);
}

/** Whether two checksums have the same time and size. They are then of the same version. */
export function isSameVersion(a: Omit<Checksum, 'sha1'>, b: Omit<Checksum, 'sha1'>): boolean {
  return a.lastModified === b.lastModified && a.contentLength === b.contentLength;
}
