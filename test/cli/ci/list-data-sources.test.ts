import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listDataSources } from '../../../cli/ci/list-data-sources.ts';
import { WorkflowError } from '../../../commands/ci/github-api.ts';
import { SMALL, temporaryFolder, writeFiles } from '../../support/catalogs.ts';

/** A checkout with a catalog, and the environment of a step in it. */
function step(wanted: string): { folder: string; output: string; list: () => string } {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), SMALL);
  const output = join(folder, 'output');
  const context = { env: { GITHUB_OUTPUT: output, DATASOURCE: wanted }, fetch };
  return { folder, output, list: () => listDataSources(context, folder) };
}

test.each([
  ['', 'ids=["empty","maps"]\n', '2 data sources.'],
  ['maps', 'ids=["maps"]\n', '1 data source.'],
])('%j gives %s', (wanted, expected, said) => {
  const { output, list } = step(wanted);
  expect(list()).toBe(said);
  expect(readFileSync(output, 'utf8')).toBe(expected);
});

test('a name that is none is refused, whatever it is', () => {
  const { list } = step('"; rm -rf /');
  expect(list).toThrow(new WorkflowError('There is no data source "\\"; rm -rf /".'));
});
