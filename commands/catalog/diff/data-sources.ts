import { isObject, type JsonObject, jsonItemsOf, jsonMembersOf } from '../../../contract/base/json-values.ts';
import { isSameData } from '../../../contract/base/same-data.ts';
import { SECTIONS } from '../../../contract/data-sources/sections.ts';
import { type Change, type ChangePlace, siteChangeAt } from './change.ts';
import { compareRecords } from './records.ts';
import { compareJsonShapes, jsonShapeOf } from './shape.ts';

export function compareDataSources(place: ChangePlace, before: unknown, after: unknown): Change[] {
  const entries = SECTIONS.flatMap((section) => [
    ...compareSection(section, place, entriesIn(before, section), entriesIn(after, section)),
  ]);
  return [...compareRecords(place, before, after, SECTIONS), ...entries];
}

/** Compares members that only `/v2/` has; any may be missing. @param sources the documents below `/v1/` */
export function* compareV2DataSources(
  place: ChangePlace,
  before: unknown,
  after: unknown,
  fields: readonly string[],
  sources: readonly [before: unknown, after: unknown],
): Generator<Change> {
  const memberOf = (document: unknown, field: string): unknown => (isObject(document) ? document[field] : null) ?? null;
  for (const field of fields) {
    const [value, valueNow] = [memberOf(before, field), memberOf(after, field)];
    const event = { what: 'value-changed', field, before: value, after: valueNow } as const;
    if (!isSameData(value, valueNow)) yield siteChangeAt(place, event, { field });
  }
  const hashesIn = (document: unknown) =>
    new Map(
      jsonItemsOf(memberOf(document, 'files'))
        .filter(isObject)
        .map(({ path, sha256, ...version }) => [String(path), { sha256, version }]),
    );
  const [hashes, hashesNow] = [hashesIn(before), hashesIn(after)];
  const entriesOf = (source: unknown): Entries =>
    new Map(SECTIONS.flatMap((section) => [...entriesIn(source, section)]));
  const [entriesBefore, entriesAfter] = [entriesOf(sources[0]), entriesOf(sources[1])];
  // Sections report the new checksum of a new version.
  const isNew = (path: string, { lastModified, contentLength }: JsonObject): boolean => {
    const { checksums } = Object(entriesBefore.get(path));
    return !jsonItemsOf(checksums).some(
      (one) => isObject(one) && one['lastModified'] === lastModified && one['contentLength'] === contentLength,
    );
  };
  const others = [...new Set([...hashes.keys(), ...hashesNow.keys()])].filter((path) => {
    const [old, now] = [hashes.get(path), hashesNow.get(path)];
    if (old?.sha256 === now?.sha256 || !entriesBefore.has(path) || !entriesAfter.has(path)) return false;
    return !old || !now || isSameData(old.version, now.version) || !isNew(path, now.version);
  });
  const event = { what: 'files-changed', group: 'files', ...emptyTally(), others: others.length } as const;
  if (others.length > 0) yield siteChangeAt(place, event, { field: 'files' });
}

type Entries = ReadonlyMap<string, unknown>;

/** Specification: a missing section is an empty one. */
function entriesIn(dataSource: unknown, section: string): Entries {
  return new Map(isObject(dataSource) ? jsonMembersOf(dataSource[section]) : []);
}

function* compareSection(section: string, place: ChangePlace, before: Entries, after: Entries): Generator<Change> {
  const tally = emptyTally();
  const changed: [JsonObject, JsonObject][] = [];
  for (const [file, entry] of after) {
    if (before.has(file)) continue;
    tally.files.added++;
    tally.checksums.added += isObject(entry) ? jsonItemsOf(entry['checksums']).length : 0;
  }
  for (const [file, entry] of before) {
    const now = after.get(file);
    const filePlace = { ...place, target: { ...place.target, file } };
    if (now === undefined) {
      tally.files.removed++;
      yield siteChangeAt(filePlace, { what: 'file-removed', file });
    } else if (!isObject(entry) || !isObject(now)) {
      yield* compareRecords(filePlace, entry, now);
    } else if (!isSameData(entry, now)) {
      changed.push([entry, now]);
      yield* compareEntry(filePlace, entry, now, tally);
    }
  }
  // Reports once for the data source that checksums lose a field.
  const shape = (side: 0 | 1) => jsonShapeOf([changed.flatMap((pair) => checksumsOf(pair[side]))]);
  for (const change of compareJsonShapes(shape(0), shape(1), `${section}.checksums`)) {
    yield siteChangeAt(place, change, { field: change.field });
  }
  const { files, checksums, fragments, others } = tally;
  const isSame = [files, checksums, fragments].every(({ added, removed }) => added + removed === 0);
  if (isSame && others === 0) return;
  yield siteChangeAt(place, { what: 'files-changed', group: section, ...tally }, { field: section });
}

const emptyTally = () => ({
  files: { added: 0, removed: 0 },
  checksums: { added: 0, removed: 0 },
  fragments: { added: 0, removed: 0 },
  others: 0,
});

type Tally = ReturnType<typeof emptyTally>;

function* compareEntry(place: ChangePlace, before: JsonObject, after: JsonObject, tally: Tally): Generator<Change> {
  compareHistory(before['checksums'], after['checksums'], tally.checksums);
  const [fragments, fragmentsNow] = [
    new Map(jsonMembersOf(before['fragments'])),
    new Map(jsonMembersOf(after['fragments'])),
  ];
  for (const name of fragmentsNow.keys()) if (!fragments.has(name)) tally.fragments.added++;
  for (const [name, history] of fragments) {
    if (!fragmentsNow.has(name)) tally.fragments.removed++;
    else compareHistory(history, fragmentsNow.get(name), tally.checksums);
  }
  for (const change of compareRecords(place, before, after, ['checksums', 'fragments'])) {
    if (change.what === 'value-changed' || change.what === 'field-added') tally.others++;
    else yield change;
  }
}

/** Without ids, a changed checksum counts as removed and added. */
function compareHistory(before: unknown, after: unknown, tally: Tally['checksums']): void {
  const balances = new Map<string, number>();
  const count = (checksum: unknown, by: number): void => {
    const key = isObject(checksum) ? JSON.stringify(Object.entries(checksum).sort()) : JSON.stringify(checksum);
    balances.set(key, (balances.get(key) ?? 0) + by);
  };
  for (const checksum of jsonItemsOf(before)) count(checksum, 1);
  for (const checksum of jsonItemsOf(after)) count(checksum, -1);
  for (const balance of balances.values()) {
    if (balance > 0) tally.removed += balance;
    else tally.added -= balance;
  }
}

function checksumsOf(entry: JsonObject): unknown[] {
  const histories = [entry['checksums'], ...jsonMembersOf(entry['fragments']).map(([, history]) => history)];
  return histories.flatMap(jsonItemsOf);
}
