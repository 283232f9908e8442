import { expect, test } from 'vitest';
import type { Io } from '../../cli/io.ts';
import { main } from '../../cli/program.ts';

/** Runs a command in a world whose working folder cannot be known, which no command expects. */
async function runBroken(env: Io['env']): Promise<{ status: number; text: string }> {
  const written: string[] = [];
  const output = { write: (text: string) => void written.push(text), isTTY: false };
  const io: Io = {
    get cwd(): string {
      throw new TypeError('no working folder');
    },
    env,
    stdout: output,
    stderr: output,
    terminal: null,
    signal: new AbortController().signal,
  };
  return { status: await main(['check'], io), text: written.join('') };
}

test('an unexpected error is one line that says how to see more', async () => {
  expect(await runBroken({})).toEqual({
    status: 2,
    text: 'cartalog: unexpected error: TypeError: no working folder. Run the command again with CARTALOG_DEBUG=1 to see where it was thrown, and report it.\n',
  });
});

test('with CARTALOG_DEBUG it shows where it was thrown', async () => {
  const { status, text } = await runBroken({ CARTALOG_DEBUG: '1' });
  expect(status).toBe(2);
  expect(text).toMatch(/^cartalog: unexpected error: TypeError: no working folder\n +at .*program\.test\.ts:/);
});
