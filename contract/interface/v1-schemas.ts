import { type RouteName, V1_PREFIX } from './v1-routes.ts';

/** By route: a file below `/v1/schemas/`, without `.json`. */
export const JSON_SCHEMAS = {
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

/** By route: a file below `/v1/schemas/`, without `.xsd`. */
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

export type XmlSchemaName = (typeof XML_SCHEMAS)[RouteName];

export const XML_SCHEMA_NAMES: readonly XmlSchemaName[] = [...new Set(Object.values(XML_SCHEMAS))];

export const V1_SCHEMAS_PATH = `${V1_PREFIX}/schemas`;

export function schemaPath(schema: XmlSchemaName): string {
  return `${V1_SCHEMAS_PATH}/${schema}.xsd`;
}

export function xmlNamespaceOf(schema: XmlSchemaName): string {
  return `http://api.routeconverter.com/v1/schemas/${schema}`;
}
