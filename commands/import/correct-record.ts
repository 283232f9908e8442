/**
 * Corrects the members of a served record if their meaning is unambiguous, by the table of members. Validation by the
 * schemas reports the rest.
 */
import { ENTRY_KINDS } from '../../build/pipeline.ts';
import { oldestFirst, timestampOf } from '../../contract/checksum-history.ts';
import type { Checksum } from '../../contract/generated/catalog.types.ts';
import {
  ACTIONS,
  MEMBERS,
  type MemberType,
  type RecordMember,
  type RecordName,
  SHA1,
  TIME,
} from '../../contract/members.ts';
import { isObject } from '../../contract/parse-json.ts';
import type { Notes, SourcePlace } from './notes.ts';

/** The place of a value in the input, and the notes for corrections. */
export interface Field {
  readonly at: SourcePlace;
  readonly notes: Notes;
}

/** The members of an object. */
export type Members = Readonly<Record<string, unknown>>;

/** The kind of a file of a data source. */
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A file of a data source to write. */
export interface EntryDraft {
  readonly checksums?: readonly Checksum[];
  readonly fragments?: Readonly<Record<string, readonly Checksum[]>>;
  readonly boundingbox?: unknown;
  readonly imageurl?: unknown;
}

/** Entries by path. */
export type EntryDrafts = Readonly<Record<string, EntryDraft>>;

/** The members of an object; null for anything else. */
export function asMembers(value: unknown): Members | null {
  return isObject(value) ? value : null;
}

const NAMES: Readonly<Record<RecordName, string>> = {
  tileServer: 'the tile server',
  dataSource: 'the data source',
  source: 'source',
  files: 'what is known of the file',
  maps: 'what is known of the file',
  themes: 'what is known of the file',
  checksum: 'the checksum',
  box: 'the area',
  category: 'the category',
  edition: 'the edition',
};

function recordOf(value: unknown, what: string, { at, notes }: Field): Members | null {
  const members = asMembers(value);
  if (!members) notes.leftOut(at, `${what} is not an object`);
  return members;
}

/** A member that only the XML of a data source implies: see `needsSha1` in `read-served.ts`. */
const CONCLUDED = 'needsSha1';

const KEYS = Object.fromEntries(
  Object.entries(MEMBERS).map(([record, members]) => [record, new Set<string>(members.map(({ key }) => key))]),
);

/** Reports unknown members. */
function reportUnknown(members: object, known: ReadonlySet<string> | undefined, { at, notes }: Field): void {
  for (const key of Object.keys(members)) {
    if (!known?.has(key) && key !== CONCLUDED) notes.leftOut(at.in(key), 'the catalog has no such key');
  }
}

/**
 * Corrects a record, and notes its source.
 *
 * @param id its id, if it is not a member; also used as a missing name
 * @returns null for anything but an object
 */
export function correctRecord(
  record: RecordName,
  value: unknown,
  field: Field,
  id?: string,
): Record<string, unknown> | null {
  const members = recordOf(value, NAMES[record], field);
  return members && field.notes.from(correctMembers(record, members, field, id), field.at);
}

function correctMembers(
  record: RecordName,
  members: Members,
  { at, notes }: Field,
  id?: string,
): Record<string, unknown> {
  reportUnknown(members, KEYS[record], { at, notes });
  const corrected: Record<string, unknown> = {};
  const table: readonly RecordMember[] = MEMBERS[record];
  for (const { key, type, isOptional, ifMissing } of table) {
    const given = members[key] ?? ifMissing ?? (isOptional ? undefined : members[key]);
    const field = { at: at.in(key), notes };
    const isEntries = ENTRY_KINDS.some((kind) => kind === key);
    const value = isEntries ? correctEntries(given, key as EntryKind, field) : CORRECTORS[type]?.(given, field);
    const named = key === 'name' && type === 'label' ? nameOr(id ?? corrected['id'], value, field) : value;
    if (named !== undefined && named !== ifMissing) corrected[key] = named;
  }
  return corrected;
}

/** The name, or the id if the name is missing. */
function nameOr(id: unknown, name: unknown, { at, notes }: Field): unknown {
  if ((name !== undefined && name !== null && name !== '') || typeof id !== 'string' || id === '') return name;
  notes.corrected(at, 'missing; the id is used instead');
  return id;
}

/** Corrects a value before validation; undefined removes it. */
type Corrector = (value: unknown, field: Field) => unknown;

