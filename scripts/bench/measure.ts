/** Runs a program as its users do, and measures what it takes. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const WATCHERS = ['peak.mjs', 'processor-time.mjs'].flatMap((name) => ['--import', join(import.meta.dirname, name)]);

/** What a program took, and what it printed. */
export interface Measured {
  readonly seconds: number;
  /** Of the processor, for all threads. */
  readonly processor: number;
  /** Its memory at the peak. */
  readonly mebibytes: number;
  readonly stdout: string;
}

/** How a program is run. */
export interface Running {
  /** Its user's folder for caches: what the program keeps there from one run to the next. */
  readonly cache: string;
  /** The exit status that is expected. */
  readonly status?: number;
}

/**
 * Runs Node.js until it ends.
 *
 * @param args of Node.js: a program and its arguments, or code
 * @throws Error where the exit status is not the expected one
 */
export function measure(args: readonly string[], { cache, status: expected = 0 }: Running): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [...WATCHERS, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...ownEnvironment(), XDG_CACHE_HOME: cache },
    });
    const texts = ['', '', '', '', ''];
    child.stdio.forEach((pipe, index) => void pipe?.on('data', (chunk) => (texts[index] += chunk)));
    child.once('error', reject);
    child.once('close', (status) => {
      const seconds = (performance.now() - started) / 1000;
      const [, stdout = '', stderr, peak, processor] = texts;
      if (status === expected) {
        resolve({ seconds, processor: Number(processor) / 1e6, mebibytes: Number(peak) / 1024, stdout });
      } else reject(new Error(`node ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`));
    });
  });
}

/** The environment without what tells Node.js to do something else or more: reading certificates alone doubles its start. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')));
}
