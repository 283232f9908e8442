/** A proposal is one branch with one pull request, which later runs update. */
import { existsSync } from 'node:fs';
import { shortenedText, visible } from '../../../../contract/base/text.ts';
import { Checkout, type KnownCommit, refOfBranch } from '../github/branches.ts';
import {
  mutateOnGithub,
  type PullRequest,
  proposalToken,
  pullRequestsOf,
  type Repository,
  workflowRepository,
} from '../github/github.ts';
import { repositoryAddress, requireEnv, setStepOutput, type TaskContext, WorkflowError } from '../workflow.ts';

export interface Proposal {
  readonly branch: string;
  /** Also the first line of the commit. */
  readonly title: string;
  /** Unused if nothing changed. */
  readonly body: () => string;
  readonly tree: (checkout: Checkout) => Promise<string>;
  /** Exists if something could not be observed; null if that cannot happen. */
  readonly failureFile: string | null;
}

/** GitHub accepts 65,536 characters. */
const LONGEST_BODY = 60_000;

const CHECKS = 'check.yml';

const NO_AUTO_MERGE = `mutation ($pull: ID!) {
  disablePullRequestAutoMerge(input: { pullRequestId: $pull }) { clientMutationId }
}`;

/**
 * Switches auto-merge off before pushing: it was allowed for the old commit. If nothing changed and all was observed,
 * the pull request is closed and the branch deleted.
 * @throws WorkflowError if the branch has commits of others, which are not overwritten
 */
export async function proposeTree(context: TaskContext, proposal: Proposal): Promise<string> {
  const { branch, title, failureFile } = proposal;
  const { token, startsChecks } = await proposalToken(context);
  const api = workflowRepository(context, token);
  const checkout = new Checkout(context, token);
  const before = await checkout.fetchBranch(branch);
  if (before && !before.isOurs && !(await isMerged(context, api, branch, before))) {
    throw new WorkflowError(
      `The branch ${branch} has commits of somebody else; merge or rename it, then run this again.`,
    );
  }
  const head = await checkout.commit('HEAD');
  const tree = await proposal.tree(checkout);
  const pull = await openPullRequestOf(context, api, branch);
  if (tree === head.tree) {
    if (failureFile !== null && existsSync(failureFile))
      return 'Nothing new could be observed; an earlier proposal stays as it is.';
    if (pull) await api.send('PATCH', `/pulls/${pull.number}`, { state: 'closed' });
    if (before) await checkout.push(branch, null, before);
    return pull ? `Nothing needs to change; pull request ${pull.number} is closed.` : 'Nothing needs to change.';
  }
  const isNew = before?.tree !== tree || before.parents.join() !== head.id;
  if (isNew && pull?.auto_merge) {
    const what = `Switching auto-merge of pull request ${pull.number} off`;
    await mutateOnGithub(context, token, { what, query: NO_AUTO_MERGE, variables: { pull: pull.node_id } });
  }
  if (isNew) await checkout.push(branch, await checkout.commitTree(tree, [head.id], `${title}\n`), before);
  const body = bodyOf(context, proposal, startsChecks);
  let did = 'as it was';
  if (!pull) {
    const base = requireEnv(context, 'GITHUB_REF_NAME');
    const { number } = await api.post<{ number: number }>('/pulls', { title, head: branch, base, body });
    did = `opened as pull request ${number}`;
  } else if (pull.title !== title || pull.body !== body) {
    await api.send('PATCH', `/pulls/${pull.number}`, { title, body });
    did = `updated in pull request ${pull.number}`;
  } else if (isNew) {
    did = `updated in pull request ${pull.number}`;
  }
  // An earlier run may have pushed without starting checks.
  const needsStart = !startsChecks && (isNew || !pull || (await checkResultsOf(api, before.id)).length === 0);
  if (needsStart) await api.send('POST', `/actions/workflows/${CHECKS}/dispatches`, { ref: branch });
  return `The proposal ${branch} is ${did}.${needsStart ? ' Its checks are started.' : ''}`;
}

/** Sends no requests, changes no branch. */
export async function previewProposal(context: TaskContext, { branch, title, ...proposal }: Proposal): Promise<string> {
  refOfBranch(branch);
  const checkout = new Checkout(context, '');
  const [head, tree] = [await checkout.commit('HEAD'), await proposal.tree(checkout)];
  if (tree !== head.tree)
    return `Would propose the branch ${branch}, with the title ${JSON.stringify(visible(title))}:\n${await checkout.changedFiles(head.tree, tree)}`;
  const keeps = proposal.failureFile !== null && existsSync(proposal.failureFile);
  return `Nothing has changed: an open proposal ${branch} would ${keeps ? 'stay, because not everything could be observed' : 'be closed'}.`;
}

async function checkResultsOf(api: Repository, commit: string): Promise<(string | null)[]> {
  const { workflow_runs: runs } = await api.get<{ workflow_runs: { conclusion: string | null }[] }>(
    `/actions/workflows/${CHECKS}/runs?head_sha=${commit}`,
  );
  return runs.map(({ conclusion }) => conclusion);
}

export async function findProposal(context: TaskContext, branch: string): Promise<string> {
  const pull = await openPullRequestOf(context, workflowRepository(context), branch);
  setStepOutput(context, { open: String(pull !== null) });
  return pull ? `Pull request ${pull.number} is open.` : `No pull request of ${branch} is open.`;
}

export async function openPullRequestOf(
  context: TaskContext,
  api: Repository,
  branch: string,
): Promise<PullRequest | null> {
  return (await proposalsOf(context, api, branch, 'open'))[0] ?? null;
}

function proposalsOf(
  context: TaskContext,
  api: Repository,
  branch: string,
  state: 'open' | 'closed',
): Promise<PullRequest[]> {
  const repository = requireEnv(context, 'GITHUB_REPOSITORY');
  return pullRequestsOf(api, { repository, branch, base: requireEnv(context, 'GITHUB_REF_NAME'), state });
}

/** Merging or squashing a pull request leaves its branch at the same commit. */
async function isMerged(context: TaskContext, api: Repository, branch: string, { id }: KnownCommit): Promise<boolean> {
  const closed = await proposalsOf(context, api, branch, 'closed');
  return closed.some(({ merged_at, head }) => typeof merged_at === 'string' && head.sha === id);
}

function bodyOf(context: TaskContext, { branch, body }: Proposal, startsChecks: boolean): string {
  const text = shortenedText(body().trim(), LONGEST_BODY);
  if (startsChecks) return text;
  const page = `${repositoryAddress(context)}/actions/workflows`;
  const checks = `${page}/${CHECKS}?query=branch%3A${encodeURIComponent(branch)}`;
  return `${text}\n\nThe workflow's own token opened this, so its checks run [on their own page](${checks}).`;
}
