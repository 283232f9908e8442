/** What users of the program see of a bad catalog: on disk, in a separate process. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Files, folderWithCatalog, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, type Outcome, ROOT, run } from '../support/cli.ts';
import { treeOf } from '../support/files.ts';
import { cartalog } from '../support/in-process.ts';

describe('check', () => {
  test('links and pipes are reported, not followed', async () => {
    const cwd = folderWithCatalog();
    const catalog = join(cwd, 'catalog');
    writeFiles(cwd, { 'outside/datasource.yaml': 'name: Outside\n', 'outside.yaml': 'id: Outside\n' });
    symlinkSync('../../outside.yaml', join(catalog, 'mapservers', 'outside.yaml'));
    symlinkSync('../../outside', join(catalog, 'datasources', 'outside'));
    symlinkSync('nowhere', join(catalog, 'editions', 'nowhere.yaml'));
    execFileSync('mkfifo', [join(catalog, 'mapservers', 'pipe.yaml')]);
    const { status, stdout } = await cartalog(['check'], { cwd });
    expect(status).toBe(1);
    expect(
      stdout
        .replaceAll(/ {2}.*/g, '')
        .trimEnd()
        .split('\n'),
    ).toEqual([
      'catalog/datasources/outside:1:1 error symbolic-link',
      'catalog/editions/nowhere.yaml:1:1 error symbolic-link',
      'catalog/mapservers/outside.yaml:1:1 error symbolic-link',
      'catalog/mapservers/pipe.yaml:1:1 error special-file',
    ]);
  });

  test('a catalog folder that is itself a link is fine', async () => {
    const cwd = folderWithCatalog();
    renameSync(join(cwd, 'catalog'), join(cwd, 'elsewhere'));
    symlinkSync('elsewhere', join(cwd, 'catalog'));
    expect(await cartalog(['check'], { cwd })).toMatchObject({ status: 0, stdout: '' });
  });

  test.runIf(process.getuid)('a file and a folder that may not be read', async () => {
    const cwd = folderWithCatalog();
    const catalog = join(cwd, 'catalog');
    chmodSync(join(catalog, 'mapservers', 'one.yaml'), 0);
    chmodSync(join(catalog, 'datasources', 'maps'), 0);
    const { status, stdout } = await unprivileged(cwd, ['check']);
    chmodSync(join(catalog, 'datasources', 'maps'), 0o755);
    expect(status).toBe(1);
    expect(stdout).toBe(
      'catalog/datasources/maps:1:1 error unreadable-file  Cannot be read: permission denied\n' +
        'catalog/mapservers/one.yaml:1:1 error unreadable-file  Cannot be read: permission denied\n',
    );
  });
});

test('build with a bad catalog exits with 1 and leaves the site as it was', async () => {
  const server = SMALL['mapservers/one.yaml'] as string;
  const withToken = server.replace('.png', `?k=\${A_KEY}`);
  const listed = { 'site.yaml': `${SMALL['site.yaml']}accessTokens: [A_KEY]\n` };
  const cwd = folderWithCatalog();
  expect(await cartalog(['build'], { cwd })).toMatchObject({ status: 0, stdout: '' });
  const before = siteOf(cwd);
  // A fault that the schema finds, one that a rule finds, files in another form, a stray one, and tokens.
  for (const [code, files] of Object.entries<Files>({
    'out-of-range': { 'mapservers/one.yaml': server.replace('19', '31') },
    'duplicate-id': { 'mapservers/two.yaml': server },
    'yaml-syntax': { 'categories.yaml': '- {\n' },
    'not-utf8': { 'site.yaml': Buffer.from([0xff]) },
    'unexpected-file': { 'notes.txt': 'x' },
    'required-token': { ...listed, 'mapservers/one.yaml': withToken },
    'unlisted-token': { 'mapservers/one.yaml': withToken },
  })) {
    rmSync(join(cwd, 'catalog'), { recursive: true });
    writeFiles(join(cwd, 'catalog'), { ...SMALL, ...files });
    const { status, stdout, stderr } = await cartalog(['build', '--require-tokens'], { cwd });
    expect([code, status, stdout]).toEqual([code, 1, '']);
    expect(stderr).toMatch(new RegExp(`^catalog/\\S+:\\d+:\\d+ error ${code}  `));
    expect(stderr).toMatch(/1 error, 0 warnings\. Nothing was written; dist is as it was\.\n$/);
    expect(siteOf(cwd)).toEqual(before);
  }
});

const siteOf = (cwd: string): [string, string][] => [...treeOf(cwd)].filter(([path]) => !path.startsWith('catalog'));

/** Runs the program as a user to whom permissions apply: `nobody` where the tests run as root. */
async function unprivileged(cwd: string, args: readonly string[]): Promise<Outcome> {
  const nobody = 65_534;
  const id = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  // The checkout may be in a folder that only its owner can read.
  const copy = join(temporaryFolder(), 'program');
  mkdirSync(copy);
  for (const part of ['bin', 'lib', 'package.json']) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  for (const folder of [cwd, copy, join(copy, '..')]) chmodSync(folder, 0o755);
  return run(process.execPath, [join(copy, 'bin', 'cartalog.js'), ...args], { cwd, env: environment(), ...id });
}
