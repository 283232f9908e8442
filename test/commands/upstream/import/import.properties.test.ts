import { expect, test } from 'vitest';
import { isSound } from '../../../../build/diagnostics/diagnostic.ts';
import { newFileText } from '../../../../build/format/printer.ts';
import { type FileRole, matchCatalogLayout } from '../../../../build/read/layout.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { memoryFolder } from '../../../support/catalogs.ts';
import { OPTIONS } from '../../../support/check.ts';
import { ADDRESS, importedFrom, publishedFrom } from '../../../support/import-from.ts';
import { documentsOf } from '../../../support/live-service.ts';
import { nastyCatalog } from '../../../support/nasty-catalog.ts';
import { fc, timesRuns } from '../../../support/property.ts';

test('what is imported is what is published, and a second import changes nothing', () =>
  fc.assert(
    fc.asyncProperty(nastyCatalog, async (values) => {
      const kindOf = (path: string) => matchCatalogLayout(path)?.role as FileRole;
      const texts = Object.entries(values).map(([path, value]) => [
        path,
        newFileText({ path, role: kindOf(path) }, value),
      ]);
      const source = memoryFolder(Object.fromEntries(texts));
      // Two paths may look the same by chance.
      fc.pre(isSound(checkCatalog(source, OPTIONS).diagnostics));
      const service = publishedFrom(source);
      const { plan, files } = await importedFrom(service);
      expect(plan.notes.filter(({ outcome }) => outcome !== 'advice')).toEqual([]);
      expect(documentsOf(memoryFolder(files), ADDRESS)).toEqual(service.documents);
      expect((await importedFrom(service, () => null, memoryFolder(files))).files).toEqual({});
    }),
    // To look for a smaller catalog would take minutes.
    { numRuns: timesRuns(2), endOnFailure: true },
  ));
