import { expect, test } from 'vitest';
import { DE } from '../../../contract/page-texts/de.ts';
import { EN } from '../../../contract/page-texts/en.ts';

test.each([
  [0, '0 B', '0 B'],
  [999, '999 B', '999 B'],
  [1000, '1 kB', '1 kB'],
  [1549, '1.5 kB', '1,5 kB'],
  [9_960, '10 kB', '10 kB'],
  [999_499, '999 kB', '999 kB'],
  [999_500, '1 MB', '1 MB'],
  [28_300_000_000, '28 GB', '28 GB'],
  [Number.MAX_SAFE_INTEGER, '9 PB', '9 PB'],
  [Number.MAX_SAFE_INTEGER * 1000, '9,007 PB', '9.007 PB'],
])('%i bytes', (bytes, english, german) => {
  expect([EN.data.size(bytes), DE.data.size(bytes)]).toEqual(
    [english, german].map((text) => text.replace(' ', '\u00a0')),
  );
});

test('a day, and a month', () => {
  expect([EN.data.date('2026-03-09'), DE.data.date('2026-03-09')]).toEqual(['9 Mar 2026', '9. März 2026']);
  expect([EN.data.month('2026-09'), DE.data.month('2026-09')]).toEqual(['Sep 2026', 'Sep. 2026']);
});

test('what a box covers', () => {
  expect(EN.data.file.edges(-10, 35, -5.5, 40)).toBe('35°\u00a0N to 40°\u00a0N, 10°\u00a0W to 5.5°\u00a0W');
  expect(DE.data.file.edges(170, -40.5, -175, 0)).toBe('40,5°\u00a0S bis 0°\u00a0N, 170°\u00a0O bis 175°\u00a0W');
});
