/** Compares two states of one record: what all records have in common, and what categories and editions add. */
import { isObject, type JsonObject } from '../../contract/parse-json.ts';
import { resourceAt } from '../../contract/routes.ts';
import { isSameData } from '../../contract/same-data.ts';
import type { Target } from '../../contract/targets.ts';
import { itemsOf } from './built-site.ts';
import type { Change, Event, Subject } from './change.ts';
import { compareShapes, shapeOf } from './shape.ts';

/** Compares two states of the document of one record. */
export type CompareDetails = (subject: Subject, target: Target, before: unknown, after: unknown) => Change[];

/** The fields in which records link to other resources. */
const LINKS: ReadonlySet<string> = new Set(['url']);

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
    changes.push({ ...valueChange(field, before, after), subject, target: { ...target, field } });
  }
  return changes;
}

function valueChange(field: string, before: JsonObject, after: JsonObject): Event {
  if (LINKS.has(field)) return { what: 'links-changed' };
  return { what: 'value-changed', field, before: before[field], after: after[field] };
}

/** A record in which the fields that are compared separately have kept only their type. */
function outline(record: unknown, separate: readonly string[]): unknown {
  if (!isObject(record) || separate.length === 0) return record;
  const emptied = separate
    .filter((field) => Object.hasOwn(record, field))
    .map((field) => [field, hollow(record[field])]);
  return { ...record, ...Object.fromEntries(emptied) };
}

function hollow(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : value;
}

/** Design, category: a new name and a new place in the tree. What is below it is reported at its own record. */
export const compareCategories: CompareDetails = (subject, target, before, after) => {
  return compareRecords(subject, target, before, after).flatMap((change): Change[] => {
    if (change.what !== 'value-changed') return [change];
    const about = { subject, target: change.target };
    switch (change.field) {
      case 'name':
        return [{ what: 'renamed', before: String(change.before), after: String(change.after), ...about }];
      case 'parent':
        return [{ what: 'moved', before: parentOf(before), after: parentOf(after), ...about }];
      case 'categories':
        return [];
      default:
        return [change];
    }
  });
};

function parentOf(category: unknown): string | null {
  const link = isObject(category) ? category['parent'] : null;
  return typeof link === 'string' ? (resourceAt(link)?.id ?? link) : null;
}

/** Design, edition: the data sources it gains and loses. A data source that it loses is still published. */
export const compareEditions: CompareDetails = (subject, target, before, after) => {
  return compareRecords(subject, target, before, after).map((change): Change => {
    if (change.what !== 'value-changed' || change.field !== 'datasources') return change;
    const [had, has] = [dataSourcesOf(before), dataSourcesOf(after)];
    const added = [...has].filter((id) => !had.has(id));
    const removed = [...had].filter((id) => !has.has(id));
    const about = { subject, target: change.target };
    // The same data sources: only the links to them can differ.
    if (added.length + removed.length === 0) return { what: 'links-changed', ...about };
    return { what: 'members-changed', added, removed, ...about };
  });
};

function dataSourcesOf(edition: unknown): Set<string> {
  const items = isObject(edition) ? itemsOf(edition['datasources']) : [];
  return new Set(items.flatMap((item) => (isObject(item) ? [String(item['id'])] : [])));
}
