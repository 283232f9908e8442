import { describe, expect, test } from 'vitest';
import { tryMerge } from '../../../../../commands/repository/ci/pull-request/try-merge.ts';
import { type Files, SMALL } from '../../../../support/catalogs.ts';
import { git } from '../../../../support/git.ts';
import { taskContext } from '../../../../support/github.ts';
import { HostedPull } from '../../../../support/hosted.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const RENAMED: Files = { 'mapservers/one.yaml': ONE.replace('Server one', 'Server number one') };

describe('merging a pull request', () => {
  test('gives what a real merge gives', async () => {
    const hosted = new HostedPull(RENAMED);
    // Main has gone on, in the same file too.
    hosted.moveMain({ 'catalog/mapservers/one.yaml': ONE.replace('maxZoom: 19', 'maxZoom: 18') });
    const merge = await hosted.merge();
    hosted.origin.git('merge', '--quiet', '--no-ff', '-m', 'x', 'topic');
    const tree = git(hosted.checkout, ['rev-parse', `${merge.outcome === 'merged' ? merge.commit : ''}^{tree}`]);
    expect(tree.trim()).toBe(hosted.read('rev-parse', 'main^{tree}'));
    expect(merge).toMatchObject({ outcome: 'merged', elsewhere: [] });
  });

  test('of a file that main has changed in the same place is a conflict', async () => {
    const hosted = new HostedPull(RENAMED);
    hosted.moveMain({ 'catalog/mapservers/one.yaml': ONE.replace('Server one', 'Main') });
    expect(await hosted.merge()).toMatchObject({ outcome: 'conflict', files: ['catalog/mapservers/one.yaml'] });
  });

  test('asks nobody for commits that are there', async () => {
    const hosted = new HostedPull(RENAMED);
    git(hosted.checkout, ['fetch', '--quiet', 'origin', '+refs/pull/7/head:refs/pull/7/head']);
    git(hosted.checkout, ['remote', 'set-url', 'origin', 'https://nowhere.invalid/']);
    expect((await hosted.merge()).outcome).toBe('merged');
  });

  test('takes no other commit than the one that the run was about', async () => {
    const hosted = new HostedPull(RENAMED);
    expect(await hosted.merge(hosted.read('rev-parse', 'main'))).toEqual({ outcome: 'moved' });
  });

  test.each([
    ['PULL_REQUEST', '7/head:refs/heads/main'],
    ['PULL_REQUEST', '--upload-pack=x'],
    ['HEAD_COMMIT', 'main'],
    ['HEAD_COMMIT', '--help'],
  ])('refuses %s=%s', async (name, value) => {
    const env = { PULL_REQUEST: '7', HEAD_COMMIT: 'f'.repeat(40), GITHUB_OUTPUT: 'x', [name]: value };
    await expect(tryMerge(taskContext(env), 'out')).rejects.toThrow(/is not the n/);
  });

  test('says why git has not merged', async () => {
    const hosted = new HostedPull((origin) => {
      origin.git('checkout', '--quiet', '--orphan', 'unrelated');
      origin.git('commit', '--quiet', '--message', 'x');
      origin.git('branch', '--force', 'topic');
    });
    expect(await hosted.merge()).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('unrelated histories'),
    });
  });
});
