/** `cartalog ci`: one task of a workflow. */

import { Network } from '../../cli/http.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../cli/io.ts';
import { howToGoBack, MissingVariableError, repositoryOf, requireEnv, runUrl, WorkflowError } from './ci.ts';
import { addToPage, type TaskContext } from './task-context.ts';

/** A task; what it returns is printed. */
export type Task = (context: TaskContext) => string | Promise<string>;

/**
 * Runs a task.
 *
 * @param name what it is called on the command line
 * @returns 1 where what it is about is not as it must be, or GitHub refuses
 * @throws CannotRunError where it cannot do its work
 */
export async function runCi(io: Io, name: string, task: Task, fetch = new Network().fetch): Promise<ExitStatus> {
  try {
    io.stderr.write(`${await task({ env: io.env, fetch, io })}\n`);
    return 0;
  } catch (error) {
    if (error instanceof MissingVariableError) throw new CannotRunError(`ci ${name}: ${error.message}`);
    if (!(error instanceof WorkflowError)) throw error;
    io.stderr.write(`${new CannotRunError(`cartalog: ci ${name}: ${error.message}`).message}\n`);
    return 1;
  }
}

/** Says on the page of the run how to go back to the site before. */
export async function explainGoingBack(context: TaskContext): Promise<string> {
  const { projectIn } = await import('./deploy.ts');
  const text = howToGoBack(requireEnv(context, 'GITHUB_SHA'), runUrl(context), projectIn(context.io.cwd));
  addToPage(context, text);
  return text;
}

/**
 * Keeps a run that is started again from publishing what has been replaced since: the commit of the run, GITHUB_SHA, must be
 * the newest of its branch, GITHUB_REF_NAME.
 *
 * @returns what to print
 * @throws WorkflowError where it is not, or a request fails
 */
export async function requireNewest(context: TaskContext): Promise<string> {
  const [commit, branch] = [requireEnv(context, 'GITHUB_SHA'), requireEnv(context, 'GITHUB_REF_NAME')];
  const path = `/git/ref/heads/${branch.split('/').map(encodeURIComponent).join('/')}`;
  const { object } = await repositoryOf(context).get<{ object: { sha: string } }>(path);
  if (object.sha === commit) return `${commit.slice(0, 10)} is the newest commit of ${branch}.`;
  throw new WorkflowError(
    `${branch} has newer commits than ${commit.slice(0, 10)}, and this would publish the catalog as it was before them; run the workflow on ${branch} instead.`,
  );
}
