import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listDataSources } from '../../../cli/ci/list-data-sources.ts';
import { WorkflowError } from '../../../commands/ci/github-api.ts';
import { type Files, temporaryFolder, writeFiles } from '../../support/catalogs.ts';

const source = (host: string): string => `name: A\nbaseUrl: https://${host}/\ndirectory: a\naction: Copy\n`;
const CATALOG: Files = {
  'datasources/empty/datasource.yaml': source('files.foo.net'),
  'datasources/maps/datasource.yaml': source('maps.foo.net'),
  'datasources/bad/datasource.yaml': 'name: [',
  'datasources/example/datasource.yaml': source('files.example.org'),
};
const EXAMPLE = 'example is an example, and is not asked: nobody has a server at files.example.org.\n';

/** A checkout with a catalog, and the environment of a step in it. */
function step(wanted: string, files = CATALOG): { folder: string; output: string; list: () => string } {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), files);
  const output = join(folder, 'output');
  const context = { env: { GITHUB_OUTPUT: output, DATASOURCE: wanted }, fetch };
  return { folder, output, list: () => listDataSources(context, folder) };
}

test.each([
  ['', CATALOG, 'ids=["bad","empty","maps"]\n', `${EXAMPLE}3 data sources.`],
  ['maps', CATALOG, 'ids=["maps"]\n', '1 data source.'],
  ['example', CATALOG, 'ids=[]\n', `${EXAMPLE}0 data sources.`],
  ['', {}, 'ids=[]\n', '0 data sources.'],
])('%j gives, of %o, %s', (wanted, files, expected, said) => {
  const { output, list } = step(wanted, files);
  expect(list()).toBe(said);
  expect(readFileSync(output, 'utf8')).toBe(expected);
});

test('a name that is none is refused, whatever it is', () => {
  const { list } = step('"; rm -rf /');
  expect(list).toThrow(new WorkflowError('There is no data source "\\"; rm -rf /".'));
});
