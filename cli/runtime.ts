/** The Cloudflare runtime on this machine: `wrangler pages dev`, or `wrangler dev` for Workers, in front of a site folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { workersConfiguration } from '../build/pipeline.ts';
import type { HostName } from '../contract/hosts.ts';
import { childEnvironment } from './child-environment.ts';
import { CannotRunError } from './io.ts';
import { wranglerVersion } from './package.ts';
import { HOST, isFree, portInUse } from './port.ts';

/** A running server. */
export interface Runtime {
  /** Without a trailing slash. */
  readonly url: string;
  /** Resolves when the server ends, asked to or not. */
  readonly ended: Promise<'ended'>;
  /** The last of what it has printed so far. */
  output(): string;
  /** Waits until a path is answered with a status; not for longer than ten seconds, or than the server runs. */
  untilAnswered(path: string, status: number): Promise<void>;
  stop(): Promise<void>;
}

/** The date that fixes what the runtime does, here and in production. */
export const COMPATIBILITY_DATE = '2026-04-26';

const START_MS = 60_000;
const STOP_MS = 5_000;

/** One that has not started yet has nothing to finish, and one whose folder was removed does not end when asked to. */
const STOP_SOON_MS = 500;

const ANSWER_MS = 10_000;
const POLL_MS = 25;

/** It prints a line for each request: no more than this many characters are kept. */
const OUTPUT_KEPT = 64 * 1024;

/**
 * What wrangler runs first, in both of its processes. It ends the whole group when the process that started it has
 * ended, in whatever way, and when workerd ends without having been asked to: wrangler would wait for it forever.
 */
const GUARD = `
const { subscribe } = require('node:diagnostics_channel');
const endGroup = () => process.kill(0, 'SIGKILL');
process.once('disconnect', endGroup);
subscribe('child_process', ({ process: child }) => {
  child.once('exit', () => {
    if (/workerd/.test(child.spawnfile) && !child.killed) endGroup();
  });
});`;

/**
 * Starts the runtime and waits until it answers, it and no other server on that port. Once the signal is aborted, it is ended and not waited for.
 *
 * @param site the folder to serve
 * @param state a folder for what the runtime keeps
 * @param host the one of Cloudflare's that the site was built for
 * @throws CannotRunError if it does not start
 */
export async function startRuntime(
  site: string,
  state: string,
  port: number,
  signal: AbortSignal = new AbortController().signal,
  host: HostName = 'pages',
  wrangler: string = findWrangler(process.cwd()),
): Promise<Runtime> {
  const url = `http://${HOST}:${port}`;
  const command = host === 'workers' ? workersCommand(site, state) : pagesCommand(site, state);
  const child = spawnWrangler(wrangler, command, state, port);
  let output = '';
  const keep = (text: string): void => {
    output = (output + text).slice(-OUTPUT_KEPT);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => keep(String(chunk)));
  // Somebody else's server may answer on the port as well.
  let isOurs = false;
  child.on('message', (message) => {
    isOurs ||= isReady(message, port);
  });
  let hasEnded = false;
  const ended = new Promise<'ended'>((resolve) => {
    const end = (): void => {
      hasEnded = true;
      resolve('ended');
    };
    child.once('exit', end).once('error', (error) => {
      keep(String(error));
      end();
    });
  });
  const isAnswered = async (path: string, status: number, patience: number): Promise<boolean> => {
    const deadline = performance.now() + patience;
    while (!isOurs || (await statusOf(url + path, signal)) !== status) {
      if (hasEnded || signal.aborted || performance.now() > deadline) return false;
      await sleep(POLL_MS);
    }
    return true;
  };
  const runtime: Runtime = {
    url,
    ended,
    output: () => output,
    untilAnswered: async (path, status) => void (await isAnswered(path, status, ANSWER_MS)),
    stop: () => stop(child, ended, existsSync(state) ? STOP_MS : STOP_SOON_MS),
  };
  if (await isAnswered('/v1/', 200, START_MS)) return runtime;
  await stop(child, ended, STOP_SOON_MS);
  if (!signal.aborted && !(await isFree(port))) throw portInUse(port);
  throw new CannotRunError(`The Cloudflare runtime did not start on ${url}:`, ...linesOf(output));
}

/** Whether wrangler says that it listens on a port, which it tells its parent process. */
function isReady(message: unknown, port: number): boolean {
  try {
    const { event, port: taken } = JSON.parse(String(message));
    return event === 'DEV_SERVER_READY' && taken === port;
  } catch {
    return false;
  }
}

/** What the runtime has printed, in lines without colours. */
function linesOf(output: string): string[] {
  return stripVTControlCharacters(output)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
}

/**
 * Finds wrangler, which is an optional package: next to this program, or where it is run.
 *
 * @throws CannotRunError if it is in neither place
 */
export function findWrangler(cwd: string): string {
  try {
    const { resolve } = createRequire(import.meta.url);
    const found = resolve('wrangler/package.json', { paths: [import.meta.dirname, cwd] });
    return join(dirname(found), 'bin', 'wrangler.js');
  } catch {
    throw new CannotRunError(
      `The Cloudflare runtime is not installed; run npm install --save-dev wrangler@${wranglerVersion()} first.`,
    );
  }
}

function pagesCommand(site: string, state: string): string[] {
  // It takes the nearest configuration above the folder it runs in, which could be one for something else.
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'wrangler.toml'), `name = "cartalog"\npages_build_output_dir = ${JSON.stringify(site)}\n`);
  return ['pages', 'dev', site, `--compatibility-date=${COMPATIBILITY_DATE}`];
}

/** Which requests the handler gets first cannot be said in the command, only in a file. */
function workersCommand(site: string, state: string): string[] {
  const file = join(state, 'wrangler.toml');
  mkdirSync(state, { recursive: true });
  writeFileSync(file, workersConfiguration({ name: 'cartalog', site, compatibilityDate: COMPATIBILITY_DATE }));
  return ['dev', `--config=${file}`];
}

function spawnWrangler(wrangler: string, command: readonly string[], state: string, port: number): ChildProcess {
  const options = {
    ip: HOST,
    port,
    'inspector-port': 0,
    'persist-to': state,
    'show-interactive-dev-session': false,
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  // With --import, Node would read all of wrangler twice: a sixth of the time until it answers.
  const guard = join(state, 'guard.cjs');
  writeFileSync(guard, GUARD);
  return spawn(process.execPath, [`--require=${guard}`, wrangler, ...command, ...flags], {
    cwd: state,
    // A group of its own: the runtime starts processes itself, and all of them must end together.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: childEnvironment(process.env),
  });
}

/** The status with which an address answers; null if it does not. */
function statusOf(url: string, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get(url, { signal }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    request.once('error', () => resolve(null));
    request.setTimeout(2_000, () => request.destroy());
  });
}

async function stop(child: ChildProcess, ended: Promise<'ended'>, patience: number): Promise<void> {
  signal(child, 'SIGTERM');
  const isDone = await Promise.race([ended.then(() => true), sleep(patience, false, { ref: false })]);
  // Whatever of the group is left, a process that ignores the first signal for example.
  signal(child, 'SIGKILL');
  if (!isDone) await ended;
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // The group has ended.
  }
}
