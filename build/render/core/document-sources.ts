/** Documents change with catalog files: git knows no times of documents. */
import type { RouteName } from '../../../contract/interface/v1-routes.ts';
import type { History } from '../../history/history.ts';
import type { CatalogOutline } from '../../model/catalog.ts';

/** Documents with links contain the address in `site.yaml`. Lists of maps have no links. */
const SOURCES: Readonly<Record<RouteName, (id: string | number) => readonly string[]>> = {
  service: () => ['site.yaml'],
  mapservers: () => ['mapservers/'],
  overlayservers: () => ['overlayservers/'],
  datasources: () => ['site.yaml', 'datasources/:id/datasource.yaml'],
  // Its XML contains its own address.
  datasource: (id) => ['site.yaml', `datasources/${id}/`],
  categories: () => ['site.yaml', 'categories.yaml'],
  category: () => ['site.yaml', 'categories.yaml'],
  editions: () => ['site.yaml', 'editions/'],
  edition: (id) => ['site.yaml', `editions/${id}.yaml`],
};

/** For diagnostics of a document. */
export function sourceFileOf(route: RouteName, id: string | number = ''): string {
  if (route === 'datasource') return `datasources/${id}/datasource.yaml`;
  if (route === 'datasources') return route;
  return (SOURCES[route](id).at(-1) as string).replace(/\/$/, '');
}

/** In seconds since 1970; null if unknown. */
export type TimeOf = (route: RouteName, id?: string | number) => number | null;

/** Null if unknown, or with access tokens: git does not know when a token changed. */
export function catalogChangeTime({ withTokens }: Pick<CatalogOutline, 'withTokens'>, history: History): number | null {
  return withTokens.length > 0 ? null : history.lastChange(['']);
}

export function documentChangeTimes({ withTokens }: Pick<CatalogOutline, 'withTokens'>, history: History): TimeOf {
  return (route, id = '') =>
    withTokens.some((list) => list === route) ? null : history.lastChange(SOURCES[route](id));
}
