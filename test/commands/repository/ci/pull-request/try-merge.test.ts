/** Merging the pull request of a fork, with real repositories: one that is GitHub, and a checkout of its main. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCommitFolder } from '../../../../../cli/git/commit-folder.ts';
import { MERGE_FILE, type Merge } from '../../../../../commands/repository/ci/pull-request/merge-result.ts';
import { tryMerge } from '../../../../../commands/repository/ci/pull-request/try-merge.ts';
import { type Files, SMALL, temporaryFolder, writeFiles } from '../../../../support/catalogs.ts';
import { git, Repository } from '../../../../support/git.ts';
import { taskContext } from '../../../../support/github.ts';
import { HostedCatalog } from '../../../../support/hosted.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const RENAMED: Files = { 'mapservers/one.yaml': ONE.replace('Server one', 'Server number one') };

/** A repository with the pull request 7, and a checkout of its main, which does not have the commits of that. */
class Hosted extends HostedCatalog {
  private head = '';

  /** @param change the change of the pull request, on a branch of its own */
  constructor(change: Files | ((origin: Repository) => void)) {
    super(SMALL);
    this.commitOn('topic', change);
    this.propose('topic');
  }

  propose(commit: string): void {
    this.head = this.read('rev-parse', commit);
    this.origin.git('update-ref', 'refs/pull/7/head', this.head);
  }

  async merge(head = this.head): Promise<Merge> {
    const out = join(temporaryFolder(), 'result');
    const output = join(temporaryFolder(), 'output');
    const env = { PULL_REQUEST: '7', HEAD_COMMIT: head, GITHUB_OUTPUT: output };
    const merge = await tryMerge(taskContext(env, this.checkout), out);
    expect(JSON.parse(readFileSync(join(out, MERGE_FILE), 'utf8'))).toEqual(merge);
    const commit = merge.outcome === 'merged' ? merge.commit : '';
    expect(readFileSync(output, 'utf8')).toBe(`outcome=${merge.outcome}\ncommit=${commit}\n`);
    // Whatever it holds, nothing of it is here.
    expect(git(this.checkout, ['status', '--porcelain', '--ignored'])).toBe('');
    expect(readdirSync(this.checkout).sort()).toEqual(['.git', 'catalog']);
    return merge;
  }

  async entriesOf(merge: Merge): Promise<Record<string, string>> {
    if (merge.outcome !== 'merged') throw new Error(JSON.stringify(merge));
    const folder = await readCommitFolder(join(this.checkout, 'catalog'), merge.commit);
    return Object.fromEntries([...folder.entries()].map(({ path, type }) => [path, type]));
  }

  /** Commits a tree that no checkout can have, on top of main. */
  commitTree(tree: string): void {
    this.propose(this.read('commit-tree', tree, '-p', 'main', '-m', 'x'));
  }

  /** Writes a tree from the lines of `git ls-tree`. */
  tree(...lines: string[]): string {
    const input = lines.map((line) => `${line}\n`).join('');
    return git(this.origin.path, ['mktree'], undefined, input).trim();
  }
}

