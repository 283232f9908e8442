/** Corrects only clear values; schemas report the rest. It is longer than readers, because each type of value has its correction. */
import { asJsonMembers, type JsonObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { timestampOf } from '../../../contract/base/times.ts';
import { joinHistories } from '../../../contract/data-sources/checksum-history.ts';
import type { Section } from '../../../contract/data-sources/sections.ts';
import type { Checksum } from '../../../contract/generated/catalog.types.ts';
import {
  type MemberType,
  type RecordMember,
  type RecordName,
  SHA1_FORM,
  TIMESTAMP_FORM,
  V1_MEMBERS,
} from '../../../contract/interface/v1-members.ts';
import { type SourcePlace, withSourcePlace } from './notes.ts';

export type Members = JsonObject;

export interface EntryDraft {
  readonly checksums?: readonly Checksum[];
  readonly fragments?: Readonly<Record<string, readonly Checksum[]>>;
  readonly boundingbox?: unknown;
  readonly imageurl?: unknown;
}

export type EntryDrafts = Readonly<Record<string, EntryDraft>>;

function objectOf(value: unknown, at: SourcePlace, isRecord = false): Members | null {
  const members = asJsonMembers(value);
  if (!members) at.leftOut('it is not an object', isRecord ? 'not valid' : undefined);
  return members;
}

/** From `read-served.ts`, if the XML implies it. */
const IMPLIED = 'needsSha1';

export function reportUnknown(members: object, known: readonly string[], at: SourcePlace): void {
  for (const key of Object.keys(members)) {
    if (!known.includes(key) && key !== IMPLIED) at.in(key).leftOut('the catalog has no such key');
  }
}

const WHOLE_RECORDS: ReadonlySet<RecordName> = new Set(['tileServer', 'dataSource', 'category', 'edition']);

/** @param id for a record without one; also replaces a missing name */
export function correctServedRecord(
  record: RecordName,
  value: unknown,
  at: SourcePlace,
  id?: string,
): Record<string, unknown> | null {
  const members = objectOf(value, at, WHOLE_RECORDS.has(record));
  if (!members) return null;
  const table: readonly RecordMember[] = V1_MEMBERS[record];
  const keys = table.map(({ key }) => key);
  reportUnknown(members, keys, at);
  const corrected: Record<string, unknown> = {};
  for (const { key, type, isOptional, ifMissing } of table) {
    // Only required members keep null.
    const given = members[key] ?? ifMissing ?? (isOptional ? undefined : members[key]);
    const correct = CORRECTORS[type] ?? ((plain) => plain);
    const value = type === 'entries' ? correctEntries(given, key as Section, at.in(key)) : correct(given, at.in(key));
    const named = key === 'name' && type === 'label' ? nameOr(id ?? corrected['id'], value, at.in(key)) : value;
    if (named !== undefined && named !== ifMissing) corrected[key] = named;
  }
  return withSourcePlace(at, corrected);
}

function nameOr(id: unknown, name: unknown, at: SourcePlace): unknown {
  if ((name !== undefined && name !== null && name !== '') || typeof id !== 'string' || id === '') return name;
  at.corrected('missing; the id is used instead');
  return id;
}

/** Undefined removes the value. */
type Corrector = (value: unknown, at: SourcePlace) => unknown;

function rewritten<T>(value: unknown, form: T, at: SourcePlace, message: string): T {
  if (form !== value) at.corrected(message);
  return form;
}

/** Not allowed in the catalog: line breaks, characters that change text direction. */
const UNPRINTABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]+/gu;

const text: Corrector = (value, at) => {
  if (typeof value === 'number') return rewritten(value, String(value), at, 'a number is written as text');
  if (typeof value !== 'string') return value;
  const plain = value.replace(UNPRINTABLE, (found) => (/\p{Cc}/u.test(found) ? ' ' : ''));
  return rewritten(value, plain, at, 'line ends, tabs and other control characters are spaces now, or left out');
};

const trimmed: Corrector = (value, at) =>
  typeof value === 'string' ? rewritten(value, value.trim(), at, 'the spaces around it are left out') : value;

const label: Corrector = (value, at) => trimmed(text(value, at), at);

const number: Corrector = (value, at) =>
  typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value)
    ? rewritten<unknown>(value, Number(value), at, 'the text is a number now')
    : value;

const host: Corrector = (item, at) => {
  reportUnknown(asJsonMembers(item) ?? {}, ['host'], at);
  const stated = asJsonMembers(item)?.['host'];
  if (typeof stated !== 'string') return null;
  return rewritten(stated, stated.trim().toLowerCase(), at.in('host'), 'written in lower case and without spaces');
};

