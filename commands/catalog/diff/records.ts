import { isObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { isSameData } from '../../../contract/base/same-data.ts';
import { resourceAt } from '../../../contract/interface/v1-routes.ts';
import { type Change, type ChangePlace, type Event, type Subject, siteChangeAt } from './change.ts';
import { compareJsonShapes, jsonShapeOf } from './shape.ts';

/** @param separate fields that the caller compares; here, only their types are */
export function compareRecords(
  place: ChangePlace,
  before: unknown,
  after: unknown,
  separate: readonly string[] = [],
): Change[] {
  const shapes = compareJsonShapes(jsonShapeOf([outline(before, separate)]), jsonShapeOf([outline(after, separate)]));
  const changes = shapes.map((change) => siteChangeAt(place, change, { field: change.field }));
  if (!isObject(before) || !isObject(after)) return changes;
  const isRetyped = (field: string): boolean =>
    shapes.some((change) => change.field === field || change.field.startsWith(`${field}.`));
  for (const field of Object.keys(before)) {
    if (!Object.hasOwn(after, field) || separate.includes(field) || isRetyped(field)) continue;
    if (isSameData(before[field], after[field])) continue;
    const event = eventOf(place.subject, field, before[field], after[field]);
    if (event) changes.push(siteChangeAt(place, event, { field }));
  }
  return changes;
}

function eventOf({ section }: Subject, field: string, before: unknown, after: unknown): Event | null {
  if (field === 'url') return { what: 'links-changed' };
  if (section === 'categories') {
    if (field === 'name') return { what: 'renamed', before: String(before), after: String(after) };
    if (field === 'parent') return { what: 'moved', before: idOfLink(before), after: idOfLink(after) };
    if (field === 'categories') return null;
  }
  if (section === 'editions' && field === 'datasources') return membersChange(idsIn(before), idsIn(after));
  return { what: 'value-changed', field, before, after };
}

function outline(record: unknown, separate: readonly string[]): unknown {
  if (!isObject(record)) return record;
  const emptied = separate
    .filter((field) => Object.hasOwn(record, field))
    .map((field) => [field, withoutContent(record[field])]);
  return { ...record, ...Object.fromEntries(emptied) };
}

function withoutContent(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : value;
}

function idOfLink(link: unknown): string | null {
  return typeof link === 'string' ? (resourceAt(link)?.id ?? link) : null;
}

function membersChange(had: ReadonlySet<string>, has: ReadonlySet<string>): Event {
  const added = [...has].filter((id) => !had.has(id));
  const removed = [...had].filter((id) => !has.has(id));
  // The data sources are the same: only links can differ.
  return added.length + removed.length === 0 ? { what: 'links-changed' } : { what: 'members-changed', added, removed };
}

function idsIn(list: unknown): Set<string> {
  return new Set(jsonItemsOf(list).flatMap((item) => (isObject(item) ? [String(item['id'])] : [])));
}
