/**
 * What to write in place of a value that a schema refuses.
 *
 * Candidates are made from the value and the schema of its place. One is given only if that schema accepts it, so that
 * whoever follows the advice has no other error there.
 */
import type { ErrorObject } from 'ajv';
import { type Advice, pointerTo, segmentsOf } from '../diagnostics/diagnostic.ts';
import { asMisread } from '../parse/scalars.ts';
import { flowText } from '../parse/written.ts';
import { CATALOG_SCHEMAS } from '../read/schemas.ts';
import { meantBy } from './meant.ts';
import { numberIn, rewritten } from './rewritten.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
}

const SCHEMAS = CATALOG_SCHEMAS as Readonly<Record<string, Schema>>;

/** A place in a file: its path, with 0 for any item of a list, and its schema, in the file with the name. */
interface SchemaPlace {
  readonly path: readonly (string | number)[];
  readonly schema: Schema;
  readonly name: string;
}

/** A generated validator. */
export interface Check {
  (value: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
}

/** Longer advice is not read. */
const MAX_TEXT = 200;

/** Of longer texts and lists nobody knows what is meant. */
const MAX_FOUND = 1_000;

/** The edges of a box in the order of a list of four numbers (GeoJSON, RFC 7946), by the names in the schemas. */
const BOXES = [
  ['west', 'south', 'east', 'north'],
  ['southWestLongitude', 'southWestLatitude', 'northEastLongitude', 'northEastLatitude'],
];

/** What people write for truth values. */
const TRUTH: ReadonlyMap<string, boolean> = new Map(
  Object.entries({ yes: true, on: true, true: true, no: false, off: false, false: false }),
);

/** Gives advice about the values of one file. */
export class Adviser {
  readonly #check: Check;
  readonly #root: SchemaPlace | null;
  readonly #type: unknown;
  /** Mappings with members that nobody wrote. */
  readonly #examples = new WeakSet<object>();

  /** @param name of the schema of the file @param value of the file */
  constructor(name: string, value: unknown, check: Check) {
    const schema = SCHEMAS[name];
    this.#check = check;
    this.#type = (value as { type?: unknown } | null)?.type;
    const branches = (schema?.oneOf ?? []).map((branch) => resolved(branch, name, []));
    const branch = branches.find((one) => one.schema.properties?.['type']?.const === this.#type);
    this.#root = branch ?? (schema && branches.length === 0 ? { path: [], schema, name } : null);
  }

  /** What to write in place of a value, or an example of a list or mapping; null if nothing is known. */
  at(path: readonly (string | number)[], found: unknown): Advice | null {
    let place = this.#root;
    for (const segment of path) place = place && inside(place, String(segment));
    if (place === null || path.length === 0) return null;
    const made = this.#best(place, found);
    const isComposite = ['array', 'object'].some((type) => typesOf(place.schema).includes(type));
    const value = made ?? (isComposite ? exampleOf(place) : undefined);
    if (value === undefined) return null;
    const text = flowText(value, path.length === 1 ? 'block' : 'flow');
    return text.length > MAX_TEXT ? null : { value, text, isExample: made === undefined || this.#isExample(made) };
  }

  #isExample(value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    return this.#examples.has(value) || Object.values(value).some((part) => this.#isExample(part));
  }

  /** Whether the schema of a place accepts a value: it has no error in a file with nothing else. */
  #accepts({ path }: SchemaPlace, value: unknown): boolean {
    const file = path.reduceRight<unknown>((inner, key) => (key === 0 ? [inner] : { [key]: inner }), value);
    this.#check(Array.isArray(file) || this.#type === undefined ? file : { type: this.#type, ...(file as object) });
    const pointer = pointerTo(path);
    return (this.#check.errors ?? []).every(({ instancePath }) => !`${instancePath}/`.startsWith(`${pointer}/`));
  }

  #best(place: SchemaPlace, found: unknown): unknown {
    return this.#candidates(place, found).find((value) => value !== undefined && this.#accepts(place, value));
  }

