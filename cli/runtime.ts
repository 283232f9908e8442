/** The Cloudflare runtime on this machine: `wrangler pages dev` in front of a site folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotRunError } from './io.ts';
import { PACKAGE_ROOT } from './package.ts';

/** A running server. */
export interface Runtime {
  /** Without a trailing slash. */
  readonly url: string;
  /** Resolves with everything it printed when the server ends, for whatever reason. */
  readonly ended: Promise<string>;
  /** Everything it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const START_MS = 60_000;
const STOP_MS = 5_000;

/**
 * Starts the runtime and waits until it answers.
 *
 * @param site the folder to serve
 * @param state a folder for what the runtime keeps
 * @throws CannotRunError where it does not start
 */
export async function startRuntime(site: string, state: string, port: number): Promise<Runtime> {
  const url = `http://${HOST}:${port}`;
  const child = spawnWrangler(site, state, port);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(String(error)));
    child.once('exit', () => resolve(output));
  });
  const runtime: Runtime = { url, ended, output: () => output, stop: () => stop(child, ended) };
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const deadline = performance.now() + START_MS;
  while (!(await answers(`${url}/v1/`))) {
    if (hasEnded || performance.now() > deadline) {
      await runtime.stop();
      throw new CannotRunError(`The Cloudflare runtime did not start on ${url}:`, ...output.trim().split('\n'));
    }
    await sleep(50);
  }
  return runtime;
}

/** Whether nothing listens on a port of this machine. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}

function spawnWrangler(site: string, state: string, port: number): ChildProcess {
  const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin', 'wrangler.js');
  const options = {
    'compatibility-date': compatibilityDate(),
    ip: HOST,
    port,
    'inspector-port': 0,
    'persist-to': state,
    'show-interactive-dev-session': false,
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return spawn(process.execPath, [wrangler, 'pages', 'dev', site, ...flags], {
    cwd: PACKAGE_ROOT,
    // A group of its own: the runtime starts processes itself, and all of them must end together.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      CI: 'true',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      FORCE_COLOR: '0',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_SEND_METRICS: 'false',
    },
  });
}

/** The date that fixes the runtime's behaviour, the same as in production. */
function compatibilityDate(): string {
  const configuration = readFileSync(join(PACKAGE_ROOT, 'wrangler.toml'), 'utf8');
  const date = /^compatibility_date = "(.+)"$/m.exec(configuration)?.[1];
  if (!date) throw new CannotRunError('wrangler.toml does not name a compatibility_date.');
  return date;
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('error', () => resolve(false));
    request.setTimeout(2_000, () => request.destroy());
  });
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  signal(child, 'SIGTERM');
  const isDone = await Promise.race([ended.then(() => true), sleep(STOP_MS, false, { ref: false })]);
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
