/** The check of a change, in a checkout as the workflow has it: the change is one commit on top of its base. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Files, folderWithCatalog, SMALL, temporaryFolder, writeFiles } from '../../../../support/catalogs.ts';
import { environment, ROOT } from '../../../../support/cli.ts';
import { commitAll, git } from '../../../../support/git.ts';
import { type CommandOutcome, ciTask, inProcess } from '../../../../support/in-process.ts';

const ONE = String(SMALL['mapservers/one.yaml']);

async function checked(change: Files, remove: readonly string[] = []): Promise<CommandOutcome & { page: string }> {
  const folder = folderWithCatalog();
  writeFiles(folder, { '.gitignore': '/base*\n/change\n/page\n.dist*\n' });
  expect(await inProcess(['format'], folder)).toMatchObject({ status: 0 });
  commitAll(folder, '2026-11-19T00:00:00Z');
  writeFiles(folder, change);
  for (const path of remove) rmSync(join(folder, path));
  commitAll(folder, '2026-11-20T00:00:00Z');
  const page = join(folder, 'page');
  const outcome = await ciTask(['check'], environment({ GITHUB_STEP_SUMMARY: page }), folder);
  return { ...outcome, page: existsSync(page) ? readFileSync(page, 'utf8') : '' };
}

const NEW = `# yaml-language-server: $schema=../../schemas/catalog/tileserver.json\n${ONE.replace('id: One', 'id: New').replaceAll('example.org', 'new.example.org')}`;

test('the sites that are compared are no files of a repository', () => {
  const folder = temporaryFolder();
  git(folder, ['init', '--quiet']);
  writeFiles(folder, { '.gitignore': readFileSync(join(ROOT, 'commands/templates/_gitignore'), 'utf8') });
  const code = readFileSync(join(ROOT, 'commands/repository/ci/pull-request/review-change.ts'), 'utf8');
  const sites = [...code.matchAll(/'([\w-]+-site)'/g)].map(([, name = '']) => name);
  expect(sites).toContain('changed-site');
  expect(
    git(folder, ['check-ignore', '--', ...sites])
      .trim()
      .split('\n'),
  ).toEqual(sites);
});

describe('a change', () => {
  test('that is good is said to be so, with what clients will see', async () => {
    const { status, stderr, stdout, page } = await checked({ 'catalog/mapservers/new.yaml': NEW });
    expect([status, stderr.endsWith('The change can be merged.\n')]).toEqual([0, true]);
    expect(stdout).toContain('map server New');
    expect(page).toBe(stdout);
  });

  test('with errors has them as annotations, and is not built', async () => {
    const { status, stderr, stdout, page } = await checked({ 'catalog/mapservers/one.yaml': 'id: One\n' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=catalog\/mapservers\/one\.yaml,line=1,/m);
    const annotations = stdout.split('\n').filter((line) => line.startsWith('::'));
    expect(annotations).toEqual([...new Set(annotations)]);
    expect(stderr).toContain('ci check: 1 problem: the catalog has errors.');
    expect(stderr).not.toContain('in the form');
    expect(page).toContain('catalog/mapservers/one.yaml: ');
    expect(page.match(/^ {2}1:1 error missing-key /gm)).toHaveLength(6);
  });

  test.each<[string, Files, Files]>([
    ['that cannot be read', { 'catalog/mapservers/one.yaml': 'id: [\n' }, {}],
    ['in the wrong place', { 'catalog/mapservers/deep/er.yaml': ONE }, {}],
    [
      'beside one that is not in the form',
      { 'catalog/mapservers/one.yaml': 'id: [\n' },
      { 'catalog/mapservers/new.yaml': NEW.replace('id: New', 'id:  New') },
    ],
  ])('with a file %s is annotated once, and its form is not judged', async (_, broken, unformed) => {
    const { status, stderr, stdout } = await checked({ ...broken, ...unformed });
    const [path = ''] = Object.keys(broken);
    const found = stdout.match(/^::error .*/gm) ?? [];
    expect(status).toBe(1);
    expect(found.filter((line) => line.includes(`file=${path},`))).toHaveLength(1);
    expect(found).toHaveLength(1 + Object.keys(unformed).length);
    const problems =
      Object.keys(unformed).length === 0
        ? '1 problem: the catalog has errors.'
        : '2 problems: the catalog has errors; files are not in the form of the catalog.';
    expect(stderr).toContain(`ci check: ${problems}`);
    expect(stderr.includes('nothing to change')).toBe(Object.keys(unformed).length === 0);
  });

  test('of more than records is compared with what the program before it builds', async () => {
    // The program of this base builds nothing; that it is asked is what counts here.
    const lock = { lockfileVersion: 3, name: 'x', requires: true, packages: { '': { name: 'x' } } };
    const folder = folderWithCatalog();
    writeFiles(folder, {
      '.gitignore': '/base*\n/change\n.dist*\nnode_modules\n',
      'package.json': '{ "name": "x", "scripts": { "build": "echo asked >&2; exit 1" } }',
      'package-lock.json': JSON.stringify(lock),
    });
    await inProcess(['format'], folder);
    commitAll(folder, '2026-11-19T00:00:00Z');
    writeFiles(folder, { _headers: '# new\n' });
    commitAll(folder, '2026-11-20T00:00:00Z');
    const { status, stderr } = await ciTask(['check'], environment(), folder);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('npm run --silent build failed in the commit before the change: asked'),
    ]);
  });
});

test('outside of a checkout, it says so in one line', async () => {
  const folder = folderWithCatalog();
  const { status, stderr } = await ciTask(['check'], environment(), folder);
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^cartalog: [^\n]+\n$/)]);
});
