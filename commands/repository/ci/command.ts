import { CannotRunError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { MissingVariableError, type TaskContext, WorkflowError } from './workflow.ts';

const REQUEST_MS = 30_000;

const fetchInTime: TaskContext['fetch'] = (url, init) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_MS) });

/** @returns 1 if a check or a request failed */
export async function runCi(
  io: Io,
  { name, needs = [] }: { readonly name: string; readonly needs?: readonly string[] },
  task: (context: TaskContext) => string | Promise<string>,
): Promise<ExitStatus> {
  const missing = needs.filter((variable) => !io.env[variable]);
  if (missing.length > 0)
    throw new CannotRunError(`ci ${name}: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`);
  try {
    io.stderr.write(`${await task({ fetch: fetchInTime, io })}\n`);
    return 0;
  } catch (error) {
    if (error instanceof MissingVariableError) throw new CannotRunError(`ci ${name}: ${error.message}`);
    if (!(error instanceof WorkflowError)) throw error;
    // A CannotRunError escapes line breaks of its message.
    io.stderr.write(`${new CannotRunError(`cartalog: ci ${name}: ${error.message}`).message}\n`);
    return 1;
  }
}
