/** Versions of a file, the oldest first, each once. */
import { byCodePoint } from '../base/text.ts';
import type { Checksum } from '../generated/catalog.types.ts';
import { currentVersionOf } from './current-version.ts';

/** Map programs may have any of them. Some upstreams add one a day. */
export const KEPT_VERSIONS = 30;

/** `current` is upstream's time of the same bytes, if it is not the published time. */
export function statedVersion({ current, lastModified, contentLength }: Checksum): Version {
  return { lastModified: current ?? lastModified, contentLength };
}

/**
 * With a new time, the same bytes are the same version, which keeps its time: map programs compare it. Upstream's
 * version is marked if it is not the newest, or if upstream states another time.
 * @returns the history itself if nothing is new
 */
export function withObservation(history: readonly Checksum[], observed: Checksum): readonly Checksum[] {
  const known = knownVersion(history, observed);
  const version = (known && withHashes(known, observed)) ?? observed;
  const others = history.filter((checksum) => !isSameVersion(checksum, observed));
  const versions = known
    ? history.map((checksum) => (checksum === known ? version : checksum))
    : [...others, version].sort(oldestFirst);
  const after = withCurrent(versions, version, observed.lastModified);
  if (!known) return withoutOldestVersions(after);
  return after.every((checksum, index) => checksum === history[index]) ? history : after;
}

export function knownVersion(history: readonly Checksum[], version: Version & Partial<Checksum>): Checksum | undefined {
  const current = currentVersionOf(history);
  const all = current ? [current, ...history.toReversed()] : [];
  const isStated = (checksum: Checksum): boolean =>
    isSameVersion(checksum, version) || (checksum === current && isSameVersion(statedVersion(checksum), version));
  const sameTime = all.filter((checksum) => isStated(checksum) && withHashes(checksum, version) !== null);
  return (
    sameTime.find((checksum) => hasSameBytes(checksum, version)) ??
    sameTime[0] ??
    all.find((checksum) => hasSameBytes(checksum, version))
  );
}

/**
 * Null if upstream's version is the same as before, or newer. `again`: it was known before. `older`: it is new, with an
 * earlier time. `replaced`: it has the time and size of a known version, but other bytes.
 */
export function wentBackTo(before: readonly Checksum[] = [], after: readonly Checksum[] = []) {
  const [currentBefore, currentAfter] = [currentVersionOf(before), currentVersionOf(after)];
  if (!currentBefore || !currentAfter) return null;
  const same = before.filter((checksum) => isSameVersion(checksum, currentAfter));
  if (same.length > 0 && same.every((checksum) => withHashes(checksum, currentAfter) === null))
    return { version: currentAfter, how: 'replaced' } as const;
  if (isSameVersion(currentBefore, currentAfter)) return null;
  if (same.length > 0) return { version: currentAfter, how: 'again' } as const;
  return currentAfter === after.at(-1) ? null : ({ version: currentAfter, how: 'older' } as const);
}

export function shrunkSizes(before: readonly Checksum[] = [], after: readonly Checksum[] = []) {
  const [from = 0, to = 0] = [before, after].map((history) => currentVersionOf(history)?.contentLength);
  return to * 2 < from && after.length > 0 ? { from, to } : null;
}

/** Upstream's version is kept: map programs download it. */
export function withoutOldestVersions(history: readonly Checksum[]): readonly Checksum[] {
  const current = currentVersionOf(history);
  let surplus = history.length - KEPT_VERSIONS;
  return surplus <= 0 ? history : history.filter((checksum) => checksum === current || surplus-- <= 0);
}

function withCurrent(history: readonly Checksum[], version: Checksum, time: string): readonly Checksum[] {
  const isOrdinary = version === history.at(-1) && version.lastModified === time;
  return history.map((checksum) => marked(checksum, checksum === version && !isOrdinary ? time : undefined));
}

function marked(checksum: Checksum, time: string | undefined): Checksum {
  if (checksum.current === time) return checksum;
  const { current: _, ...others } = checksum;
  return time === undefined ? others : { ...others, current: time };
}

/**
 * Checksums of one version become one, unless they contradict each other. The mark of `after` counts; without one, the
 * mark of `before` stays, unless `after` adds a newer version.
 */
export function joinHistories(before: readonly Checksum[], after: readonly Checksum[]): readonly Checksum[] {
  const known = new Map<string, Checksum[]>();
  for (const listed of [...before, ...after]) {
    const checksum = marked(listed, undefined);
    const version = `${checksum.lastModified} ${checksum.contentLength}`;
    const same = known.get(version) ?? [];
    const index = same.findIndex((other) => withHashes(other, checksum) !== null);
    const joined = index < 0 ? null : withHashes(same[index] as Checksum, checksum);
    known.set(version, joined === null ? [...same, checksum] : same.with(index, joined));
  }
  const joined = [...known.values()].flat().toSorted(oldestFirst);
  const isNewer = (joined.at(-1)?.lastModified ?? '') > (before.at(-1)?.lastModified ?? '');
  const [currentBefore, currentAfter] = [before, after].map((history) =>
    history.find((checksum) => checksum.current !== undefined),
  );
  // A service states the current version, but only a catalog also states upstream's time.
  const isSame = currentBefore && currentAfter && isSameVersion(currentBefore, currentAfter);
  const current = isSame ? currentBefore : (currentAfter ?? (isNewer ? undefined : currentBefore));
  const version = current && knownVersion(joined, current);
  return version ? withCurrent(joined, version, statedVersion(current).lastModified) : joined;
}

function withHashes(known: Checksum, other: Partial<Checksum>): Checksum | null {
  const [sha1, sha256] = [known.sha1 ?? other.sha1 ?? null, known.sha256 ?? other.sha256];
  if ((other.sha1 ?? sha1) !== sha1 || (other.sha256 ?? sha256) !== sha256) return null;
  if (sha1 === known.sha1 && sha256 === known.sha256) return known;
  return { ...known, sha1, ...(sha256 === undefined ? {} : { sha256 }) };
}

function hasSameBytes(known: Checksum, other: Version & Partial<Checksum>): boolean {
  const isShared = (['sha1', 'sha256'] as const).some((key) => known[key] && known[key] === other[key]);
  return isShared && known.contentLength === other.contentLength && withHashes(known, other) !== null;
}

/** These timestamps sort as text. */
export function oldestFirst(a: Checksum, b: Checksum): number {
  return byCodePoint(a.lastModified, b.lastModified);
}

/** A server states it without sending the file. */
export type Version = Pick<Checksum, 'lastModified' | 'contentLength'>;

export function isSameVersion(a: Version, b: Version): boolean {
  return a.lastModified === b.lastModified && a.contentLength === b.contentLength;
}
