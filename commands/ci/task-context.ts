/** What the tasks of workflows are given, what they hand on, and the commands of the program as parts of a task. */
import { appendFileSync } from 'node:fs';
import { CannotRunError, type ExitStatus, type Io, type Output } from '../../cli/io.ts';
import { requireEnv, type WorkflowContext } from './ci.ts';

/** A task is given what any command is, and requests to GitHub. */
export interface TaskContext extends WorkflowContext {
  readonly io: Io;
}

/** What came of a command. */
export interface Captured {
  readonly stdout: string;
  readonly stderr: string;
  /** 2 where it could not run; the reason is then the end of `stderr`. */
  readonly status: ExitStatus | 2;
}

/** Runs a command as a part of a task, and keeps what it prints. What it says to people is printed as well. */
export async function capture(io: Io, run: (io: Io) => Promise<ExitStatus>): Promise<Captured> {
  const text = { stdout: '', stderr: '' };
  const keep = (name: 'stdout' | 'stderr'): Output => ({
    write: (part, form) => {
      text[name] += part;
      if (name === 'stderr') io.stderr.write(part, form);
    },
    isTTY: false,
  });
  const own: Io = { ...io, stdout: keep('stdout'), stderr: keep('stderr'), terminal: null };
  try {
    return { status: await run(own), ...text };
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error;
    own.stderr.write(`cartalog: ${error.message}\n`);
    return { status: 2, ...text };
  }
}

/** Hands values on to the next steps. Each is one line. @throws WorkflowError where GITHUB_OUTPUT is not set */
export function setOutput(context: WorkflowContext, values: Readonly<Record<string, string>>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(requireEnv(context, 'GITHUB_OUTPUT'), lines.join(''));
}

/** Adds Markdown to the page of the run, where there is one. */
export function addToPage({ env }: WorkflowContext, markdown: string): void {
  const { GITHUB_STEP_SUMMARY: page } = env;
  if (page) appendFileSync(page, markdown);
}
