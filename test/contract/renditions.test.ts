import { describe, expect, test } from 'vitest';
import { fileOf, linksFor, RENDITIONS, renditionFor, renditionsOf } from '../../contract/renditions.ts';

test.each([
  [null, 'json'],
  ['json', 'json'],
  ['api', 'api'],
  ['xml', 'xml'],
  ['XML', null],
  ['', null],
  ['html', null],
  ['xml-source', null],
])('format %j asks for %j', (format, rendition) => {
  expect(renditionFor(format, () => false)).toBe(rendition);
});

test('of the same format, the rendition whose parameter is set is sent', () => {
  expect(renditionFor('xml', (name) => name === 'includeSource')).toBe('xml-source');
  expect(renditionFor('json', () => true)).toBe('json');
});

describe('files', () => {
  test.each([
    ['service', ['json', 'api', 'xml']],
    ['mapservers', ['json', 'xml']],
    ['datasources', ['json', 'api', 'xml']],
    ['datasource', ['json', 'xml', 'xml-source']],
  ] as const)('%s has one for each of %j', (route, renditions) => {
    expect(renditionsOf(route)).toEqual(renditions);
  });

  test('one serves two renditions where they are the same bytes', () => {
    expect(fileOf('mapservers', 'api')).toBe('index.json');
    expect(fileOf('edition', 'xml-source')).toBe('index.xml');
  });
});

test('only the links of format=api have a query', () => {
  const links = Object.values(RENDITIONS).map((rendition) =>
    linksFor('https://a.example.org', rendition)('category', 7),
  );
  const address = 'https://a.example.org/v1/categories/7/';
  expect(links).toEqual([address, `${address}?format=api`, address, address]);
});
