/** Brings single values to what the catalog can say where their meaning is plain; what is not is left to the schemas. */
import { isObject } from '../../contract/parse-json.ts';
import type { Notes, SourcePlace } from './notes.ts';

/** A value, where it is from, and where corrections are noted. */
export interface Field {
  readonly at: SourcePlace;
  readonly notes: Notes;
}

/** The members of an object; null for anything else. */
export function asMembers(value: unknown): Readonly<Record<string, unknown>> | null {
  return isObject(value) ? value : null;
}

/** The members of an object where one is needed; reported and null for anything else. */
export function recordOf(value: unknown, what: string, { at, notes }: Field): Readonly<Record<string, unknown>> | null {
  const members = asMembers(value);
  if (!members) notes.leftOut(at, `${what} is not an object`);
  return members;
}

/** Reports members that the interface does not have. */
export function reportUnknown(members: object, known: ReadonlySet<string>, { at, notes }: Field): void {
  for (const key of Object.keys(members)) {
    if (!known.has(key)) notes.leftOut(at.in(key), 'the catalog has no such key');
  }
}

/** Characters that end a line or change the direction of others: no text of the catalog holds them. */
const UNPRINTABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]+/gu;

/** A text without characters that no text of the catalog holds. Spaces at its ends stay. */
export function textIn(value: unknown, { at, notes }: Field): unknown {
  if (typeof value === 'number') {
    notes.corrected(at, 'a number is written as text');
    return String(value);
  }
  if (typeof value !== 'string') return value;
  const text = value.replace(UNPRINTABLE, (found) => (/[\p{Cc}]/u.test(found) ? ' ' : ''));
  if (text !== value) notes.corrected(at, 'line ends, tabs and other control characters are spaces now');
  return text;
}

/** The same without spaces at its ends. */
export function labelIn(value: unknown, field: Field): unknown {
  const text = textIn(value, field);
  if (typeof text !== 'string' || text === text.trim()) return text;
  const { at, notes } = field;
  notes.corrected(at, 'the spaces around it are left out');
  return text.trim();
}

/** An address without spaces at its ends. */
export function addressIn(value: unknown, { at, notes }: Field): unknown {
  if (typeof value !== 'string' || value === value.trim()) return value;
  notes.corrected(at, 'the spaces around it are left out');
  return value.trim();
}

/** A number, also one that is written as text. */
export function numberIn(value: unknown, { at, notes }: Field): unknown {
  if (typeof value !== 'string' || !/^\s*-?\d+(?:\.\d+)?\s*$/.test(value)) return value;
  notes.corrected(at, 'the text is a number now');
  return Number(value);
}
