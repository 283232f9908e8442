/** What is built from an import of the service that publishes the catalog is byte for byte the same. */
import { expect, test } from 'vitest';
import { catalogFolderAt } from '../../cli/catalog/catalog-folder.ts';
import { memoryFolder } from '../support/catalogs.ts';
import { ADDRESS, importedFrom } from '../support/import-from.ts';
import { documentsOf } from '../support/live-service.ts';
import { OUR_CATALOG } from './our-catalog.ts';

test('the catalog is the same after an import, without a correction', async () => {
  const source = catalogFolderAt(OUR_CATALOG);
  const { plan, files } = await importedFrom(source);
  expect(plan.notes.filter(({ outcome }) => outcome !== 'advice')).toEqual([]);
  expect(documentsOf(memoryFolder(files), ADDRESS)).toEqual(documentsOf(source, ADDRESS));
});
