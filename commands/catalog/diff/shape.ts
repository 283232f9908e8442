import { isObject } from '../../../contract/base/json-values.ts';

/** The shape of all values at one path of a document. */
export interface Shape {
  /** JSON types without null, which is an unknown value. */
  readonly types: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, FieldShape>;
  readonly items: Shape | null;
}

interface FieldShape {
  readonly shape: Shape;
  readonly isInAll: boolean;
}

export function jsonShapeOf(values: Iterable<unknown>): Shape {
  const types = new Set<string>();
  const members = new Map<string, unknown[]>();
  const items: unknown[] = [];
  let objects = 0;
  for (const value of values) {
    if (value !== null) types.add(Array.isArray(value) ? 'list' : typeof value);
    if (Array.isArray(value)) for (const item of value) items.push(item);
    if (!isObject(value)) continue;
    objects++;
    for (const key in value) {
      const found = members.get(key);
      if (found) found.push(value[key]);
      else members.set(key, [value[key]]);
    }
  }
  const fields = new Map<string, FieldShape>();
  for (const [key, found] of members) fields.set(key, { shape: jsonShapeOf(found), isInAll: found.length === objects });
  return { types, fields, items: items.length === 0 ? null : jsonShapeOf(items) };
}

type ShapeChange =
  | { readonly what: 'field-added'; readonly field: string }
  | { readonly what: 'field-removed'; readonly field: string }
  | { readonly what: 'type-changed'; readonly field: string; readonly before: string; readonly after: string };

/**
 * A field is removed if every object had it and some no longer do. A type changes if no value had it before. @param
 * name with dots if the field is nested; empty for the document
 */
export function compareJsonShapes(before: Shape, after: Shape, name = ''): ShapeChange[] {
  const isEmpty = before.types.size === 0 || after.types.size === 0;
  const isNew = [...after.types].some((type) => !before.types.has(type));
  if (isNew && !isEmpty) {
    return [
      { what: 'type-changed', field: name, before: describeTypes(before.types), after: describeTypes(after.types) },
    ];
  }
  const inside = (field: string): string => (name === '' ? field : `${name}.${field}`);
  const changes = before.items && after.items ? compareJsonShapes(before.items, after.items, name) : [];
  for (const [field, { shape, isInAll }] of before.fields) {
    const now = after.fields.get(field);
    if (!now?.isInAll && isInAll && after.types.has('object'))
      changes.push({ what: 'field-removed', field: inside(field) });
    for (const change of now ? compareJsonShapes(shape, now.shape, inside(field)) : []) changes.push(change);
  }
  if (!before.types.has('object')) return changes;
  for (const field of after.fields.keys()) {
    if (!before.fields.has(field)) changes.push({ what: 'field-added', field: inside(field) });
  }
  return changes;
}

function describeTypes(types: ReadonlySet<string>): string {
  return [...types].sort().join(' or ');
}
