import { expect, test } from 'vitest';
import { dayOf, daysFrom, timestampOf } from '../../contract/times.ts';

test('a moment is written to the second', () => {
  expect(timestampOf(Date.parse('2026-01-02T03:04:05.999Z'))).toBe('2026-01-02T03:04:05Z');
});

test('days are those of UTC', () => {
  expect(dayOf(Date.parse('2026-03-01T23:30:00-02:00'))).toBe('2026-03-02');
});

test('days are counted between days and moments, in both directions', () => {
  expect(daysFrom('2026-02-27', '2026-03-01')).toBe(2);
  expect(daysFrom('2026-03-01', '2026-02-27')).toBe(-2);
  expect(daysFrom('2026-03-01T01:00:00Z', '2026-03-02')).toBe(1);
});
