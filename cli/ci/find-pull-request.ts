/** Finds the pull request of the run that an event is about. */
import { readFileSync } from 'node:fs';
import {
  type FinishedRun,
  type PullRequest,
  pullRequestOf,
  queryFor,
  repositoryOf,
  requireEnv,
  type WorkflowContext,
} from '../../commands/ci/ci.ts';
import { setOutput } from './task-context.ts';

/** Finds the pull request of the run that the event is about, and outputs its number to the next steps. */
export async function findPullRequest(context: WorkflowContext): Promise<string> {
  const event = JSON.parse(readFileSync(requireEnv(context, 'GITHUB_EVENT_PATH'), 'utf8'));
  const run: FinishedRun = event.workflow_run;
  const candidates = await repositoryOf(context).get<PullRequest[]>(
    `/pulls?${queryFor(run, event.repository.default_branch)}`,
  );
  const found = pullRequestOf(run, candidates);
  if (!found) return `No open pull request is at ${run.head_sha}; there is nothing to do.`;
  setOutput(context, { number: String(found.number) });
  return `Pull request ${found.number} is at ${run.head_sha}.`;
}
