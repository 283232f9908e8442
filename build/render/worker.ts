/** The edge handler as the host runs it: one module, and the rule that says which requests it gets. */
import type { Published } from '../../edge/published.ts';
import { PREFIX } from '../../interface/routes.ts';
import { SCHEMAS_PATH } from '../../interface/xml-schemas.ts';
import type { Catalog } from '../model/catalog.ts';

/** What the handler is told of a catalog. */
export function publishedOf(catalog: Catalog): Published {
  return {
    repository: catalog.repository,
    ids: {
      datasource: catalog.datasources.map(({ id }) => id),
      category: catalog.categories.map(({ id }) => String(id)),
      edition: catalog.editions.map(({ id }) => id),
    },
    withSource: catalog.datasources.filter(({ source }) => source).map(({ id }) => id),
  };
}

/** `_worker.js`: what is published, then the handler, which reads it. */
export function workerModule(published: Published, handler: string): string {
  return `const PUBLISHED = ${JSON.stringify(published)};\n${handler}`;
}

/**
 * `_routes.json`: only the interface goes through the handler; the rest, the schemas of its documents included, is static
 * and costs nothing.
 */
export function routesFile(): string {
  return `${JSON.stringify({ version: 1, include: [`${PREFIX}/*`], exclude: [`${SCHEMAS_PATH}/*`] })}\n`;
}
