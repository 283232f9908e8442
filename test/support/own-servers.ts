/** Servers of this machine that serve a built site with the configuration that was built: nginx, Caddy and Apache. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOSTS } from '../../contract/hosts.ts';

/** A server program, and how it is started with what was built for it. */
interface ServerProgram {
  /** Its command; the first that is installed. */
  readonly commands: readonly string[];
  /** What prints its version. */
  readonly version: readonly string[];
  /** Its configuration inside what is built. */
  readonly configuration: string;
  /** The arguments that start it with a copy of its configuration. */
  args(built: string, configuration: string): readonly string[];
}

/** Every server that is tried, by the name of its host. */
export const SERVER_PROGRAMS = {
  nginx: {
    commands: ['nginx', '/usr/sbin/nginx'],
    version: ['-v'],
    configuration: 'nginx/nginx.conf',
    args: (built, configuration) => ['-p', built, '-c', configuration],
  },
  caddy: {
    commands: ['caddy'],
    version: ['version'],
    configuration: 'caddy/Caddyfile',
    args: (_, configuration) => ['run', '--adapter', 'caddyfile', '--config', configuration],
  },
  apache: {
    commands: ['apache2', '/usr/sbin/apache2', 'httpd', '/usr/sbin/httpd'],
    version: ['-v'],
    configuration: 'apache/httpd.conf',
    args: (built, configuration) => ['-d', built, '-f', configuration, '-D', 'FOREGROUND'],
  },
} as const satisfies Record<string, ServerProgram>;

/** The name of one of them. */
export type ServerName = keyof typeof SERVER_PROGRAMS;

/** A server that runs. */
export interface OwnServer {
  /** What it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** The command of a server; undefined if it is not installed. */
export function installed(name: ServerName): string | undefined {
  const { commands, version } = SERVER_PROGRAMS[name];
  return commands.find((command) => spawnSync(command, version).status === 0);
}

/** A folder that the processes of a server may read even if root started it and they run as somebody else. */
export function readableFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-server-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts a server on a port of this machine, and waits until it answers. @throws Error if it ends at once */
export async function startServer(name: ServerName, built: string, port: number): Promise<OwnServer> {
  const { args, configuration } = SERVER_PROGRAMS[name];
  const own = readableFolder();
  const file = join(own, 'configuration');
  writeFileSync(file, changed(join(built, configuration), port, own));
  const child = spawn(installed(name) as string, args(built, file), {
    cwd: own,
    env: { PATH: process.env['PATH'] ?? '', HOME: own, CARTALOG_SITE: join(built, HOSTS[name].root) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const stop = async (): Promise<void> => {
    await ended(child);
    rmSync(own, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    await response?.body?.cancel();
    if (response) return { output: () => printed, stop };
    await sleep(50);
  }
  await stop();
  throw new Error(`${name} does not answer: ${printed}`);
}

/** The configuration of a whole server, as a person would change it: the port, and where it writes. */
function changed(file: string, port: number, own: string): string {
  return readFileSync(file, 'utf8')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('Listen 8080', `Listen 127.0.0.1:${port}`)
    .replace(/^:8080/m, `http://127.0.0.1:${port}`)
    .replaceAll('/tmp/', `${own}/`)
    .replaceAll(/^(\s*)(include|import) (?=\w)/gm, `$1$2 ${join(file, '..')}/`);
}

/** Ends a server with all its processes. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGTERM');
  const isOver = await Promise.race([closed.then(() => true), sleep(5_000, false)]);
  if (!isOver) process.kill(-child.pid, 'SIGKILL');
  await closed;
}
