import type { Checksum } from '../../contract/generated/catalog.types.ts';
import { type Diagnostic, diagnostic, type Place, value } from '../diagnostics/diagnostic.ts';
import type { ListedHistory } from '../validate/content.ts';
import type { Pruned } from '../validate/validate.ts';
import type { Rule } from './rule.ts';

/** Specification, file entry: checksums are ordered by lastModified, oldest first. */
export const checksumHistory: Rule = {
  name: 'checksum-history',
  description: 'checksum histories are ordered, oldest first, and list no checksum twice',
  *check(content) {
    for (const listed of content.historiesWithout(isInOrder)) yield* checkHistory(listed);
  },
};

/** Whether each checksum is later than the one before it, as in nearly all histories: nothing is wrong with these. */
function isInOrder(history: readonly Pruned<Checksum>[]): boolean {
  if (history.length < 2) return true;
  let latest = '';
  let latestDay = 0;
  for (const { lastModified: time } of history) {
    if (time === undefined) continue;
    const day = dayOf(time);
    // Comparing texts takes longer.
    if (day < latestDay || (day === latestDay && time <= latest)) return false;
    latest = time;
    latestDay = day;
  }
  return true;
}

function* checkHistory({ history, ...listed }: ListedHistory): Generator<Diagnostic> {
  let latest = '';
  // Equal checksums have the same time, so comparing with those of the latest time is enough.
  let ofLatest = new Set<string>();
  const early: { readonly index: number; readonly time: string; readonly before: string }[] = [];
  for (const [index, checksum] of history.entries()) {
    const time = checksum.lastModified;
    if (time === undefined) continue;
    // Timestamps in this one form can be compared as text.
    if (time < latest) {
      early.push({ index, time, before: latest });
      continue;
    }
    if (time > latest) ofLatest = new Set();
    latest = time;
    const identity = `${checksum.contentLength} ${checksum.sha1}`;
    if (ofLatest.has(identity)) yield diagnostic('repeated-checksum', listed.path, placeIn(listed, index), { time });
    ofLatest.add(identity);
  }
  const [first, ...others] = early;
  if (!first) return;
  // A history in reverse order is one mistake, not one for each checksum.
  const { index, time, before } = first;
  const place = placeIn(listed, index, 'lastModified');
  yield diagnostic('checksum-order', listed.path, place, { time, before, others: others.length });
}

/** A place in a checksum history. */
function placeIn({ key, fragment }: Omit<ListedHistory, 'history'>, ...inside: (string | number)[]): Place {
  return fragment === null ? value(key, 'checksums', ...inside) : value(key, 'fragments', fragment, ...inside);
}

/** Specification, checksum: lastModified is a timestamp. The schema allows 31 days in every month. */
export const realTimes: Rule = {
  name: 'real-times',
  description: 'every lastModified is a day that exists',
  *check(content) {
    for (const listed of content.historiesWithout((history) => history.every(isReal))) yield* checkTimes(listed);
  },
};

function* checkTimes({ history, ...listed }: ListedHistory): Generator<Diagnostic> {
  for (const [index, checksum] of history.entries()) {
    const found = checksum.lastModified;
    if (found === undefined || isReal(checksum)) continue;
    const why = `there is no ${found.slice(0, 10)} in the calendar`;
    yield diagnostic('bad-timestamp', listed.path, placeIn(listed, index, 'lastModified'), { found, why });
  }
}

/** Whether the day of a checksum exists. */
function isReal({ lastModified: time }: Pruned<Checksum>): boolean {
  if (time === undefined) return true;
  // Every month has 28 days.
  const day = digitsOf(time, 8, 2);
  if (day <= 28) return true;
  const year = digitsOf(time, 0, 4);
  const month = digitsOf(time, 5, 2);
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeapYear && day === 29;
  return day <= ([4, 6, 9, 11].includes(month) ? 30 : 31);
}

/** The day of a timestamp as a number: 20260919 of 2026-09-19T01:03:00Z. */
function dayOf(time: string): number {
  return 10_000 * digitsOf(time, 0, 4) + 100 * digitsOf(time, 5, 2) + digitsOf(time, 8, 2);
}

/** The number that some digits of a timestamp are. Making one of a part of the text takes longer. */
function digitsOf(time: string, start: number, count: number): number {
  let number = 0;
  for (let at = start; at < start + count; at++) number = 10 * number + time.charCodeAt(at) - 0x30;
  return number;
}

/**
 * Specification, map entry: the western edge of a box may be east of its eastern edge: such a
 * box crosses the 180th meridian.
 */
export const boundingBox: Rule = {
  name: 'bounding-box',
  description: 'the edges of bounding boxes are not swapped',
  *check(content) {
    for (const { path, key, entry } of content.entries()) {
      if (!entry.boundingbox) continue;
      const { northEastLatitude: north, southWestLatitude: south } = entry.boundingbox;
      if (north !== undefined && south !== undefined && north < south) {
        yield diagnostic('box-upside-down', path, value(key, 'boundingbox'), { north, south });
      }
      const { northEastLongitude: east, southWestLongitude: west } = entry.boundingbox;
      // A box across the 180th meridian covers 360 degrees less the distance from east to west.
      if (east !== undefined && west !== undefined && west > east && west - east < 180) {
        yield diagnostic('box-swapped', path, value(key, 'boundingbox'), { west, east });
      }
    }
  },
};
