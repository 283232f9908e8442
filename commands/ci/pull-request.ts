/** Which pull request a finished run belongs to. GitHub is asked: the run itself has run code that is not trusted. */

/** The parts of the event `workflow_run` that are needed. */
export interface FinishedRun {
  readonly head_sha: string;
  readonly head_branch: string;
  readonly head_repository: { readonly full_name: string; readonly owner: { readonly login: string } };
}

/** The parts of a pull request in GitHub's API that are needed. */
export interface PullRequest {
  readonly number: number;
  readonly head: { readonly sha: string; readonly ref: string; readonly repo: { readonly full_name: string } | null };
}

/** The query for the open pull requests that the run can belong to: those into the branch that is published. */
export function queryFor({ head_branch, head_repository }: FinishedRun, base: string): URLSearchParams {
  const head = `${head_repository.owner.login}:${head_branch}`;
  return new URLSearchParams({ state: 'open', base, head, per_page: '100' });
}

/**
 * The pull request that the run belongs to. Null where it has been closed, or has new commits, which will have their
 * own run.
 */
export function pullRequestOf(run: FinishedRun, candidates: readonly PullRequest[]): PullRequest | null {
  const isOfRun = ({ head }: PullRequest): boolean =>
    head.sha === run.head_sha && head.ref === run.head_branch && head.repo?.full_name === run.head_repository.full_name;
  return candidates.find(isOfRun) ?? null;
}
