/** Which pull request a finished run belongs to: said by the host, never by what the run has made. */
import { appendFileSync, readFileSync } from 'node:fs';
import { repositoryOf, requireEnv, type WorkflowContext } from './api.ts';

/** Of the event `workflow_run`, what is needed. */
export interface FinishedRun {
  readonly head_sha: string;
  readonly head_branch: string;
  readonly head_repository: { readonly full_name: string; readonly owner: { readonly login: string } };
}

/** Of a pull request in the host's API, what is needed. */
export interface PullRequest {
  readonly number: number;
  readonly head: { readonly sha: string; readonly ref: string; readonly repo: { readonly full_name: string } | null };
}

/** The query for the open pull requests that the run can belong to. */
export function queryFor({ head_branch, head_repository }: FinishedRun): URLSearchParams {
  return new URLSearchParams({ state: 'open', head: `${head_repository.owner.login}:${head_branch}`, per_page: '100' });
}

/**
 * The pull request that the run belongs to. Null where there is none any more: it has been closed, or has got new
 * commits, whose own run will follow.
 */
export function pullRequestOf(run: FinishedRun, candidates: readonly PullRequest[]): PullRequest | null {
  const isIts = ({ head }: PullRequest): boolean =>
    head.sha === run.head_sha && head.ref === run.head_branch && head.repo?.full_name === run.head_repository.full_name;
  return candidates.find(isIts) ?? null;
}

/** Finds the pull request of the run that the event is about, and gives its number to the steps that follow. */
export async function findPullRequest(context: WorkflowContext): Promise<string> {
  const event = JSON.parse(readFileSync(requireEnv(context, 'GITHUB_EVENT_PATH'), 'utf8'));
  const run: FinishedRun = event.workflow_run;
  const candidates = await repositoryOf(context).get<PullRequest[]>(`/pulls?${queryFor(run)}`);
  const found = pullRequestOf(run, candidates);
  if (!found) return `No open pull request is at ${run.head_sha}; nothing to do.`;
  appendFileSync(requireEnv(context, 'GITHUB_OUTPUT'), `number=${found.number}\n`);
  return `Pull request ${found.number} is at ${run.head_sha}.`;
}
