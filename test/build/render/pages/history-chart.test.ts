import { expect, test } from 'vitest';
import type { Entry } from '../../../../build/model/catalog.ts';
import { historyChart, versionHistory } from '../../../../build/render/pages/history-chart.ts';
import { EN } from '../../../../contract/page-texts/en.ts';
import { fc } from '../../../support/property.ts';

const entryWith = (...times: string[]): Entry => ({
  path: 'a.zip',
  checksums: times.map((time) => ({ lastModified: `${time}T00:00:00Z`, contentLength: 1, sha1: null })),
  fragments: [],
  imageurl: '',
});

test.each<[string, string[], number, string[]]>([
  ['nothing', [], 0, []],
  ['one version', ['2026-09-19'], 1, ['2026-09 1']],
  [
    'months, and those without any',
    ['2025-11-30', '2025-11-01', '2026-02-01'],
    1,
    ['2025-11 2', '2025-12 0', '2026-01 0', '2026-02 1'],
  ],
  ['five years of months', ['2020-01-01', '2024-12-31'], 1, []],
  [
    'more, which are years',
    ['2020-01-01', '2025-01-01'],
    12,
    ['2020-01 1', '2021-01 0', '2022-01 0', '2023-01 0', '2024-01 0', '2025-01 1'],
  ],
  ['times of broken clocks', ['0000-01-01', '9999-12-31'], 12000, []],
])('%s', (_, times, months, expected) => {
  const history = versionHistory([entryWith(...times)]);
  expect(history?.months ?? 0).toBe(months);
  const found = (history?.periods ?? []).map(({ month, versions }) => `${month} ${versions}`);
  if (expected.length > 0 || times.length === 0) expect(found).toEqual(expected);
});

test('every version is in one of at most 60 bars, and the bars follow each other', () => {
  const time = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 20 }), (times) => {
      const history = versionHistory([entryWith(...times.map((each) => each.toISOString().slice(0, 10)))]);
      const periods = history?.periods ?? [];
      expect(periods.length).toBeLessThanOrEqual(60);
      expect(periods.reduce((sum, { versions }) => sum + versions, 0)).toBe(times.length);
      expect(periods.map(({ month }) => month)).toEqual(periods.map(({ month }) => month).sort());
      expect(periods[0]?.versions).toBeGreaterThan(0);
      expect(periods.at(-1)?.versions).toBeGreaterThan(0);
    }),
  );
});

test('the chart says the same as a text and as a table, and has no style of its own', () => {
  const history = versionHistory([entryWith('2025-12-01', '2026-01-01', '2026-01-02')]);
  const { text } = historyChart(history as NonNullable<typeof history>, EN);
  expect(text).toContain('aria-label="Versions from Dec 2025 to Jan 2026; most in Jan 2026: 2"');
  expect(text).toContain('<td>Jan 2026</td><td>2</td>');
  expect(text.match(/<rect /g)).toHaveLength(2);
  expect(text).not.toContain('style');
});
