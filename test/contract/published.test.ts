import { expect, test } from 'vitest';
import { lookUpIn } from '../../contract/published.ts';
import type { Resource } from '../../contract/routes.ts';

const { isPublished, hasSource, hasFile } = lookUpIn({
  repository: 'https://git.example.org/catalog',
  ids: { datasource: ['maps', 'empty'], category: ['1'], edition: ['offline'] },
  withSource: ['maps'],
  files: ['/v1/openapi.json'],
});

test.each<[Resource, published: boolean, source: boolean]>([
  [{ route: 'service' }, true, false],
  [{ route: 'datasources' }, true, false],
  [{ route: 'datasource', id: 'maps' }, true, true],
  [{ route: 'datasource', id: 'empty' }, true, false],
  [{ route: 'datasource', id: 'Maps' }, false, false],
  [{ route: 'datasource', id: 'constructor' }, false, false],
  [{ route: 'category', id: '1' }, true, false],
  [{ route: 'category', id: '01' }, false, false],
  [{ route: 'edition', id: 'maps' }, false, false],
])('%j', (resource, published, source) => {
  expect([isPublished(resource), hasSource(resource)]).toEqual([published, source]);
});

test.each([
  ['/v1/openapi.json', true],
  ['/v1/all.json', false],
  ['constructor', false],
])('the plain file %s', (path, published) => {
  expect(hasFile(path)).toBe(published);
});
