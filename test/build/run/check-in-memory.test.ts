/** What a catalog in memory has, and in which order. */
import { expect, test } from 'vitest';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';

const SOURCE = SMALL['datasources/maps/datasource.yaml'] as string;
const BAD_ENTRY = 'a.map: { checksums: 1 }\n';
/** The hyphen is before the slash in paths, and `a` before `a-b` in ids. */
const FILES = {
  ...SMALL,
  'datasources/a/datasource.yaml': SOURCE,
  'datasources/a/files.yaml': BAD_ENTRY,
  'datasources/a-b/datasource.yaml': SOURCE,
  'datasources/a-b/files.yaml': BAD_ENTRY,
  'providers/unused.yaml': 'name: 1\n',
};

test('the documents are in the order of their paths', () => {
  const { documents, content } = checkCatalog(memoryFolder(FILES), OPTIONS);
  const paths = documents.map(({ file }) => file.path);
  expect(paths).toEqual(paths.toSorted());
  expect(content.of('files').map(({ file }) => file.name)).toEqual(['a-b', 'a']);
});

test('findings about entries are the last, by data source, as in a check that keeps nothing', () => {
  const { diagnostics } = checkCatalog(memoryFolder(FILES), OPTIONS);
  const files = [...new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file))];
  expect(files).toEqual(['providers/unused.yaml', 'datasources/a/files.yaml', 'datasources/a-b/files.yaml']);
});

test('what is invalid is left out, and the rest is kept, though nothing would be published', () => {
  const { documents } = checkCatalog(memoryFolder(FILES), OPTIONS);
  const pruned = documents.filter(({ isPruned }) => isPruned).map(({ file, value }) => [file.path, value]);
  expect(pruned).toEqual([
    ['datasources/a-b/files.yaml', { 'a.map': {} }],
    ['datasources/a/files.yaml', { 'a.map': {} }],
    ['providers/unused.yaml', {}],
  ]);
});
