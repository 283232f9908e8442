import { isObject, jsonMembersOf } from '../../contract/base/json-values.ts';
import { isSameData } from '../../contract/base/same-data.ts';
import { shortenedText, visible } from '../../contract/base/text.ts';
import { mapAddresses, mapHosts } from '../../contract/maps/map-types.ts';
import { RECORD_FOLDERS } from '../../contract/pages/pages.ts';
import { withoutPastedKeys } from '../tile-url/secrets.ts';
import { type ChangedRecord, recordCommits } from './changed-records.ts';
import {
  type Cause,
  type ChangedEntries,
  type CommittedChange,
  DESCRIBED_ROLES,
  type DescribedChange,
  type FieldChange,
  type LoggedCommit,
  type RecordHistory,
} from './history.ts';

/** Older commits are left out. */
const MAX_CHANGES = 20_000;

/** Changes of a commit with more files are unknown. */
const MAX_READ_FILES = 1_000;

const MAX_SHOWN_CHARACTERS = 120;

/** Undefined without an object; null if unknown or not YAML. */
export type ReadValue = (path: string, object: string | undefined) => unknown;

type Reasons = RecordHistory['reasons'];

type Contents = readonly [old: unknown, now: unknown];

interface ReadRecord extends Pick<DescribedChange, 'role' | 'name' | 'change'> {
  readonly main: Contents | undefined;
  readonly lists: readonly Contents[];
  readonly from?: string;
}

export function changeCauseOf({ commit, time, subject, title }: LoggedCommit): Cause {
  return { commit, time, subject: title ?? subject };
}

export function tileIdentityOf(record: object): string {
  return JSON.stringify([
    mapHosts(record),
    mapAddresses(record)
      .map(([, address]) => address)
      .join(' '),
  ]);
}

/** The git objects that `describedChanges` reads. */
export function objectsToRead(log: readonly LoggedCommit[]): [records: string[], lists: string[]] {
  const commits = recordCommits(log).filter(({ files }) => files.length <= MAX_READ_FILES);
  const files = commits.flatMap(({ records }) => {
    const gone = new Set(records.filter(({ change }) => change === 'removed').map(({ role }) => role));
    // The added record may be a removed one under another file name.
    return records.flatMap(({ role, change, main, lists }) => [
      ...lists.map((file) => ({ file, isList: true })),
      ...(main && role !== 'area' && (change !== 'added' || gone.has(role))
        ? [{ file: main, isList: role === 'categories' }]
        : []),
    ]);
  });
  const objects = (areLists: boolean): string[] =>
    files
      .filter(({ isList }) => isList === areLists)
      .flatMap(({ file }) => [file.before, file.after])
      .filter((id) => id !== undefined);
  return [objects(false), objects(true)];
}

/** One for each changed record, in the order of the log. */
export function describedChanges(
  log: readonly LoggedCommit[],
  readValue: ReadValue,
  reasons: Reasons,
): DescribedChange[] {
  const described: DescribedChange[] = [];
  for (const commit of recordCommits(log)) {
    if (described.length >= MAX_CHANGES) break;
    const cause = changeCauseOf(commit);
    const read = commit.records.flatMap((record) => readRecord(record, readValue));
    const moved = [idOf, tileIdentityOf].reduce(withMoves, read);
    const changes = moved.flatMap((record) => changeOf(record, cause, reasons) ?? []);
    changes.sort((a, b) => DESCRIBED_ROLES.indexOf(a.role) - DESCRIBED_ROLES.indexOf(b.role));
    for (const change of changes) described.push(change);
  }
  return described;
}

/** A list of categories gives a record for each changed category; none if the list is unreadable. */
function readRecord({ role, name, change, main, lists }: ChangedRecord, readValue: ReadValue): ReadRecord[] {
  const read = ({ path, before, after }: CommittedChange): Contents => [
    readValue(path, before),
    readValue(path, after),
  ];
  const contents = main && read(main);
  if (role !== 'categories') return [{ role, name: name ?? '', change, main: contents, lists: lists.map(read) }];
  const [old, now] = contents ?? [];
  if (!Array.isArray(old) || !Array.isArray(now)) return [];
  const byId = (list: readonly unknown[]) => list.filter(isObject).map((item) => [String(item['id']), item] as const);
  return differences(byId(old), byId(now)).map(([id, ...category]) => {
    return { role: 'category', name: id, change: changeIn(category), main: category, lists: [] };
  });
}

function differences(
  before: Iterable<readonly [string, unknown]>,
  after: Iterable<readonly [string, unknown]>,
): (readonly [name: string, ...Contents])[] {
  const [old, now] = [new Map(before), new Map(after)];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    return isSameData(was, is) ? [] : [[name, was, is] as const];
  });
}

