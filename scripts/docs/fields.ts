import { CATALOG_LAYOUT } from '../../build/read/layout.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import { markdownCode, markdownProse } from './markdown.ts';

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

export type Schemas = ReadonlyMap<string, Schema>;

const DOCUMENTED_TOGETHER = ['files', 'maps', 'themes'];

export function fieldsSection(schemas: Schemas): string {
  const alike = (schema: string): readonly string[] =>
    DOCUMENTED_TOGETHER.includes(schema) ? DOCUMENTED_TOGETHER : [schema];
  const groups = new Set(CATALOG_LAYOUT.map(({ schema }) => alike(schema).join(' ')));
  // Few people look for site.yaml.
  const sorted = [...groups].sort((a, b) => Number(a === 'site') - Number(b === 'site'));
  const sections = sorted.flatMap((group) => schemaSection(group.split(' '), schemas));
  // Records inside files of several roles have one description.
  return [...new Set(sections)].join('\n\n');
}

function schemaSection(names: readonly string[], all: Schemas): string[] {
  const schemas = names.map((name) => all.get(name) as Schema);
  const places = CATALOG_LAYOUT.filter(({ schema }) => names.includes(schema)).map(({ path }) =>
    markdownCode(`catalog/${path.replace('*', '<name>')}`),
  );
  const [schema = {}] = schemas;
  const isAlone = schemas.length === 1;
  const title = isAlone ? schema.title : 'Files, maps and themes';
  const introduction = isAlone
    ? (schema.description ?? '')
    : `${schemas.map(({ description }) => firstSentence(description ?? '')).join(' ')} Each is listed by its path, as it follows baseUrl, with what is known of it, or with {} if nothing is known.`;
  const record = isAlone ? (schema.items ?? schema) : merged(schemas);
  const [fields = '', ...inner] = fieldLists(record);
  const parts = [`### ${title}`, `In ${places.join(', ')}.`, markdownProse(introduction), fields].filter(Boolean);
  return [parts.join('\n\n'), ...inner, ...typeSections(schema)];
}

/** Fields of tile servers are named but not explained. */
function typeSections({ oneOf = [], $defs = {} }: Schema): string[] {
  const local = ({ $ref, ...others }: Schema): Schema =>
    $ref === undefined || !$ref.startsWith('#') ? others : { ...$defs[$ref.split('/').at(-1) ?? ''], ...others };
  return oneOf.map(local).map(({ title, description = '', properties = {}, required = [] }) => {
    const all = Object.entries(properties);
    const isShared = ({ $ref, description: stated }: Schema): boolean =>
      stated === undefined && $ref?.startsWith('tileserver.json') === true;
    const ownFields = all
      .filter(([, schema]) => !isShared(schema))
      .map(([name, { items, ...schema }]) => {
        const field = schema.$ref?.startsWith('common.json') ? schema : local(schema);
        return [name, { ...field, ...(items && { items: local(items) }) }] as const;
      });
    const [fields = ''] = fieldLists({ properties: Object.fromEntries(ownFields), required });
    const shared = all
      .filter(([, schema]) => isShared(schema))
      .map(([name]) => `${markdownCode(name)}${required.includes(name) ? ' (needed)' : ''}`);
    const others = `- ${shared.join(', ')}: As of a [tile server](#tile-server).`;
    return [`#### ${title}`, markdownProse(description), `${fields}\n${others}`].join('\n\n');
  });
}

/** Fields of providers are listed together. */
const isOfProvider = ({ $ref, description = '' }: Schema): boolean =>
  $ref !== undefined && description.startsWith('If it differs from the provider');

/** First the record's fields, then each record inside it. */
function fieldLists(record: Schema): string[] {
  const all = Object.entries(record.properties ?? {});
  const properties = all
    .filter(([, schema]) => !isOfProvider(schema))
    .map(([name, schema]) => [name, resolved(schema)] as const);
  const others = all.filter(([, schema]) => isOfProvider(schema)).map(([name]) => markdownCode(name));
  const items = properties.map(([name, schema]) => {
    const needed = record.required?.includes(name) ? ' (needed)' : '';
    return `- ${markdownCode(name)}${needed}: ${meaning(schema)}`;
  });
  if (others.length > 0)
    items.push(`- ${others.join(', ')}: As of the [provider](#provider), if they differ from its own.`);
  return [items.join('\n'), ...properties.flatMap(([, schema]) => innerLists(schema))];
}

function innerLists(schema: Schema): string[] {
  const inner = innerRecord(schema);
  if (!inner) return [];
  // The field's description covers a record, but not the items of a list.
  const introduction = schema.items && inner.description ? [markdownProse(inner.description)] : [];
  const [fields = '', ...others] = fieldLists(inner);
  return [[`#### ${inner.title}`, ...introduction, fields].join('\n\n'), ...others];
}

/** With an example for lists, objects, and unclear texts. */
function meaning(schema: Schema): string {
  const title = innerRecord(schema)?.title?.toLowerCase();
  const below = title ? `See [${title}](#${title.replaceAll(' ', '-')}).` : '';
  const { enum: values = [], enumDescriptions } = schema;
  const names = values.map((value) => markdownCode(String(value)));
  const choices = enumDescriptions
    ? names.map((name, index) => `\n  - ${name}: ${markdownProse(enumDescriptions[index] ?? '')}`)
    : names.length > 0
      ? [` One of ${names.join(', ')}.`]
      : [];
  const shown = schema.examples?.[0];
  const isPlain = /^(?:https?:[^#]*|[\w ,/.-]+)$/.test(String(shown)) && typeof shown === 'string';
  const isClear = choices.length > 0 || isPlain || !['string', 'object'].includes(typeof shown);
  const sample = isClear ? '' : `Example: ${markdownCode(example(shown))}`;
  return [markdownProse(schema.description ?? ''), below, sample].filter(Boolean).join(' ') + choices.join('');
}

function innerRecord(schema: Schema): Schema | null {
  const inside = schema.items ? resolved(schema.items) : schema;
  return inside.properties ? inside : null;
}

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...others } = schema;
  const name = $ref.split('/').at(-1) ?? '';
  const target = (common.$defs as Readonly<Record<string, Schema>>)[name];
  if (!target) throw new Error(`${$ref} is not among the common pieces`);
  return { ...resolved(target), ...others };
}

/** A field names its records, unless all have it. */
function merged(schemas: readonly Schema[]): Schema {
  const entries = schemas.map(({ title = '', $defs }) => ({ title, fields: $defs?.['entry']?.properties ?? {} }));
  const all: Record<string, Schema> = Object.assign({}, ...entries.map(({ fields }) => fields));
  const properties = Object.entries(all).map(([name, schema]) => {
    const having = entries.filter(({ fields }) => Object.hasOwn(fields, name));
    if (having.length === entries.length) return [name, schema];
    const where = having.map(({ title }) => title.toLowerCase()).join(' and ');
    return [name, { ...schema, description: `Only for ${where}. ${resolved(schema).description}` }];
  });
  return { properties: Object.fromEntries(properties) };
}

function firstSentence(text: string): string {
  return text.slice(0, text.indexOf('. ') + 1);
}

function example(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(example).join(', ')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${example(member)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  // With * at its beginning, text would be an alias; a SHA-1 or a day is always in quotes.
  return typeof value === 'string' && /^(?:[*&!]|[0-9A-F]{40}$|\d{4}-\d\d-\d\d$)/.test(value)
    ? `'${value}'`
    : String(value);
}
