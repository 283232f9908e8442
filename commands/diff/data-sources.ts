/** Specification, data source detail: its fields, its files, and the history of each. */
import { ENTRY_KINDS } from '../../build/pipeline.ts';
import { isObject, type JsonObject, membersOf } from '../../contract/parse-json.ts';
import { isSameData } from '../../contract/same-data.ts';
import type { Target } from '../../contract/targets.ts';
import { itemsOf } from './built-site.ts';
import type { Change, Count, Subject } from './change.ts';
import { type CompareDetails, compareRecords } from './records.ts';
import { compareShapes, shapeOf } from './shape.ts';

/** Compares two states of the document of a data source. */
export const compareDataSources: CompareDetails = (subject, target, before, after) => {
  const changes = compareRecords(subject, target, before, after, ENTRY_KINDS);
  for (const group of ENTRY_KINDS) {
    const [entries, entriesNow] = [groupOf(before, group), groupOf(after, group)];
    for (const change of compareGroup(group, subject, target, entries, entriesNow)) changes.push(change);
  }
  return changes;
};

type Entries = ReadonlyMap<string, unknown>;

/** Specification: an absent group is an empty one. */
function groupOf(dataSource: unknown, group: string): Entries {
  return new Map(isObject(dataSource) ? membersOf(dataSource[group]) : []);
}

function* compareGroup(
  group: string,
  subject: Subject,
  target: Target,
  before: Entries,
  after: Entries,
): Generator<Change> {
  const tally = { files: zero(), checksums: zero(), fragments: zero(), others: 0 };
  const changed: [JsonObject, JsonObject][] = [];
  for (const [file, entry] of after) {
    if (before.has(file)) continue;
    tally.files.added++;
    tally.checksums.added += checksumsIn(entry);
  }
  for (const [file, entry] of before) {
    const now = after.get(file);
    if (now === undefined) {
      tally.files.removed++;
      yield { what: 'file-removed', file, subject, target: { ...target, file } };
      continue;
    }
    const fileTarget = { ...target, file };
    if (!isObject(entry) || !isObject(now)) {
      yield* compareRecords(subject, fileTarget, entry, now);
      continue;
    }
    if (isSameData(entry, now)) continue;
    changed.push([entry, now]);
    yield* compareEntry(subject, fileTarget, entry, now, tally);
  }
  yield* compareHistoryShapes(group, subject, target, changed);
  const { files, checksums, fragments, others } = tally;
  if ([files, checksums, fragments].every(({ added, removed }) => added + removed === 0) && others === 0) return;
  yield { what: 'files-changed', group, ...tally, subject, target: { ...target, field: group } };
}

interface Tally {
  readonly files: Mutable<Count>;
  readonly checksums: Mutable<Count>;
  readonly fragments: Mutable<Count>;
  others: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function zero(): Mutable<Count> {
  return { added: 0, removed: 0 };
}

/** Counts the changes of histories and fragments; every other difference of an entry is a change of a field. */
function* compareEntry(
  subject: Subject,
  target: Target,
  before: JsonObject,
  after: JsonObject,
  tally: Tally,
): Generator<Change> {
  compareHistory(before['checksums'], after['checksums'], tally.checksums);
  const [fragments, fragmentsNow] = [new Map(membersOf(before['fragments'])), new Map(membersOf(after['fragments']))];
  for (const name of fragmentsNow.keys()) if (!fragments.has(name)) tally.fragments.added++;
  for (const [name, history] of fragments) {
    if (!fragmentsNow.has(name)) tally.fragments.removed++;
    else compareHistory(history, fragmentsNow.get(name), tally.checksums);
  }
  for (const change of compareRecords(subject, target, before, after, ['checksums', 'fragments'])) {
    if (change.what === 'value-changed' || change.what === 'field-added') tally.others++;
    else yield change;
  }
}

/** Checksums have no id: one that changed counts as one removed and one added. */
function compareHistory(before: unknown, after: unknown, tally: Mutable<Count>): void {
  if (isSameData(before, after)) return;
  const builds = new Map<string, number>();
  for (const checksum of itemsOf(before)) count(builds, checksum, 1);
  for (const checksum of itemsOf(after)) count(builds, checksum, -1);
  for (const balance of builds.values()) {
    if (balance > 0) tally.removed += balance;
    else tally.added -= balance;
  }
}

function count(builds: Map<string, number>, checksum: unknown, by: number): void {
  const key = isObject(checksum) ? membersAsText(checksum) : JSON.stringify(checksum);
  builds.set(key, (builds.get(key) ?? 0) + by);
}

/** The members of an object as a text that is the same in whatever order they are. */
function membersAsText(object: JsonObject): string {
  let text = '{';
  for (const key of Object.keys(object).sort()) text += `${JSON.stringify(key)}:${JSON.stringify(object[key])},`;
  return text;
}

function checksumsIn(entry: unknown): number {
  return isObject(entry) ? itemsOf(entry['checksums']).length : 0;
}

/** A field that checksums lose is reported once for the data source, not for each checksum. */
function* compareHistoryShapes(
  group: string,
  subject: Subject,
  target: Target,
  changed: readonly [JsonObject, JsonObject][],
): Generator<Change> {
  const shape = (side: 0 | 1): ReturnType<typeof shapeOf> =>
    shapeOf([changed.flatMap((pair) => historiesOf(pair[side]))]);
  for (const change of compareShapes(shape(0), shape(1), `${group}.checksums`)) {
    yield { ...change, subject, target: { ...target, field: change.field } };
  }
}

/** Every checksum of an entry, those of its fragments included. */
function historiesOf(entry: JsonObject): unknown[] {
  const histories = [entry['checksums'], ...membersOf(entry['fragments']).map(([, history]) => history)];
  return histories.flatMap(itemsOf);
}
