import { expect, test } from 'vitest';
import { isPart, partPath, servedAt } from '../../contract/plain-files.ts';

test.each([
  ['v1/index.json', '/v1/'],
  ['v1/editions/index.json', '/v1/editions/'],
  ['v1/editions/index.api.json', '/v1/editions/?format=api'],
  ['v1/datasources/srtm3/index.xml', '/v1/datasources/srtm3/?format=xml'],
  ['v1/datasources/srtm3/index.source.xml', '/v1/datasources/srtm3/?format=xml&includeSource=true'],
  ['v1/openapi.json', '/v1/openapi.json'],
  ['v1/all-12.json', '/v1/all-12.json'],
  ['v1/schemas/catalog/site.json', '/v1/schemas/catalog/site.json'],
  ['changes.atom', '/changes.atom'],
  ['index.html', null],
  ['index.json', null],
  ['v1/404.html', null],
  ['v1/nothing/index.json', null],
  ['v1/all-.json', null],
  ['_worker.js', null],
])('%s is served at %s', (file, address) => {
  expect(servedAt(file)?.url ?? null).toBe(address);
});

test('the parts of the whole catalog have numbers, but for the first', () => {
  expect([1, 2, 10].map(partPath)).toEqual(['/v1/all.json', '/v1/all-2.json', '/v1/all-10.json']);
  expect([1, 2, 10].map(partPath).every(isPart)).toBe(true);
  expect(['/v1/all-x.json', '/v1/all.xml', '/all.json'].some(isPart)).toBe(false);
});
