/** What has changed since a commit, by what git says of it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChanges } from '../../../../commands/catalog/check/changes.ts';
import { git, Repository } from '../../../support/git.ts';

const changesIn = (repository: Repository, ref: string) => readChanges(join(repository.path, 'catalog'), ref);

test('files of the branch and of the folder are listed, and not those of the other branch', async () => {
  const repository = new Repository({ 'a.yaml': '1', 'b.yaml': '1', 'c.yaml': '1' });
  const begin = git(repository.path, ['rev-parse', 'HEAD']).trim();
  repository.git('checkout', '--quiet', '-b', 'change');
  repository.write({ 'a.yaml': '2' });
  repository.commit();
  repository.git('checkout', '--quiet', 'main');
  repository.write({ 'c.yaml': '2' });
  repository.commit();
  repository.git('checkout', '--quiet', 'change');
  repository.remove('b.yaml');
  repository.write({ 'editions/new one.yaml': '1' });
  const { ref, commit, files, before } = await changesIn(repository, 'main');
  expect({ ref, commit, files: [...files].sort() }).toEqual({
    ref: 'main',
    commit: begin,
    files: ['a.yaml', 'b.yaml', 'editions/new one.yaml'],
  });
  expect(Buffer.from((await before()).read('a.yaml')).toString()).toBe('1');
});

test('of several commits that two branches have in common, one counts', async () => {
  const repository = new Repository({ 'a.yaml': '1', 'b.yaml': '1' });
  repository.git('checkout', '--quiet', '-b', 'change');
  repository.write({ 'a.yaml': '2' });
  repository.commit();
  repository.git('checkout', '--quiet', 'main');
  repository.write({ 'b.yaml': '2' });
  repository.commit();
  repository.git('merge', '--quiet', '--no-edit', 'change');
  repository.git('checkout', '--quiet', 'change');
  repository.git('merge', '--quiet', '--no-edit', 'main~1');
  repository.write({ 'c.yaml': '1' });
  const bases = git(repository.path, ['merge-base', '--all', 'main', 'HEAD']).trim().split('\n');
  expect(bases).toHaveLength(2);
  const { commit, files } = await changesIn(repository, 'main');
  expect(bases[0]).toBe(commit);
  expect(files.has('c.yaml')).toBe(true);
  expect(files.has('a.yaml') !== files.has('b.yaml')).toBe(true);
});
