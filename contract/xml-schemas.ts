/**
 * The XML Schemas: which documents follow which schema, and where the schemas are published.
 *
 * Desktop programs require these names and namespaces. A namespace is only a name; nothing is published at that address.
 */
import { PREFIX, type RouteName } from './routes.ts';

/** The schema that the XML of each kind of resource follows. */
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

/** The name of a schema. */
export type XmlSchemaName = (typeof XML_SCHEMAS)[RouteName];

/** Every schema, once. */
export const XML_SCHEMA_NAMES: readonly XmlSchemaName[] = [...new Set(Object.values(XML_SCHEMAS))];

/** The path of the folder in which the schemas are published as plain files, without a trailing slash. */
export const SCHEMAS_PATH = `${PREFIX}/schemas`;

/** The path at which a schema is published. */
export function schemaPath(schema: XmlSchemaName): string {
  return `${SCHEMAS_PATH}/${schema}.xsd`;
}

/** The namespace of the elements of a document that follows a schema. */
export function namespaceOf(schema: XmlSchemaName): string {
  return `http://api.routeconverter.com/v1/schemas/${schema}`;
}
