/** What the edge handler is told of the catalog that it serves, and what a server's configuration may need of it. */
import type { Published } from '../../contract/published.ts';
import type { Catalog } from '../model/catalog.ts';

/**
 * What the handler knows about a catalog.
 *
 * @param files the paths of the plain files below the prefix of the interface
 */
export function publishedOf(catalog: Catalog, files: readonly string[]): Published {
  return {
    repository: catalog.repository,
    ids: {
      datasource: catalog.datasources.map(({ id }) => id),
      category: catalog.categories.map(({ id }) => String(id)),
      edition: catalog.editions.map(({ id }) => id),
    },
    withSource: catalog.datasources.filter(({ source }) => source).map(({ id }) => id),
    files,
  };
}
