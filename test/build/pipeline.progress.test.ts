import { expect, test } from 'vitest';
import { checkCatalog } from '../../build/pipeline.ts';
import { memoryFolder, SMALL } from '../support/catalogs.ts';
import { OPTIONS } from '../support/check.ts';

test('checking reports which file is next', () => {
  const seen: unknown[] = [];
  checkCatalog(memoryFolder(SMALL), OPTIONS, (...step) => seen.push(step));
  const paths = Object.keys(SMALL).sort();
  expect(seen).toEqual(paths.map((path, index) => ['Checking', index, paths.length, path]));
});
