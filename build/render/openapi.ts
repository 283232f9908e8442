/**
 * `/v1/openapi.json`: the interface in OpenAPI 3.1. All of it is made from the routes, the plain files and the JSON
 * Schemas; nothing is described twice.
 */
import { PLAIN_FILES, type PlainFile } from '../../contract/plain-files.ts';
import { DOCUMENT_SCHEMAS, FORMATS, RENDITIONS, XML_SCHEMAS } from '../../contract/renditions.ts';
import { ROUTES, type Route, type RouteName } from '../../contract/routes.ts';
import all from '../../schemas/v1/all.json' with { type: 'json' };
import categories from '../../schemas/v1/categories.json' with { type: 'json' };
import category from '../../schemas/v1/category.json' with { type: 'json' };
import changes from '../../schemas/v1/changes.json' with { type: 'json' };
import datasource from '../../schemas/v1/datasource.json' with { type: 'json' };
import datasources from '../../schemas/v1/datasources.json' with { type: 'json' };
import description from '../../schemas/v1/description.json' with { type: 'json' };
import edition from '../../schemas/v1/edition.json' with { type: 'json' };
import editions from '../../schemas/v1/editions.json' with { type: 'json' };
import error from '../../schemas/v1/error.json' with { type: 'json' };
import manifest from '../../schemas/v1/manifest.json' with { type: 'json' };
import service from '../../schemas/v1/service.json' with { type: 'json' };
import tileservers from '../../schemas/v1/tileservers.json' with { type: 'json' };
import type { CatalogOutline } from '../model/catalog.ts';

