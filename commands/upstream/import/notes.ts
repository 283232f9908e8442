/** Notes on corrections and omissions of an import, with their places in the input. */
import { jsonPointerTo } from '../../../build/diagnostics/diagnostic.ts';
import { withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { DAY_MS, timestampOf } from '../../../contract/base/times.ts';

/** A note on an import. */
export interface ImportNote {
  /** `advice` if the value is imported unchanged. */
  readonly outcome: 'corrected' | 'left out' | 'advice';
  readonly document: string;
  /** A JSON Pointer (RFC 6901); empty for the whole document. */
  readonly pointer: string;
  /** Without the place; never contains an access key. */
  readonly message: string;
}

/** The notes of an import. */
export class Notes {
  readonly all: ImportNote[] = [];
  /** How many documents could not be read. */
  unreadCount = 0;
  /** The latest valid time of a file: a day from now, because clocks differ. */
  readonly latest: string;

  /** @param now in milliseconds since 1970 */
  constructor(now: number) {
    this.latest = timestampOf(now + DAY_MS);
  }

  /** @param document the path and query of a document below the address of the service, or the name of a file */
  place(document: string): SourcePlace {
    return new SourcePlace(this, document, []);
  }
}

/** A place in an imported document, and the notes on it. */
export class SourcePlace {
  readonly notes: Notes;
  readonly #document: string;
  /** The path from the root, as a JSON Pointer; for XML into the equivalent JSON. */
  readonly #path: readonly (string | number)[];
  /** The place of some members in another document, and their names. */
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

  /** This place, from which some members lead to another one. */
  withOther(place: SourcePlace, keys: ReadonlySet<string>): SourcePlace {
    const both = this.in();
    both.#other = { place, keys };
    return both;
  }

  corrected(message: string): void {
    this.#note('corrected', message);
  }

  leftOut(message: string): void {
    this.#note('left out', message);
  }

  /** Notes that a document could not be read; a retry may succeed. */
  unread(message: string): void {
    this.notes.unreadCount++;
    this.#note('left out', message);
  }

  /** Notes a decision for people. */
  advice(message: string): void {
    this.#note('advice', message);
  }

  #note(outcome: ImportNote['outcome'], message: string): void {
    const pointer = jsonPointerTo(this.#path);
    this.notes.all.push({ outcome, document: this.#document, pointer, message: withoutPastedKeys(message) });
  }
}

const ORIGINS = new WeakMap<object, SourcePlace>();

/** Records the source of a list or mapping. Its parts are below that place, unless they have their own. */
export function withSourcePlace<T extends object>(place: SourcePlace | null, value: T): T {
  if (place) ORIGINS.set(value, place);
  return value;
}

/** The source of a part of a value; null if it was not imported. */
export function sourcePlaceOf(value: unknown, segments: readonly (string | number)[] = []): SourcePlace | null {
  let part = value;
  let place = ORIGINS.get(part as object) ?? null;
  for (const segment of segments) {
    part = (part as Record<string | number, unknown> | null | undefined)?.[segment];
    place = ORIGINS.get(part as object) ?? place?.in(segment) ?? null;
  }
  return place;
}
