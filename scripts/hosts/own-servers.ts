/** Servers of this machine that serve a built site: nginx, Caddy and Apache with the configuration that was built, and others. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOSTS, type HostName } from '../../contract/hosts.ts';

/** A server program, and how it is started with what was built for it. */
export interface ServerProgram {
  /** Its command; the first that is installed. */
  readonly commands: readonly string[];
  /** What prints its version. */
  readonly version: readonly string[];
  /** The host that its site is built for. */
  readonly target: HostName;
  /** Its configuration inside what is built; null where it has none. */
  readonly configuration: string | null;
  /** The arguments that start it. */
  args(start: ServerStart): readonly string[];
}

/** Where a server serves what. */
export interface ServerStart {
  /** What was built. */
  readonly built: string;
  readonly port: number;
  /** A copy of its configuration, with that port and a folder of its own for what it writes. */
  readonly configuration: string;
}

/** Every server that is tried. */
export const SERVER_PROGRAMS = {
  nginx: {
    commands: ['nginx', '/usr/sbin/nginx'],
    version: ['-v'],
    target: 'nginx',
    configuration: 'nginx/nginx.conf',
    args: ({ built, configuration }) => ['-p', built, '-c', configuration],
  },
  caddy: {
    commands: ['caddy'],
    version: ['version'],
    target: 'caddy',
    configuration: 'caddy/Caddyfile',
    args: ({ configuration }) => ['run', '--adapter', 'caddyfile', '--config', configuration],
  },
  apache: {
    commands: ['apache2', '/usr/sbin/apache2', 'httpd', '/usr/sbin/httpd'],
    version: ['-v'],
    target: 'apache',
    configuration: 'apache/httpd.conf',
    args: ({ built, configuration }) => ['-d', built, '-f', configuration, '-D', 'FOREGROUND'],
  },
  python: {
    commands: ['python3'],
    version: ['--version'],
    target: 'generic',
    configuration: null,
    args: ({ built, port }) => ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', built],
  },
} as const satisfies Record<string, ServerProgram>;

/** A server that runs. */
export interface OwnServer {
  /** What it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** The command of a server and what it says of its version; null where none is installed. */
export function installed({ commands, version }: ServerProgram): { command: string; version: string } | null {
  for (const command of commands) {
    const { status, stdout, stderr } = spawnSync(command, version, { encoding: 'utf8' });
    const number = /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0];
    if (status === 0 && number !== undefined) return { command, version: number };
  }
  return null;
}

/** A folder that the processes of a server may read even where root started it and they are somebody else's. */
export function readableFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-server-'));
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * Starts a server on a port of this machine, and waits until it answers.
 *
 * @throws Error where it is not installed, or ends at once
 */
export async function startServer(program: ServerProgram, built: string, port: number): Promise<OwnServer> {
  const found = installed(program);
  if (!found) throw new Error(`${program.commands[0]} is not installed`);
  const own = readableFolder();
  const configuration = configurationFor(program, built, port, own);
  const child = spawn(found.command, program.args({ built, port, configuration }), {
    cwd: own,
    env: { PATH: process.env['PATH'] ?? '', HOME: own, CARTALOG_SITE: join(built, HOSTS[program.target].root) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const stop = async (): Promise<void> => {
    await ended(child);
    rmSync(own, { recursive: true, force: true });
  };
  try {
    await answers(child, port);
  } catch (error) {
    await stop();
    throw new Error(`${found.command} does not answer: ${printed}`, { cause: error });
  }
  return { output: () => printed, stop };
}

/** Copies the configuration of a whole server, as a person would change it: the port, and where it writes. */
function configurationFor({ configuration }: ServerProgram, built: string, port: number, own: string): string {
  if (configuration === null) return '';
  const source = join(built, configuration);
  const folder = join(source, '..');
  const text = readFileSync(source, 'utf8')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('Listen 8080', `Listen 127.0.0.1:${port}`)
    .replace(/^:8080/m, `http://127.0.0.1:${port}`)
    .replaceAll('/tmp/', `${own}/`)
    .replaceAll(/^(\s*)(include|import) (?=\w)/gm, `$1$2 ${folder}/`);
  const file = join(own, 'configuration');
  mkdirSync(own, { recursive: true });
  writeFileSync(file, text);
  return file;
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

async function answers(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      (response) => response.body?.cancel().then(() => true) ?? true,
      () => false,
    );
    if (isThere) return;
    await sleep(50);
  }
  throw new Error(child.exitCode === null ? 'it takes too long' : `it ended with ${child.exitCode}`);
}
