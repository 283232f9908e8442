import { describe, expect, test } from 'vitest';
import { type Figures, inTables, judge, type Limit, type RowResult, tableOf } from '../../../scripts/bench/figures.ts';

const row = (name: string, figures: readonly Figures[], ...limits: Limit[]): RowResult => ({ name, limits, figures });

/** Three rounds, of which the second met a busy machine. */
const PARSE = row('parse', [
  { seconds: 1, processor: 0.1, mebibytes: 200 },
  { seconds: 8, processor: 0.2, mebibytes: 210 },
  { seconds: 2, processor: 0.1, mebibytes: 190 },
]);
const BUILD = row('build', [
  { seconds: 3, processor: 0.5, mebibytes: 260 },
  { seconds: 16, processor: 0.6, mebibytes: 315 },
  { seconds: 3, processor: 0.4, mebibytes: 250 },
]);

describe('judge', () => {
  test.each<[string, Limit, number, boolean]>([
    ['the median of the ratios of each round', { of: 'seconds', times: 'parse', most: 2 }, 2, true],
    ['a ratio above its limit', { of: 'seconds', times: 'parse', most: 1.9 }, 2, false],
    ['the largest memory', { of: 'mebibytes', most: 300 }, 315, false],
    ['the largest memory of both', { of: 'mebibytes', times: 'parse', most: 1.5 }, 1.5, true],
    ['the median of the differences', { of: 'processor', beyond: 'parse', most: 0.45 }, 0.4, true],
    ['the median itself', { of: 'seconds', most: 2.9 }, 3, false],
    ['what has no limit', { of: 'seconds', times: 'parse' }, 2, true],
  ])('%s', (_, limit, value, isReached) => {
    const judged = judge(limit, BUILD, [PARSE, BUILD]);
    expect(judged.value).toBeCloseTo(value);
    expect(judged.isReached).toBe(isReached);
  });

  test.each<Limit>([
    { of: 'kilobytes', most: 1 },
    { of: 'seconds', times: 'kilobytes only', most: 1 },
  ])('what was not measured is not reached: %j', (limit) => {
    expect(judge(limit, BUILD, [BUILD, row('kilobytes only', [{ kilobytes: 1 }])]).isReached).toBe(false);
  });

  test('a row that there is not is an error', () => {
    expect(() => judge({ of: 'seconds', times: 'prase' }, BUILD, [PARSE, BUILD])).toThrow('prase');
  });
});

describe('tables', () => {
  test('have a line for each limit, and a verdict where there is one', () => {
    const build = { ...BUILD, limits: [{ of: 'seconds', times: 'parse', most: 1 }, { of: 'mebibytes' }] as const };
    const { lines, isReached } = tableOf([PARSE, build]);
    expect(isReached).toBe(false);
    expect(inTables([{ title: 'For the first time', lines }])).toBe(
      [
        '                    time    processor  memory   what counts   at most',
        'For the first time',
        '  parse             2.00 s  100 ms     210 MiB',
        '  build             3.00 s  0.50 s     315 MiB  2.00 × parse  1.00     MISSED',
        '                                                315 MiB',
        '',
      ].join('\n'),
    );
  });

  test('figures are in units that people read', () => {
    const sizes = row('sizes', [{ kilobytes: 5.42, seconds: 0.000_014 }], { of: 'kilobytes', most: 9.4 });
    expect(tableOf([sizes])).toEqual({
      lines: [['sizes', '14.0 µs', '', '', '5.4 kB', '9.4 kB', 'reached']],
      isReached: true,
    });
  });
});
