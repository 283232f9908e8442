/**
 * Saves requests for unchanged files. Listings state times and sizes, but most no time zone, so each listing's offset
 * from UTC is learnt from one file with a known time. Then the server's other offsets are accepted, too.
 */
import { timestampOf } from '../../../../contract/base/times.ts';
import type { Version } from '../../../../contract/data-sources/checksum-history.ts';
import type { ListedFile } from './found-files.ts';

/** Zones differ by multiples of it. */
const STEP_MS = 15 * 60_000;

/** Times without minutes do not distinguish two builds of a day. */
const COARSEST_SECONDS = 60;

/** No zone is farther from UTC. */
const FARTHEST_MS = 14 * 60 * 60_000;

export class ListingClock {
  /** From UTC, in milliseconds. Several if summer time applies by date. */
  readonly #offsets: Set<number>;
  #hasLearnt = false;

  constructor(offsets = new Set<number>()) {
    this.#offsets = offsets;
  }

  canCompare({ time, size }: ListedFile): boolean {
    return time !== null && size !== null && time.seconds <= COARSEST_SECONDS;
  }

  learn(file: ListedFile, version: Version): boolean {
    const { time } = file;
    if (time === null || !this.canCompare(file)) return false;
    const difference = Date.parse(version.lastModified) - time.ms;
    const offset = time.isUtc ? 0 : Math.floor(difference / STEP_MS) * STEP_MS;
    // The remainder is what the listing omits, such as seconds.
    const isZone = isWithin(difference - offset, time.seconds) && Math.abs(offset) <= FARTHEST_MS;
    if (!isZone || (this.#hasLearnt && this.#offsets.has(offset))) return false;
    this.#hasLearnt = true;
    this.#offsets.add(offset);
    return true;
  }

  agrees(file: ListedFile, version: Version): boolean {
    const { time, size } = file;
    if (!this.#hasLearnt || time === null || size === null || !this.canCompare(file)) return false;
    if (version.contentLength < size.least || version.contentLength > size.most) return false;
    const difference = Date.parse(version.lastModified) - time.ms;
    const offsets = time.isUtc ? [0] : [...this.#offsets];
    return offsets.some((offset) => isWithin(difference - offset, time.seconds));
  }
}

export function exactVersion({ time, size }: ListedFile): Version | null {
  if (!time?.isUtc || time.seconds > 1 || size === null || size.least !== size.most) return null;
  return { lastModified: timestampOf(time.ms), contentLength: size.least };
}

function isWithin(milliseconds: number, seconds: number): boolean {
  return milliseconds >= 0 && milliseconds < seconds * 1000;
}
