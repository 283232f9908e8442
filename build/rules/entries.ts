import type { Checksum } from '../../contract/generated/catalog.types.ts';
import { type Diagnostic, diagnostic, value } from '../diagnostics/diagnostic.ts';
import type { Pruned } from '../validate/validate.ts';
import type { Rule } from './rule.ts';

/** Specification, file entry: checksums are ordered by lastModified, oldest first. */
export const checksumHistory: Rule = {
  name: 'checksum-history',
  description: 'checksum histories are ordered, oldest first, and list no checksum twice',
  *check(content) {
    for (const { path, at, history } of content.histories()) yield* checkHistory(path, at, history);
  },
};

function* checkHistory(
  path: string,
  at: readonly string[],
  history: readonly Pruned<Checksum>[],
): Generator<Diagnostic> {
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
    if (ofLatest.has(identity)) yield diagnostic('repeated-checksum', path, value(...at, index), { time });
    ofLatest.add(identity);
  }
  const [first, ...others] = early;
  if (!first) return;
  // A history in reverse order is one mistake, not one for each checksum.
  const { index, time, before } = first;
  const place = value(...at, index, 'lastModified');
  yield diagnostic('checksum-order', path, place, { time, before, others: others.length });
}

/** Specification, checksum: lastModified is a timestamp. The schema allows 31 days in every month. */
export const realTimes: Rule = {
  name: 'real-times',
  description: 'every lastModified is a day that exists',
  *check(content) {
    for (const { path, at, history } of content.histories()) {
      for (const [index, { lastModified: found }] of history.entries()) {
        if (found === undefined || dayExists(found)) continue;
        const why = `there is no ${found.slice(0, 10)} in the calendar`;
        yield diagnostic('bad-timestamp', path, value(...at, index, 'lastModified'), { found, why });
      }
    }
  },
};

function dayExists(timestamp: string): boolean {
  const day = Number(timestamp.slice(8, 10));
  if (day <= 28) return true;
  const year = Number(timestamp.slice(0, 4));
  const month = Number(timestamp.slice(5, 7));
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeapYear && day === 29;
  return day <= ([4, 6, 9, 11].includes(month) ? 30 : 31);
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
      const place = value(key, 'boundingbox');
      const { northEastLatitude: north, southWestLatitude: south } = entry.boundingbox ?? {};
      if (north !== undefined && south !== undefined && north < south) {
        yield diagnostic('box-upside-down', path, place, { north, south });
      }
      const { northEastLongitude: east, southWestLongitude: west } = entry.boundingbox ?? {};
      // A box across the 180th meridian covers 360 degrees less the distance from east to west.
      if (east !== undefined && west !== undefined && west > east && west - east < 180) {
        yield diagnostic('box-swapped', path, place, { west, east });
      }
    }
  },
};
