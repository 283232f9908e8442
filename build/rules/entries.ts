/** The entries of data sources: checksum histories, timestamps and bounding boxes. */
import type { Checksum } from '../../contract/generated/catalog.types.ts';
import { type Diagnostic, diagnosing, diagnostic as ofStages, type Place, value } from '../diagnostics/diagnostic.ts';
import type { Problems } from '../diagnostics/messages.ts';
import type { Content, ListedHistory } from '../validate/content.ts';
import type { Pruned } from '../validate/validate.ts';

/** The problems of entries. */
export const ENTRY_PROBLEMS = {
  'checksum-order': {
    severity: 'error',
    meaning:
      'A checksum history is ordered by lastModified, oldest first: map programs show the last one. Only the first checksum of a history that is out of order is reported.',
    message: ({ time, before, others }: { time: string; before: string; others: number }) => {
      const more = `${others} more of this history ${others === 1 ? 'is' : 'are'} out of order`;
      return `${time} comes after ${before}; the oldest must be first${others === 0 ? '' : ` (${more})`}`;
    },
  },
  'repeated-checksum': {
    severity: 'error',
    meaning: 'A history has the same lastModified, contentLength and sha1 twice.',
    message: ({ time }: { time: string }) => `This checksum of ${time} is listed twice; remove one`,
  },
  'box-upside-down': {
    severity: 'error',
    meaning: 'The northern edge of a bounding box cannot be south of its southern edge.',
    message: ({ north, south }: { north: number; south: number }) =>
      `northEastLatitude ${north} is below southWestLatitude ${south}`,
  },
  'box-swapped': {
    severity: 'warning',
    meaning:
      'A bounding box whose western edge is east of its eastern one crosses the 180th meridian, which is allowed. It is reported if it would then cover more than half of the globe.',
    message: ({ west, east }: { west: number; east: number }) =>
      `southWestLongitude ${west} is east of northEastLongitude ${east}; if the area does not cross the 180th meridian, swap them`,
  },
} as const satisfies Problems;

const diagnostic = diagnosing(ENTRY_PROBLEMS);

/** Specification, file entry: checksums are ordered by lastModified, oldest first. */
export function* checksumHistory(content: Content): Generator<Diagnostic> {
  for (const listed of content.historiesWithout(isInOrder)) yield* checkHistory(listed);
}

/** Whether each checksum is later than the one before it. Nearly all histories are, and need no further check. */
function isInOrder(history: readonly Pruned<Checksum>[]): boolean {
  return history.every(({ lastModified }, index) => {
    const before = history[index - 1]?.lastModified;
    // Timestamps in this one form can be compared as text.
    return index === 0 || (lastModified !== undefined && before !== undefined && before < lastModified);
  });
}

function* checkHistory({ history, ...listed }: ListedHistory): Generator<Diagnostic> {
  let latest = '';
  // Equal checksums have the same time, so comparing with those of the latest time is enough.
  let ofLatest = new Set<string>();
  const early: { readonly index: number; readonly time: string; readonly before: string }[] = [];
  for (const [index, checksum] of history.entries()) {
    const time = checksum.lastModified;
    if (time === undefined) continue;
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
export function* realTimes(content: Content): Generator<Diagnostic> {
  for (const listed of content.historiesWithout((history) => history.every(isReal))) yield* checkTimes(listed);
}

function* checkTimes({ history, ...listed }: ListedHistory): Generator<Diagnostic> {
  for (const [index, checksum] of history.entries()) {
    const found = checksum.lastModified;
    if (found === undefined || isReal(checksum)) continue;
    const why = `the calendar has no ${found.slice(0, 10)}`;
    yield ofStages('bad-timestamp', listed.path, placeIn(listed, index, 'lastModified'), { found, why });
  }
}

/** Whether the day of a checksum exists. */
function isReal({ lastModified: time }: Pruned<Checksum>): boolean {
  const day = time?.slice(8, 10) ?? '';
  // Every month has 28 days. `Date` reads the 30th of February as a day in March.
  return time === undefined || day <= '28' || new Date(time).getUTCDate() === Number(day);
}

/**
 * Specification, map entry: the western edge of a box may be east of its eastern edge: such a
 * box crosses the 180th meridian.
 */
export function* boundingBox(content: Content): Generator<Diagnostic> {
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
}