const listOf =
  (correct: Corrector): Corrector =>
  (list, at) =>
    Array.isArray(list) ? list.map((item, index) => correct(item, at.in(index))) : list;

const unlessEmpty = (value: object): object | undefined => (Object.keys(value).length === 0 ? undefined : value);

const CORRECTORS: Partial<Record<MemberType, Corrector>> = {
  text,
  label,
  address: trimmed,
  pattern: trimmed,
  folder: (value, at) => {
    const url = trimmed(value, at);
    // Paths are appended: an address with a word at its end is a folder.
    const isOpen = typeof url === 'string' && /^https?:\/\/[^?#]*[a-z0-9]$/i.test(url);
    return isOpen ? rewritten(url, `${url}/`, at, 'a / is added to its end') : url;
  },
  directory: (value, at) => {
    if (typeof value !== 'string') return value;
    // Names may start with a space, not end with one.
    const plain = value.replace(/^(?:\.?\/)+/, '').replace(/(?<![\s/])[\s/]+$/, '');
    return rewritten(value, plain, at, `written as ${JSON.stringify(plain)}`);
  },
  /** If `'true'` stayed a text, the member would get its default. */
  boolean: (value, at) =>
    typeof value === 'string' && /^\s*(?:true|false)\s*$/i.test(value)
      ? rewritten<unknown>(value, /true/i.test(value), at, 'the text is a truth value now')
      : value,
  zoom: number,
  number,
  hosts: listOf(host),
  texts: listOf(label),
  /** Without a zone, it stays and fails validation. */
  time: (value, at) => {
    if (typeof value !== 'string' || TIMESTAMP_FORM.test(value)) return value;
    const hasZone = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[-+]\d\d:\d\d)$/.test(value);
    const moment = hasZone ? Date.parse(value) : Number.NaN;
    const time = Number.isNaN(moment) ? value : timestampOf(moment);
    return rewritten(value, time, at, `the time is written in UTC and whole seconds, ${time}`);
  },
  sha1: (value, at) => {
    if (value === null) return null;
    if (value === undefined || value === '') return rewritten(value, null, at, 'missing, which is written as null');
    const digits = String(value).trim().toUpperCase();
    return SHA1_FORM.test(digits) ? rewritten(value, digits, at, 'the SHA-1 is written in capitals') : value;
  },
  history: (value, at) => unlessEmpty(historyOf(value, at)),
  fragments: (value, at) => unlessEmpty(byPath(value, at, historyOf)),
  box: (value, at) => (value == null ? undefined : (correctServedRecord('box', value, at) ?? undefined)),
  source: (value, at) => (value === undefined ? undefined : (correctServedRecord('source', value, at) ?? undefined)),
};

export function correctEntries(value: unknown, section: Section, at: SourcePlace): EntryDrafts {
  return byPath(
    value,
    at,
    (item, place) => correctServedRecord(section, item ?? {}, place) ?? withSourcePlace(place, {}),
  );
}

/** In characters: YAML limits keys to 1,024. */
const MAX_PATH_LENGTH = 1_000;

function byPath<T>(
  value: unknown,
  at: SourcePlace,
  correct: (item: unknown, at: SourcePlace) => T,
): Readonly<Record<string, T>> {
  const members = value == null ? {} : (objectOf(value, at) ?? {});
  const found = new Map<string, T>();
  for (const [path, item] of Object.entries(members)) {
    const place = at.in(path);
    // YAML merges at the key <<, even in quotes.
    if (path === '<<' || path.length > MAX_PATH_LENGTH) place.leftOut('the path cannot be written in the catalog');
    else found.set(path, correct(item, place));
  }
  return withSourcePlace(at, Object.fromEntries(found));
}

function historyOf(value: unknown, at: SourcePlace): readonly Checksum[] {
  if (value != null && !Array.isArray(value)) at.leftOut('the checksums are not a list');
  const checksums = jsonItemsOf(value).flatMap((item, index) => checksumOf(item, at.in(index)) ?? []);
  return joinHistories([], checksums);
}

function checksumOf(item: unknown, at: SourcePlace): Checksum | null {
  const checksum = correctServedRecord('checksum', item, at) as Checksum | null;
  const time = checksum?.lastModified;
  const isFuture = typeof time === 'string' && TIMESTAMP_FORM.test(time) && time > at.notes.latest;
  if (isFuture) at.leftOut(`its time, ${time}, is in the future`);
  else if (checksum && typeof time !== 'string') at.leftOut('the checksum states no time');
  else return checksum;
  return null;
}
