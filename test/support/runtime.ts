/** Runs the Cloudflare runtime with a site folder: `wrangler pages dev`, or `wrangler dev` for Workers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { fillTemplate } from '../../cli/program/fill-template.ts';
import { readPackageTexts } from '../../cli/program/package.ts';
import { COMPATIBILITY_DATE, findWrangler } from '../../cli/program/wrangler.ts';
import { LISTENING_ADDRESS } from '../../commands/catalog/serve/node-server.ts';
import type { HostName } from '../../contract/hosts.ts';

/** The variables of the system that the runtime gets: the secrets of the developer are none of its. */
const PASSED =
  /^(?:path|home|tmpdir|temp|tmp|xdg_\w+|ld_library_path|nix_ld\w*|miniflare_workerd_path|lang|lc_all|tz|system\w+)$/i;

/** Settings of the runtime: no questions, no telemetry, no files of secrets. */
const SET = {
  CI: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  CLOUDFLARE_INCLUDE_PROCESS_ENV: 'false',
  CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false',
  FORCE_COLOR: '0',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_SEND_METRICS: 'false',
};

export interface Runtime {
  readonly url: string;
  /** Resolves when the server ends, expected or not. */
  readonly ended: Promise<'ended'>;
  output(): string;
  stop(): Promise<void>;
}

const START_MS = 60_000;
const STOP_MS = 5_000;

/**
 * The time to wait for a regular end. A runtime that is still starting, or whose folder was removed, is killed after
 * it.
 */
const STOP_SOON_MS = 500;

const POLL_MS = 25;

/** In characters. The runtime prints a line for each request, so only the end of its output is kept. */
const OUTPUT_KEPT = 64 * 1024;

/**
 * A preload of both of wrangler's processes. It ends the process group if the process that started it has ended, or if
 * workerd ends unexpectedly: wrangler would wait for it forever.
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
 * Starts the runtime and waits until it answers, and makes sure that no other server answers on that port.
 *
 * @param site the folder to serve
 * @param state a folder for the runtime's data
 * @param host Cloudflare's host that the site was built for
 * @throws Error if it does not start
 */
export async function startRuntime(
  site: string,
  state: string,
  port: number,
  host: HostName = 'pages',
): Promise<Runtime> {
  const url = `http://${LISTENING_ADDRESS}:${port}`;
  const command = host === 'workers' ? workersCommand(site, state) : pagesCommand(site, state);
  const child = spawnWrangler(findWrangler(process.cwd()), command, state, port);
  let output = '';
  const keep = (text: string): void => {
    output = (output + text).slice(-OUTPUT_KEPT);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => keep(String(chunk)));
  // Another program's server may answer on the port, too.
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
  const deadline = performance.now() + START_MS;
  while (!hasEnded && performance.now() < deadline) {
    if (isOurs && (await statusAt(`${url}/v1/`)) === 200) {
      const stop = () => stopGroup(child, ended, existsSync(state) ? STOP_MS : STOP_SOON_MS);
      return { url, ended, output: () => output, stop };
    }
    await sleep(POLL_MS);
  }
  await stopGroup(child, ended, STOP_SOON_MS);
  throw new Error(`The Cloudflare runtime did not start on ${url}: ${stripVTControlCharacters(output)}`);
}

/** Whether wrangler reports to its parent process that it listens on a port. */
function isReady(message: unknown, port: number): boolean {
  try {
    const { event, port: taken } = JSON.parse(String(message));
    return event === 'DEV_SERVER_READY' && taken === port;
  } catch {
    return false;
  }
}

function pagesCommand(site: string, state: string): string[] {
  // Otherwise wrangler uses the nearest configuration above its working folder, which could be unrelated.
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'wrangler.toml'), `name = "cartalog"\npages_build_output_dir = ${JSON.stringify(site)}\n`);
  return ['pages', 'dev', site, `--compatibility-date=${COMPATIBILITY_DATE}`];
}

/** The command line cannot set which requests the handler gets first, only a file can. */
function workersCommand(site: string, state: string): string[] {
  const file = join(state, 'wrangler.toml');
  mkdirSync(state, { recursive: true });
  const { include } = JSON.parse(readFileSync(join(site, '_routes.json'), 'utf8'));
  const values = { project: 'cartalog', date: COMPATIBILITY_DATE, handled: JSON.stringify(include) };
  const template = readPackageTexts('commands/templates').get('wrangler.toml') ?? '';
  const text = fillTemplate(template, { values, conditions: new Set(['workers']) });
  writeFileSync(file, text.replaceAll('"dist', `"${site}`));
  return ['dev', `--config=${file}`];
}

function spawnWrangler(wrangler: string, command: readonly string[], state: string, port: number): ChildProcess {
  const options = {
    ip: LISTENING_ADDRESS,
    port,
    'inspector-port': 0,
    'persist-to': state,
    'show-interactive-dev-session': false,
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  // With --import, Node would load all of wrangler twice: a sixth of the start time.
  const guard = join(state, 'guard.cjs');
  writeFileSync(guard, GUARD);
  return spawn(process.execPath, [`--require=${guard}`, wrangler, ...command, ...flags], {
    cwd: state,
    // A separate group: the runtime starts processes, and all of them must end together.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED.test(name))), ...SET },
  });
}

export const statusAt = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const request = get(url, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    request.once('error', () => resolve(null));
    request.setTimeout(2_000, () => request.destroy());
  });

/** Ends a process with its group; kills it after a time in milliseconds. */
export async function stopGroup(
  child: ChildProcess,
  ended: Promise<'ended'>,
  patience: number = STOP_MS,
): Promise<void> {
  signal(child, 'SIGTERM');
  const isDone = await Promise.race([ended.then(() => true), sleep(patience, false, { ref: false })]);
  // Kill the rest of the group, such as a process that ignores the first signal.
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
