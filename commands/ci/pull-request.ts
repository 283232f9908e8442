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

/**
 * The query for the pull requests of a branch into the one that is published, open ones if nothing else is said. It does not
 * tell an owner's repositories from each other, of which one may be a fork of another.
 */
export function queryFor(
  owner: string,
  branch: string,
  base: string,
  state: 'open' | 'closed' = 'open',
): URLSearchParams {
  return new URLSearchParams({ state, base, head: `${owner}:${branch}`, per_page: '100' });
}

/** Whether a pull request is from this branch of this repository. */
export function isFrom({ head }: PullRequest, repository: string, branch: string): boolean {
  return head.ref === branch && head.repo?.full_name === repository;
}

/**
 * The pull request that the run belongs to. Null where it has been closed, or has new commits, which will have their
 * own run.
 */
export function pullRequestOf(run: FinishedRun, candidates: readonly PullRequest[]): PullRequest | null {
  const isOfRun = (pull: PullRequest): boolean =>
    pull.head.sha === run.head_sha && isFrom(pull, run.head_repository.full_name, run.head_branch);
  return candidates.find(isOfRun) ?? null;
}
