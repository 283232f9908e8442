/** Observing one data source for a proposal. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { environment } from '../../support/cli.ts';
import { ciTask } from '../../support/in-process.ts';

/** A checkout of a catalog, in which a data source is observed. */
async function observed(id: string, site = String(SMALL['site.yaml'])) {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), { ...SMALL, 'site.yaml': site });
  const page = join(folder, 'page');
  const outcome = await ciTask(['observe', id, 'result'], environment({ GITHUB_STEP_SUMMARY: page }), folder);
  return { folder, page, ...outcome };
}

test('one of which nothing can be found out has a text that says so, and leaves the catalog as it was', async () => {
  const { folder, page, status, stderr } = await observed('empty');
  expect(status).toBe(0);
  expect(stderr).toContain('empty is an example, and is not asked: nobody has a server at files.example.org.\n');
  expect(existsSync(join(folder, 'result/failed'))).toBe(false);
  const body = readFileSync(join(folder, 'result/body.md'), 'utf8');
  expect(body).toContain('**Nothing changes for clients.**');
  expect(body.startsWith(readFileSync(page, 'utf8'))).toBe(true);
});

test('one that there is not is named', async () => {
  const { folder, status, stderr } = await observed('nowhere');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^cartalog: .*nowhere/m);
  expect(existsSync(join(folder, 'result/body.md'))).toBe(false);
});

test('a catalog with errors is not asked about', async () => {
  const { folder, status, stderr } = await observed('empty', 'title: [\n');
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/cartalog: ci observe: The catalog cannot be built\.\n$/),
  ]);
  expect(existsSync(join(folder, 'result/body.md'))).toBe(false);
});
