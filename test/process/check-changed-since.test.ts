import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import validators from '../../contract/generated/reports.validators.cjs';
import { type Files, SMALL } from '../support/catalogs.ts';
import { environment, type Outcome, PROGRAM, run } from '../support/cli.ts';
import { Repository } from '../support/git.ts';
import { cartalog } from '../support/in-process.ts';

/** Git without the settings of the machine. */
const GIT_ENVIRONMENT = environment({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' });

const ONE = String(SMALL['mapservers/one.yaml']);
const BAD = ONE.replace('#{zoom}', '{z}');

function check(repository: Repository, ref: string, ...args: string[]): Promise<Outcome> {
  const cwd = repository.path;
  return cartalog(['check', '--changed-since', ref, ...args], { cwd, env: GIT_ENVIRONMENT });
}

const ON_MAIN = { ...SMALL, 'mapservers/one.yaml': BAD };
const TWO = String(SMALL['overlayservers/two.yaml']);
const write = (files: Files) => (repository: Repository) => repository.write(files);
const remove = (path: string) => (repository: Repository) => repository.remove(path);

/** Commits on main and on the branch, each merged into the other, so that they have several commits in common. */
function crisscross(repository: Repository): void {
  repository.write({ 'site.yaml': `${SMALL['site.yaml']}# edit\n` });
  repository.commit();
  repository.git('checkout', '--quiet', 'main');
  repository.write({ 'categories.yaml': `${SMALL['categories.yaml']}# main\n` });
  repository.commit();
  repository.git('merge', '--quiet', '--no-edit', 'edit');
  repository.git('checkout', '--quiet', 'edit');
  repository.git('merge', '--quiet', '--no-edit', 'main~1');
  repository.write({ 'mapservers/one.yaml': BAD });
}

function commitBad(repository: Repository): void {
  repository.write({ 'mapservers/one.yaml': BAD });
  repository.commit();
}

/** What changes on a branch; how many files that are, `file code` of each finding that is reported, and how many are only counted. */
type Row = [
  what: string,
  change: (repository: Repository) => void,
  files: number,
  listed: string[],
  unlisted?: number,
  base?: Files,
];

describe('reports what a change concerns:', () => {
  test.each<Row>([
    ['nothing', () => {}, 0, []],
    [
      'an error in a changed file, not committed',
      write({ 'mapservers/one.yaml': BAD }),
      1,
      ['mapservers/one.yaml unknown-placeholder'],
    ],
    ['an error in a changed file, committed', commitBad, 1, ['mapservers/one.yaml unknown-placeholder']],
    ['one since one of several commits in common', crisscross, 2, ['mapservers/one.yaml unknown-placeholder']],
    [
      'a new file that git does not know yet, with a name beyond ASCII',
      write({ 'mapservers/größe 1.yaml': ONE.replace('id: One', 'id: Ä').replace('a.example.org, b', 'tiles-c') }),
      1,
      ['mapservers/größe 1.yaml bad-file-name'],
    ],
    [
      'a file that is renamed',
      (repository) => repository.rename('mapservers/one.yaml', 'mapservers/uno.yaml'),
      2,
      ['mapservers/uno.yaml unknown-placeholder'],
      0,
      ON_MAIN,
    ],
    [
      'an edition that names a data source that is deleted',
      remove('datasources/maps'),
      2,
      ['editions/offline.yaml unknown-datasource'],
    ],
    [
      'a needed file that is deleted',
      remove('datasources/maps/datasource.yaml'),
      1,
      ['datasources/maps/datasource.yaml missing-file'],
    ],
    [
      'an id that is taken, where the file that had it comes later',
      write({ 'mapservers/a.yaml': ONE }),
      1,
      ['mapservers/a.yaml duplicate-id'],
    ],
    [
      'errors that were there before are counted, not listed',
      write({ 'overlayservers/two.yaml': `${TWO}a: b\n` }),
      1,
      ['overlayservers/two.yaml unknown-key'],
      1,
      ON_MAIN,
    ],
  ])('%s', async (_, change, files, listed, unlisted = 0, base = SMALL) => {
    const repository = new Repository(base);
    repository.git('checkout', '--quiet', '-b', 'edit');
    change(repository);
    const { status, stdout } = await check(repository, 'main', '--format', 'json');
    const report = JSON.parse(stdout);
    expect(validators['check']?.(report)).toBe(true);
    const found = report.diagnostics.map((one: { file: string; code: string }) => `${one.file} ${one.code}`);
    expect(found).toEqual(listed.map((one) => `catalog/${one}`));
    expect(report.changedSince).toMatchObject({ ref: 'main', files, unlisted: { errors: unlisted, warnings: 0 } });
    expect(status).toBe(listed.length + unlisted > 0 ? 1 : 0);
  });

  test('older errors are named, since they make the check fail', async () => {
    const repository = new Repository({ ...SMALL, 'mapservers/one.yaml': BAD });
    const text = await check(repository, 'HEAD');
    expect(text.stdout).toBe('');
    expect(text.stderr).toContain('were there before (catalog/mapservers/one.yaml)');
    const github = await check(repository, 'HEAD', '--format', 'github');
    expect(github.stdout).toMatch(/^::error title=Older errors::.*catalog\/mapservers\/one\.yaml/);
  });

  test('an access token that is not set is reported to whoever changed a record that needs it', async () => {
    const server = (id: string, variable: string): string =>
      ONE.replace('id: One', `id: ${id}`)
        .replace('a.example.org, b', `tiles-${id}`)
        .replace('.png', `?$\{${variable}}`);
    const repository = new Repository({
      ...SMALL,
      'site.yaml': `${SMALL['site.yaml']}accessTokens: [A_KEY, C_KEY]\n`,
      'mapservers/a.yaml': server('a', 'A_KEY'),
      'mapservers/b.yaml': server('b', 'A_KEY'),
    });
    repository.write({
      'mapservers/b.yaml': `${server('b', 'A_KEY')}# New\n`,
      'mapservers/c.yaml': ONE.replace('One', 'C').replace('a.example.org, b', 'tiles-c'),
    });
    const changed = await check(repository, 'HEAD');
    expect(changed.stdout).toMatch(/^catalog\/mapservers\/b\.yaml:6:13 warning unset-token .* A_KEY .*\n$/);
    repository.commit();
    repository.write({ 'mapservers/c.yaml': server('c', 'C_KEY') });
    const added = await check(repository, 'HEAD');
    expect(added.stdout).toMatch(/^catalog\/mapservers\/c\.yaml:6:13 warning unset-token .* C_KEY .*\n$/);
    expect(added.stderr).toContain('Not listed, because their files did not change: 0 errors, 1 warning');
  });
});

describe('where git has no answer, prints one line and exits with 2:', () => {
  test('branches without a common commit', async () => {
    const repository = new Repository(SMALL);
    repository.git('checkout', '--quiet', '--orphan', 'island');
    repository.write({ 'mapservers/one.yaml': `${ONE}# Elsewhere\n` });
    repository.commit();
    const { status, stderr } = await check(repository, 'main');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^cartalog: HEAD and "main" have no commit in common.*\n$/);
  });

  test('no git', async () => {
    const { path } = new Repository(SMALL);
    const env = { ...GIT_ENVIRONMENT, PATH: dirname(import.meta.filename) };
    const { status, stderr } = await run(process.execPath, [PROGRAM, 'check', '--changed-since', 'HEAD'], {
      cwd: path,
      env,
    });
    expect(status).toBe(2);
    expect(stderr).toBe('cartalog: --changed-since needs git and its history: git is not installed.\n');
  });
});
