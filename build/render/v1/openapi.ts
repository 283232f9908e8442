/** OpenAPI 3.1, from routes, plain files and JSON Schemas. */
import schemas from '../../../contract/generated/published-schemas.json' with { type: 'json' };
import type { Addressed } from '../../../contract/interface/http-answers.ts';
import { PLAIN_FILES, type PlainFile } from '../../../contract/interface/plain-files.ts';
import { RENDITIONS, renditionsOf, V1_FORMATS } from '../../../contract/interface/v1-renditions.ts';
import { ROUTES, type Route, type RouteName } from '../../../contract/interface/v1-routes.ts';
import { JSON_SCHEMAS, XML_SCHEMAS } from '../../../contract/interface/v1-schemas.ts';
import { INDEX_ZOOM, V2_FILES } from '../../../contract/interface/v2-files.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import { interfaceAsset } from '../core/asset.ts';
import type { Publication } from '../publication.ts';

interface Schema {
  readonly $id?: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, object>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const SCHEMAS: ReadonlyMap<string, Schema> = new Map(schemas.map((schema) => [schema.$id, schema]));

/** A file without one is text. */
const FILE_SCHEMAS: Readonly<Record<string, string>> = { all: 'all', manifest: 'manifest', changes: 'changes' };

export const OPENAPI: Publication = {
  files: ({ catalog }) => [interfaceAsset(PLAIN_FILES.openapi, openApiJson(catalog))],
};

export function openApiJson(catalog: Pick<CatalogOutline, 'title' | 'serviceUrl' | 'keys'>): string {
  const { title, serviceUrl } = catalog;
  const { openapi: _, ...files } = PLAIN_FILES;
  const isDescribed = (schema: string | undefined): boolean => schema !== 'keys' || catalog.keys !== null;
  const document = {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'A catalog of map servers and downloadable data. The licence applies to this description and its schemas. The records state facts about servers and files of other people, who have their own terms of use.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serviceUrl }],
    security: [],
    paths: Object.fromEntries([
      ...(Object.keys(ROUTES) as RouteName[]).map(routePath),
      ...Object.entries(files).map(([name, file]) => filePath(name, file, FILE_SCHEMAS[name])),
      ...Object.entries(V2_FILES)
        .filter(([, { schema }]) => isDescribed(schema))
        .map(([name, file]) => filePath(name, file, file.schema)),
    ]),
    components: {
      schemas: Object.fromEntries(
        [...SCHEMAS.values()].filter(({ $id }) => isDescribed($id?.replace('.json', ''))).flatMap(componentsOf),
      ),
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: RESPONSES,
    },
  };
  return `${JSON.stringify(document)}\n`;
}

const PARAMETERS = {
  format: {
    name: 'format',
    in: 'query',
    description: 'The form of the document. Without this parameter, the header Accept decides.',
    schema: { enum: V1_FORMATS },
  },
  includeSource: {
    name: 'includeSource',
    in: 'query',
    description: 'With true, the XML says where the files are found upstream.',
    schema: { type: 'boolean' },
  },
};

const HEADERS = {
  ETag: { description: 'Changes only when the bytes change.', schema: { type: 'string' } },
  'Last-Modified': { description: 'The time of the last change, where it is known.', schema: { type: 'string' } },
};

const RESPONSES = {
  notModified: {
    description: 'The copy of the client, which If-None-Match or If-Modified-Since describes, is current.',
  },
  forbidden: json('The catalog cannot be changed here, only by a pull request.', refTo('error.json')),
  notFound: json('There is no such path, id or format.', refTo('error.json')),
  notAllowed: json('The server has no handler, and allows only the methods in Allow.', refTo('error.json')),
  description: json('The methods of the resource are in Allow.', refTo('description.json')),
  acknowledged: json('The report is acknowledged, and not stored.', refTo('error.json')),
};

/** Servers without a handler allow only GET and HEAD. */
const NOT_ALLOWED = { 405: shared('notAllowed') };

/** `verb` begins an operation's id, `summary` ends its summary. */
const METHODS: Readonly<Record<string, { verb: string; summary: string; responses: object }>> = {
  GET: { verb: 'get', summary: '', responses: { 304: shared('notModified') } },
  HEAD: {
    verb: 'head',
    summary: ': the headers alone',
    responses: { 200: { description: 'As GET, without the body.' }, 304: shared('notModified') },
  },
  OPTIONS: { verb: 'describe', summary: ': its methods', responses: { 200: shared('description'), ...NOT_ALLOWED } },
  PUT: { verb: 'report', summary: ': report a download', responses: { 202: shared('acknowledged'), ...NOT_ALLOWED } },
  POST: { verb: 'change', summary: ': always refused', responses: { 403: shared('forbidden'), ...NOT_ALLOWED } },
  DELETE: { verb: 'delete', summary: ': always refused', responses: { 403: shared('forbidden'), ...NOT_ALLOWED } },
};

function routePath(name: RouteName): [path: string, item: object] {
  const route: Route = ROUTES[name];
  const schema = `${JSON_SCHEMAS[name]}.json`;
  const content = Object.fromEntries(
    renditionsOf(name).map((rendition) => {
      // The charset is a parameter, so it is left out.
      const type = RENDITIONS[rendition].contentType.replace(/;.*/, '');
      if (type === RENDITIONS.json.contentType) return [type, { schema: refTo(schema) }];
      const description = type.endsWith('xml') ? { description: `XML that follows ${XML_SCHEMAS[name]}.xsd.` } : {};
      return [type, { schema: { type: 'string', ...description } }];
    }),
  );
  const parameters = ['format', ...(name === 'datasource' ? ['includeSource'] : [])];
  const reading = { parameters: parameters.map((parameter) => ref('parameters', parameter)) };
  return pathItem(name, route, content, reading, SCHEMAS.get(schema)?.properties?.['id']);
}

function filePath(id: string, file: PlainFile, schema: string | undefined): [path: string, item: object] {
  const content = schema === undefined ? { type: 'string' } : refTo(`${schema}.json`);
  return pathItem(id, file, { [file.contentType]: { schema: content } });
}

function pathItem(
  id: string,
  subject: Addressed,
  content: object,
  reading: object = {},
  idSchema: object = { type: 'string' },
): [path: string, item: object] {
  const parameters = Array.from(subject.path.matchAll(/:(\w+)/g), ([, name]) => {
    const schema = name === 'id' ? idSchema : { type: 'integer', minimum: 0, maximum: 2 ** INDEX_ZOOM - 1 };
    return { name, in: 'path', required: true, schema };
  });
  const operations = operationsOf(id, subject, content, reading);
  return [
    subject.path.replace(/:(\w+)/g, '{$1}'),
    parameters.length === 0 ? operations : { parameters, ...operations },
  ];
}

function operationsOf(id: string, subject: Addressed, content: object, reading: object): object {
  const headers = Object.fromEntries(Object.keys(HEADERS).map((header) => [header, ref('headers', header)]));
  const { name, description, methods } = subject;
  const operations = methods.flatMap((method) => {
    const known = METHODS[method];
    if (!known) return [];
    const isGet = method === 'GET';
    const operation = {
      operationId: `${known.verb}${id.charAt(0).toUpperCase()}${id.slice(1)}`,
      summary: name + known.summary,
      ...(isGet ? { description } : {}),
      ...(isGet || method === 'HEAD' ? reading : {}),
      responses: {
        ...(isGet ? { 200: { description, headers, content } } : {}),
        ...known.responses,
        404: shared('notFound'),
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

function ref(component: string, name: string): object {
  return { $ref: `#/components/${component}/${name}` };
}

/** The schema of a file, its definitions, and nested schemas with a title. */
function componentsOf(file: Schema): [title: string, schema: object][] {
  const found: [string, object][] = [];
  const { $defs = {}, ...root } = file;
  for (const part of [...Object.values($defs), root]) found.push([titleOf(part), copied(part, file, found)]);
  return found;
}

/** References to files and nested schemas with a title become references to components. */
function copied(schema: object, file: Schema, found: [string, object][]): object {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    if (typeof value !== 'object' || value === null) return value;
    const copy = copied(value, file, found);
    // A property may be named title: then it is no string.
    if (!('title' in value) || typeof value.title !== 'string') return copy;
    found.push([value.title, copy]);
    return ref('schemas', value.title);
  };
  const entries = Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id');
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === '$ref' ? component(value, file) : inner(value)]),
  );
}

/** @param reference `tileservers.json`, `#/$defs/checksum`, `categories.json#/$defs/item` */
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
