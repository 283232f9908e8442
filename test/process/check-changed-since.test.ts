/** `cartalog check --changed-since` reports what a change concerns, and loses no error. */

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

interface Case {
  readonly what: string;
  /** The catalog on main. */
  readonly base?: Files;
  /** Changes the catalog on a branch. */
  readonly change: (repository: Repository) => void;
  /** `file code` of each finding that is reported. */
  readonly listed: readonly string[];
  /** Errors that are only counted. */
  readonly unlisted?: number;
  /** How many files changed. */
  readonly files: number;
}

const CASES: readonly Case[] = [
  { what: 'nothing', change: () => {}, listed: [], files: 0 },
  {
    what: 'an error in a changed file, not committed',
    change: (repository) => repository.write({ 'mapservers/one.yaml': BAD }),
    listed: ['mapservers/one.yaml unknown-placeholder'],
    files: 1,
  },
  {
    what: 'an error in a changed file, committed',
    change(repository) {
      repository.write({ 'mapservers/one.yaml': BAD });
      repository.commit();
    },
    listed: ['mapservers/one.yaml unknown-placeholder'],
    files: 1,
  },
  {
    what: 'an error in a new file that git does not know yet',
    change: (repository) => repository.write({ 'mapservers/neu.yaml': BAD.replace('id: One', 'id: Ä') }),
    listed: ['mapservers/neu.yaml unknown-placeholder'],
    files: 1,
  },
  {
    what: 'a name beyond ASCII',
    change: (repository) =>
      repository.write({ 'mapservers/größe 1.yaml': ONE.replace('id: One', 'id: Ä').replace('a.', 'c.') }),
    listed: ['mapservers/größe 1.yaml bad-file-name'],
    files: 1,
  },
  {
    what: 'a file that is renamed',
    base: { ...SMALL, 'mapservers/one.yaml': BAD },
    change(repository) {
      repository.rename('mapservers/one.yaml', 'mapservers/uno.yaml');
      repository.commit();
    },
    listed: ['mapservers/uno.yaml unknown-placeholder'],
    files: 2,
  },
  {
    what: 'an edition that names a data source that is deleted',
    change: (repository) => repository.remove('datasources/maps'),
    listed: ['editions/offline.yaml unknown-datasource'],
    files: 2,
  },
  {
    what: 'a needed file that is deleted',
    change: (repository) => repository.remove('datasources/maps/datasource.yaml'),
    listed: ['datasources/maps/datasource.yaml missing-file'],
    files: 1,
  },
  {
    what: 'an id that is taken, where the file that had it comes later',
    change: (repository) => repository.write({ 'mapservers/a.yaml': ONE }),
    listed: ['mapservers/a.yaml duplicate-id'],
    files: 1,
  },
  {
    what: 'errors that were there before are counted, not listed',
    base: { ...SMALL, 'mapservers/one.yaml': BAD },
    change: (repository) =>
      repository.write({ 'overlayservers/two.yaml': `${SMALL['overlayservers/two.yaml']}a: b\n` }),
    listed: ['overlayservers/two.yaml unknown-key'],
    unlisted: 1,
    files: 1,
  },
  {
    what: 'errors that were there before make the status 1 on their own',
    base: { ...SMALL, 'mapservers/one.yaml': BAD },
    change: (repository) => repository.write({ 'overlayservers/two.yaml': `${SMALL['overlayservers/two.yaml']}\n` }),
    listed: [],
    unlisted: 1,
    files: 1,
  },
  {
    what: 'since one of several commits that two branches have in common',
    change(repository) {
      repository.write({ 'site.yaml': `${SMALL['site.yaml']}# edit\n` });
      repository.commit();
      repository.git('checkout', '--quiet', 'main');
      repository.write({ 'categories.yaml': `${SMALL['categories.yaml']}# main\n` });
      repository.commit();
      repository.git('merge', '--quiet', '--no-edit', 'edit');
      repository.git('checkout', '--quiet', 'edit');
      repository.git('merge', '--quiet', '--no-edit', 'main~1');
      repository.write({ 'mapservers/one.yaml': BAD });
    },
    listed: ['mapservers/one.yaml unknown-placeholder'],
    files: 2,
  },
  {
    what: 'nothing of what the other branch changes',
    change(repository) {
      repository.git('checkout', '--quiet', 'main');
      repository.write({ 'mapservers/one.yaml': BAD });
      repository.commit();
      repository.git('checkout', '--quiet', 'edit');
    },
    listed: [],
    files: 0,
  },
];

describe('reports what a change concerns:', () => {
  test.each(CASES)('$what', async ({ base, change, listed, unlisted = 0, files }) => {
    const repository = new Repository(base ?? SMALL);
    repository.git('checkout', '--quiet', '-b', 'edit');
    change(repository);
    const { status, stdout } = await check(repository, 'main', '--format', 'json');
    const report = JSON.parse(stdout);
    expect(validators['check']?.(report)).toBe(true);
    expect(
      report.diagnostics.map(
        ({ file, code }: { file: string; code: string }) => `${file.replace('catalog/', '')} ${code}`,
      ),
    ).toEqual(listed);
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
      ONE.replace('id: One', `id: ${id}`).replace('a.example.org, b', id).replace('.png', `?$\{${variable}}`);
    const repository = new Repository({
      ...SMALL,
      'site.yaml': `${SMALL['site.yaml']}accessTokens: [A_KEY, C_KEY]\n`,
      'mapservers/a.yaml': server('a', 'A_KEY'),
      'mapservers/b.yaml': server('b', 'A_KEY'),
    });
    repository.write({
      'mapservers/b.yaml': `${server('b', 'A_KEY')}# New\n`,
      'mapservers/c.yaml': ONE.replace('One', 'C').replace('a.example', 'c.example'),
    });
    const changed = await check(repository, 'HEAD');
    expect(changed.stdout).toMatch(/^catalog\/mapservers\/b\.yaml:6:13 warning unset-token .* A_KEY .*\n$/);
    repository.commit();
    repository.write({ 'mapservers/c.yaml': server('c', 'C_KEY') });
    const added = await check(repository, 'HEAD');
    expect(added.stdout).toMatch(/^catalog\/mapservers\/c\.yaml:6:13 warning unset-token .* C_KEY .*\n$/);
    expect(added.stderr).toContain('Not listed, because their files did not change: 0 errors, 1 warning');
  });

  test('from inside the catalog folder', async () => {
    const repository = new Repository(SMALL);
    repository.write({ 'mapservers/one.yaml': BAD });
    const args = ['check', '--catalog', '.', '--changed-since', 'HEAD'];
    const { stdout } = await cartalog(args, { cwd: `${repository.path}/catalog`, env: GIT_ENVIRONMENT });
    expect(stdout).toMatch(/^mapservers\/one\.yaml:6:13 error/);
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
