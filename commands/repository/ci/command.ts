/** `cartalog ci`: runs one task of a workflow. */
import { Network } from '../../../cli/http.ts';
import { CannotRunError, type ExitStatus, type Io } from '../../../cli/io.ts';
import { MissingVariableError, type TaskContext, WorkflowError } from './workflow.ts';

/**
 * Runs a task and prints what it returns.
 *
 * @returns 1 if a check or a request failed
 * @throws CannotRunError if the task cannot run
 */
export async function runCi(
  io: Io,
  name: string,
  task: (context: TaskContext) => string | Promise<string>,
): Promise<ExitStatus> {
  try {
    io.stderr.write(`${await task({ fetch: new Network().fetch, io })}\n`);
    return 0;
  } catch (error) {
    if (error instanceof MissingVariableError) throw new CannotRunError(`ci ${name}: ${error.message}`);
    if (!(error instanceof WorkflowError)) throw error;
    // A CannotRunError prints the message on one line.
    io.stderr.write(`${new CannotRunError(`cartalog: ci ${name}: ${error.message}`).message}\n`);
    return 1;
  }
}
