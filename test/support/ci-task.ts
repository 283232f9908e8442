/** Runs `cartalog ci` in this process, as the step of a workflow does. */
import { tmpdir } from 'node:os';
import { main } from '../../cli/program.ts';

/** What a task printed, and how it ended. */
export interface TaskOutcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function ciTask(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string = tmpdir(),
): Promise<TaskOutcome> {
  const text = { stdout: '', stderr: '' };
  const output = (name: keyof typeof text) => ({
    write(part: string) {
      text[name] += part;
    },
    isTTY: false,
  });
  const { signal } = new AbortController();
  const io = { cwd, env, stdout: output('stdout'), stderr: output('stderr'), terminal: null, signal };
  return { status: await main(['ci', ...argv], io), ...text };
}