  #candidates(place: SchemaPlace, found: unknown): unknown[] {
    const types = typesOf(place.schema);
    const text = asMisread(found) ?? (['string', 'number'].includes(typeof found) ? String(found) : null);
    if ((Array.isArray(found) ? found.length : (text?.length ?? 0)) > MAX_FOUND) return [found];
    return [
      found,
      ...(text === null ? [] : scalarsFrom(place.schema, text)),
      ...(types.includes('array') ? this.#lists(place, found) : []),
      ...(types.includes('object') ? this.#mappings(place, found, text) : []),
      ...(Array.isArray(found) && found.length === 1 ? [this.#best(place, found[0])] : []),
    ];
  }

  #lists(place: SchemaPlace, found: unknown): unknown[] {
    const item = inside(place, '0');
    const isText = typeof found === 'string';
    // What begins like the items of a list was meant as several.
    if (item === null || (isText && /^[-\u2010-\u2015\u2022*]/.test(found))) return [];
    const split = isText ? [/[,;]/, /\s/].map((at) => found.split(at).flatMap((part) => part.trim() || [])) : [];
    return [[found], ...(Array.isArray(found) ? [found] : []), ...split]
      .map((parts) => [...new Set(parts.map((part) => this.#best(item, part)))])
      .filter((items) => !items.includes(undefined) && !this.#isExample(items));
  }

  #mappings(place: SchemaPlace, found: unknown, text: string | null): unknown[] {
    const { properties = {}, minProperties = 0 } = place.schema;
    const { required = Object.keys(properties).slice(0, minProperties) } = place.schema;
    const numbers = (Array.isArray(found) ? found : (text ?? '').split(',').map(Number)).filter(Number.isFinite);
    const box = BOXES.find((keys) => keys.every((key) => Object.hasOwn(properties, key)));
    const [west = 0, south = 0, east = 0, north = 0] = numbers;
    if (box && numbers.length === 4 && west < east && south < north)
      return [Object.fromEntries(required.map((key) => [key, numbers[box.indexOf(key)]]))];
    if (text === null) return [];
    let isWritten = false;
    let isUsed = false;
    const members = required.map((key) => {
      const member = inside(place, key);
      const own = member && !(isUsed && this.#accepts(member, found)) ? this.#best(member, found) : undefined;
      isUsed ||= own === found;
      isWritten ||= own !== undefined;
      return [key, own ?? (member && exampleOf(member)), own !== undefined] as const;
    });
    const mapping = Object.fromEntries(members);
    if (!members.every(([, , isOwn]) => isOwn)) this.#examples.add(mapping);
    return isWritten ? [mapping] : [];
  }
}

function typesOf({ type = [] }: Schema): readonly string[] {
  return [type].flat();
}

/** A schema with what it refers to. */
function resolved(schema: Schema, name: string, path: SchemaPlace['path']): SchemaPlace {
  if (schema.$ref === undefined) return { schema, name, path };
  const { $ref, ...own } = schema;
  const [file = '', pointer = ''] = $ref.split(/(?:\.json)?#/);
  const target = segmentsOf(pointer).reduce<unknown>(
    (part, key) => (part as Record<string, unknown>)[key],
    SCHEMAS[file || name],
  );
  const place = resolved(target as Schema, file || name, path);
  return { ...place, schema: { ...place.schema, ...own } };
}

/** The place of a member or item; null if nothing is known of it. */
function inside({ schema, name, path }: SchemaPlace, key: string): SchemaPlace | null {
  const { properties = {}, items, additionalProperties: others } = schema;
  const named = Object.hasOwn(properties, key) ? properties[key] : undefined;
  const next = named ?? items ?? (typeof others === 'object' ? others : undefined);
  return next ? resolved(next, name, [...path, named || !items ? key : 0]) : null;
}

/** An example of what can be written at a place. */
function exampleOf(place: SchemaPlace): unknown {
  const { examples, enum: allowed, properties = {}, items } = place.schema;
  if (typesOf(place.schema).includes('null')) return null;
  if (examples) return examples[0];
  if (allowed) return allowed[0];
  const exampleIn = (key: string): unknown => {
    const member = inside(place, key);
    return member === null ? undefined : exampleOf(member);
  };
  if (items) return exampleIn('0') === undefined ? undefined : [exampleIn('0')];
  const { required = Object.keys(properties).slice(0, 1) } = place.schema;
  const members = required.map((key) => [key, exampleIn(key)] as const);
  const isWhole = members.length > 0 && members.every(([, member]) => member !== undefined);
  return isWhole ? Object.fromEntries(members) : undefined;
}

/** The numbers, truth values and texts that a text may mean. */
function scalarsFrom(schema: Schema, text: string): unknown[] {
  const types = typesOf(schema);
  const word = text.trim().toLowerCase();
  const meant = schema.enum ? meantBy(text, schema.enum.map(String)) : [];
  return [
    ...(types.includes('integer') || types.includes('number') ? [numberIn(text)] : []),
    ...(types.includes('boolean') && TRUTH.has(word) ? [TRUTH.get(word)] : []),
    ...(meant.length === 1 ? meant : []),
    ...(schema.pattern === undefined ? [] : rewritten(text, schema.pattern)),
  ];
}