/** Line breaks and characters that change text direction, which the catalog does not allow. */
const UNPRINTABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]+/gu;

/** Replaces characters that the catalog does not allow. Spaces at the ends stay. */
const text: Corrector = (value, { at, notes }) => {
  if (typeof value === 'number') {
    notes.corrected(at, 'a number is written as text');
    return String(value);
  }
  if (typeof value !== 'string') return value;
  const plain = value.replace(UNPRINTABLE, (found) => (/[\p{Cc}]/u.test(found) ? ' ' : ''));
  if (plain !== value) notes.corrected(at, 'line ends, tabs and other control characters are spaces now');
  return plain;
};

const trimmed: Corrector = (value, { at, notes }) => {
  if (typeof value !== 'string' || value === value.trim()) return value;
  notes.corrected(at, 'the spaces around it are left out');
  return value.trim();
};

const label: Corrector = (value, field) => trimmed(text(value, field), field);

const number: Corrector = (value, { at, notes }) => {
  if (typeof value !== 'string' || !/^\s*-?\d+(?:\.\d+)?\s*$/.test(value)) return value;
  notes.corrected(at, 'the text is a number now');
  return Number(value);
};

/** Returns the corrected value. @param message noted if it differs */
function written<T>(value: unknown, form: T, { at, notes }: Field, message: string): T {
  if (form !== value) notes.corrected(at, message);
  return form;
}

