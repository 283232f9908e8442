/** Trials for a round, always the same one; `npm run torture` plays all of them, with others. */
import { describe, expect, test } from 'vitest';
import { HOSTILE, hostile } from '../support/hostile.ts';
import { lossText } from './report.ts';
import { torture } from './runner.ts';
import { TRIALS } from './trials.ts';

/** Those with tests of their own, or that sabotage.test.ts plays, are left out. */
const LEFT_OUT = ['kill', 'concurrent', 'power-cut', 'serve', 'yaml', 'suspend', 'runtime'];

/** With it the rounds are short ones. */
const SEED = 62;

describe.concurrent('torture', () => {
  test.each(TRIALS.filter(({ name }) => !LEFT_OUT.includes(name)))('$name', async (trial) => {
    const [score] = await torture([trial], { seed: SEED, rounds: 1, minutes: 1 });
    expect(score?.losses.map(lossText).join('\n')).toBe('');
    if (score?.whyNot === null) expect(score.rounds).toBe(1);
  });
});

// Of a seed that asks for millions of them, no text could hold more: the loss was one of the suite itself.
test.each([
  'paths with a thousand marks on one letter',
  'paths of ligatures',
  'paths of 800 characters',
  'paths in 490 folders of their own',
] as const)('a hostile file has as many %s as fit into 30 million characters', (what) => {
  const length = hostile(what, 200_000)[HOSTILE[what].path]?.length ?? 0;
  expect(length).toBeGreaterThan(25_000_000);
  expect(length).toBeLessThan(31_000_000);
});
