/**
 * The XML Schemas of the XML renditions: which document follows which, and where they are published.
 *
 * The names and the namespaces are those that desktop programs look for; they are names, not addresses of ours.
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

/** Below this path, without a trailing slash, the schemas are published as plain files. */
export const SCHEMAS_PATH = `${PREFIX}/schemas`;

/** The path that a schema is published at. */
export function schemaPath(schema: XmlSchemaName): string {
  return `${SCHEMAS_PATH}/${schema}.xsd`;
}

/** The namespace of every element of a document that follows a schema. */
export function namespaceOf(schema: XmlSchemaName): string {
  return `http://api.routeconverter.com/v1/schemas/${schema}`;
}
