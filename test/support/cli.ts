/** Runs the compiled program as its users do: in its own process. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
export const PROGRAM = join(ROOT, 'bin', 'cartalog.js');

/**
 * A module to import first (`--import`), for a clock that runs ten times as fast: a build gives up on a suspended one after
 * a second, not after ten, and five requests a second are fifty.
 */
export const FAST_CLOCK = new URL('fast-clock-preload.mjs', import.meta.url).href;

export interface Outcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of tests: no variable of the machine that changes what the program does, and caches of their own. */
export function environment(extra: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '', XDG_CACHE_HOME = '' } = process.env;
  return { PATH, HOME, TMPDIR, XDG_CACHE_HOME, NO_COLOR: '1', LANG: 'C.UTF-8', ...extra };
}

/** The environment of tests, with the fast clock: for what does not prove how long the program waits. */
export const HURRIED = environment({ NODE_OPTIONS: `--import ${FAST_CLOCK}` });

export const cartalog = (args: readonly string[], options: SpawnOptions = {}): Promise<Outcome> =>
  run(process.execPath, [PROGRAM, ...args], { cwd: tmpdir(), env: environment(), ...options });

export const run = (command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk) => (stdout += chunk));
    child.stderr?.on('data', (chunk) => (stderr += chunk));
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
