/** Finds the pull request of the run that an event is about. */
import { readFileSync } from 'node:fs';
import { Checkout } from './branches.ts';
import {
  type FinishedRun,
  type PullRequest,
  pullRequestOf,
  queryFor,
  repositoryOf,
  requireEnv,
  WorkflowError,
} from './ci.ts';
import { setOutput, type TaskContext } from './task-context.ts';

/**
 * Finds the pull request of the run that the event is about, fetches its commits, and outputs its number to the next steps,
 * which have no token. Where its commits cannot be fetched, the one that merges them says why.
 */
export async function findPullRequest(context: TaskContext): Promise<string> {
  const event = JSON.parse(readFileSync(requireEnv(context, 'GITHUB_EVENT_PATH'), 'utf8'));
  const run: FinishedRun = event.workflow_run;
  const query = queryFor(run.head_repository.owner.login, run.head_branch, event.repository.default_branch);
  const candidates = await repositoryOf(context).get<PullRequest[]>(`/pulls?${query}`);
  const found = pullRequestOf(run, candidates);
  if (!found) return `No open pull request is at ${run.head_sha}; there is nothing to do.`;
  const checkout = new Checkout(context, context.io.cwd, requireEnv(context, 'GITHUB_TOKEN'));
  await checkout.fetchPullRequest(found.number).catch((error: unknown) => {
    if (!(error instanceof WorkflowError)) throw error;
    context.io.stderr.write(`${error.message}\n`);
  });
  setOutput(context, { number: String(found.number) });
  return `Pull request ${found.number} is at ${run.head_sha}.`;
}
