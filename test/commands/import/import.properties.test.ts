/** What must hold of importing for every catalog. */
import { expect, test } from 'vitest';
import { newFileText } from '../../../build/format/printer.ts';
import { checkCatalog, isSound } from '../../../build/pipeline.ts';
import { type FileKind, matchLayout } from '../../../build/read/layout.ts';
import { memoryFolder } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';
import { ADDRESS, asXmlSays, importedFrom, ONLY_XML } from '../../support/import-from.ts';
import { documentsOf } from '../../support/live-service.ts';
import { nastyCatalog } from '../../support/nasty-catalog.ts';
import { fc } from '../../support/property.ts';

test('what is imported is what is published, whether the service has JSON and XML or only XML', async () => {
  await fc.assert(
    fc.asyncProperty(nastyCatalog, fc.boolean(), async (values, isOnlyXml) => {
      const kindOf = (path: string) => matchLayout(path)?.kind as FileKind;
      const texts = Object.entries(values).map(([path, value]) => [
        path,
        newFileText({ path, kind: kindOf(path) }, value),
      ]);
      const source = memoryFolder(Object.fromEntries(texts));
      // Two paths may look the same by chance.
      fc.pre(isSound(checkCatalog(source, OPTIONS).diagnostics));
      const { plan, files } = await importedFrom(source, isOnlyXml ? ONLY_XML : undefined);
      expect(plan.notes.filter(({ outcome }) => outcome !== 'advice')).toEqual([]);
      const published = documentsOf(source, ADDRESS, isOnlyXml ? asXmlSays : undefined);
      expect(documentsOf(memoryFolder(files), ADDRESS)).toEqual(published);
    }),
    // To look for a smaller catalog would take minutes.
    { numRuns: 15, endOnFailure: true },
  );
});
