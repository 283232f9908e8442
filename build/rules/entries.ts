import { itemsByKey } from '../../contract/base/text.ts';
import { DAY_MS } from '../../contract/base/times.ts';
import { fragmentKey } from '../../contract/data-sources/fragment-keys.ts';
import type { Checksum } from '../../contract/generated/catalog.types.ts';
import type { Box } from '../../contract/maps/bounding-boxes.ts';
import {
  type Diagnostic,
  diagnosing,
  keyAt,
  type Place,
  diagnostic as stageDiagnostic,
  valueAt,
} from '../diagnostics/diagnostic.ts';
import { error, type Problems, warning } from '../diagnostics/messages.ts';
import { quoted } from '../diagnostics/wording.ts';
import type { Content, ListedEntry, ListedHistory, Pruned } from '../validate/content.ts';
import { exchangedAxes } from './exchanged-axes.ts';
import { type RuleOptions, ruleSet } from './run-rules.ts';

const ENTRY_PROBLEMS = {
  'checksum-order': error(({ time, before, others }: { time: string; before: string; others: number }) => {
    const more = `${others} more of this history ${others === 1 ? 'is' : 'are'} out of order`;
    return `${time} comes after ${before}; the oldest must be first${others === 0 ? '' : ` (${more})`}`;
  }),
  'repeated-checksum': error(({ time }: { time: string }) => `This checksum of ${time} is listed twice; remove one`),
  'repeated-current': error(
    () => 'Another version of this file also has current; keep it only on the version that upstream has now',
  ),
  'box-upside-down': error(
    ({ north, south }: { north: number; south: number }) =>
      `northEastLatitude ${north} is below southWestLatitude ${south}`,
  ),
  'box-swapped': warning(
    ({ west, east }: { west: number; east: number }) =>
      `southWestLongitude ${west} is east of northEastLongitude ${east}; if the area does not cross the 180th meridian, swap them`,
  ),
  'exchanged-box': warning(
    () =>
      'Hardly any box of this data source is near this one, but at least three are where it would be with latitude and longitude exchanged; exchange them',
  ),
  'future-checksum': error(
    ({ time, today }: { time: string; today: string }) =>
      `${time} is in the future (it is ${today}); write the time that the server states`,
  ),
  'fragment-folder': warning(
    ({ path, key }: { path: string; key: string }) =>
      `${quoted(path)} is published as ${quoted(key)}, because the action is Flatten; "cartalog format" shortens it`,
  ),
  'repeated-fragment': warning(
    ({ path, other }: { path: string; other: string }) =>
      `${quoted(path)} replaces ${quoted(other)}, because the action is Flatten and their names are the same`,
  ),
} as const satisfies Problems;

const diagnostic = diagnosing(ENTRY_PROBLEMS);

/**
 * Specification, file entry: checksums are ordered by lastModified, oldest first. Specification, checksum: lastModified
 * is a timestamp; the schema allows 31 days in every month. At most one version is what upstream has.
 */
function* checksumHistories(content: Content, { now }: RuleOptions): Generator<Diagnostic> {
  // Servers' clocks may differ a little. Without a clock, `~` is after every timestamp.
  const end = now === undefined ? '~' : new Date(now + DAY_MS).toISOString();
  // The last checksum of a sound history is the latest.
  const isFaulty = (history: ListedHistory['history']): boolean =>
    !isSoundHistory(history) || (history.at(-1)?.lastModified ?? '') > end;
  for (const listed of content.histories(isFaulty)) {
    const { history, path } = listed;
    if (!isSoundHistory(history)) yield* faultsOf(listed);
    for (const [index, { lastModified: time }] of history.entries()) {
      if (time === undefined || time <= end) continue;
      const today = new Date(now as number).toISOString().slice(0, 10);
      yield diagnostic('future-checksum', path, placeIn(listed, index, 'lastModified'), { time, today });
    }
  }
}

/** True for nearly all: each checksum is later than the one before it, on a real day, and without `current`. */
function isSoundHistory(history: readonly Pruned<Checksum>[]): boolean {
  let before = '';
  for (const checksum of history) {
    const { lastModified: time, current } = checksum;
    // Timestamps of this form compare as text.
    if (time === undefined || time <= before || !isRealDay(time) || current !== undefined) return false;
    before = time;
  }
  return true;
}

