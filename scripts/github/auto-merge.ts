/** Lets GitHub merge a proposal by itself once its checks have passed, where that is allowed and nobody has to read it. */
import { apiOf, repositoryOf, type WorkflowContext, WorkflowError } from './api.ts';
import { proposalToken } from './app-token.ts';
import { changesIn, moreThanChecksums } from './only-checksums.ts';
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
  const { errors } = await apiOf(context, token, '').post<{ errors?: readonly { message: string }[] }>('/graphql', {
    query: MUTATION,
    variables,
  });
  if (errors?.[0])
    throw new WorkflowError(`Auto-merge of pull request ${pull.number} was refused: ${errors[0].message}`);
  return `Pull request ${pull.number} is merged when its checks have passed.`;
}
