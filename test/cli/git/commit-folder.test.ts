/** A catalog folder as it is in a commit, in real repositories. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { openCatalogAt, readCommitFolder, resolveCommit } from '../../../cli/git/commit-folder.ts';
import type { Io } from '../../../cli/terminal/io.ts';
import { COMMIT_LIMITS, INPUT_LIMITS } from '../../../contract/base/limits.ts';
import { type Files, SMALL, temporaryFolder } from '../../support/catalogs.ts';
import { git, Repository } from '../../support/git.ts';

const read = (repository: Repository, ref = 'HEAD'): Promise<CatalogFolder> =>
  readCommitFolder(join(repository.path, 'catalog'), git(repository.path, ['rev-parse', ref]).trim());

function contentsOf(folder: CatalogFolder): Files {
  const paths = [...folder.entries()].map(({ path }) => path);
  return Object.fromEntries(paths.map((path) => [path, Buffer.from(folder.read(path)).toString()]));
}

/** A commit of one content under many names, in folders of a thousand, which are one object of git. */
function manyTimes(content: string | Buffer, count: number): Repository {
  const repository = new Repository({ a: content });
  const blob = git(repository.path, ['rev-parse', 'HEAD:catalog/a']).trim();
  const tree = (lines: readonly string[]): string =>
    git(repository.path, ['mktree'], undefined, lines.join('\n')).trim();
  const files = (length: number) => Array.from({ length }, (_, index) => `100644 blob ${blob}\t${index}`);
  const folder = (name: string, id: string): string => `040000 tree ${id}\t${name}`;
  const thousand = tree(files(1000));
  const folders = Array.from({ length: Math.floor(count / 1000) }, (_, index) => folder(`of-${index}`, thousand));
  const root = tree([folder('catalog', tree([...files(count % 1000), ...folders]))]);
  repository.git('update-ref', 'HEAD', git(repository.path, ['commit-tree', root, '-m', 'x']).trim());
  return repository;
}

describe('readCommitFolder', () => {
  test('gives the files of the commit, whatever is on disk', async () => {
    const repository = new Repository({ ...SMALL, 'copy.yaml': String(SMALL['site.yaml']), 'empty.yaml': '' });
    repository.write({ 'site.yaml': 'x', 'new.yaml': 'x' });
    repository.remove('mapservers');
    const folder = await read(repository);
    expect(contentsOf(folder)).toEqual({ ...SMALL, 'copy.yaml': SMALL['site.yaml'], 'empty.yaml': '' });
    expect(folder.size('empty.yaml')).toBe(0);
    expect(folder.size('site.yaml')).toBe(String(SMALL['site.yaml']).length);
  });

  test('gives links as links, and leaves out what begins with a dot', async () => {
    const repository = new Repository({ 'a.yaml': 'a', '.hidden/b.yaml': 'b', 'c/.d.yaml': 'd' });
    symlinkSync('/etc/passwd', join(repository.path, 'catalog', 'link.yaml'));
    repository.commit();
    expect([...(await read(repository)).entries()]).toEqual([
      { path: 'a.yaml', type: 'file' },
      { path: 'link.yaml', type: 'link' },
    ]);
  });

  test.each(['..', '.', '.git'])('leaves out a folder called %s', async (name) => {
    const repository = new Repository({ 'a.yaml': 'a' });
    const tree = (line: string): string => git(repository.path, ['mktree'], undefined, `${line}\n`).trim();
    const inner = git(repository.path, ['rev-parse', 'HEAD:catalog']).trim();
    const root = tree(`040000 tree ${tree(`040000 tree ${inner}\t${name}`)}\tcatalog`);
    repository.git('update-ref', 'refs/heads/odd', git(repository.path, ['commit-tree', root, '-m', 'x']).trim());
    expect([...(await read(repository, 'odd')).entries()]).toEqual([]);
  });

  test('is empty where the commit has no such folder', async () => {
    const repository = new Repository({ 'a.yaml': 'a' });
    repository.git('mv', 'catalog', 'elsewhere');
    repository.git('commit', '--quiet', '--message', 'x');
    execFileSync('mkdir', [join(repository.path, 'catalog')]);
    expect([...(await read(repository)).entries()]).toEqual([]);
  });

  test('only gives the size of a file that is too large', async () => {
    const bytes = INPUT_LIMITS.fileBytes + 1;
    const folder = await read(new Repository({ 'large.yaml': Buffer.alloc(bytes, '\n'), 'small.yaml': 'x' }));
    expect([folder.size('large.yaml'), folder.read('large.yaml').length]).toEqual([bytes, 0]);
    expect(Buffer.from(folder.read('small.yaml')).toString()).toBe('x');
  });

  test('refuses more bytes than the limit, of one object too', async () => {
    const bytes = 1024 * 1024;
    const repository = manyTimes(Buffer.alloc(bytes, '\n'), COMMIT_LIMITS.bytes / bytes + 1);
    await expect(read(repository)).rejects.toThrow(/ has 257 MiB of files; of a commit, /);
  });

  test('refuses more files than the limit', () =>
    expect(read(manyTimes('a', COMMIT_LIMITS.files + 2))).rejects.toThrow(
      /^The catalog in [0-9a-f]{10} has 50,002 files; of a commit, at most 50,000 files with 256 MiB are read\.$/,
    ));
});

describe('the commit that is meant', () => {
  test('is that of a branch, of another commit or of a tag', async () => {
    const repository = new Repository(SMALL);
    repository.git('tag', '--annotate', '--message', 'x', 'v1');
    const commit = git(repository.path, ['rev-parse', 'main']).trim();
    for (const ref of ['main', 'HEAD~0', 'v1']) {
      expect(await resolveCommit(repository.path, ref, '--at')).toBe(commit);
      expect((await openCatalogAt({ cwd: repository.path } as Io, 'catalog', ref)).commit).toBe(commit);
    }
  });

  test('outside of a repository', async () => {
    await expect(resolveCommit(temporaryFolder(), 'main', '--at')).rejects.toThrow(/^--at needs git and its history: /);
    await expect(openCatalogAt({ cwd: temporaryFolder() } as Io, 'catalog', 'main')).rejects.toThrow(
      /^There is no folder/,
    );
  });
});
