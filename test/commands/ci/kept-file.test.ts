/** A file that is kept on a branch, with a real repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fetchKept, keep } from '../../../commands/ci/kept-file.ts';
import { SMALL, temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { git } from '../../support/git.ts';
import { HostedCatalog } from '../../support/hosted.ts';

const context = { env: { GITHUB_SERVER_URL: 'https://host.example', GITHUB_TOKEN: 'token' }, fetch };

test('it is kept from run to run, in one commit that has no parent and nothing else in it', async () => {
  const hosted = new HostedCatalog(SMALL);
  const folder = temporaryFolder();
  const kept = { branch: 'probe-history', file: join(folder, 'a', 'history.json') };
  const get = () => fetchKept(context, hosted.checkout, kept);
  const put = () => keep(context, hosted.checkout, kept);
  expect(await get()).toBe('There is no branch probe-history yet.');
  expect(existsSync(kept.file)).toBe(false);
  expect(await put()).toBe('There is no history.json to keep.');
  for (const text of ['{"ü": 1}\n', '{"ü": 2}\n']) {
    writeFiles(folder, { 'a/history.json': text });
    expect(await put()).toBe('Kept history.json on probe-history.');
    writeFiles(folder, { 'a/history.json': '' });
    expect(await get()).toBe('Got history.json from probe-history.');
    expect(readFileSync(kept.file, 'utf8')).toBe(text);
  }
  expect(await put()).toBe('history.json has not changed.');
  expect(hosted.read('rev-list', '--count', 'probe-history')).toBe('1');
  expect(hosted.read('ls-tree', '-r', '--name-only', 'probe-history')).toBe('history.json');
  expect(git(hosted.checkout, ['status', '--porcelain'])).toBe('');
});

test('where git fails, no run begins anew', async () => {
  const hosted = new HostedCatalog(SMALL);
  git(hosted.checkout, ['remote', 'set-url', 'origin', join(hosted.checkout, 'nowhere')]);
  const kept = { branch: 'probe-history', file: join(temporaryFolder(), 'history.json') };
  await expect(fetchKept(context, hosted.checkout, kept)).rejects.toThrow('git ls-remote: ');
});
