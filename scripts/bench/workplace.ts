/** Where the benchmark runs: a folder that is removed only at its end, and the programs that it measures there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measured, measure } from './measure.ts';

/** The compiled program. */
export const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'cartalog.js');

/** How the program is run. */
export interface Run {
  /** The name of its folder for caches, which it finds as the run before left it; a new one where it is left out. */
  readonly cache?: string;
  /** The exit status that is expected. */
  readonly status?: number;
}

/** The benchmark's folder, and what runs in it. */
export interface Workplace {
  /** A path in the folder. */
  path(...names: readonly string[]): string;
  /** A path in the folder that no other call gives. */
  newPath(): string;
  /** Measures the program. */
  cartalog(args: readonly string[], run?: Run): Promise<Measured>;
  /** Measures a script of the benchmark. */
  script(name: string, ...args: readonly string[]): Promise<Measured>;
  /** Measures Node.js alone. */
  nothing(): Promise<Measured>;
}

/**
 * Makes the folder, in the system's one for temporary files.
 *
 * Nothing in it is removed before the end: on some file systems, creating files is ten times slower for a minute after
 * many were removed. For the same reason each run gets new folders to write to.
 */
export function openWorkplace(): Workplace {
  const root = mkdtempSync(join(tmpdir(), 'cartalog-bench-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  let count = 0;
  const newPath = (): string => join(root, 'new', String(count++));
  return {
    path: (...names) => join(root, ...names),
    newPath,
    cartalog: (args, { cache, status = 0 } = {}) =>
      measure([PROGRAM, ...args], { cache: cache === undefined ? newPath() : join(root, cache), status }),
    script: (name, ...args) => measure([join(import.meta.dirname, name), ...args], { cache: newPath() }),
    nothing: () => measure(['-e', '0'], { cache: newPath() }),
  };
}
