/** Notes on corrections and omissions of an import, with their places in the input. */
import { pointerTo, withoutKeys } from '../../build/pipeline.ts';
import { timestampOf } from '../../contract/checksum-history.ts';
import { plural, visible } from '../../contract/text.ts';

/** A place in an imported document. */
export class SourcePlace {
  /** The path and query of the document below the address of the service, or the name of the file. */
  readonly document: string;
  /** The path from the root, as a JSON Pointer; for XML into the equivalent JSON. */
  readonly path: readonly (string | number)[];

  constructor(document: string, path: readonly (string | number)[] = []) {
    this.document = document;
    this.path = path;
  }

  /** The place of a part. */
  in(...parts: readonly (string | number)[]): SourcePlace {
    return new SourcePlace(this.document, [...this.path, ...parts]);
  }
}

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

/** Collects notes, and the sources of values. */
export class Notes {
  readonly all: ImportNote[] = [];
  /** How many documents could not be read. */
  unreadCount = 0;
  /** The latest valid time of a file: a day from now, because clocks differ. */
  readonly latest: string;
  readonly #origins = new WeakMap<object, SourcePlace>();

  /** @param now in milliseconds since 1970 */
  constructor(now: number) {
    this.latest = timestampOf(now + 86_400_000);
  }

  /** Notes a correction. */
  corrected(place: SourcePlace, message: string): void {
    this.#add('corrected', place, message);
  }

  /** Notes an omission. */
  leftOut(place: SourcePlace, message: string): void {
    this.#add('left out', place, message);
  }

  /** Notes that a document could not be read; a retry may succeed. */
  unread(place: SourcePlace, message: string): void {
    this.unreadCount++;
    this.#add('left out', place, message);
  }

  /** Notes a decision for people. */
  advice(place: SourcePlace, message: string): void {
    this.#add('advice', place, message);
  }

  #add(outcome: ImportNote['outcome'], place: SourcePlace, message: string): void {
    this.all.push({ outcome, document: place.document, pointer: pointerTo(place.path), message: withoutKeys(message) });
  }

  /** Records the source of a list or mapping. Its parts are below that place, unless they have their own. */
  from<T extends object>(value: T, place: SourcePlace): T {
    this.#origins.set(value, place);
    return value;
  }

  /** The source of a part of a value; null if it was not imported. */
  originOf(value: unknown, segments: readonly (string | number)[]): SourcePlace | null {
    let place = this.#placeOf(value);
    let part = value;
    for (const segment of segments) {
      part =
        typeof part === 'object' && part !== null ? (part as Record<string | number, unknown>)[segment] : undefined;
      place = this.#placeOf(part) ?? place?.in(segment) ?? null;
    }
    return place;
  }

  #placeOf(value: unknown): SourcePlace | null {
    return typeof value === 'object' && value !== null ? (this.#origins.get(value) ?? null) : null;
  }
}

/** A file that an import writes or removes. */
export interface ChangedFile {
  /** Relative to the working folder. */
  readonly path: string;
  readonly change: 'new' | 'changed' | 'removed';
}

/** Prints notes as text, one per line: document and JSON Pointer, outcome and message. */
export function notesAsText(notes: readonly ImportNote[]): string {
  const lines = notes.map(({ outcome, document, pointer, message }) => `${document}#${pointer} ${outcome}: ${message}`);
  return lines.map((line) => `${visible(line)}\n`).join('');
}

/** Prints notes and files as JSON, with a newline at the end. */
export function importAsJson(notes: readonly ImportNote[], files: readonly ChangedFile[], isWritten: boolean): string {
  return `${JSON.stringify({ written: isWritten, notes, files }, null, 2)}\n`;
}

/** Counts notes: `2 corrected, 1 left out`. */
export function countNotes(notes: readonly ImportNote[]): string {
  const count = (outcome: ImportNote['outcome']): number => notes.filter((note) => note.outcome === outcome).length;
  const advice = count('advice');
  const counts = [`${count('corrected')} corrected`, `${count('left out')} left out`];
  return [...counts, ...(advice === 0 ? [] : [`${plural(advice, 'thing')} to look at`])].join(', ');
}
