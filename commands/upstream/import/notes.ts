import { jsonPointerTo } from '../../../build/diagnostics/diagnostic.ts';
import type { StatedMap } from '../../../build/programs/stated/stated-map.ts';
import { withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { shortenedText } from '../../../contract/base/text.ts';
import { DAY_MS, timestampOf } from '../../../contract/base/times.ts';

export const UNFIT_MAP = 'an address or type that the catalog does not have';

export const LISTED_TWICE = 'it is listed twice; this is the second';

export const unknownType = (type: unknown): string =>
  `it is of the type ${shortenedText(String(type))}, which the catalog does not have`;

export const NO_ID = 'no id that the catalog can have';

const NOT_READ = 'not read';

/** Why a whole record is left out; a table counts the reasons. */
export type LeftOutReason =
  | 'in the catalog already'
  | 'twice in the list'
  | 'name is taken'
  | 'no name, or no address'
  | typeof UNFIT_MAP
  | 'needs a header or an access token'
  | 'nobody is credited'
  | typeof NO_ID
  | 'removed from the catalog'
  | 'not known, and not described'
  | 'not valid'
  | typeof NOT_READ;

export const KNOWN_RECORD: ReadonlySet<LeftOutReason> = new Set([
  'in the catalog already',
  'twice in the list',
  'removed from the catalog',
]);

export interface ImportNote {
  /** `advice`: imported unchanged, for a person to decide. */
  readonly outcome: 'corrected' | 'left out' | 'advice';
  readonly document: string;
  /** A JSON Pointer (RFC 6901); empty for the whole document. */
  readonly pointer: string;
  /** Without the place, never with an access key. */
  readonly message: string;
  readonly reason?: LeftOutReason;
  /** Of values that the note is about; 1 if it is missing. */
  readonly count?: number;
}

/** What is left out: whole records, single values, and documents that may be read the next time. */
export function lossesIn(notes: readonly ImportNote[]) {
  const lost = notes.filter(({ outcome }) => outcome === 'left out');
  return {
    records: lost.filter(({ reason = NOT_READ }) => reason !== NOT_READ),
    values: lost.filter(({ reason }) => reason === undefined),
    documents: lost.filter(({ reason }) => reason === NOT_READ),
  };
}

export const noteCount = (notes: readonly ImportNote[]): number => notes.reduce((sum, { count = 1 }) => sum + count, 0);

export class Notes {
  readonly all: ImportNote[] = [];
  unreadCount = 0;
  /** What messages call a record of the source. */
  noun: 'map' | 'record' = 'record';
  /** Layers of a service, if nobody has chosen any. */
  offered: readonly StatedMap[] = [];
  /** Maps of tiles that state no highest zoom level. */
  withoutZoom = 0;
  /** Hosts of maps that credit nobody. */
  readonly uncredited = new Set<string>();
  /** The latest time that a file can have: a day from now, because clocks differ. */
  readonly latest: string;

  constructor(now: number) {
    this.latest = timestampOf(now + DAY_MS);
  }

  /** @param document path and query below the service's address, or a file name */
  place(document: string): SourcePlace {
    return new SourcePlace(this, document, []);
  }
}

export class SourcePlace {
  readonly notes: Notes;
  readonly #document: string;
  /** From the root of the JSON. XML is read into the same form. */
  readonly #path: readonly (string | number)[];
  /** Members from another document. */
  #other: { readonly place: SourcePlace; readonly keys: ReadonlySet<string> } | null = null;

  constructor(notes: Notes, document: string, path: readonly (string | number)[]) {
    this.notes = notes;
    this.#document = document;
    this.#path = path;
  }

  in(...parts: readonly (string | number)[]): SourcePlace {
    if (this.#other?.keys.has(String(parts[0]))) return this.#other.place.in(...parts);
    return new SourcePlace(this.notes, this.#document, [...this.#path, ...parts]);
  }

  withOther(place: SourcePlace, keys: ReadonlySet<string>): SourcePlace {
    const both = this.in();
    both.#other = { place, keys };
    return both;
  }

  corrected(message: string): void {
    this.#note('corrected', message);
  }

  /** @param reason for leaving out a whole record */
  leftOut(message: string, reason?: LeftOutReason): void {
    this.#note('left out', message, reason ? { reason } : {});
  }

  valuesLeftOut(message: string, count: number): void {
    this.#note('left out', message, { count });
  }

  unread(message: string): void {
    this.notes.unreadCount++;
    this.#note('left out', message, { reason: NOT_READ });
  }

  advice(message: string): void {
    this.#note('advice', message);
  }

  #note(outcome: ImportNote['outcome'], text: string, more: Pick<ImportNote, 'reason' | 'count'> = {}): void {
    const pointer = jsonPointerTo(this.#path);
    this.notes.all.push({ outcome, document: this.#document, pointer, message: withoutPastedKeys(text), ...more });
  }
}

const ORIGINS = new WeakMap<object, SourcePlace>();

/** Parts without their own place are below this one. */
export function withSourcePlace<T extends object>(place: SourcePlace | null, value: T): T {
  if (place) ORIGINS.set(value, place);
  return value;
}

/** Null unless imported. */
export function sourcePlaceOf(value: unknown, segments: readonly (string | number)[] = []): SourcePlace | null {
  let part = value;
  let place = ORIGINS.get(part as object) ?? null;
  for (const segment of segments) {
    part = (part as Record<string | number, unknown> | null | undefined)?.[segment];
    place = ORIGINS.get(part as object) ?? place?.in(segment) ?? null;
  }
  return place;
}
