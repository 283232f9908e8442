/** Runs the compiled program as its users do: a process of its own. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');
export const PROGRAM = join(ROOT, 'bin', 'cartalog.js');

export interface Outcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of tests: nothing of the machine's that changes what the program does. */
export function environment(extra: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NO_COLOR: '1', LANG: 'C.UTF-8', ...extra };
}

/** Runs the program to its end. */
export function cartalog(args: readonly string[], options: SpawnOptions = {}): Promise<Outcome> {
  return run(process.execPath, [PROGRAM, ...args], { env: environment(), ...options });
}

/** Runs a command to its end. */
export function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Outcome> {
  return new Promise((settle, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk) => (stdout += chunk));
    child.stderr?.on('data', (chunk) => (stderr += chunk));
    child.once('error', fail);
    child.once('close', (status, signal) => settle({ status, signal, stdout, stderr }));
  });
}
