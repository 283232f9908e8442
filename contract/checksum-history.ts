/** The checksum history of a file: its versions, oldest first, each once. */
import type { Checksum } from './generated/catalog.types.ts';
import { byCodePoint } from './text.ts';

/** How many versions of a file are kept: those that a map program may have. Some upstreams add one a day. */
export const KEPT = 30;

/** Adds an observation to a history: each version once, oldest first, with all hashes known. Itself if nothing is added. */
export function withObservation(history: readonly Checksum[], observed: Checksum): readonly Checksum[] {
  const same = history.filter((checksum) => isSameVersion(checksum, observed));
  const joined = same.map((checksum) => withHashes(checksum, observed));
  if (joined.some((checksum, index) => checksum === same[index])) return history;
  const others = history.filter((checksum) => !same.includes(checksum));
  // The server's version is kept however old it is, because map programs download it.
  const newest = joined.find((checksum) => checksum !== null) ?? observed;
  return [...others.slice(1 - KEPT), newest].sort(oldestFirst);
}

/** Merges two histories of one file, oldest first: checksums of one version that do not contradict each other are one. */
export function joinHistories(before: readonly Checksum[], after: readonly Checksum[]): readonly Checksum[] {
  const known = new Map<string, Checksum[]>();
  for (const checksum of [...before, ...after]) {
    const version = `${checksum.lastModified} ${checksum.contentLength}`;
    const same = known.get(version) ?? [];
    const at = same.findIndex((other) => withHashes(other, checksum) !== null);
    const joined = at < 0 ? null : withHashes(same[at] as Checksum, checksum);
    known.set(version, joined === null ? [...same, checksum] : same.with(at, joined));
  }
  return [...known.values()].flat().toSorted(oldestFirst);
}

/** A checksum with the hashes of another one of its version: itself if it has them, null if they contradict each other. */
function withHashes(known: Checksum, other: Checksum): Checksum | null {
  const [sha1, sha256] = [known.sha1 ?? other.sha1, known.sha256 ?? other.sha256];
  if ((other.sha1 ?? sha1) !== sha1 || (other.sha256 ?? sha256) !== sha256) return null;
  if (sha1 === known.sha1 && sha256 === known.sha256) return known;
  return { ...known, sha1, ...(sha256 === undefined ? {} : { sha256 }) };
}

/** Compares two checksums for sorting a history. Timestamps in the form of the catalog sort as text. */
export function oldestFirst(a: Checksum, b: Checksum): number {
  return byCodePoint(a.lastModified, b.lastModified);
}

/** What a server states of a version without sending it. */
export type Version = Omit<Checksum, 'sha1' | 'sha256'>;

/** Whether two checksums have the same time and size. They are then of the same version. */
export function isSameVersion(a: Version, b: Version): boolean {
  return a.lastModified === b.lastModified && a.contentLength === b.contentLength;
}
