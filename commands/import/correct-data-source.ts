/** A data source of a service as the catalog writes it, with its files and their checksum histories. */

import { ENTRY_KINDS } from '../../build/pipeline.ts';
import { oldestFirst, timestampOf } from '../../contract/checksum-history.ts';
import type { Checksum } from '../../contract/generated/catalog.types.ts';
import { addressIn, asMembers, type Field, labelIn, numberIn, recordOf, reportUnknown } from './correct-text.ts';
import { nameOr } from './correct-tile-server.ts';
import type { Notes, SourcePlace } from './notes.ts';
import type { Served } from './service.ts';

/** A file of a data source as it would be written. */
export interface EntryDraft {
  readonly checksums?: readonly Checksum[];
  readonly fragments?: Readonly<Record<string, readonly Checksum[]>>;
  readonly boundingbox?: unknown;
  readonly imageurl?: unknown;
}

/** Entries by path. */
export type EntryDrafts = Readonly<Record<string, EntryDraft>>;

/** A data source as it would be written; the schemas have not seen it. */
export interface DataSourceDraft {
  readonly record: Readonly<Record<string, unknown>>;
  readonly groups: Readonly<Record<(typeof ENTRY_KINDS)[number], EntryDrafts>>;
  /** Whether the checksums of its fragments are not known; left out, they are. */
  readonly lacksFragmentChecksums?: boolean;
}

const KEYS = new Set<string>(['id', 'name', 'baseUrl', 'directory', 'action', 'needsSha1', 'source', ...ENTRY_KINDS]);

/**
 * Corrects a data source; null where it is none.
 *
 * @param id its id, which takes the place of a name that is missing
 * @param maxAge the seconds for which clients may keep it; null where they must ask
 */
export function correctDataSource(
  served: Served,
  id: string,
  maxAge: number | null,
  notes: Notes,
): DataSourceDraft | null {
  const { value, at } = served;
  const members = recordOf(value, 'the data source', { at, notes });
  if (!members) return null;
  reportUnknown(members, KEYS, { at, notes });
  const part = (key: string): Field => ({ at: at.in(key), notes });
  const source = members['source'] === undefined ? undefined : sourceOf(members['source'], part('source'));
  const given = {
    name: nameOr(id, labelIn(members['name'], part('name')), part('name')),
    baseUrl: baseUrlIn(members['baseUrl'], part('baseUrl')),
    directory: directoryIn(members['directory'], part('directory')),
    action: actionIn(members['action'], part('action')),
    ...(maxAge === null ? {} : { maxAge }),
    needsSha1: members['needsSha1'],
    ...(source === undefined ? {} : { source }),
  };
  const record = Object.fromEntries(Object.entries(given).filter(([, member]) => member !== undefined));
  const groups = ENTRY_KINDS.map((kind) => [kind, correctEntries(members[kind], kind, { at: at.in(kind), notes })]);
  return { record: notes.from(record, at), groups: Object.fromEntries(groups) };
}

