import { describe, expect, test } from 'vitest';
import { backoffMs, requestedWaitMs } from '../../../../commands/upstream/web/retries.ts';
import { fc } from '../../../support/property.ts';

test('backoffMs differs by a quarter in each direction', () => {
  const tries = fc.integer({ min: 1, max: 6 });
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(tries, random, (count, chance) => {
      const middle = 1_000 * 2 ** (count - 1);
      expect(backoffMs(count, chance)).toBeGreaterThanOrEqual(middle * 0.75);
      expect(backoffMs(count, chance)).toBeLessThan(middle * 1.25);
    }),
  );
});

describe('requestedWaitMs', () => {
  const DATE = 'Wed, 21 Oct 2015 07:28:00 GMT';
  test.each<[string, Record<string, string>, number]>([
    ['nothing', {}, 0],
    ['seconds', { 'Retry-After': ' 120 ' }, 120_000],
    ['no time', { 'Retry-After': '0' }, 0],
    ['a date, on the clock of the server', { 'Retry-After': 'Wed, 21 Oct 2015 07:29:30 GMT', Date: DATE }, 90_000],
    ['a date that is over', { 'Retry-After': 'Wed, 21 Oct 2015 07:00:00 GMT', Date: DATE }, 0],
    ['a date, without its own', { 'Retry-After': 'Wed, 21 Oct 2099 07:00:00 GMT' }, 0],
    ['a negative number', { 'Retry-After': '-5' }, 0],
    ['a fraction', { 'Retry-After': '1.5' }, 0],
    ['anything else', { 'Retry-After': 'soon', Date: DATE }, 0],
    ['a number beyond all', { 'Retry-After': '9'.repeat(400) }, 86_400_000],
  ])('%s', (_, headers, expected) => {
    const all = new Headers(headers);
    expect(requestedWaitMs((name) => all.get(name))).toBe(expected);
  });
});
