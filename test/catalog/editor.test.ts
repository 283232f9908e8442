/** Editors find the schema of every file of the catalog. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaLine } from '../../build/format/printer.ts';
import { listFiles } from '../../build/read/read.ts';
import { catalogFolder } from '../../cli/files.ts';
import { OUR_CATALOG } from './our-catalog.ts';

test('every file names its schema in the first line', () => {
  const others = listFiles(catalogFolder(OUR_CATALOG)).files.filter(({ path, kind }) => {
    const text = readFileSync(join(OUR_CATALOG, path), 'utf8');
    return !text.startsWith(`${schemaLine(path, kind)}\n`) && path.endsWith('.yaml');
  });
  expect(others.map(({ path }) => path)).toEqual([]);
});
