/** Compares two states of one record, member by member. New members need no code here. */
import { isObject, type JsonObject } from '../../contract/parse-json.ts';
import { resourceAt } from '../../contract/routes.ts';
import { isSameData } from '../../contract/same-data.ts';
import type { Target } from '../../contract/targets.ts';
import { itemsOf } from './built-site.ts';
import type { Change, Event, Subject } from './change.ts';
import { compareShapes, shapeOf } from './shape.ts';

/** Compares two states of the document of one record. */
export type CompareDetails = (subject: Subject, target: Target, before: unknown, after: unknown) => Change[];

/**
 * Compares two states of one record, field by field.
 *
 * @param separate the fields that the caller compares itself; only their type is compared here
 */
export function compareRecords(
  subject: Subject,
  target: Target,
  before: unknown,
  after: unknown,
  separate: readonly string[] = [],
): Change[] {
  const shapes = compareShapes(shapeOf([outline(before, separate)]), shapeOf([outline(after, separate)]));
  const changes = shapes.map((change): Change => ({ ...change, subject, target: { ...target, field: change.field } }));
  if (!isObject(before) || !isObject(after)) return changes;
  const isRetyped = (field: string): boolean =>
    shapes.some((change) => change.field === field || change.field.startsWith(`${field}.`));
  for (const field of Object.keys(before)) {
    if (!Object.hasOwn(after, field) || separate.includes(field) || isRetyped(field)) continue;
    if (isSameData(before[field], after[field])) continue;
    const event: Event | null = eventOf(subject, field, before, after);
    if (event) changes.push({ ...event, subject, target: { ...target, field } });
  }
  return changes;
}

/** The change for a field with a new value; null if another record reports it. */
function eventOf({ section }: Subject, field: string, before: JsonObject, after: JsonObject): Event | null {
  const [value, valueNow] = [before[field], after[field]];
  if (field === 'url') return { what: 'links-changed' };
  if (section === 'categories') {
    if (field === 'name') return { what: 'renamed', before: String(value), after: String(valueNow) };
    if (field === 'parent') return { what: 'moved', before: idOfLink(value), after: idOfLink(valueNow) };
    if (field === 'categories') return null;
  }
  if (section === 'editions' && field === 'datasources') return membersChange(idsIn(value), idsIn(valueNow));
  return { what: 'value-changed', field, before: value, after: valueNow };
}

/** Reduces the fields that are compared separately to their type. */
function outline(record: unknown, separate: readonly string[]): unknown {
  if (!isObject(record) || separate.length === 0) return record;
  const emptied = separate
    .filter((field) => Object.hasOwn(record, field))
    .map((field) => [field, emptyLike(record[field])]);
  return { ...record, ...Object.fromEntries(emptied) };
}

function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : value;
}

function idOfLink(link: unknown): string | null {
  return typeof link === 'string' ? (resourceAt(link)?.id ?? link) : null;
}

/** The data sources added to and removed from an edition. */
function membersChange(had: ReadonlySet<string>, has: ReadonlySet<string>): Event {
  const added = [...has].filter((id) => !had.has(id));
  const removed = [...had].filter((id) => !has.has(id));
  // With the same data sources, only the links to them can differ.
  return added.length + removed.length === 0 ? { what: 'links-changed' } : { what: 'members-changed', added, removed };
}

function idsIn(list: unknown): Set<string> {
  return new Set(itemsOf(list).flatMap((item) => (isObject(item) ? [String(item['id'])] : [])));
}
