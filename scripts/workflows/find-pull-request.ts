import { appendFileSync, readFileSync } from 'node:fs';
import { type FinishedRun, type PullRequest, pullRequestOf, queryFor } from '../../review/pull-request.ts';
import { repositoryOf, type Surroundings, setting } from './github.ts';

/** Finds the pull request of the run that the event is about, and gives its number to the steps that follow. */
export async function findPullRequest(surroundings: Surroundings): Promise<string> {
  const event = JSON.parse(readFileSync(setting(surroundings, 'GITHUB_EVENT_PATH'), 'utf8'));
  const run: FinishedRun = event.workflow_run;
  const candidates = await repositoryOf(surroundings).get<PullRequest[]>(`/pulls?${queryFor(run)}`);
  const found = pullRequestOf(run, candidates);
  if (!found) return `No open pull request is at ${run.head_sha}; nothing to do.`;
  appendFileSync(setting(surroundings, 'GITHUB_OUTPUT'), `number=${found.number}\n`);
  return `Pull request ${found.number} is at ${run.head_sha}.`;
}
