/**
 * Which catalog files decide what the documents of a resource say, and so when these last changed: that is known of
 * files, not of documents.
 */
import type { RouteName } from '../../contract/routes.ts';

/**
 * The catalog files of each kind of resource, as `History` takes them. Links begin with the address in `site.yaml`; tile
 * servers have none.
 */
const SOURCES: Readonly<Record<RouteName, (id: string) => readonly string[]>> = {
  service: () => ['site.yaml'],
  mapservers: () => ['mapservers/'],
  overlayservers: () => ['overlayservers/'],
  datasources: () => ['site.yaml', 'datasources/:id/datasource.yaml'],
  // The XML of a data source contains its own address.
  datasource: (id) => ['site.yaml', `datasources/${id}/`],
  categories: () => ['site.yaml', 'categories.yaml'],
  category: () => ['site.yaml', 'categories.yaml'],
  editions: () => ['site.yaml', 'editions/'],
  edition: (id) => ['site.yaml', `editions/${id}.yaml`],
};

/** The catalog files that the documents of a resource come from. */
export function sourcesOf(route: RouteName, id: string | number = ''): readonly string[] {
  return SOURCES[route](String(id));
}
