/** What must hold of importing for every catalog. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCatalog, isSound } from '../../../build/pipeline.ts';
import { plainYaml } from '../../../commands/format/format.ts';
import { memoryFolder } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';
import { ADDRESS, importedFrom } from '../../support/import-from.ts';
import { documentsOf } from '../../support/live-service.ts';
import { nastyCatalog } from '../../support/nasty-catalog.ts';

test('what is imported is what is published, whether the service has JSON and XML or one of them', async () => {
  const answers = [() => null, (path: string) => (path.includes('format=xml') ? null : { status: 404 })];
  await fc.assert(
    fc.asyncProperty(nastyCatalog, fc.constantFrom(...answers), async (values, answering) => {
      const texts = Object.entries(values).map(([path, value]) => [path, plainYaml(value)]);
      const source = memoryFolder(Object.fromEntries(texts));
      // Two paths may look the same by chance.
      fc.pre(isSound(checkCatalog(source, OPTIONS).diagnostics));
      const { plan, files } = await importedFrom(source, answering);
      expect(plan.notes.filter(({ outcome }) => outcome !== 'advice')).toEqual([]);
      expect(documentsOf(memoryFolder(files), ADDRESS)).toEqual(documentsOf(source, ADDRESS));
    }),
    { numRuns: 60 },
  );
}, 60_000);
