/** The fields of every catalog file, from the schemas. */

import { LAYOUT } from '../../build/read/layout.ts';
import categories from '../../schemas/catalog/categories.json' with { type: 'json' };
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import datasource from '../../schemas/catalog/datasource.json' with { type: 'json' };
import edition from '../../schemas/catalog/edition.json' with { type: 'json' };
import files from '../../schemas/catalog/files.json' with { type: 'json' };
import maps from '../../schemas/catalog/maps.json' with { type: 'json' };
import site from '../../schemas/catalog/site.json' with { type: 'json' };
import themes from '../../schemas/catalog/themes.json' with { type: 'json' };
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import { code, prose, table } from './markdown.ts';

/** A schema, as far as it is read here. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly examples?: readonly unknown[];
}

/** What one kind of file holds: a record, or entries that are all alike. */
interface Kind {
  readonly title: string;
  /** As in the layout of the catalog folder. */
  readonly kinds: readonly string[];
  readonly introduction: string;
  readonly record: Schema;
}

const KINDS: readonly Kind[] = [
  record(tileserver, 'tileserver'),
  record(datasource, 'datasource'),
  {
    title: 'Files, maps and themes',
    kinds: ['files', 'maps', 'themes'],
    introduction: `${[files, maps, themes].map(({ description }) => firstSentence(description)).join(' ')} Each is listed by its path, as it stands behind baseUrl, with what is known of it; {} where that is nothing.`,
    record: merged([files, maps, themes]),
  },
  record(edition, 'edition'),
  { ...record(categories, 'categories'), record: categories.items },
  record(site, 'site'),
];

/** Every field of every kind of file, as Markdown. */
export function fieldsSection(): string {
  return KINDS.map((kind) => kindSection(kind)).join('\n\n');
}

function record(schema: Schema, kind: string): Kind {
  return { title: schema.title ?? kind, kinds: [kind], introduction: schema.description ?? '', record: schema };
}

function kindSection({ title, kinds, introduction, record }: Kind): string {
  const places = LAYOUT.filter(({ kind }) => kinds.includes(kind)).map(({ path }) =>
    code(`catalog/${path.replace('*', '<name>')}`),
  );
  return [`### ${title}`, `In ${places.join(', ')}.`, prose(introduction), ...tables(record)].join('\n\n');
}

/** The fields of a record, then those of the records inside it. */
function tables(record: Schema): string[] {
  const properties = Object.entries(record.properties ?? {}).map(([name, schema]) => [name, resolved(schema)] as const);
  const rows = properties.map(([name, schema]) => [
    code(name),
    record.required?.includes(name) ? 'yes' : '',
    meaning(schema),
    schema.examples?.[0] === undefined ? '' : code(example(schema.examples[0])),
  ]);
  const inner = properties.map(([, schema]) => innerTables(schema));
  return [table(['Field', 'Needed', 'What it says', 'Example'], rows), ...inner.flat()];
}

function innerTables(schema: Schema): string[] {
  const inner = innerRecord(schema);
  if (!inner) return [];
  // What a field holds is said with the field; what each item of its list is, here.
  const introduction = schema.items ? [prose(inner.description ?? '')] : [];
  return [`#### ${inner.title}`, ...introduction, ...tables(inner)];
}

function meaning(schema: Schema): string {
  const choices = (schema.enum ?? []).map(
    (value, index) => `${code(value)}: ${prose(schema.enumDescriptions?.[index] ?? '')}`,
  );
  const inner = innerRecord(schema);
  const below = inner ? `See ${inner.title?.toLowerCase()} below.` : '';
  return [prose(schema.description ?? ''), ...choices, below].filter(Boolean).join(' ');
}

/** The record that a field holds, or a list of which it holds; null where it holds neither. */
function innerRecord(schema: Schema): Schema | null {
  const inside = schema.items ? resolved(schema.items) : schema;
  return inside.properties ? inside : null;
}

/** A schema with what it refers to; what it says itself goes first. */
function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...own } = schema;
  const name = $ref.split('/').at(-1) ?? '';
  const target = (common.$defs as Readonly<Record<string, Schema>>)[name];
  if (!target) throw new Error(`${$ref} is not among the common pieces`);
  return { ...resolved(target), ...own };
}

/** One record with the fields of several, which says of a field in which of them it is where that is not all. */
function merged(schemas: readonly { readonly title: string; readonly $defs: { readonly entry: Schema } }[]): Schema {
  const fields: Record<string, Schema> = {};
  for (const schema of schemas) Object.assign(fields, schema.$defs.entry.properties);
  const properties = Object.entries(fields).map(([name, schema]) => {
    const having = schemas.filter(({ $defs }) => Object.hasOwn($defs.entry.properties ?? {}, name));
    if (having.length === schemas.length) return [name, schema];
    const where = having.map(({ title }) => title.toLowerCase()).join(' and ');
    return [name, { ...schema, description: `Only for ${where}. ${resolved(schema).description}` }];
  });
  return { properties: Object.fromEntries(properties) };
}

function firstSentence(text: string): string {
  return text.slice(0, text.indexOf('. ') + 1);
}

/** A value as YAML on one line. */
function example(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(example).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${example(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  // A name that begins with * would be an alias, and a SHA-1 must be quoted always.
  return typeof value === 'string' && /^(?:[*&!]|[0-9A-F]{40}$)/.test(value) ? `'${value}'` : String(value);
}
