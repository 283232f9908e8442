/** Files that would keep `format` busy if anything in it took more than linear time. */
import { expect, test } from 'vitest';
import { formatCatalogFile } from '../../../build/format/format-file.ts';
import { listCatalogFiles } from '../../../build/read/list-files.ts';
import { findingsInFolder } from '../../../build/report/positions.ts';
import { memoryFolder } from '../../support/catalogs.ts';
import { asText } from '../../support/check.ts';
import { hostile } from '../../support/hostile.ts';
import { HANGS, inTime } from '../../support/in-time.ts';

test('format: 50,000 faults', HANGS, async () => {
  const folder = memoryFolder(hostile('faulty entries', 50_000));
  await inTime(() => {
    const diagnostics = listCatalogFiles(folder).files.flatMap((file) => [
      ...formatCatalogFile(folder, file).diagnostics,
    ]);
    expect(asText(findingsInFolder(folder, diagnostics))).toMatch(/This file has 49,00\d more errors/);
  });
});

test('format: 100,000 comments', HANGS, async () => {
  const folder = memoryFolder(hostile('comments after a tile server', 100_000));
  const file = listCatalogFiles(folder).files.find(({ role }) => role === 'mapserver');
  if (!file) throw new Error('the catalog has no map server');
  await inTime(() => expect(formatCatalogFile(folder, file).formatted?.difference.lines).toHaveLength(12));
});
