/** What the edge handler is told of the catalog that it serves, and what a server's configuration may need of it. */
import type { Published } from '../../contract/published.ts';
import type { Catalog } from '../model/catalog.ts';

/** What the handler knows about a catalog. */
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
