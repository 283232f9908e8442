/** Lets GitHub merge a proposal by itself once its checks have passed, where that is allowed and nobody has to read it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ChangedText,
  moreThanChecksums,
  mutate,
  proposalToken,
  repositoryOf,
  type WorkflowContext,
} from '../../commands/ci/ci.ts';
import { PLAIN_DIFF, runGit } from '../git-process.ts';
import { openPull } from './proposals.ts';

const MUTATION = `mutation ($pull: ID!, $commit: GitObjectID!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $pull, expectedHeadOid: $commit, mergeMethod: SQUASH }) {
    clientMutationId
  }
}`;

/**
 * Switches auto-merge on for the pull request of a branch, if what is changed in the checkout adds checksums and nothing
 * else. With the token of the workflow alone it does not: what that merges starts no publishing.
 *
 * @param folder the checkout, with the changes that were proposed
 * @returns what to print
 * @throws WorkflowError where GitHub refuses, for example because the repository does not allow auto-merge
 */
export async function autoMerge(context: WorkflowContext, folder: string, branch: string): Promise<string> {
  const problem = moreThanChecksums(await changesIn(folder), 'catalog');
  if (problem !== null) return `Somebody has to merge ${branch}: ${problem}.`;
  const { token, startsChecks } = await proposalToken(context);
  if (!startsChecks) return `Somebody has to merge ${branch}: there is no app whose merges are published.`;
  const pull = await openPull(context, repositoryOf(context, token), branch);
  if (!pull) return `There is no pull request of ${branch}.`;
  const variables = { pull: pull.node_id, commit: pull.head.sha };
  await mutate(context, token, { what: `Auto-merge of pull request ${pull.number}`, query: MUTATION, variables });
  return `Pull request ${pull.number} is merged when its checks have passed.`;
}

/**
 * What differs between HEAD and the files of a checkout.
 *
 * @param folder the root of the checkout
 */
export async function changesIn(folder: string): Promise<ChangedText[]> {
  const git = async (...args: string[]): Promise<string> => (await runGit(folder, args)).toString('utf8');
  const known = await git('diff', '--name-only', '-z', ...PLAIN_DIFF, 'HEAD');
  const added = await git('ls-files', '--others', '--exclude-standard', '-z');
  const paths = `${known}${added}`.split('\0').filter(Boolean);
  return await Promise.all(
    paths.map(async (path) => ({
      path,
      before: await git('show', `HEAD:${path}`).catch(() => null),
      after: existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null,
    })),
  );
}
