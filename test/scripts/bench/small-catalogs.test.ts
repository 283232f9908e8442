import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MANY_SMALL, writeOrdinaryCatalog } from '../../../scripts/bench/small-catalogs.ts';
import { temporaryFolder } from '../../support/catalogs.ts';
import { cartalog } from '../../support/cli.ts';

describe.each([
  { name: 'an ordinary catalog', write: writeOrdinaryCatalog, files: 231 },
  { name: '100 data sources', write: MANY_SMALL['data sources'], files: 201 },
  { name: '100 categories', write: MANY_SMALL['categories'], files: 2 },
  { name: '100 map servers', write: MANY_SMALL['map servers'], files: 101 },
])('$name', ({ write, files }) => {
  test('is as large as it says, and without a problem', async () => {
    const catalog = join(temporaryFolder(), 'catalog');
    write?.(catalog, 100);
    const all = readdirSync(catalog, { recursive: true, withFileTypes: true });
    expect(all.filter((entry) => entry.isFile())).toHaveLength(files);
    const { status, stdout, stderr } = await cartalog(['check', '--catalog', catalog]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(/ 0 errors, 0 warnings/);
  });
});