describe('merging a pull request', () => {
  test('gives what a real merge gives', async () => {
    const hosted = new Hosted(RENAMED);
    // Main has gone on, in the same file too.
    hosted.moveMain({ 'catalog/mapservers/one.yaml': ONE.replace('maxZoom: 19', 'maxZoom: 18') });
    const merge = await hosted.merge();
    hosted.origin.git('merge', '--quiet', '--no-ff', '-m', 'x', 'topic');
    const tree = git(hosted.checkout, ['rev-parse', `${merge.outcome === 'merged' ? merge.commit : ''}^{tree}`]);
    expect(tree.trim()).toBe(hosted.read('rev-parse', 'main^{tree}'));
    expect(merge).toMatchObject({ outcome: 'merged', elsewhere: [] });
  });

  test('of a file that main has changed in the same place is a conflict', async () => {
    const hosted = new Hosted(RENAMED);
    hosted.moveMain({ 'catalog/mapservers/one.yaml': ONE.replace('Server one', 'Main') });
    expect(await hosted.merge()).toMatchObject({ outcome: 'conflict', files: ['catalog/mapservers/one.yaml'] });
  });

  test('asks nobody for commits that are there', async () => {
    const hosted = new Hosted(RENAMED);
    git(hosted.checkout, ['fetch', '--quiet', 'origin', '+refs/pull/7/head:refs/pull/7/head']);
    git(hosted.checkout, ['remote', 'set-url', 'origin', 'https://nowhere.invalid/']);
    expect((await hosted.merge()).outcome).toBe('merged');
  });

  test('takes no other commit than the one that the run was about', async () => {
    const hosted = new Hosted(RENAMED);
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
    const hosted = new Hosted((origin) => {
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

describe('of what a fork can put into its commits', () => {
  test('no filter, merge driver or hook of the machine runs, and no text of a file is changed', async () => {
    const hosted = new Hosted((origin) => {
      origin.write(RENAMED);
      writeFiles(origin.path, {
        '.gitattributes': '* filter=evil merge=evil diff=evil\n',
        'catalog/.gitattributes': '* filter=evil merge=evil diff=evil\n',
        'catalog/overlayservers/crlf.yaml': 'a: 1\r\n',
      });
    });
    hosted.moveMain({ 'catalog/mapservers/one.yaml': ONE.replace('maxZoom: 19', 'maxZoom: 18') });
    const folder = temporaryFolder();
    const trace = join(folder, 'trace');
    const program = join(folder, 'program.sh');
    writeFileSync(program, `#!/bin/sh\necho "$@" >> '${trace}'\ncat\n`, { mode: 0o755 });
    for (const name of ['filter.evil.clean', 'filter.evil.smudge', 'merge.evil.driver', 'diff.evil.textconv'])
      git(hosted.checkout, ['config', name, program]);
    const hooks = join(hosted.checkout, '.git', 'hooks');
    mkdirSync(hooks, { recursive: true });
    for (const hook of ['post-checkout', 'post-merge', 'reference-transaction'])
      writeFileSync(join(hooks, hook), readFileSync(program), { mode: 0o755 });
    const merge = await hosted.merge();
    const commit = merge.outcome === 'merged' ? merge.commit : '';
    const catalog = await readCommitFolder(join(hosted.checkout, 'catalog'), commit);
    expect(Buffer.from(catalog.read('overlayservers/crlf.yaml')).toString()).toBe('a: 1\r\n');
    expect(Buffer.from(catalog.read('mapservers/one.yaml')).toString()).toMatch(/Server number one[\s\S]*maxZoom: 18/);
    expect(existsSync(trace) ? readFileSync(trace, 'utf8') : '').toBe('');
    // A checkout of the same would have run them.
    git(hosted.checkout, ['merge', '--quiet', 'refs/pull/7/head']);
    expect(readFileSync(trace, 'utf8')).not.toBe('');
  });

  test('a symbolic link is one, and leads nowhere', async () => {
    const hosted = new Hosted((origin) => {
      execFileSync('ln', ['-s', '/etc/passwd', join(origin.path, 'catalog', 'mapservers', 'link.yaml')]);
      execFileSync('ln', ['-s', '/etc', join(origin.path, 'catalog', 'datasources', 'etc')]);
    });
    expect(await hosted.entriesOf(await hosted.merge())).toMatchObject({
      'mapservers/link.yaml': 'link',
      'datasources/etc': 'link',
    });
  });

  test('the catalog folder itself as a symbolic link is an empty catalog, and is named', async () => {
    const hosted = new Hosted((origin) => {
      execFileSync('mv', [join(origin.path, 'catalog'), join(origin.path, 'moved')]);
      execFileSync('ln', ['-s', 'moved', join(origin.path, 'catalog')]);
    });
    const merge = await hosted.merge();
    expect(merge).toMatchObject({ elsewhere: ['catalog/', 'moved/'] });
    expect(await hosted.entriesOf(merge)).toEqual({});
  });

  test('a submodule is not fetched, has no files, and is named', async () => {
    const hosted = new Hosted((origin) => {
      const module = new Repository({ 'x.yaml': 'x' });
      const commit = git(module.path, ['rev-parse', 'HEAD']).trim();
      writeFiles(origin.path, {
        '.gitmodules': `[submodule "m"]\n\tpath = catalog/mapservers/m\n\turl = ${module.path}\n`,
      });
      origin.git('update-index', '--add', '--cacheinfo', `160000,${commit},catalog/mapservers/m`);
      origin.git('commit', '--quiet', '--message', 'x');
      // Only as a folder it is not taken for removed by the next commit.
      execFileSync('mkdir', ['-p', join(origin.path, 'catalog', 'mapservers', 'm')]);
    });
    const merge = await hosted.merge();
    expect(merge).toMatchObject({ elsewhere: ['.gitmodules', 'catalog/mapservers/m'] });
    expect(Object.keys(await hosted.entriesOf(merge)).filter((path) => path.startsWith('mapservers/'))).toEqual([
      'mapservers/one.yaml',
    ]);
  });

  test.each(['..', '.git', '.'])('a folder called %s is refused when it arrives', async (name) => {
    const hosted = new Hosted(RENAMED);
    const folder = hosted.tree(`040000 tree ${hosted.read('rev-parse', 'main:catalog')}\t${name}`);
    hosted.commitTree(hosted.tree(`040000 tree ${folder}\tcatalog`));
    const { outcome, ...rest } = await hosted.merge();
    expect(outcome).toBe('failed');
    expect(JSON.stringify(rest)).toMatch(/hasDot/);
  });

  test.each(['catalog', 'elsewhere'])(
    'a few objects that are a hundred million files end it at once: %s',
    async (name) => {
      const hosted = new Hosted(RENAMED);
      // Ten folders in each of ten folders, and so on.
      let tree = hosted.read('rev-parse', 'main:catalog/mapservers');
      for (let level = 0; level < 8; level++)
        tree = hosted.tree(...Array.from({ length: 10 }, (_, index) => `040000 tree ${tree}\tfolder-${index}`));
      hosted.commitTree(hosted.tree(`040000 tree ${tree}\t${name}`));
      const start = performance.now();
      expect(await hosted.merge()).toMatchObject({
        outcome: 'failed',
        reason: 'there are too many files, or they are too large',
      });
      // Listing them would take days.
      expect(performance.now() - start).toBeLessThan(60_000);
    },
  );
});