function baseUrlIn(value: unknown, { at, notes }: Field): unknown {
  const url = addressIn(value, { at, notes });
  // Files follow it as they are; an address that ends in a word is a folder.
  if (typeof url !== 'string' || !/^https?:\/\/[^?#]*[a-z0-9]$/i.test(url)) return url;
  notes.corrected(at, 'a / is added to its end');
  return `${url}/`;
}

function directoryIn(value: unknown, { at, notes }: Field): unknown {
  if (typeof value !== 'string') return value;
  // A name may begin with a space, and must not end with one.
  const plain = value.replace(/^(?:\.?\/)+/, '').replace(/[\s/]+$/, '');
  if (plain !== value) notes.corrected(at, `written as ${JSON.stringify(plain)}`);
  return plain;
}

function actionIn(value: unknown, { at, notes }: Field): unknown {
  const action = ['Copy', 'Extract', 'Flatten'].find(
    (name) => name.toLowerCase() === String(value).trim().toLowerCase(),
  );
  if (action === undefined || action === value) return value;
  notes.corrected(at, `written as ${action}`);
  return action;
}

/** The keys of a source that services publish. */
export const SOURCE_KEYS: ReadonlySet<string> = new Set(['url', 'level', 'include', 'exclude']);

function sourceOf(value: unknown, { at, notes }: Field): object | undefined {
  const members = recordOf(value, 'source', { at, notes });
  if (!members) return undefined;
  reportUnknown(members, SOURCE_KEYS, { at, notes });
  const patterns = (key: string): unknown => {
    const list = members[key];
    if (!Array.isArray(list)) return list;
    return list.map((item, index) => labelIn(item, { at: at.in(key, index), notes }));
  };
  const source = {
    url: addressIn(members['url'], { at: at.in('url'), notes }),
    level: numberIn(members['level'], { at: at.in('level'), notes }),
    include: patterns('include'),
    exclude: patterns('exclude'),
  };
  return notes.from(Object.fromEntries(Object.entries(source).filter(([, member]) => member !== undefined)), at);
}

/** Corrects the entries of one group. */
export function correctEntries(value: unknown, kind: (typeof ENTRY_KINDS)[number], { at, notes }: Field): EntryDrafts {
  if (value === undefined || value === null) return {};
  const members = recordOf(value, 'the group of files', { at, notes });
  const entries = new Map<string, EntryDraft>();
  for (const [served, item] of Object.entries(members ?? {})) {
    const place = at.in(served);
    const path = pathIn(served, { at: place, notes });
    if (path === null) continue;
    if (entries.has(path)) notes.leftOut(place, `${JSON.stringify(path)} is listed twice; this is the second`);
    else entries.set(path, correctEntry(item, kind, { at: place, notes }));
  }
  return notes.from(Object.fromEntries(entries), at);
}

/** The most characters of a path; YAML has no much longer keys. */
const LONGEST_PATH = 1_000;

/** A path without what is before it: a client adds it to an address that ends in a slash. Null where no key can be it. */
function pathIn(served: string, { at, notes }: Field): string | null {
  const path = served.replace(/^(?:\.?\/)+/, '');
  // To YAML this is no key, with or without quotes.
  if (path === '<<' || path.length > LONGEST_PATH) {
    notes.leftOut(at, 'the path cannot be written in the catalog');
    return null;
  }
  if (path !== served) notes.corrected(at, `the path is written ${JSON.stringify(path)}`);
  return path;
}

function correctEntry(value: unknown, kind: (typeof ENTRY_KINDS)[number], { at, notes }: Field): EntryDraft {
  const members = value === null ? {} : (recordOf(value, 'what is known of the file', { at, notes }) ?? {});
  const known = ['checksums', 'fragments', 'boundingbox', ...(kind === 'themes' ? ['imageurl'] : [])];
  reportUnknown(members, new Set(known), { at, notes });
  const checksums = historyOf(members['checksums'], { at: at.in('checksums'), notes });
  const fragments = fragmentsOf(members['fragments'], { at: at.in('fragments'), notes });
  const box =
    members['boundingbox'] == null
      ? null
      : recordOf(members['boundingbox'], 'the area', { at: at.in('boundingbox'), notes });
  const entry = {
    ...(checksums.length === 0 ? {} : { checksums }),
    ...(Object.keys(fragments).length === 0 ? {} : { fragments }),
    ...(box === null ? {} : { boundingbox: boxOf(box, { at: at.in('boundingbox'), notes }) }),
    ...(kind !== 'themes' || members['imageurl'] == null || members['imageurl'] === ''
      ? {}
      : { imageurl: addressIn(members['imageurl'], { at: at.in('imageurl'), notes }) }),
  };
  return notes.from(entry, at);
}

function fragmentsOf(value: unknown, { at, notes }: Field): Readonly<Record<string, readonly Checksum[]>> {
  if (value === undefined || value === null) return {};
  const members = recordOf(value, 'fragments', { at, notes }) ?? {};
  const histories = new Map<string, readonly Checksum[]>();
  for (const [served, history] of Object.entries(members)) {
    const place = at.in(served);
    const key = pathIn(served, { at: place, notes });
    if (key === null) continue;
    if (histories.has(key)) notes.leftOut(place, `${JSON.stringify(key)} is listed twice; this is the second`);
    else histories.set(key, historyOf(history, { at: place, notes }));
  }
  return notes.from(Object.fromEntries(histories), at);
}

const BOX_KEYS = ['northEastLongitude', 'northEastLatitude', 'southWestLongitude', 'southWestLatitude'];

function boxOf(members: Readonly<Record<string, unknown>>, { at, notes }: Field): object {
  reportUnknown(members, new Set(BOX_KEYS), { at, notes });
  const edges = BOX_KEYS.filter((key) => Object.hasOwn(members, key));
  const read = edges.map((key) => [key, numberIn(members[key], { at: at.in(key), notes })]);
  return notes.from(Object.fromEntries(read), at);
}

// Checksums are by far the most values of a service, so those that are right take the short way.

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const SHA1 = /^[0-9A-F]{40}$/;
const CHECKSUM_KEYS = new Set(['lastModified', 'contentLength', 'sha1']);

function historyOf(value: unknown, { at, notes }: Field): Checksum[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    notes.leftOut(at, 'the checksums are not a list');
    return [];
  }
  const read = value.flatMap((item, index) => {
    const checksum = checksumOf(item, at, index, notes);
    return checksum ? [{ checksum, index }] : [];
  });
  return inOrder(read, at, notes);
}

interface ReadChecksum {
  readonly checksum: Checksum;
  readonly index: number;
}

/** Oldest first, each once. */
function inOrder(read: readonly ReadChecksum[], at: SourcePlace, notes: Notes): Checksum[] {
  const isOrdered = read.every(
    (one, index) => index === 0 || oldestFirst((read[index - 1] as ReadChecksum).checksum, one.checksum) <= 0,
  );
  if (!isOrdered) notes.corrected(at, 'the checksums are put in order, oldest first');
  const sorted = isOrdered ? read : read.toSorted((a, b) => oldestFirst(a.checksum, b.checksum));
  const seen = new Set<string>();
  const kept = sorted.filter(({ checksum: { lastModified, contentLength, sha1 }, index }) => {
    const identity = `${lastModified} ${contentLength} ${sha1}`;
    if (seen.has(identity)) notes.corrected(at.in(index), 'a checksum that is listed twice is listed once');
    return !seen.has(identity) && seen.add(identity);
  });
  const isMoved = kept.some(({ index }, position) => index !== position);
  return kept.map(({ checksum, index }) => (isMoved ? notes.from(checksum, at.in(index)) : checksum));
}

function checksumOf(item: unknown, history: SourcePlace, index: number, notes: Notes): Checksum | null {
  const members = asMembers(item);
  const { lastModified, contentLength, sha1 } = members ?? {};
  const isRight =
    members !== null &&
    Object.keys(members).length === 3 &&
    typeof lastModified === 'string' &&
    typeof contentLength === 'number' &&
    TIME.test(lastModified) &&
    lastModified <= notes.latest &&
    (sha1 === null || (typeof sha1 === 'string' && SHA1.test(sha1)));
  if (isRight) return { lastModified, contentLength, sha1 } as Checksum;
  const at = history.in(index);
  if (!recordOf(item, 'the checksum', { at, notes }) || !members) return null;
  reportUnknown(members, CHECKSUM_KEYS, { at, notes });
  const time = timeIn(lastModified, { at: at.in('lastModified'), notes });
  if (typeof time !== 'string') {
    notes.leftOut(at, 'the checksum states no time');
    return null;
  }
  if (TIME.test(time) && time > notes.latest) {
    notes.leftOut(at, `its time, ${time}, is in the future`);
    return null;
  }
  return {
    lastModified: time,
    contentLength: numberIn(contentLength, { at: at.in('contentLength'), notes }) as number,
    sha1: sha1In(sha1, { at: at.in('sha1'), notes }),
  };
}

/** A time with a fraction or an offset, in UTC and whole seconds. Without a zone it is left to the schema. */
function timeIn(value: unknown, { at, notes }: Field): unknown {
  if (typeof value !== 'string' || TIME.test(value)) return value;
  const text = value.trim();
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:?\d\d)$/i.test(text)) return value;
  const moment = Date.parse(
    text
      .replace(' ', 'T')
      .replace(/([-+]\d\d)(\d\d)$/, '$1:$2')
      .toUpperCase(),
  );
  if (Number.isNaN(moment)) return value;
  const time = timestampOf(moment);
  notes.corrected(at, `the time is written in UTC and whole seconds, ${time}`);
  return time;
}

function sha1In(value: unknown, { at, notes }: Field): string | null {
  if (value === null) return null;
  if (value === undefined || value === '') {
    notes.corrected(at, 'there is none, which is written null');
    return null;
  }
  const text = String(value).trim().toUpperCase();
  if (!SHA1.test(text)) return value as string;
  if (text !== value) notes.corrected(at, 'the SHA-1 is written in capitals');
  return text;
}
