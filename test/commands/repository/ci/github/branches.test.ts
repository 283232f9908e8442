/** Branches that workflows keep, with real repositories and a server that records what git sends. */

import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Checkout, fetchKeptFiles, keepOnBranch } from '../../../../../commands/repository/ci/github/branches.ts';
import { SMALL, temporaryFolder, writeFiles } from '../../../../support/catalogs.ts';
import { startFaultyServer } from '../../../../support/faulty-server.ts';
import { git } from '../../../../support/git.ts';
import { taskContext } from '../../../../support/github.ts';
import { HostedCatalog } from '../../../../support/hosted.ts';

test('the token is sent to the host of the repository, and to no other', async () => {
  const { checkout } = new HostedCatalog(SMALL);
  const [ours, other] = [await startFaultyServer({}), await startFaultyServer({}, { host: '127.0.0.2' })];
  for (const { url } of [ours, other]) {
    git(checkout, ['remote', 'set-url', 'origin', `${url}/us/catalog.git`]);
    const fetching = new Checkout(taskContext({ GITHUB_SERVER_URL: ours.url }, checkout), 's3cret').fetchBranch('x');
    await expect(fetching).rejects.toThrow(/^git ls-remote: (?!.*s3cret)/);
  }
  const sent = ({ requests }: typeof ours) => new Set(requests.map(({ headers }) => headers.authorization));
  expect(sent(ours)).toEqual(new Set([`basic ${Buffer.from('x-access-token:s3cret').toString('base64')}`]));
  expect(sent(other)).toEqual(new Set([undefined]));
});

const contextIn = ({ checkout }: HostedCatalog) =>
  taskContext({ GITHUB_SERVER_URL: 'https://host.example', GITHUB_TOKEN: 'token' }, checkout);

test('it is kept from run to run, in one commit that has no parent and nothing else in it', async () => {
  const hosted = new HostedCatalog(SMALL);
  const folder = temporaryFolder();
  const kept = { branch: 'probe-history', file: join(folder, 'a', 'history.json'), folders: [] };
  const get = () => fetchKeptFiles(contextIn(hosted), kept);
  const put = () => keepOnBranch(contextIn(hosted), kept);
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

test('pictures are kept beside it, and nothing else: no link, and no path that leads elsewhere', async () => {
  const hosted = new HostedCatalog(SMALL);
  const folder = temporaryFolder();
  const kept = { branch: 'probe-history', file: join(folder, 'history.json'), folders: ['pictures'] };
  const picture = 'pictures/mapservers/one.png';
  writeFiles(folder, { 'history.json': '{}\n', [picture]: '\u0089PNG\r\n', 'pictures/notes.txt': 'x' });
  symlinkSync('/etc/passwd', join(folder, 'pictures/mapservers/two.png'));
  const before = readFileSync(join(folder, picture));
  expect(await keepOnBranch(contextIn(hosted), kept)).toBe('Kept history.json, pictures on probe-history.');
  expect(hosted.read('ls-tree', '-r', '--name-only', 'probe-history')).toBe(`history.json\n${picture}`);
  const other = temporaryFolder();
  const there = { ...kept, file: join(other, 'history.json') };
  await fetchKeptFiles(contextIn(hosted), there);
  expect(readFileSync(join(other, picture)).equals(before)).toBe(true);
  rmSync(join(folder, picture));
  await keepOnBranch(contextIn(hosted), kept);
  expect(hosted.read('ls-tree', '-r', '--name-only', 'probe-history')).toBe('history.json');
  expect(hosted.read('rev-list', '--count', 'probe-history')).toBe('1');
});

test('where git fails, no run begins anew', async () => {
  const hosted = new HostedCatalog(SMALL);
  git(hosted.checkout, ['remote', 'set-url', 'origin', join(hosted.checkout, 'nowhere')]);
  const kept = { branch: 'probe-history', file: join(temporaryFolder(), 'history.json'), folders: [] };
  await expect(fetchKeptFiles(contextIn(hosted), kept)).rejects.toThrow('git ls-remote: ');
});
