/**
 * Whatever catalog `check` accepts, what is published of it follows the schemas that are published with it: JSON by ajv,
 * XML by libxml2.
 *
 * FC_RUNS=100 tries a hundred times as many catalogs, FC_SEED others.
 */
import { afterAll, expect, test } from 'vitest';
import { isSound } from '../../../build/diagnostics/diagnostic.ts';
import { catalogModelOf } from '../../../build/model/model.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { anyCatalog, OPTIONAL_FILES } from '../../support/any-catalog.ts';
import { memoryFolder } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';
import { fc, timesRuns } from '../../support/property.ts';
import { renderDocuments } from '../../support/whole-site.ts';
import { PublishedSchemas } from './published-schemas.ts';

const RUNS = timesRuns(15);

const schemas = new PublishedSchemas();
afterAll(() => schemas.dispose());

test(`of ${RUNS} catalogs every document follows its schema`, { timeout: RUNS * 200 + 60_000 }, () => {
  let documents = 0;
  const met = new Map<string, number>();
  fc.assert(
    fc.property(anyCatalog, (files) => {
      const { content, diagnostics } = checkCatalog(memoryFolder(files), OPTIONS);
      fc.pre(isSound(diagnostics));
      for (const file of Object.keys(files)) met.set(file, (met.get(file) ?? 0) + 1);
      for (const document of renderDocuments(catalogModelOf(content, { ...OPTIONS, serviceUrl: null }))) {
        documents++;
        expect(schemas.problemsOf(document)).toEqual([]);
      }
    }),
    { numRuns: RUNS },
  );
  expect(documents).toBeGreaterThan(RUNS * 10);
  // Every kind of file is met, with something in it that is accepted.
  for (const [file] of OPTIONAL_FILES) expect([file, (met.get(file) ?? 0) > RUNS / 20]).toEqual([file, true]);
});
