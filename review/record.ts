import { isDeepStrictEqual } from 'node:util';
import type { Target } from '../build/model/removal.ts';
import type { Change, Event, Subject } from './change.ts';
import { compareShapes, shapeOf } from './shape.ts';
import { isObject, type JsonObject } from './site.ts';

/** Compares two states of the document of one record. */
export type CompareDetails = (subject: Subject, target: Target, before: unknown, after: unknown) => Change[];

/** The fields in which records link to other resources. */
const LINKS: ReadonlySet<string> = new Set(['url']);

/**
 * Compares two states of one record, field by field.
 *
 * @param apart the fields that are compared in a way of their own; only their type is looked at here
 */
export function compareRecords(
  subject: Subject,
  target: Target,
  before: unknown,
  after: unknown,
  apart: readonly string[] = [],
): Change[] {
  const shapes = compareShapes(shapeOf([outline(before, apart)]), shapeOf([outline(after, apart)]));
  const changes = shapes.map((change): Change => ({ ...change, subject, target: { ...target, field: change.field } }));
  if (!isObject(before) || !isObject(after)) return changes;
  const isRetyped = (field: string): boolean =>
    shapes.some((change) => change.field === field || change.field.startsWith(`${field}.`));
  for (const field of Object.keys(before)) {
    if (!Object.hasOwn(after, field) || apart.includes(field) || isRetyped(field)) continue;
    if (isDeepStrictEqual(before[field], after[field])) continue;
    changes.push({ ...valueChange(field, before, after), subject, target: { ...target, field } });
  }
  return changes;
}

function valueChange(field: string, before: JsonObject, after: JsonObject): Event {
  if (LINKS.has(field)) return { what: 'links-changed' };
  return { what: 'value-changed', field, before: before[field], after: after[field] };
}

/** A record in which the fields that are compared apart have kept only their type. */
function outline(record: unknown, apart: readonly string[]): unknown {
  if (!isObject(record) || apart.length === 0) return record;
  const emptied = apart.filter((field) => Object.hasOwn(record, field)).map((field) => [field, hollow(record[field])]);
  return { ...record, ...Object.fromEntries(emptied) };
}

function hollow(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : value;
}
