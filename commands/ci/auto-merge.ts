/** Lets GitHub merge a proposal by itself once its checks have passed, where that is allowed and nobody has to read it. */

import { fieldsOf, PLAIN_DIFF } from '../../cli/git-process.ts';
import { Checkout } from './branches.ts';
import {
  type ChangedText,
  moreThanChecksums,
  mutate,
  proposalToken,
  repositoryOf,
  type TreeEntry,
  treeChangesIn,
  type WorkflowContext,
  WorkflowError,
} from './ci.ts';
import { checksOf, openPull } from './proposals.ts';

const MUTATION = `mutation ($pull: ID!, $commit: GitObjectID!) {
  enablePullRequestAutoMerge(input: { pullRequestId: $pull, expectedHeadOid: $commit, mergeMethod: SQUASH }) {
    clientMutationId
  }
}`;

/**
 * Switches auto-merge on for the pull request of a branch, if its one commit on top of the published one adds checksums and
 * nothing else. That commit is what is looked at, and not the files that it was made of: attributes of git may make another
 * one of them. With the token of the workflow alone it does not: what that merges starts no publishing.
 *
 * @param folder the checkout of the branch that is published
 * @returns what to print
 * @throws WorkflowError where GitHub refuses, for example because the repository does not allow auto-merge
 */
export async function autoMerge(context: WorkflowContext, folder: string, branch: string): Promise<string> {
  const { token, startsChecks } = await proposalToken(context);
  const forPeople = (why: string): string => `Somebody has to merge ${branch}: ${why}.`;
  if (!startsChecks) return forPeople('there is no app whose merges are published');
  const checkout = new Checkout(context, folder, token);
  const tip = await checkout.fetchBranch(branch);
  if (!tip) return `There is no branch ${branch}.`;
  const head = await checkout.commit('HEAD');
  if (tip.parents.join() !== head.id) return forPeople('it is not one commit on top of what is published');
  const problem = moreThanChecksums(await changesBetween(checkout, head.id, tip.id), 'catalog');
  if (problem !== null) return forPeople(problem);
  const api = repositoryOf(context, token);
  const pull = await openPull(context, api, branch);
  if (!pull) return `There is no pull request of ${branch}.`;
  if (pull.head.sha !== tip.id) return forPeople('it has been changed meanwhile');
  const variables = { pull: pull.node_id, commit: tip.id };
  try {
    await mutate(context, token, { what: `Auto-merge of pull request ${pull.number}`, query: MUTATION, variables });
  } catch (error) {
    const isWaitingForNothing = error instanceof WorkflowError && NOTHING_TO_WAIT_FOR.test(error.message);
    // Without a protection of the branch, nothing makes GitHub wait for checks that still run.
    if (!isWaitingForNothing || !(await checksOf(repositoryOf(context), tip.id)).includes('success')) throw error;
    await api.send('PUT', `/pulls/${pull.number}/merge`, { sha: tip.id, merge_method: 'squash' });
    return `Pull request ${pull.number} is merged: its checks have passed.`;
  }
  return `Pull request ${pull.number} is merged when its checks have passed.`;
}

/** What GitHub says where a pull request could be merged at once. */
const NOTHING_TO_WAIT_FOR = /clean status/i;

/** A file that is neither a link nor a program, in trees of git. */
const PLAIN_FILE = '100644';

/** What differs between two commits. */
async function changesBetween(checkout: Checkout, from: string, to: string): Promise<ChangedText[]> {
  const shown = await checkout.bytes(['diff-tree', '-r', '--raw', '-z', ...PLAIN_DIFF, from, to]);
  const textOf = async ({ mode, id }: TreeEntry): Promise<string | null> =>
    mode === PLAIN_FILE ? (await checkout.bytes(['cat-file', 'blob', id])).toString('utf8') : null;
  return await Promise.all(
    treeChangesIn(fieldsOf(shown)).map(async ({ path, before, after }) => ({
      path,
      before: await textOf(before),
      after: await textOf(after),
    })),
  );
}
