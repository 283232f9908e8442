/** Holds work to an amount of processor time, on any machine and whatever else runs there. */
import { expect } from 'vitest';

/**
 * Seconds of processor time that each may take, of all threads: the collector of garbage works next to the program, and
 * what passes on the clock is a third less. The sizes are such that each takes at most two thirds of this where nothing
 * else runs; what is quadratic would take minutes.
 */
const MOST = 3;

/** Seconds of processor time that the yardstick takes on the machine for which the limit is meant, when it is quiet. */
const YARDSTICK = 0.25;

/** Wall time is no measure where other programs run: a test that takes longer hangs. */
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
  const lines = Array.from({ length: 150_000 }, (_, index) => `- { id: ${index}, name: "A${index % 7}" }`).join('\n');
  const records = [...lines.matchAll(/id: (\d+), name: "(\w+)"/g)].map(([, id, name]) => ({ id, name }));
  return JSON.stringify(records).length;
}

/** How often work is measured that takes too long: other programs can only make it slower. */
const TRIES = 3;

/** Runs some work, which must not take long for a machine that is as fast as this one is now. */
export async function inTime(work: () => unknown): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES && least >= MOST; tried++) {
    const slowness = Math.max(1, (await secondsOf(yardstick)) / YARDSTICK);
    least = Math.min(least, (await secondsOf(work)) / slowness);
  }
  expect(least).toBeLessThan(MOST);
}
