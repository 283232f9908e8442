/** The schemas of documents below `/v1/`. */
import { type RouteName, V1_PREFIX } from './v1-routes.ts';

/** The JSON Schema in `schemas/v1/` of each route. */
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

/** The XML Schema of each route. */
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

/** The folder in which the schemas are published, without a trailing slash. */
export const V1_SCHEMAS_PATH = `${V1_PREFIX}/schemas`;

/** The path of a published XML Schema. */
export function schemaPath(schema: XmlSchemaName): string {
  return `${V1_SCHEMAS_PATH}/${schema}.xsd`;
}

/** The namespace of the elements of an XML Schema's documents. */
export function xmlNamespaceOf(schema: XmlSchemaName): string {
  return `http://api.routeconverter.com/v1/schemas/${schema}`;
}
