/** What the edge handler is told of the catalog that it serves, and what a server's configuration may need of it. */
import type { OwnHeaders, Published } from '../../contract/published.ts';
import type { CatalogOutline } from '../model/catalog.ts';
import type { HeaderRule } from './headers.ts';

/**
 * What the handler knows about a catalog.
 *
 * @param files the paths of the plain files below the prefix of the interface
 * @param rules the header rules that the host does not take, and that the handler applies in its place
 */
export function publishedOf(
  catalog: CatalogOutline,
  files: readonly string[],
  rules: readonly HeaderRule[] = [],
): Published {
  const own = (wanted: string): OwnHeaders[] =>
    rules.flatMap((rule) => (rule.own?.route === wanted ? [rule.own.headers] : []));
  return {
    repository: catalog.repository,
    ids: {
      datasource: catalog.datasources.map(({ id }) => id),
      category: catalog.categories.map(({ id }) => String(id)),
      edition: catalog.editions.map(({ id }) => id),
    },
    withSource: catalog.datasources.filter(({ source }) => source).map(({ id }) => id),
    files,
    // Left out in nearly every catalog, so that the handler of these stays as small as it is.
    ...(rules.length > 0 ? { headers: { datasource: own('datasource'), edition: own('edition') } } : {}),
  };
}
