/** `--at`: a catalog as it is in a commit, whatever is on disk. */
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { SMALL } from '../support/catalogs.ts';
import { environment, type Outcome } from '../support/cli.ts';
import { contentOf } from '../support/files.ts';
import { git, Repository } from '../support/git.ts';
import { cartalog } from '../support/in-process.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const TWO_REMOVED = '- { url: /v1/overlayservers/, id: Two, reason: Switched off. }\n';

let repository: Repository;
const program = (...args: string[]): Promise<Outcome> => {
  const env = environment({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', ONE_KEY: 'of-the-shell' });
  return cartalog(args, { cwd: repository.path, env });
};

/** Commits the small catalog as `v1`, then changes what is on disk. */
beforeEach(() => {
  repository = new Repository({
    ...SMALL,
    'site.yaml': `${SMALL['site.yaml']}accessTokens: [ONE_KEY]\n`,
    'mapservers/one.yaml': ONE.replace('.png', `.png?\${ONE_KEY}`),
  });
  repository.git('tag', 'v1');
  const emptyTree = git(repository.path, ['hash-object', '-w', '-t', 'tree', '/dev/null']).trim();
  repository.git('tag', 'bare', git(repository.path, ['commit-tree', emptyTree, '-m', 'x']).trim());
});

describe('cartalog build --at', () => {
  test('builds what a checkout of the commit gives, with its times', async () => {
    const clone = join(repository.path, 'clone');
    repository.git('clone', '--quiet', '.', clone);
    repository.write({ 'mapservers/one.yaml': 'not: [committed', 'new.yaml': '' });
    repository.remove('overlayservers');
    const built = await program('build', '--at', 'v1', '--require-history', '--out', 'at');
    expect(built).toMatchObject({ status: 0, stdout: '' });
    await cartalog(['build', '--catalog', join(clone, 'catalog'), '--out', join(repository.path, 'of-clone')], {
      env: environment(),
    });
    const site = contentOf(join(repository.path, 'at'));
    expect(site).toEqual(contentOf(join(repository.path, 'of-clone')));
    expect(String(site['_headers'])).toContain('Last-Modified: Fri, 02 Jan 2026 03:04:05 GMT');
  });

  test('fills in no access token: whoever made the commit has chosen which ones there are', async () => {
    await program('build', '--out', 'disk');
    await program('build', '--at', 'HEAD', '--out', 'at');
    const list = (site: string): string =>
      String(contentOf(join(repository.path, site))['v1/mapservers/index.json']).replace(/^.*png/, '');
    expect(list('disk')).toMatch(/^\?of-the-shell"/);
    expect(list('at')).toMatch(/^\?ACCESS_TOKEN"/);
  });
});

test('cartalog check --at reports on the commit, and says nothing of committing', async () => {
  repository.write({ 'mapservers/one.yaml': ONE.replace('#{zoom}', '#{z}') });
  expect(await program('check', '--at', 'v1')).toMatchObject({
    status: 0,
    stderr: expect.not.stringContaining('Next:'),
  });
  git(repository.path, ['commit', '--quiet', '--all', '--message', 'x']);
  repository.write(SMALL);
  const { status, stdout } = await program('check', '--at', 'HEAD');
  expect(status).toBe(1);
  expect(stdout).toMatch(/^catalog\/mapservers\/one\.yaml:6:\d+ error unknown-placeholder /);
});

test('cartalog diff --at reads the removals of the commit', async () => {
  await program('build', '--at', 'v1', '--out', 'before');
  repository.remove('overlayservers');
  repository.write({ 'removals.yaml': TWO_REMOVED });
  repository.commit();
  repository.remove('removals.yaml');
  await program('build', '--at', 'HEAD', '--out', 'after');
  const diff = (...args: string[]): Promise<Outcome> =>
    program('diff', 'before', 'after', '--fail-on-breaking', ...args);
  expect((await diff()).status).toBe(1);
  expect(await diff('--at', 'HEAD')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('listed: Switched off.'),
  });
});
