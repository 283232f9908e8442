/**
 * Whether what a listing states about a file agrees with what is known of it, so that the file need not be requested.
 *
 * Listings do not state the zone of their times. Their offset from UTC is learnt from one file of each listing whose
 * time is known from its server; then the offsets of other listings of the server count, too. The time of a listing is
 * only compared: it never gets into the catalog.
 */

import type { Version } from '../observe.ts';
import type { ListedFile } from './found-files.ts';

/** Zones differ by multiples of this. */
const STEP_MS = 15 * 60_000;

/** A listing that shows less than minutes cannot tell two builds of a day apart. */
const COARSEST_SECONDS = 60;

/** No zone is further from UTC. */
const FARTHEST_MS = 14 * 60 * 60_000;

/** What is known of the times in one listing. */
export class ListingClock {
  /**
   * The offsets of its times: several if the server shows each time in the zone of its own date, with summer time and
   * without.
   */
  readonly #offsets: Set<number>;
  /** Whether a file of this listing has taught. */
  #hasLearnt = false;

  /** @param offsets what the listings of the same server have taught, which this one adds to */
  constructor(offsets = new Set<number>()) {
    this.#offsets = offsets;
  }

  /** Whether the listing says enough of a file to compare it with what is known. */
  canCompare({ time, size }: ListedFile): boolean {
    return time !== null && size !== null && time.resolutionSeconds <= COARSEST_SECONDS;
  }

  /** Learns from a file what the times of the listing mean. @returns whether that was not known before */
  learn(file: ListedFile, version: Version): boolean {
    const { time } = file;
    if (time === null || !this.canCompare(file)) return false;
    const difference = Date.parse(version.lastModified) - readAsUtc(time.text);
    const offset = time.isUtc ? 0 : Math.floor(difference / STEP_MS) * STEP_MS;
    // The rest is what the listing leaves out: the seconds, if it shows minutes.
    const isZone = isWithin(difference - offset, time.resolutionSeconds) && Math.abs(offset) <= FARTHEST_MS;
    if (!isZone || (this.#hasLearnt && this.#offsets.has(offset))) return false;
    this.#hasLearnt = true;
    this.#offsets.add(offset);
    return true;
  }

  /** Whether the listing shows a file just as it is known: its time and its size, as exactly as it says them. */
  agrees(file: ListedFile, version: Version): boolean {
    const { time, size } = file;
    if (!this.#hasLearnt || time === null || size === null || !this.canCompare(file)) return false;
    if (version.contentLength < size.least || version.contentLength > size.most) return false;
    const difference = Date.parse(version.lastModified) - readAsUtc(time.text);
    const offsets = time.isUtc ? [0] : [...this.#offsets];
    return offsets.some((offset) => isWithin(difference - offset, time.resolutionSeconds));
  }
}

function isWithin(milliseconds: number, seconds: number): boolean {
  return milliseconds >= 0 && milliseconds < seconds * 1000;
}

/** In milliseconds, as if the text were in UTC. */
function readAsUtc(text: string): number {
  return Date.parse(`${text.length === 10 ? `${text}T00:00` : text}Z`);
}
