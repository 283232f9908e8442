/** Runs the program in this process: much faster than in its own, for what does not depend on that. */
import { tmpdir } from 'node:os';
import { afterAll, beforeAll } from 'vitest';
import { SIGNING_VARIABLE } from '../../cli/terminal/io.ts';
import { main } from '../../commands/program.ts';
import { environment, type Outcome } from './cli.ts';
import { startFastClock } from './fast-clock.mjs';

export type CommandOutcome = { readonly status: number; readonly stdout: string; readonly stderr: string };

/** Runs a command where nobody can be asked. */
export async function inProcess(
  argv: readonly string[],
  cwd: string = tmpdir(),
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<CommandOutcome> {
  const text = { stdout: '', stderr: '' };
  const output = (name: keyof typeof text) => ({
    write(part: string) {
      text[name] += part;
    },
    isTTY: false,
  });
  const { signal } = new AbortController();
  const { XDG_CACHE_HOME } = process.env;
  const io = {
    cwd,
    env: { XDG_CACHE_HOME, ...env },
    signingKey: env[SIGNING_VARIABLE],
    stdout: output('stdout'),
    stderr: output('stderr'),
    terminal: null,
    signal,
  };
  return { status: await main(argv, io), ...text };
}

/** The words of a command line, in which quotes keep spaces together. */
export const wordsOf = (line: string): string[] =>
  (line.match(/(?:'[^']*'|\S)+/g) ?? []).map((word) => word.replace(/'([^']*)'/g, '$1'));

/** Runs `cartalog ci`, as the step of a workflow does. */
export const ciTask = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd?: string,
): Promise<CommandOutcome> => inProcess(['ci', ...argv], cwd, env);

/** Runs the program as `cartalog` of `cli.ts` does, for tests of what it prints and writes and not of its process. */
export const cartalog = async (
  argv: readonly string[],
  { cwd = tmpdir(), env = environment() }: { cwd?: string; env?: Readonly<Record<string, string | undefined>> } = {},
): Promise<Outcome> => ({ ...(await inProcess(argv, cwd, env)), signal: null });

/** Gives the tests of a file the clock that `FAST_CLOCK` gives to a process. */
export function hurried(): void {
  let stop = (): void => {};
  beforeAll(() => {
    stop = startFastClock();
  });
  afterAll(() => stop());
}
