/**
 * The `_redirects` file: how a static host finds the documents, and the redirect to the trailing slash.
 *
 * The host takes the first rule that matches and does not look again at what it rewrites to; rules without a
 * placeholder must come first.
 */

import type { Published } from '../../contract/published.ts';
import { fileOf, renditionsOf } from '../../contract/renditions.ts';
import { PREFIX, pathOf, ROUTES, type Route, type RouteName } from '../../contract/routes.ts';
import { SCHEMAS_PATH } from '../../contract/xml-schemas.ts';
import type { Catalog } from '../model/catalog.ts';

/** The same for every catalog. */
export function redirectsFile(): string {
  const routes = Object.entries(ROUTES) as [RouteName, Route][];
  const lists = routes.filter(([, { path }]) => !path.includes(':id')).map(([name]) => name);
  const details = routes.filter(([, { path }]) => path.includes(':id')).map(([, { path }]) => path);
  const withDetails = lists.filter((list) => details.includes(`${ROUTES[list].path}:id/`) && list !== 'service');
  const rules = [
    // The handler asks for these by name; without a rule of their own they would be taken for ids.
    ...withDetails.flatMap((list) =>
      renditionsOf(list)
        .map((rendition) => pathOf(list) + fileOf(list, rendition))
        .map((file) => [file, file, 200]),
    ),
    ...lists.map((list) => [pathOf(list).slice(0, -1), pathOf(list), 308]),
    [pathOf('service'), `${pathOf('service')}index.json`, 200],
    ...details.map((path) => [path.slice(0, -1), path, 308]),
    [`${PREFIX}/*/`, `${PREFIX}/:splat/index.json`, 200],
  ];
  return `${rules.map((rule) => rule.join(' ')).join('\n')}\n`;
}

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
