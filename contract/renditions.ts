/**
 * The renditions in which a document is published, and which of them a request gets.
 *
 * The build writes each rendition to its own file, next to the others: `v1/editions/index.json`,
 * `v1/editions/index.api.json`, `v1/editions/index.xml`. A new rendition needs one more row here and one more
 * renderer in `build/render/`.
 */
import { PREFIX, pathOf, ROUTES, type RouteName } from './routes.ts';

/** One rendition of the documents. */
export interface Rendition {
  /** The value of `format` that requests it. */
  readonly format: string;
  /** The name of its file in the folder of the resource. */
  readonly file: string;
  /** The `Content-Type` of its responses, exactly as sent. */
  readonly contentType: string;
  /** What the links inside it end in. */
  readonly linkSuffix: string;
}

/** Clients with older HTTP libraries read XML without a charset as ISO-8859-1, whatever its declaration says. */
const XML_TYPE = 'application/xml; charset=utf-8';

/** Every rendition. The first is what a request without `format` gets, and what the static layer serves. */
export const RENDITIONS = {
  json: { format: 'json', file: 'index.json', contentType: 'application/json', linkSuffix: '' },
  api: { format: 'api', file: 'index.api.json', contentType: 'application/json', linkSuffix: '?format=api' },
  // Readers of the XML append the query to a link themselves, so the links have none.
  xml: { format: 'xml', file: 'index.xml', contentType: XML_TYPE, linkSuffix: '' },
  // The XML of a data source with its upstream source. Most of it is in the other XML, too; in a separate file it has
  // its own ETag, and the handler never has to read a document.
  'xml-source': { format: 'xml', file: 'index.source.xml', contentType: XML_TYPE, linkSuffix: '' },
} as const satisfies Record<string, Rendition>;

/** The name of a rendition. */
export type RenditionName = keyof typeof RENDITIONS;

const NAMES = Object.keys(RENDITIONS) as RenditionName[];

/** Every value of `format`. */
export const FORMATS: readonly string[] = [...new Set(NAMES.map((name) => RENDITIONS[name].format))];

/**
 * The rendition for a value of the `format` parameter, or for a request without one (null).
 *
 * @returns null for a format that does not exist
 */
export function renditionFor(format: string | null): RenditionName | null {
  if (format === null) return 'json';
  return NAMES.find((name) => RENDITIONS[name].format === format) ?? null;
}

/**
 * The name of the file with a rendition of a kind of resource. Where a document has no links, `json` and `api` are the
 * same file; only a data source has an upstream source.
 */
export function fileOf(route: RouteName, rendition: RenditionName): string {
  if (rendition === 'api' && !ROUTES[route].links) return RENDITIONS.json.file;
  if (rendition === 'xml-source' && route !== 'datasource') return RENDITIONS.xml.file;
  return RENDITIONS[rendition].file;
}

/** The renditions of a kind of resource that have their own file. */
export function renditionsOf(route: RouteName): RenditionName[] {
  return NAMES.filter((name) => fileOf(route, name) === RENDITIONS[name].file);
}

/** Makes the absolute address of a resource. */
export type Link = (route: RouteName, id?: string | number) => string;

/** Makes the links of one rendition; those of `format=api` end in `?format=api`. */
export function linksFor(serviceUrl: string, { linkSuffix }: Rendition): Link {
  return (route, id) => `${serviceUrl}${pathOf(route, id)}${linkSuffix}`;
}

/** The JSON Schema in `schemas/v1/` that the JSON of each kind of resource follows. */
export const DOCUMENT_SCHEMAS = {
  service: 'service',
  mapservers: 'tileservers',
  overlayservers: 'tileservers',
  datasources: 'datasources',
  datasource: 'datasource',
  categories: 'categories',
  category: 'category',
  editions: 'editions',
  edition: 'edition',
} as const satisfies Record<RouteName, string>;

/** The XML Schema that the XML of each kind of resource follows. */
export const XML_SCHEMAS = {
  service: 'service-catalog',
  mapservers: 'mapserver-catalog',
  overlayservers: 'overlayserver-catalog',
  datasources: 'datasource-catalog',
  datasource: 'datasource-catalog',
  categories: 'route-catalog',
  category: 'route-catalog',
  editions: 'datasource-catalog',
  edition: 'datasource-catalog',
} as const satisfies Record<RouteName, string>;

/** The name of an XML Schema. */
export type XmlSchemaName = (typeof XML_SCHEMAS)[RouteName];

/** Every XML Schema, once. */
export const XML_SCHEMA_NAMES: readonly XmlSchemaName[] = [...new Set(Object.values(XML_SCHEMAS))];

/** The path of the folder in which the schemas are published as plain files, without a trailing slash. */
export const SCHEMAS_PATH = `${PREFIX}/schemas`;

/** The path at which an XML Schema is published. */
export function schemaPath(schema: XmlSchemaName): string {
  return `${SCHEMAS_PATH}/${schema}.xsd`;
}

/** The namespace of the elements of a document that follows a schema. */
export function namespaceOf(schema: XmlSchemaName): string {
  return `http://api.routeconverter.com/v1/schemas/${schema}`;
}
