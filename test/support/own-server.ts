/** Runs a server of this machine with the configuration that was built. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SERVER_CONFIGURATIONS } from '../../build/render/hosts/server-configurations.ts';
import { LISTENING_ADDRESS } from '../../commands/catalog/serve/node-server.ts';
import { HOSTS } from '../../contract/hosts.ts';
import { type Runtime, statusAt, stopGroup } from './runtime.ts';

interface ServerProgram {
  /** Its command; the first that is installed. */
  readonly commands: readonly string[];
  readonly start: string;
  readonly version: string;
  args(built: string): readonly string[];
}

export type ServerName = keyof typeof SERVER_CONFIGURATIONS;

export const PROGRAMS: Readonly<Record<ServerName, ServerProgram>> = {
  nginx: {
    commands: ['nginx', '/usr/sbin/nginx'],
    start: 'nginx',
    version: '-v',
    args: (built) => ['-p', built, '-c', 'nginx/nginx.conf'],
  },
  caddy: {
    commands: ['caddy'],
    start: 'caddy start --config /etc/caddy/Caddyfile --adapter caddyfile >/dev/null 2>&1',
    version: 'version',
    args: (built) => ['run', '--config', join(built, 'caddy', 'Caddyfile')],
  },
  apache: {
    commands: ['apache2', '/usr/sbin/apache2', 'httpd', '/usr/sbin/httpd'],
    start: 'apache2ctl start',
    version: '-v',
    args: (built) => ['-d', built, '-f', 'apache/httpd.conf', '-D', 'FOREGROUND'],
  },
};

export const SERVER_NAMES = Object.keys(PROGRAMS) as ServerName[];

/** The command of a server; null if it is not installed. */
export function serverCommand(name: ServerName): string | null {
  const { commands, version } = PROGRAMS[name];
  return commands.find((command) => spawnSync(command, [version]).status === 0) ?? null;
}

/** Runs a command, and ends its group if it or the process that started it has ended, however that ended. */
const WITH_PARENT = '("$0" "$@"; kill 0) & read _; kill 0';

const POLL_MS = 50;
const START_MS = 30_000;

/** A folder that the processes of a server may read even if root started it and they run as somebody else. */
export function readableFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-server-'));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Starts an installed server on the port of this machine that its configuration names, with a folder of its own for what it
 * writes, and waits until it answers.
 *
 * @param built the built folder
 * @throws Error if it does not start
 */
export async function startServer(name: ServerName, built: string, port: number): Promise<Runtime> {
  const state = readableFolder();
  const line = [serverCommand(name) ?? '', ...PROGRAMS[name].args(built)];
  const [file = '', ...args] = process.platform === 'win32' ? line : ['/bin/sh', '-c', WITH_PARENT, ...line];
  const child = spawn(file, args, {
    cwd: state,
    env: { PATH: process.env['PATH'] ?? '', HOME: state, CARTALOG_SITE: join(built, HOSTS[name].root) },
    // Its own group, which ends as a whole.
    detached: process.platform !== 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise<'ended'>((resolve) => {
    child.once('close', () => resolve('ended')).once('error', () => resolve('ended'));
  });
  const stop = async (): Promise<void> => {
    await stopGroup(child, ended);
    rmSync(state, { recursive: true, force: true });
  };
  const url = `http://${LISTENING_ADDRESS}:${port}`;
  for (const deadline = performance.now() + START_MS; performance.now() < deadline; ) {
    if ((await statusAt(`${url}/v1/`)) === 200) return { url, ended, output: () => output, stop };
    if (await Promise.race([ended, sleep(POLL_MS)])) break;
  }
  await stop();
  throw new Error(`${name} did not start on ${url}: ${output}`);
}
