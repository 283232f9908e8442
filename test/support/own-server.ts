/** Runs nginx, Caddy or Apache of this machine with the configuration that was built. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotRunError } from '../../cli/io.ts';
import { HOST } from '../../cli/node-server.ts';
import { HOSTS, type HostName } from '../../contract/hosts.ts';
import { outputLines, type Runtime, statusAt, stopGroup } from './runtime.ts';

/** A server program, and how it starts. */
interface ServerProgram {
  /** Its command; the first that is installed. */
  readonly commands: readonly string[];
  /** What prints its version. */
  readonly version: string;
  /** The arguments that start it with a built folder. */
  args(built: string): readonly string[];
}

const PROGRAMS: Partial<Record<HostName, ServerProgram>> = {
  nginx: {
    commands: ['nginx', '/usr/sbin/nginx'],
    version: '-v',
    args: (built) => ['-p', built, '-c', 'nginx/nginx.conf'],
  },
  caddy: {
    commands: ['caddy'],
    version: 'version',
    args: (built) => ['run', '--config', join(built, 'caddy', 'Caddyfile')],
  },
  apache: {
    commands: ['apache2', '/usr/sbin/apache2', 'httpd', '/usr/sbin/httpd'],
    version: '-v',
    args: (built) => ['-d', built, '-f', 'apache/httpd.conf', '-D', 'FOREGROUND'],
  },
};

/** The command of a server; null if it is not installed, or the host is another kind. */
export function serverCommand(name: HostName): string | null {
  const program = PROGRAMS[name];
  return program?.commands.find((command) => spawnSync(command, [program.version]).status === 0) ?? null;
}

/** Finds the command of a server of one's own. @throws CannotRunError if the host is another kind, or it is not installed */
export function requireServer(name: HostName): string {
  const { title } = HOSTS[name];
  if (!PROGRAMS[name])
    throw new CannotRunError(
      `--server runs nginx, Caddy or Apache, but the catalog is for ${title}; set target in site.yaml, or --target.`,
    );
  const command = serverCommand(name);
  if (command === null) throw new CannotRunError(`${title} is not installed here; install it, or leave out --server.`);
  return command;
}

/** Runs a command, and ends its group if it or the process that started it has ended, however that ended. */
const WITH_PARENT = '("$0" "$@"; kill 0) & read _; kill 0';

const POLL_MS = 50;
const START_MS = 10_000;

/**
 * Starts a server on the port of this machine that its configuration names, and waits until it answers.
 *
 * @param built the built folder
 * @param state the working folder, for what the server writes
 * @throws CannotRunError if it is not installed or does not start
 */
export async function startOwnServer(name: HostName, built: string, state: string, port: number): Promise<Runtime> {
  const { title, root } = HOSTS[name];
  const line = [requireServer(name), ...(PROGRAMS[name]?.args(built) ?? [])];
  const [file = '', ...args] = process.platform === 'win32' ? line : ['/bin/sh', '-c', WITH_PARENT, ...line];
  const child = spawn(file, args, {
    cwd: state,
    env: { PATH: process.env['PATH'] ?? '', HOME: state, CARTALOG_SITE: join(built, root) },
    // Its own group, which ends as a whole.
    detached: process.platform !== 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise<'ended'>((resolve) => {
    child.once('close', () => resolve('ended')).once('error', () => resolve('ended'));
  });
  const url = `http://${HOST}:${port}`;
  const { signal } = new AbortController();
  for (const deadline = performance.now() + START_MS; performance.now() < deadline; ) {
    if ((await statusAt(`${url}/v1/`, signal)) === 200) {
      // A changed file is served at once.
      return { url, ended, output: () => output, untilAnswered: async () => {}, stop: () => stopGroup(child, ended) };
    }
    if (await Promise.race([ended, sleep(POLL_MS)])) break;
  }
  await stopGroup(child, ended);
  throw new CannotRunError(`${title} did not start on ${url}:`, ...outputLines(output));
}