/** A JSON Schema, or a part of one. */
interface Schema {
  readonly $id?: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, object>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Every schema of `schemas/v1/`, by the name that others refer to. */
const SCHEMAS: ReadonlyMap<string, Schema> = new Map(
  [
    all,
    categories,
    category,
    changes,
    datasource,
    datasources,
    description,
    edition,
    editions,
    error,
    manifest,
    service,
    tileservers,
  ].map((schema): [string, Schema] => [schema.$id, schema]),
);

/** The schemas of plain files; what has none is text. */
const FILE_SCHEMAS: Partial<Record<keyof typeof PLAIN_FILES, string>> = {
  all: 'all.json',
  manifest: 'manifest.json',
  changes: 'changes.json',
};

/** Renders the description of a catalog's interface. */
export function openApiJson({ title, serviceUrl }: Pick<CatalogOutline, 'title' | 'serviceUrl'>): string {
  const routes = (Object.keys(ROUTES) as RouteName[]).map((name) => [templateOf(ROUTES[name]), routePath(name)]);
  const files = (Object.keys(PLAIN_FILES) as (keyof typeof PLAIN_FILES)[])
    // It describes the others, and is no part of what it describes.
    .filter((name) => name !== 'openapi')
    .map((name) => [PLAIN_FILES[name].path, filePath(name)]);
  const document = {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'A catalog of map servers and downloadable data. The licence is that of this description and its schemas; the records state facts about servers and files of others, whose terms of use are their own.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serviceUrl }],
    security: [],
    paths: Object.fromEntries([...routes, ...files]),
    components: {
      schemas: Object.fromEntries([...SCHEMAS.values()].flatMap(componentsOf)),
      parameters: { format: FORMAT, includeSource: INCLUDE_SOURCE },
      headers: HEADERS,
      responses: RESPONSES,
    },
  };
  return `${JSON.stringify(document)}\n`;
}

const FORMAT = {
  name: 'format',
  in: 'query',
  description: 'The form of the document; without it, that which Accept prefers.',
  schema: { enum: FORMATS },
};

const INCLUDE_SOURCE = {
  name: 'includeSource',
  in: 'query',
  description: 'With true, the XML says where the files are found upstream.',
  schema: { type: 'boolean' },
};

const HEADERS = {
  ETag: { description: 'Changes only when the bytes change.', schema: { type: 'string' } },
  'Last-Modified': { description: 'The time of the last change, where it is known.', schema: { type: 'string' } },
};

const RESPONSES = {
  notModified: { description: 'The copy that If-None-Match or If-Modified-Since tells of is current.' },
  notFound: json('There is no such path, id or format.', refTo('error.json')),
  description: json('The methods of the resource are in Allow.', refTo('description.json')),
  acknowledged: json('The report is acknowledged, and not stored.', refTo('error.json')),
};

/** How the operations of each method are called, what they answer, and whether a format can be asked for. */
const METHODS: Readonly<Record<string, { verb: string; summary: (name: string) => string; responses: object }>> = {
  GET: { verb: 'get', summary: (name) => name, responses: { 304: shared('notModified'), 404: shared('notFound') } },
  HEAD: {
    verb: 'head',
    summary: (name) => `${name}: the headers alone`,
    responses: {
      200: { description: 'As GET, without the body.' },
      304: shared('notModified'),
      404: shared('notFound'),
    },
  },
  OPTIONS: {
    verb: 'describe',
    summary: (name) => `${name}: its methods`,
    responses: { 200: shared('description'), 404: shared('notFound') },
  },
  PUT: {
    verb: 'report',
    summary: (name) => `${name}: report a download`,
    responses: { 202: shared('acknowledged'), 404: shared('notFound') },
  },
  // POST and DELETE are always refused: nobody needs a description of how to call them.
};

function templateOf({ path }: Route): string {
  return path.replace(':id', '{id}');
}

function routePath(name: RouteName): object {
  const route: Route = ROUTES[name];
  const schema = `${DOCUMENT_SCHEMAS[name]}.json`;
  const query = ['format', ...(name === 'datasource' ? ['includeSource'] : [])];
  const content = {
    [RENDITIONS.json.contentType]: { schema: refTo(schema) },
    // A charset is a parameter, and no part of the name of a media type.
    [RENDITIONS.xml.contentType.replace(/;.*/, '')]: {
      schema: { type: 'string', description: `XML that follows ${XML_SCHEMAS[name]}.xsd.` },
    },
  };
  const operations = operationsOf(
    name,
    route,
    content,
    query.map((parameter) => ref('parameters', parameter)),
  );
  if (!route.path.includes(':id')) return operations;
  const id = { name: 'id', in: 'path', required: true, schema: SCHEMAS.get(schema)?.properties?.['id'] };
  return { parameters: [id], ...operations };
}

function filePath(name: keyof typeof PLAIN_FILES): object {
  const { contentType } = PLAIN_FILES[name];
  const schema = FILE_SCHEMAS[name];
  return operationsOf(name, PLAIN_FILES[name], {
    [contentType]: { schema: schema === undefined ? { type: 'string' } : refTo(schema) },
  });
}

function operationsOf(
  id: string,
  subject: Route | PlainFile,
  content: object,
  parameters: readonly object[] = [],
): object {
  const headers = Object.fromEntries(Object.keys(HEADERS).map((header) => [header, ref('headers', header)]));
  const operations = subject.methods.flatMap((method) => {
    const known = METHODS[method];
    if (!known) return [];
    const reads = method === 'GET' || method === 'HEAD';
    const operation = {
      operationId: `${known.verb}${id.charAt(0).toUpperCase()}${id.slice(1)}`,
      summary: known.summary(subject.name),
      ...(method === 'GET' ? { description: subject.description } : {}),
      ...(reads && parameters.length > 0 ? { parameters } : {}),
      responses: {
        ...(method === 'GET' ? { 200: { description: subject.description, headers, content } } : {}),
        ...known.responses,
      },
    };
    return [[method.toLowerCase(), operation] as const];
  });
  return Object.fromEntries(operations);
}

function json(text: string, schema: object): object {
  return { description: text, content: { [RENDITIONS.json.contentType]: { schema } } };
}

function shared(response: keyof typeof RESPONSES): object {
  return ref('responses', response);
}

function ref(kind: string, name: string): object {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The schemas of a file under their titles: that of the file, and each with a title inside it. */
function componentsOf(file: Schema): [title: string, schema: object][] {
  const found: [string, object][] = [];
  const { $defs = {}, ...root } = file;
  for (const part of [...Object.values($defs), root]) found.push([titleOf(part), copied(part, file, found)]);
  return found;
}

/** A copy of a schema, with references to components in place of references to files and of schemas with a title. */
function copied(schema: object, file: Schema, found: [string, object][]): object {
  const entries = Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id');
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === '$ref' ? component(value, file) : inner(value)]),
  );

  function inner(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inner);
    if (typeof value !== 'object' || value === null) return value;
    const copy = copied(value, file, found);
    // A property may be named title; what it says is then no text.
    if (!('title' in value) || typeof value.title !== 'string') return copy;
    found.push([value.title, copy]);
    return ref('schemas', value.title);
  }
}

/** The component for a reference: `tileservers.json`, `#/$defs/checksum`, `categories.json#/$defs/item`. */
function component(reference: string, from: Schema): string {
  const [name = '', part] = reference.split('#/$defs/');
  const file = name === '' ? from : SCHEMAS.get(name);
  const schema = part === undefined ? file : file?.$defs?.[part];
  if (!schema) throw new Error(`no schema ${reference}`);
  return `#/components/schemas/${titleOf(schema)}`;
}

function titleOf({ title }: Schema): string {
  if (title === undefined) throw new Error('a schema has no title');
  return title;
}

function refTo(file: string): object {
  return { $ref: component(file, {}) };
}
