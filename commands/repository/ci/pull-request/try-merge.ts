/**
 * Merges a pull request into main, as a commit on no branch. Checks nothing out and runs none of its code: git merges
 * objects, with the attributes and settings of main's checkout.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOfRole } from '../../../../build/read/layout.ts';
import { gitFieldsOf, gitProblem, PLAIN_DIFF, runGit } from '../../../../cli/git/git-process.ts';
import { COMMIT_LIMITS, INPUT_LIMITS } from '../../../../contract/base/limits.ts';
import { visible } from '../../../../contract/base/text.ts';
import { FETCH_PULL_REQUEST, refOfPullRequest } from '../github/branches.ts';
import {
  CATALOG_FOLDER,
  requireEnv,
  requirePullRequestNumber,
  setStepOutput,
  type TaskContext,
  WorkflowError,
} from '../workflow.ts';
import { changedElsewhere, changedSiteSettings, MERGE_FILE, type Merge } from './merge-result.ts';

/** PULL_REQUEST must be at HEAD_COMMIT. Outputs `outcome` and `commit`. */
export async function tryMerge(context: TaskContext, out: string): Promise<Merge> {
  const number = requirePullRequestNumber(context);
  const head = requireEnv(context, 'HEAD_COMMIT');
  if (!/^[0-9a-f]{40}$/.test(head)) throw new WorkflowError('HEAD_COMMIT is not the name of a commit.');
  const merge = await fetchAndMerge(context.io.cwd, number, head);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, MERGE_FILE), JSON.stringify(merge));
  const commit = merge.outcome === 'merged' ? merge.commit : '';
  setStepOutput(context, { outcome: merge.outcome, commit });
  return merge;
}

export function describeMerge(merge: Merge): string {
  switch (merge.outcome) {
    case 'merged':
      return `Merging the pull request into ${merge.base} gives ${merge.commit}.`;
    case 'conflict':
      return `Merging the pull request into ${merge.base} is a conflict.`;
    case 'failed':
      return `The pull request cannot be merged into ${merge.base}: ${visible(merge.reason)}.`;
    case 'moved':
      return 'The pull request has other commits by now; there is nothing to do.';
  }
}

async function fetchAndMerge(repository: string, number: string, head: string): Promise<Merge> {
  const git = async (...args: string[]): Promise<string> => (await runGit(repository, args)).toString('utf8').trim();
  const base = await git('rev-parse', 'HEAD');
  try {
    const ref = refOfPullRequest(number);
    const known = await git('rev-parse', '--verify', '--quiet', ref).catch(() => '');
    // An earlier step has fetched the commits of a private repository, with a token.
    if (known !== head)
      await runGit(repository, [...FETCH_PULL_REQUEST, `+${ref}:${ref}`], { protocols: ['https', 'file'] });
    if ((await git('rev-parse', ref)) !== head) return { outcome: 'moved' };
    // A few objects can represent millions of files, which take much memory to merge: a limited listing refuses them
    // first.
    await runGit(repository, ['ls-tree', '-r', '--name-only', '-z', head], { maxBytes: COMMIT_LIMITS.listing });
    const merged = await mergeTrees(repository, base, head);
    if ('files' in merged) return { outcome: 'conflict', base, files: merged.files };
    const identity = ['-c', 'user.name=Preview', '-c', 'user.email=preview@localhost'];
    const commit = await git(...identity, 'commit-tree', merged.tree, '-p', base, '-p', head, '-m', 'Merge');
    const changes = async (...args: string[]): Promise<string[]> =>
      gitFieldsOf(await runGit(repository, ['diff-tree', '--raw', '-z', ...PLAIN_DIFF, ...args]));
    const inside = await changes('-r', base, commit, '--', `${CATALOG_FOLDER}/`);
    const elsewhere = changedElsewhere(await changes(base, commit), inside);
    const settings = changedSiteSettings(await readSettings(repository, base), await readSettings(repository, commit));
    return { outcome: 'merged', base, commit, elsewhere, settings };
  } catch (error) {
    return { outcome: 'failed', base, reason: gitProblem(error as Error) };
  }
}

/** Empty if the file is missing or too large. */
async function readSettings(repository: string, commit: string): Promise<Uint8Array> {
  const args = ['cat-file', 'blob', `${commit}:${CATALOG_FOLDER}/${pathOfRole('site')}`];
  return runGit(repository, args, { maxBytes: INPUT_LIMITS.fileBytes }).catch(() => Buffer.alloc(0));
}

async function mergeTrees(
  repository: string,
  base: string,
  head: string,
): Promise<{ tree: string } | { files: string[] }> {
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', base, head];
  try {
    const [tree = ''] = gitFieldsOf(await runGit(repository, args));
    return { tree };
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: Buffer };
    if (code !== 1) throw error;
    // On a conflict: the tree with conflict markers, then the files.
    return { files: gitFieldsOf(stdout ?? Buffer.alloc(0)).slice(1) };
  }
}