/** Corrects a host name with a scheme, a port, a path or capitals. */
const HOST = /^(?:https?:)?(?:\/\/)?([^/:?#@\s]+)((?::\d+)?)((?:\/[^?#\s]*)?)$/i;

/** Matches a host with an optional port and path. */
function hostIn(item: unknown, { at, notes }: Field): unknown {
  if (typeof item === 'string') notes.corrected(at, 'a text is a host now');
  else reportUnknown(asMembers(item) ?? {}, new Set(['host']), { at, notes });
  const host = typeof item === 'string' ? item : asMembers(item)?.['host'];
  const [, name, port = '', path = ''] = (typeof host === 'string' && HOST.exec(host.trim())) || [];
  if (name === undefined) return host ?? null;
  const plain = name.toLowerCase().replace(/\.$/, '');
  const message = `written as the host name alone, ${JSON.stringify(plain)}`;
  return written(host, `${plain}${port}${path.replace(/\/+$/, '')}`, { at: at.in('host'), notes }, message);
}

const CORRECTORS: Partial<Record<MemberType, Corrector>> = {
  text,
  label,
  // Links are read for their id.
  link: (value) => value,
  links: (value) => value,
  address: trimmed,
  pattern: trimmed,
  folder: (value, field) => {
    const url = trimmed(value, field);
    // Paths are appended to it, so an address that ends in a word is a folder.
    const isOpen = typeof url === 'string' && /^https?:\/\/[^?#]*[a-z0-9]$/i.test(url);
    return isOpen ? written(url, `${url}/`, field, 'a / is added to its end') : url;
  },
  directory: (value, field) => {
    if (typeof value !== 'string') return value;
    // A name may start with a space, but not end with one.
    const plain = value.replace(/^(?:\.?\/)+/, '').replace(/[\s/]+$/, '');
    return written(value, plain, field, `written as ${JSON.stringify(plain)}`);
  },
  action: (value, field) => {
    const action = ACTIONS.find((name) => name.toLowerCase() === String(value).trim().toLowerCase());
    return action === undefined ? value : written(value, action, field, `written as ${action}`);
  },
  zoom: number,
  number,
  boolean: (value, { at, notes }) => {
    if (typeof value !== 'string' || !/^\s*(?:true|false)\s*$/i.test(value)) return value;
    notes.corrected(at, 'the text is a truth value now');
    return /true/i.test(value);
  },
  hosts: (list, { at, notes }) =>
    Array.isArray(list) ? list.map((item, index) => hostIn(item, { at: at.in(index), notes })) : list,
  texts: (list, { at, notes }) =>
    Array.isArray(list) ? list.map((item, index) => label(item, { at: at.in(index), notes })) : list,
  /** In UTC and whole seconds. A time without a zone fails validation. */
  time: (value, field) => {
    if (typeof value !== 'string' || TIME.test(value)) return value;
    const given = value.trim();
    if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:?\d\d)$/i.test(given)) return value;
    const iso = given.replace(' ', 'T').replace(/([-+]\d\d)(\d\d)$/, '$1:$2');
    const moment = Date.parse(iso.toUpperCase());
    if (Number.isNaN(moment)) return value;
    const time = timestampOf(moment);
    return written(value, time, field, `the time is written in UTC and whole seconds, ${time}`);
  },
  sha1: (value, field) => {
    if (value === null) return null;
    if (value === undefined || value === '') return written(value, null, field, 'missing, which is written as null');
    const digits = String(value).trim().toUpperCase();
    return SHA1.test(digits) ? written(value, digits, field, 'the SHA-1 is written in capitals') : value;
  },
  history: (value, field) => {
    const checksums = historyOf(value, field);
    return checksums.length === 0 ? undefined : checksums;
  },
  fragments: (value, field) => {
    const fragments = byPath(value, 'fragments', field, historyOf);
    return Object.keys(fragments).length === 0 ? undefined : fragments;
  },
  box: (value, field) => (value == null ? undefined : (correctRecord('box', value, field) ?? undefined)),
  source: (value, field) => (value === undefined ? undefined : (correctRecord('source', value, field) ?? undefined)),
};

/** Corrects the entries of one group. */
export function correctEntries(value: unknown, kind: EntryKind, field: Field): EntryDrafts {
  return byPath(value, 'the group of files', field, (item, own) => {
    return (correctRecord(kind, item ?? {}, own) ?? own.notes.from({}, own.at)) as EntryDraft;
  });
}

/** The maximum length of a path in characters, because YAML limits keys. */
const MAX_PATH_LENGTH = 1_000;

/** An object whose keys are paths. @param what its name in messages */
function byPath<T>(
  value: unknown,
  what: string,
  { at, notes }: Field,
  correct: (item: unknown, field: Field) => T,
): Readonly<Record<string, T>> {
  const members = value == null ? {} : (recordOf(value, what, { at, notes }) ?? {});
  const found = new Map<string, T>();
  for (const [served, item] of Object.entries(members)) {
    const field = { at: at.in(served), notes };
    // Clients append paths to an address that ends in a slash.
    const path = served.replace(/^(?:\.?\/)+/, '');
    // YAML reads the key << as a merge, even in quotes.
    if (path === '<<' || path.length > MAX_PATH_LENGTH) {
      notes.leftOut(field.at, 'the path cannot be written in the catalog');
      continue;
    }
    written(served, path, field, `the path is written ${JSON.stringify(path)}`);
    if (found.has(path)) notes.leftOut(field.at, `${JSON.stringify(path)} is listed twice; this is the second`);
    else found.set(path, correct(item, field));
  }
  return notes.from(Object.fromEntries(found), at);
}

interface ReadChecksum {
  readonly checksum: Checksum;
  readonly index: number;
}

/** The distinct checksums of a file, oldest first. */
function historyOf(value: unknown, { at, notes }: Field): Checksum[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    notes.leftOut(at, 'the checksums are not a list');
    return [];
  }
  const read = value.flatMap((item, index): ReadChecksum[] => {
    const checksum = checksumOf(item, { at: at.in(index), notes });
    return checksum ? [{ checksum, index }] : [];
  });
  const sorted = read.toSorted((a, b) => oldestFirst(a.checksum, b.checksum));
  if (sorted.some((one, position) => one !== read[position]))
    notes.corrected(at, 'the checksums are put in order, oldest first');
  const seen = new Set<string>();
  const kept = sorted.filter(({ checksum: { lastModified, contentLength, sha1 }, index }) => {
    const identity = `${lastModified} ${contentLength} ${sha1}`;
    if (seen.has(identity)) notes.corrected(at.in(index), 'a checksum that is listed twice is listed once');
    return !seen.has(identity) && seen.add(identity);
  });
  // Places that follow from the list are not noted: there may be 100,000 checksums.
  const isMoved = kept.some(({ index }, position) => index !== position);
  return kept.map(({ checksum, index }) => (isMoved ? notes.from(checksum, at.in(index)) : checksum));
}

function checksumOf(item: unknown, { at, notes }: Field): Checksum | null {
  const members = recordOf(item, NAMES.checksum, { at, notes });
  if (!members) return null;
  const checksum = correctMembers('checksum', members, { at, notes });
  const { lastModified: time } = checksum;
  const isFuture = typeof time === 'string' && TIME.test(time) && time > notes.latest;
  if (typeof time !== 'string') notes.leftOut(at, 'the checksum states no time');
  else if (isFuture) notes.leftOut(at, `its time, ${time}, is in the future`);
  else return checksum as unknown as Checksum;
  return null;
}