function changeIn([old, now]: Contents): DescribedChange['change'] {
  if (old === undefined) return 'added';
  return now === undefined ? 'removed' : 'changed';
}

const idOf = ({ id }: Readonly<Record<string, unknown>>): string | null => (typeof id === 'string' ? id : null);

/** Joins the removed and the added record of a renamed file. @param keyOf identifies a map */
function withMoves(
  records: readonly ReadRecord[],
  keyOf: (map: Readonly<Record<string, unknown>>) => string | null,
): ReadRecord[] {
  const recordKey = ({ role, main: [old, now] = [null, null] }: ReadRecord): string | null => {
    const content = old ?? now;
    const key = isObject(content) && role.endsWith('server') ? keyOf(content) : null;
    return key && `${role} ${key}`;
  };
  const gone = new Map(
    records.filter(({ change }) => change === 'removed').map((record) => [recordKey(record), record]),
  );
  gone.delete(null);
  const formerOf = (record: ReadRecord) => (record.change === 'added' ? gone.get(recordKey(record)) : undefined);
  const moved = new Set(records.map(formerOf));
  return records.flatMap((record): ReadRecord[] => {
    const former = formerOf(record);
    if (former)
      return [{ ...record, change: 'changed', main: [former.main?.[0], record.main?.[1]], from: former.name }];
    return moved.has(record) ? [] : [record];
  });
}

/** Null if only the form has changed. */
function changeOf(
  { role, name, change, main: [old, now] = [{}, {}], lists, from }: ReadRecord,
  cause: Cause,
  reasons: Reasons,
): DescribedChange | null {
  const label = labelOf(now ?? old);
  const isOfV1 = role.endsWith('server');
  const formerId = isOfV1 ? labelOf(old) : name;
  // For programs, another id is another map.
  const isGone = change === 'removed' || (isOfV1 && formerId !== label);
  const list = (RECORD_FOLDERS as Partial<Record<string, string>>)[role];
  const reason = (isGone && reasons.get(`${list} ${formerId}`)) || null;
  const was = (field: string): string | null => (isObject(old) ? shown(old[field]) : null);
  const facts = { provider: was('provider'), kind: was('kind'), countries: was('countries') };
  const former = change === 'removed' && { former: facts };
  const record = { cause, role, name, label, ...former, change, reason };
  if (change !== 'changed') return { ...record, fields: [], entries: null };
  const entries = entriesOf(lists);
  if (!isObject(old) || !isObject(now) || entries === null) return { ...record, fields: null, entries: null };
  const fields = [...(from === undefined ? [] : [['file', from, name] as const]), ...fieldsOf(old, now)];
  const isOnlyForm = fields.length === 0 && Object.values(entries).every((many) => many === 0);
  return isOnlyForm ? null : { ...record, fields, entries };
}

function labelOf(value: unknown): string | null {
  // Only maps have a text as `id`.
  const labels = isObject(value) ? [value['id'], value['name'], value['title']] : [];
  const label = labels.find((text) => typeof text === 'string' && text !== '');
  return typeof label === 'string' ? visible(shortenedText(label)) : null;
}

/** The name of an inner field begins with the name of its object and a dot. */
function fieldsOf(before: unknown, after: unknown, prefix = ''): FieldChange[] {
  return differences(jsonMembersOf(before), jsonMembersOf(after)).flatMap(([field, was, is]): FieldChange[] => {
    const name = visible(prefix + shortenedText(field));
    if (isObject(was ?? {}) && isObject(is ?? {}) && prefix === '') return fieldsOf(was, is, `${name}.`);
    if (!Array.isArray(was) || !Array.isArray(is)) return [[name, shown(was), shown(is)]];
    const [gone, come] = [itemsBut(was, is), itemsBut(is, was)];
    return gone.length + come.length === 0 ? [] : [[name, shown(gone), shown(come)]];
  });
}

function itemsBut(items: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map((item) => JSON.stringify(item)));
  return items.filter((item) => !known.has(JSON.stringify(item)));
}

/** Masks access keys, which former addresses may contain. */
function shown(value: unknown): string | null {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null;
  const texts = (Array.isArray(value) ? value : [value]).map((item) => {
    // A symbol stands for a number that programs read differently.
    if (typeof item === 'symbol') return '…';
    return typeof item === 'object' ? JSON.stringify(item) : String(item);
  });
  return visible(shortenedText(withoutPastedKeys(texts.join(', ')), MAX_SHOWN_CHARACTERS));
}

function entriesOf(lists: readonly Contents[]): ChangedEntries | null {
  if (lists.flat().some((content) => content !== undefined && !isObject(content))) return null;
  const total = { added: 0, changed: 0, removed: 0 };
  for (const [old, now] of lists)
    for (const [, ...entry] of differences(jsonMembersOf(old), jsonMembersOf(now))) total[changeIn(entry)]++;
  return total;
}
