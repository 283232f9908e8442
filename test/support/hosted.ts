/** A repository as GitHub hosts it, and a checkout of its main in which a workflow runs. */
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readCommitFolder } from '../../cli/git/commit-folder.ts';
import { MERGE_FILE, type Merge } from '../../commands/repository/ci/pull-request/merge-result.ts';
import { tryMerge } from '../../commands/repository/ci/pull-request/try-merge.ts';
import { type Files, SMALL, temporaryFolder, writeFiles } from './catalogs.ts';
import { configure, git, Repository } from './git.ts';
import { taskContext } from './github.ts';

/** Checkouts that were cloned, by their catalog: a copy takes less than a clone. They go with the run. */
const cloned = new Map<string, string>();

/** Git does not tidy up by itself, which takes processes. */
const UNTENDED = { 'gc.auto': '0', 'receive.autogc': 'false', 'maintenance.auto': 'false' };

export class HostedCatalog {
  readonly origin: Repository;
  readonly checkout = join(temporaryFolder(), 'checkout');

  constructor(catalog: Files) {
    this.origin = new Repository(catalog);
    const key = JSON.stringify(catalog);
    const known = cloned.get(key) ?? mkdtempSync(join(tmpdir(), 'cartalog-clone-'));
    if (!cloned.has(key)) {
      git(known, ['clone', '--quiet', this.origin.path, '.']);
      git(known, ['config', '--unset', 'remote.origin.url']);
    }
    cloned.set(key, known);
    cpSync(known, this.checkout, { recursive: true });
    configure(this.origin.path, UNTENDED);
    configure(this.checkout, { ...UNTENDED, 'remote.origin.url': this.origin.path });
  }

  read(...args: string[]): string {
    return git(this.origin.path, args).trim();
  }

  /** The commit of a branch; empty where there is no such branch. */
  branch(name: string): string {
    return this.read('for-each-ref', '--format=%(objectname)', `refs/heads/${name}`);
  }

  /** Commits a change of the catalog on a branch of the repository, which is made if it is not there. */
  commitOn(branch: string, change: Files | ((origin: Repository) => void)): void {
    this.origin.git('checkout', '--quiet', ...(this.branch(branch) === '' ? ['-b'] : []), branch);
    if (typeof change === 'function') change(this.origin);
    else this.origin.write(change);
    this.origin.commit();
    this.origin.git('checkout', '--quiet', '--force', 'main');
  }

  change(files: Files): void {
    writeFiles(this.checkout, files);
  }

  moveMain(files: Files): void {
    writeFiles(this.origin.path, files);
    this.origin.commit();
    git(this.checkout, ['fetch', '--quiet', 'origin']);
    git(this.checkout, ['reset', '--quiet', '--hard', 'origin/main']);
  }
}

/** A repository with the pull request 7, and a checkout of its main, which does not have the commits of that. */
export class HostedPull extends HostedCatalog {
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