function* faultsOf({ history, ...listed }: ListedHistory): Generator<Diagnostic> {
  let latest = '';
  // Equal checksums have the same time, so only the latest are compared.
  let latestIdentities = new Set<string>();
  let currentCount = 0;
  const early: { readonly index: number; readonly time: string; readonly before: string }[] = [];
  for (const [index, checksum] of history.entries()) {
    for (const member of ['lastModified', 'current'] as const) {
      const found = checksum[member];
      if (found === undefined || isRealDay(found)) continue;
      const why = `the calendar has no ${found.slice(0, 10)}`;
      yield stageDiagnostic('bad-timestamp', listed.path, placeIn(listed, index, member), { found, why });
    }
    if (checksum.current !== undefined && ++currentCount > 1)
      yield diagnostic('repeated-current', listed.path, placeIn(listed, index, 'current'), null);
    const time = checksum.lastModified;
    if (time === undefined) continue;
    if (time < latest) {
      early.push({ index, time, before: latest });
      continue;
    }
    if (time > latest) latestIdentities = new Set();
    latest = time;
    const identity = `${checksum.contentLength} ${checksum.sha1} ${checksum.sha256}`;
    if (latestIdentities.has(identity))
      yield diagnostic('repeated-checksum', listed.path, placeIn(listed, index), { time });
    latestIdentities.add(identity);
  }
  const [first, ...others] = early;
  if (!first) return;
  // A history in reverse order is one mistake.
  const { index, time, before } = first;
  const place = placeIn(listed, index, 'lastModified');
  yield diagnostic('checksum-order', listed.path, place, { time, before, others: others.length });
}

function placeIn({ key, fragment }: Omit<ListedHistory, 'history'>, ...inside: (string | number)[]): Place {
  return fragment === null ? valueAt(key, 'checksums', ...inside) : valueAt(key, 'fragments', fragment, ...inside);
}

function isRealDay(time: string): boolean {
  // Most days exist in every month and need no `Date`, which is slow.
  if (time.charAt(8) < '3' && time.charAt(9) < '9') return true;
  // `Date` moves the 30th of February into March.
  return new Date(time).getUTCDate() === Number(time.slice(8, 10));
}

/** Specification, map entry: a box whose western edge is east of its eastern edge crosses the 180th meridian. */
function* boundingBox(content: Content): Generator<Diagnostic> {
  const boxed = content.entries().filter(({ entry }) => entry.boundingbox);
  for (const { path, key, entry } of boxed) {
    const { northEastLatitude: north, southWestLatitude: south } = entry.boundingbox ?? {};
    if (north !== undefined && south !== undefined && north < south) {
      yield diagnostic('box-upside-down', path, valueAt(key, 'boundingbox'), { north, south });
    }
    const { northEastLongitude: east, southWestLongitude: west } = entry.boundingbox ?? {};
    // Across the 180th meridian, this box would cover more than half of the world.
    if (east !== undefined && west !== undefined && west > east && west - east < 180) {
      yield diagnostic('box-swapped', path, valueAt(key, 'boundingbox'), { west, east });
    }
  }
  for (const entries of itemsByKey(boxed, ({ datasource }) => datasource).values()) {
    for (const { path, key } of exchangedAxes(entries, boxOf))
      yield diagnostic('exchanged-box', path, valueAt(key, 'boundingbox'), null);
  }
}

function boxOf({ entry }: ListedEntry): Box | null {
  const { southWestLongitude: west, southWestLatitude: south, ...corner } = entry.boundingbox ?? {};
  const { northEastLongitude: east, northEastLatitude: north } = corner;
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null;
  return west < east && south < north ? { west, south, east, north } : null;
}

/**
 * Map programs unpack fragments to the paths of their keys. Each entry with folders in its keys gets a warning, as does
 * each fragment that replaces another.
 */
function* fragmentKeys(content: Content, _options: RuleOptions, records: Content): Generator<Diagnostic> {
  const actions = new Map(records.of('datasource').map(({ file, value }) => [file.name, value.action]));
  for (const { path, key, entry, datasource } of content.entries()) {
    const action = actions.get(datasource);
    if (action !== 'Flatten') continue;
    const known = new Map<string, string>();
    let isReported = false;
    for (const fragment in entry.fragments) {
      const published = fragmentKey(action, fragment);
      const other = known.get(published);
      known.set(published, fragment);
      const place = keyAt(key, 'fragments', fragment);
      if (other !== undefined) yield diagnostic('repeated-fragment', path, place, { path: fragment, other });
      if (published !== fragment && !isReported)
        yield diagnostic('fragment-folder', path, place, { path: fragment, key: published });
      isReported ||= published !== fragment;
    }
  }
}

export const ENTRY_RULES = ruleSet(ENTRY_PROBLEMS, { entry: [checksumHistories, boundingBox, fragmentKeys] });
