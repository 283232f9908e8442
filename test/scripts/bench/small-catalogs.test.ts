import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MANY_SMALL, writeOrdinaryCatalog } from '../../../scripts/bench/small-catalogs.ts';
import { temporaryFolder } from '../../support/catalogs.ts';
import { cartalog } from '../../support/cli.ts';

describe.each([
  { name: 'an ordinary catalog', write: writeOrdinaryCatalog, files: 231 },
  { name: '2,000 data sources', write: MANY_SMALL['data sources'], files: 4_001 },
  { name: '2,000 categories', write: MANY_SMALL['categories'], files: 2 },
  { name: '2,000 map servers', write: MANY_SMALL['map servers'], files: 2_001 },
])('$name', ({ write, files }) => {
  test('is as large as it says, and without a problem', async () => {
    const catalog = join(temporaryFolder(), 'catalog');
    write?.(catalog);
    const all = readdirSync(catalog, { recursive: true, withFileTypes: true });
    expect(all.filter((entry) => entry.isFile())).toHaveLength(files);
    const { status, stdout, stderr } = await cartalog(['check', '--catalog', catalog]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/ 0 errors, 0 warnings/);
  });
});
