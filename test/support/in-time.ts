/** Holds work to an amount of processor time, on any machine and whatever else runs there. */
import { expect } from 'vitest';

/**
 * Seconds of processor time that each may take, of all threads: the garbage collector runs next to the program. The sizes
 * are such that each takes a fifth of this if nothing else runs, and two thirds on a machine with slow memory, which the
 * yardstick hardly needs; anything quadratic would take ten times as long as now, so twice as long as this.
 */
const MOST = 3;

/** Seconds of processor time that the yardstick takes on the machine for which the limit is meant, if it is quiet. */
const YARDSTICK = 0.08;

/** Wall time is no measure if other programs run. */
export const HANGS = { timeout: 120_000 };

/** The processor time of some work, in seconds. */
async function secondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Work of the kind that the program does: it allocates, and looks at every character. */
function yardstick(): number {
  const lines = Array.from({ length: 50_000 }, (_, index) => `- { id: ${index}, name: "A${index % 7}" }`).join('\n');
  const records = [...lines.matchAll(/id: (\d+), name: "(\w+)"/g)].map(([, id, name]) => ({ id, name }));
  return JSON.stringify(records).length;
}

/** How often work is measured that takes too long: other programs can only make it slower. */
const TRIES = 3;

/** Runs some work, which must not take long for a machine that is as fast as this one is now. */
export async function inTime(work: () => unknown): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES && least >= MOST; tried++) {
    const before = await secondsOf(yardstick);
    const seconds = await secondsOf(work);
    const slowness = Math.max(YARDSTICK, before, await secondsOf(yardstick)) / YARDSTICK;
    least = Math.min(least, seconds / slowness);
  }
  expect(least).toBeLessThan(MOST);
}
