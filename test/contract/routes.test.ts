import { describe, expect, test } from 'vitest';
import { pathOf, ROUTES, type RouteName, resourceAt } from '../../contract/routes.ts';

describe('resourceAt', () => {
  test.each([
    ['/v1/', { route: 'service' }],
    ['/v1/mapservers/', { route: 'mapservers' }],
    ['/v1/datasources/srtm3/', { route: 'datasource', id: 'srtm3' }],
    ['/v1/categories/7/', { route: 'category', id: '7' }],
    ['/v1/%6Dapservers/', { route: 'mapservers' }],
    ['/v1/datasources/a%2Fb/', { route: 'datasource', id: 'a/b' }],
    ['/v1', null],
    ['/v1/mapservers', null],
    ['/v1//mapservers/', null],
    ['/v1/mapservers/one/', null],
    ['/v1/datasources//', null],
    ['/v1/datasources/srtm3/x/', null],
    ['/v1/%zz/', null],
    ['/v2/mapservers/', null],
    ['/', null],
    ['', null],
  ])('%s', (path, resource) => {
    expect(resourceAt(path)).toEqual(resource);
  });

  test('is the inverse of pathOf', () => {
    for (const route of Object.keys(ROUTES) as RouteName[]) {
      const id = ROUTES[route].path.includes(':id') ? 'ä /%' : undefined;
      expect(resourceAt(pathOf(route, id))).toEqual(id === undefined ? { route } : { route, id });
    }
  });
});
