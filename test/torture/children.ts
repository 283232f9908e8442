/** The processes of a round: each leads a process group, and no group outlives the round. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment, type Outcome } from '../support/cli.ts';
import { descendants } from '../support/processes.ts';
import { Lost } from './trial.ts';

/** How a process is started. */
export interface StartOptions {
  /** Where it runs, if not in the folder of the round. */
  readonly cwd?: string;
}

/** A process of a round. */
export interface Child {
  readonly pid: number;
  /** What it has printed so far. */
  output(): string;
  hasEnded(): boolean;
  /** Sends a signal to its group. */
  kill(signal: NodeJS.Signals): void;
  /** Closes what it prints to, as a reader that goes away does. */
  stopReading(): void;
  /** Waits for its end. @throws Lost if that takes too long for a machine with this load */
  ended(limitMs?: number): Promise<Outcome>;
}

/** A build waits for another one for at most a minute. */
const LIMIT_MS = 90_000;

/** Starts processes, and ends them. */
export class Children {
  readonly #alive = new Set<Child>();
  #isOver = false;

  start(command: readonly string[], cwd: string): Child {
    if (this.#isOver) throw new Error('the round is over');
    const [file = '', ...args] = command;
    const process = spawn(file, args, {
      cwd,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    process.stdout.on('data', (chunk) => (stdout += chunk));
    process.stderr.on('data', (chunk) => (stderr += chunk));
    let hasEnded = false;
    const outcome = once(process, 'close').then(([status, signal]): Outcome => {
      hasEnded = true;
      this.#alive.delete(child);
      return { status, signal, stdout, stderr };
    });
    outcome.catch(() => {});
    const child: Child = {
      pid: process.pid ?? 0,
      output: () => stdout + stderr,
      hasEnded: () => hasEnded,
      kill: (signal) => signalGroup(process.pid, signal),
      stopReading() {
        process.stdout.destroy();
        process.stderr.destroy();
      },
      async ended(limitMs = LIMIT_MS) {
        const limit = new AbortController();
        // On a busy machine, a process waits for its turn.
        const slowness = Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());
        const late = sleep(limitMs * slowness, null, { signal: limit.signal }).catch(() => null);
        const result = await Promise.race([outcome, late]);
        limit.abort();
        if (result) return result;
        throw new Lost(
          `${args.slice(-3).join(' ')} ends within ${Math.round((limitMs * slowness) / 1000)} s`,
          `it runs on:\n${stdout}${stderr}`,
        );
      },
    };
    this.#alive.add(child);
    return child;
  }

  /** Ends all groups, and those that they have started. No other begins. */
  endAll(): void {
    this.#isOver = true;
    for (const child of this.#alive) {
      const below = descendants(child.pid);
      child.kill('SIGKILL');
      for (const { pid } of below) signalGroup(pid, 'SIGKILL');
    }
    this.#alive.clear();
  }
}

/** Signals a process group; nothing happens where there is none with this number. */
function signalGroup(group: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (group !== undefined) process.kill(-group, signal);
  } catch {
    // It has ended, or leads no group.
  }
}
