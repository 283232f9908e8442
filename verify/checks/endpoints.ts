/** "Endpoints": each answers 200 with its shape. */
import { pathOf, type RouteName } from '../../interface/routes.ts';
import { all, type Check, header, shape, status } from '../check.ts';

const SHAPES = {
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

export const endpointChecks: readonly Check[] = (Object.keys(SHAPES) as RouteName[]).map((route) => ({
  id: `get-${route}`,
  statement: `GET ${pathOf(route, '<id>').replace('%3Cid%3E', '<id>')} answers 200 with its shape, as application/json`,
  clause: route === 'service' ? 'Design, answers' : 'Specification, endpoints',
  layer: 'both',
  asks: (deployment) => {
    const isDetail = route === 'datasource' || route === 'category' || route === 'edition';
    return (isDetail ? deployment.details(route) : [pathOf(route)]).map((path) => ({ path }));
  },
  expect: all(status(200), header('Content-Type', 'application/json'), shape(SHAPES[route])),
}));
