/** `cartalog serve` in its own process, for as long as a test runs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, PROGRAM } from '../support/cli.ts';
import { freePort } from '../support/ports.ts';
import { descendants, running, until } from '../support/processes.ts';

export interface Served {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly port: number;
  readonly output: () => string;
}

type Variables = Readonly<Record<string, string>>;

/**
 * Starts it. After the test, nothing of it runs.
 *
 * @param limit a command of the shell that limits it
 */
export function serve(
  folder: string,
  port: number,
  variables: Variables = {},
  args: readonly string[] = [],
  limit = ':',
): Served {
  const command = [process.execPath, PROGRAM, 'serve', '--port', String(port), ...args];
  // A separate process group, ended as a whole even where a test fails half-way.
  const child = spawn('sh', ['-c', `${limit}; exec "$0" "$@"`, ...command], {
    cwd: folder,
    env: environment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  onTestFinished(async () => {
    const started = descendants(child.pid as number).map(({ pid }) => pid);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await until(
      () => (child.exitCode ?? child.signalCode) !== null && running(started).length === 0,
      () => `the end of the server: ${output}`,
    );
  });
  return { child, folder, port, output: () => output };
}

export async function serving(
  variables: Variables = {},
  args: readonly string[] = [],
  folder: string = temporaryFolder(),
): Promise<Served> {
  writeFiles(join(folder, 'catalog'), SMALL);
  const server = serve(folder, await freePort(), variables, args);
  await until(
    () => server.output().includes('Serving http') || server.child.exitCode !== null,
    () => `the server: ${server.output()}`,
  );
  return server;
}
