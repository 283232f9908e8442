/** What is built from an import is byte for byte what was imported. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CatalogFolder } from '../../../build/pipeline.ts';
import { catalogFolder } from '../../../cli/files.ts';
import { writeBenchCatalog } from '../../../scripts/bench/bench-catalog.ts';
import { memoryFolder, SMALL, temporaryFolder } from '../../support/catalogs.ts';
import { ROOT } from '../../support/cli.ts';
import { ADDRESS, importedFrom } from '../../support/import-from.ts';
import { documentsOf } from '../../support/live-service.ts';

const CATALOGS: [string, () => CatalogFolder][] = [
  ['the small catalog', () => memoryFolder(SMALL)],
  ['the golden catalog with every corner', () => catalogFolder(join(ROOT, 'test/golden/corners/input'))],
  ['a fiftieth of the catalog of the benchmark', benchCatalog],
];

function benchCatalog(): CatalogFolder {
  const root = join(temporaryFolder(), 'catalog');
  writeBenchCatalog(root, 0.02);
  return catalogFolder(root);
}

/** The documents without those of some renditions. */
function without(documents: ReadonlyMap<string, string>, left: RegExp): Map<string, string> {
  return new Map([...documents].filter(([path]) => !left.test(path)));
}

describe.each(CATALOGS)('%s', (_, open) => {
  test('is the same after an import, without a correction', async () => {
    const source = open();
    const { plan, files } = await importedFrom(source);
    expect(plan.notes.filter(({ outcome }) => outcome !== 'advice')).toEqual([]);
    expect(documentsOf(memoryFolder(files), ADDRESS)).toEqual(documentsOf(source, ADDRESS));
  });

  test('is the same from a service that has only XML', async () => {
    const source = open();
    const { plan, files } = await importedFrom(source, (path) =>
      path.includes('format=xml') ? null : { status: 406 },
    );
    expect(plan.notes.filter(({ outcome }) => outcome !== 'advice')).toEqual([]);
    expect(documentsOf(memoryFolder(files), ADDRESS)).toEqual(documentsOf(source, ADDRESS));
  });

  test('has the same JSON from a service that has only JSON', async () => {
    const source = open();
    const { plan, files } = await importedFrom(source, (path) =>
      path.includes('format=xml') ? { status: 404 } : null,
    );
    expect(plan.notes.filter(({ outcome }) => outcome !== 'advice')).toEqual([]);
    const json = (folder: CatalogFolder): Map<string, string> => without(documentsOf(folder, ADDRESS), /\.xml$/);
    expect(json(memoryFolder(files))).toEqual(json(source));
  });
});

test('the requests are few: two a data source, and the lists of categories and editions for all of them', async () => {
  const { paths } = await importedFrom(memoryFolder(SMALL));
  expect(paths).toEqual([
    '/v1/',
    '/v1/mapservers/',
    '/v1/overlayservers/',
    '/v1/datasources/',
    '/v1/categories/',
    '/v1/editions/',
    '/v1/datasources/empty/',
    '/v1/datasources/maps/',
    '/v1/datasources/empty/?format=xml&includeSource=true',
    '/v1/datasources/maps/?format=xml&includeSource=true',
    '/v1/categories/?format=xml',
    '/v1/editions/?format=xml',
  ]);
});

test('the files are in the form of the catalog, and say what the documents do not', async () => {
  const { files } = await importedFrom(memoryFolder(SMALL));
  expect(Object.keys(files)).toEqual(Object.keys(SMALL).sort());
  expect(files['datasources/maps/datasource.yaml']).toBe(
    '# yaml-language-server: $schema=../../../schemas/catalog/datasource.json\nname: Maps\nbaseUrl: https://files.example.org/maps/\ndirectory: maps/test\naction: Extract\nmaxAge: 7200\nsource:\n  url: https://files.example.org/maps/\n  level: 1\n  include: ["*.zip"]\n',
  );
});
