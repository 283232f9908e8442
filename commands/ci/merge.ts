/**
 * What merging a pull request would give, as a commit that nothing refers to. Nothing of the pull request is checked out,
 * and no code of it runs: git merges objects, with the attributes and settings of the checkout, which is main.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOfKind } from '../../build/pipeline.ts';
import { fieldsOf, gitProblem, PLAIN_DIFF, runGit } from '../../cli/git-process.ts';
import { COMMIT_LIMITS, INPUT_LIMITS } from '../../contract/limits.ts';
import { visible } from '../../contract/text.ts';
import { FETCH_PULL_REQUEST, refOfPullRequest } from './branches.ts';
import {
  CATALOG,
  changedElsewhere,
  changedSettings,
  MERGE_FILE,
  type Merge,
  requireEnv,
  requireNumber,
  type WorkflowContext,
  WorkflowError,
} from './ci.ts';
import { setOutput } from './task-context.ts';

/**
 * Fetches the pull request PULL_REQUEST, which must be at HEAD_COMMIT, and merges it into HEAD. Outputs `outcome` and
 * `commit` to the next steps, and writes the outcome to a folder.
 *
 * @param repository the checkout of main, whose `origin` has the pull request
 * @param out the folder of the result
 * @throws WorkflowError where a variable is missing or wrong
 */
export async function mergePullRequest(context: WorkflowContext, repository: string, out: string): Promise<Merge> {
  const number = requireNumber(context);
  const head = requireEnv(context, 'HEAD_COMMIT');
  if (!/^[0-9a-f]{40}$/.test(head)) throw new WorkflowError('HEAD_COMMIT is not the name of a commit.');
  const merge = await fetchAndMerge(repository, number, head);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, MERGE_FILE), JSON.stringify(merge));
  const commit = merge.outcome === 'merged' ? merge.commit : '';
  setOutput(context, { outcome: merge.outcome, commit });
  return merge;
}

/** What a person who reads the log is told of a merge. */
export function describeMerge(merge: Merge): string {
  switch (merge.outcome) {
    case 'merged':
      return `Merging it into ${merge.base} gives ${merge.commit}.`;
    case 'conflict':
      return `Merging it into ${merge.base} is a conflict.`;
    case 'failed':
      return `It cannot be merged into ${merge.base}: ${visible(merge.reason)}.`;
    case 'moved':
      return 'The pull request has other commits by now; there is nothing to do.';
  }
}

async function fetchAndMerge(repository: string, number: string, head: string): Promise<Merge> {
  const git = async (...args: string[]): Promise<string> => (await runGit(repository, args)).toString('utf8').trim();
  const base = await git('rev-parse', 'HEAD');
  try {
    const ref = refOfPullRequest(number);
    await fetchHead(repository, ref, head);
    if ((await git('rev-parse', ref)) !== head) return { outcome: 'moved' };
    // A few objects can be any number of files. Merging and comparing them takes as much memory; listing does not.
    await runGit(repository, ['ls-tree', '-r', '--name-only', '-z', head], { maxBytes: COMMIT_LIMITS.listing });
    const merged = await mergeTrees(repository, base, head);
    if ('files' in merged) return { outcome: 'conflict', base, files: merged.files };
    const identity = ['-c', 'user.name=Preview', '-c', 'user.email=preview@localhost'];
    const commit = await git(...identity, 'commit-tree', merged.tree, '-p', base, '-p', head, '-m', 'Merge');
    const elsewhere = await elsewhereIn(repository, base, commit);
    const settings = changedSettings(await readSettings(repository, base), await readSettings(repository, commit));
    return { outcome: 'merged', base, commit, elsewhere, settings };
  } catch (error) {
    return { outcome: 'failed', base, reason: gitProblem(error as Error) };
  }
}

/** The text of site.yaml in a commit; empty where there is none, or it is too large for a catalog. */
async function readSettings(repository: string, commit: string): Promise<Uint8Array> {
  const args = ['cat-file', 'blob', `${commit}:${CATALOG}/${pathOfKind('site')}`];
  return runGit(repository, args, { maxBytes: INPUT_LIMITS.fileBytes }).catch(() => Buffer.alloc(0));
}

/** Fetches the commits of a pull request, unless they are there: those of a private repository need a token. */
async function fetchHead(repository: string, ref: string, head: string): Promise<void> {
  const known = await runGit(repository, ['rev-parse', '--verify', '--quiet', ref]).catch(() => '');
  if (known.toString().trim() === head) return;
  // GitHub, or a repository on this machine that takes its place.
  await runGit(repository, [...FETCH_PULL_REQUEST, `+${ref}:${ref}`], { protocols: ['https', 'file'] });
}

/** The tree that both sides give together, or the files that keep them from it. */
async function mergeTrees(
  repository: string,
  base: string,
  head: string,
): Promise<{ tree: string } | { files: string[] }> {
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', base, head];
  try {
    const [tree = ''] = fieldsOf(await runGit(repository, args));
    return { tree };
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: Buffer };
    if (code !== 1) throw error;
    // A conflict: the tree with the marks of conflicts in it, then the files.
    return { files: fieldsOf(stdout ?? Buffer.alloc(0)).slice(1) };
  }
}

/** What a merge changes that is no file of the catalog. */
async function elsewhereIn(repository: string, base: string, commit: string): Promise<string[]> {
  const changes = async (...args: string[]): Promise<string[]> => {
    return fieldsOf(await runGit(repository, ['diff-tree', '--raw', '-z', ...PLAIN_DIFF, ...args]));
  };
  return changedElsewhere(await changes(base, commit), await changes('-r', base, commit, '--', `${CATALOG}/`));
}
