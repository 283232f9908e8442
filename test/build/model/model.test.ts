import { expect, test } from 'vitest';
import { catalogModelOf } from '../../../build/model/model.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';
import { renderDocuments } from '../../support/whole-site.ts';

test.each([
  ['Extract', ['b/x.hgt', 'a/x.hgt', 'y.hgt']],
  ['Flatten', ['x.hgt', 'y.hgt']],
])('fragments are published as map programs unpack them: %s', (action, keys) => {
  const source = String(SMALL['datasources/maps/datasource.yaml']).replace('Extract', action);
  const checksum = '{ lastModified: 2026-01-01T00:00:00Z, contentLength: 5, sha1: null }';
  const maps = `a.zip:\n  fragments:\n    b/x.hgt: []\n    a/x.hgt: [${checksum}]\n    y.hgt: []\n`;
  const files = { ...SMALL, 'datasources/maps/datasource.yaml': source, 'datasources/maps/maps.yaml': maps };
  const { content } = checkCatalog(memoryFolder(files), OPTIONS);
  const documents = [...renderDocuments(catalogModelOf(content, { serviceUrl: null, environment: {} }))];
  const textOf = (path: string): string =>
    Buffer.from(documents.find((asset) => asset.path === `v1/datasources/maps/${path}`)?.content ?? '').toString();
  const { fragments } = JSON.parse(textOf('index.json')).maps['a.zip'];
  expect(Object.keys(fragments)).toEqual(keys.toSorted());
  // The last one of the same names.
  expect(fragments[keys.at(-2) as string]).toHaveLength(1);
  expect([...textOf('index.xml').matchAll(/<fragment key="(.*?)"/g)].map(([, key]) => key)).toEqual(keys.toSorted());
});

test('a map that is said to be no overlay is as one that says nothing', () => {
  const map =
    'type: vector\nname: New\noverlay: false\nstyle: https://tiles.example.org/style.json\ncopyright: Example\n';
  const { content } = checkCatalog(memoryFolder({ ...SMALL, 'maps/new.yaml': map }), OPTIONS);
  const { maps } = catalogModelOf(content, { serviceUrl: null, environment: {} });
  expect(maps.map((one) => [one.name, 'overlay' in one])).toEqual([['New', false]]);
});
