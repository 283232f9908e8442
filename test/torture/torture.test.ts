/** Every trial for a round or two, always the same ones; `npm run torture` plays on with others. */
import { describe, expect, test } from 'vitest';
import { lossText } from './report.ts';
import { torture } from './runner.ts';
import { TRIALS } from './trials.ts';

/** With it the rounds are short ones. */
const SEED = 62;

describe.concurrent('torture', () => {
  test.each(TRIALS)('$name', async (trial) => {
    const [score] = await torture([trial], { seed: SEED, rounds: 1, minutes: 1 });
    expect(score?.losses.map(lossText).join('\n')).toBe('');
    if (score?.whyNot === null) expect(score.rounds).toBe(1);
  });
});
