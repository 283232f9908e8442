/** Which pull request a finished run belongs to: said by the host, never by what the run has made. */

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
