/** Observing data sources for proposals. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listDataSources } from '../../../../../commands/repository/ci/proposal/propose-update.ts';
import { WorkflowError } from '../../../../../commands/repository/ci/workflow.ts';
import { type Files, folderWithCatalog, SMALL } from '../../../../support/catalogs.ts';
import { environment } from '../../../../support/cli.ts';
import { taskContext } from '../../../../support/github.ts';
import { ciTask } from '../../../../support/in-process.ts';

const source = (host: string): string => `name: A\nbaseUrl: https://${host}/\ndirectory: a\naction: Copy\n`;
const CATALOG: Files = {
  'datasources/empty/datasource.yaml': source('files.foo.net'),
  'datasources/maps/datasource.yaml': source('maps.foo.net'),
  'datasources/bad/datasource.yaml': 'name: [',
  'datasources/example/datasource.yaml': source('files.example.org'),
  // No data sources: no id, no folder.
  'datasources/.gitkeep': '',
  'datasources/README.md': '',
  'datasources/Maps of mine/datasource.yaml': source('files.foo.net'),
  'datasources/file': '',
};

function step(wanted: string, files = CATALOG) {
  const folder = folderWithCatalog(files);
  const output = join(folder, 'output');
  const context = taskContext({ GITHUB_OUTPUT: output, DATASOURCE: wanted }, folder);
  return {
    output,
    list: () => listDataSources(context),
    run: () => ciTask(['list-data-sources'], context.io.env, folder),
  };
}

test.each([
  ['', CATALOG, 'ids=["bad","empty","example","maps"]\n', '4 data sources.'],
  ['maps', CATALOG, 'ids=["maps"]\n', '1 data source.'],
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

test('of more than GitHub makes jobs of, the first are listed, with a warning', async () => {
  const names = Array.from({ length: 300 }, (_, n) => `source-${n + 100}`);
  const files = Object.fromEntries(names.map((name) => [`datasources/${name}/datasource.yaml`, source('a.foo.net')]));
  const all = step('', files);
  expect((await all.run()).stderr).toBe(
    '::warning title=Not all data sources are observed::GitHub runs at most 256 jobs of a list, and there are 300 data sources. The last 44, from source-356 on, are left out: start the workflow by hand with the id of one of them, or combine data sources.\n300 data sources.\n',
  );
  expect(readFileSync(all.output, 'utf8')).toBe(`ids=${JSON.stringify(names.slice(0, 256))}\n`);
  expect(step('source-399', files).list()).toBe('1 data source.');
});

async function observed(id: string, site = String(SMALL['site.yaml']), more: Files = {}) {
  const folder = folderWithCatalog({ ...SMALL, 'site.yaml': site, ...more });
  const page = join(folder, 'page');
  const outcome = await ciTask(['observe', id, 'result'], environment({ GITHUB_STEP_SUMMARY: page }), folder);
  return { folder, page, ...outcome };
}

test('one of which nothing can be found out has a text that says so, and leaves the catalog as it was', async () => {
  const { folder, page, status, stderr } = await observed('empty');
  expect(status).toBe(0);
  expect(stderr).toContain('empty is skipped: files.example.org is an example host without a server.\n');
  expect(existsSync(join(folder, 'result/failed'))).toBe(false);
  const body = readFileSync(join(folder, 'result/body.md'), 'utf8');
  expect(body).toContain('**Nothing changes for clients.**');
  expect(body.startsWith(readFileSync(page, 'utf8'))).toBe(true);
});

test('a catalog with errors is not asked about', async () => {
  const { folder, status, stderr } = await observed('empty', 'title: [\n');
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/cartalog: ci observe: The catalog cannot be built\.\n$/),
  ]);
  expect(existsSync(join(folder, 'result/body.md'))).toBe(false);
});

test('the lists that a record names are read every night, without options', async () => {
  const lists = `${source('maps.foo.net')}source: { checksums: ["http://127.0.0.1/SHA256SUMS"] }\n`;
  const files = { 'datasources/maps/datasource.yaml': lists, 'datasources/maps/maps.yaml': 'a.map: {}\n' };
  const { folder } = await observed('maps', undefined, files);
  expect(existsSync(join(folder, 'result/failed'))).toBe(true);
  const body = readFileSync(join(folder, 'result/body.md'), 'utf8');
  expect(body).toContain('http://127.0.0.1/SHA256SUMS cannot be read: 127.0.0.1 is not a public address');
  expect(body).toContain('no listing could be read, so 1 file of the catalog is left as before');
});
