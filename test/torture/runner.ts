/** Plays rounds of trials until the time is over, and keeps the score. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../support/cli.ts';
import { Children } from './children.ts';
import { drawFrom, Lost, type Trial } from './trial.ts';

/** When a run ends, and what it plays. */
export interface Plan {
  readonly seed: number;
  /** No round begins after so many minutes. */
  readonly minutes: number;
  /** The most rounds of each trial. */
  readonly rounds: number;
  /** The command line of the program under test, if not the compiled one. */
  readonly program?: readonly string[];
  /** Ends the run in the middle of a round, which then does not count. */
  readonly signal?: AbortSignal;
  /** Called as soon as something is lost. */
  readonly onLost?: (loss: Loss) => void;
}

/** A round in which something was lost. */
export interface Loss {
  readonly trial: string;
  readonly seed: number;
  readonly expected: string;
  readonly found: string;
  /** Where the folder of the round is kept. */
  readonly folder: string;
}

/** What a trial has done so far. */
export interface Score {
  readonly trial: Trial;
  /** Why it was not tried; null where it was. */
  readonly whyNot: string | null;
  rounds: number;
  readonly losses: Loss[];
  /** Milliseconds. */
  time: number;
  longest: number;
  readonly counts: Map<string, number>;
  readonly met: Map<string, Set<string>>;
}

/** Plays the trials, always the one that has had the least time. */
export async function torture(trials: readonly Trial[], plan: Plan): Promise<Score[]> {
  const scores = trials.map(
    (trial): Score => ({
      trial,
      whyNot: trial.whyNot?.() ?? null,
      rounds: 0,
      losses: [],
      time: 0,
      longest: 0,
      counts: new Map(),
      met: new Map(),
    }),
  );
  const work = mkdtempSync(join(tmpdir(), 'cartalog-torture-'));
  const interrupted = new Promise<void>((resolve) => plan.signal?.addEventListener('abort', () => resolve()));
  const deadline = performance.now() + plan.minutes * 60_000;
  while (performance.now() < deadline && !plan.signal?.aborted) {
    const open = scores.filter(({ whyNot, rounds }) => whyNot === null && rounds < plan.rounds);
    const next = open.toSorted((a, b) => a.time - b.time)[0];
    if (!next) break;
    await play(next, plan, work, interrupted);
  }
  if (scores.every(({ losses }) => losses.length === 0)) rmSync(work, { recursive: true, force: true });
  return scores;
}

/** Plays one round and writes it into the score. */
async function play(score: Score, plan: Plan, work: string, interrupted: Promise<void>): Promise<void> {
  const { trial } = score;
  const seed = (plan.seed + score.rounds) % 2 ** 31;
  const folder = join(work, `${trial.name}-${seed}`);
  mkdirSync(folder);
  const children = new Children();
  const counts = new Map<string, number>();
  const round = {
    seed,
    folder,
    draw: drawFrom(seed),
    program: plan.program ?? [process.execPath, PROGRAM],
    start: (command: readonly string[], { cwd = folder } = {}) => children.start(command, cwd),
    count: (what: string, by = 1) => void counts.set(what, (counts.get(what) ?? 0) + by),
    meet: (what: string, thing: string) => void score.met.set(what, (score.met.get(what) ?? new Set()).add(thing)),
  };
  const began = performance.now();
  let loss: Loss | null = null;
  try {
    await Promise.race([trial.run(round), interrupted]);
  } catch (error) {
    loss = { trial: trial.name, seed, folder, ...describe(error) };
  }
  children.endAll();
  if (!loss || plan.signal?.aborted) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (plan.signal?.aborted) return;
  const time = performance.now() - began;
  score.rounds++;
  score.time += time;
  score.longest = Math.max(score.longest, time);
  for (const [what, by] of counts) score.counts.set(what, (score.counts.get(what) ?? 0) + by);
  if (!loss) return;
  score.losses.push(loss);
  plan.onLost?.(loss);
}

function describe(error: unknown): Pick<Loss, 'expected' | 'found'> {
  if (error instanceof Lost) return { expected: error.expected, found: error.found };
  return { expected: 'no error', found: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
