/** Whether a row of a listing is believed, in any zone. */
import { describe, expect, test } from 'vitest';
import type { ListedFile } from '../../../../../commands/upstream/update/listing/found-files.ts';
import { ListingClock } from '../../../../../commands/upstream/update/listing/listing-clock.ts';

/** A file as a listing shows it: time and size, where it shows them. */
function listed(text: string | null, { seconds = 60, isUtc = false, least = 5, most = 5 } = {}): ListedFile {
  const time = text === null ? null : { ms: Date.parse(`${text.padEnd(16, 'T00:00')}Z`), seconds, isUtc };
  return { path: 'a', listing: '', time, size: { least, most } };
}

const version = (lastModified: string, contentLength = 5) => ({ lastModified, contentLength });

describe('the offset of a listing is learnt from a file,', () => {
  test.each([
    ['in UTC', '2026-01-02T03:04', '2026-01-02T03:04:05Z', true],
    ['an hour ahead', '2026-01-02T04:04', '2026-01-02T03:04:59Z', true],
    ['a clock that is an hour off', '2026-01-02T02:04', '2026-01-02T03:04:05Z', true],
    ['in Nepal', '2026-01-02T08:49', '2026-01-02T03:04:05Z', true],
    ['on another day', '2026-01-01T17:04', '2026-01-02T03:04:00Z', true],
    ['a file that was replaced after the listing was made', '2026-01-02T03:04', '2026-01-02T03:05:00Z', false],
    ['a minute before', '2026-01-02T03:04', '2026-01-02T03:03:59Z', false],
    ['further than any zone', '2026-01-02T03:04', '2026-01-03T03:04:00Z', false],
  ])('%s', (_, shown, lastModified, isLearnt) => {
    const clock = new ListingClock();
    expect(clock.agrees(listed(shown), version(lastModified))).toBe(false);
    expect(clock.learn(listed(shown), version(lastModified))).toBe(isLearnt);
    expect(clock.agrees(listed(shown), version(lastModified))).toBe(isLearnt);
  });
});

describe('a listing that is an hour ahead', () => {
  const clock = new ListingClock();
  clock.learn(listed('2026-01-02T04:04'), version('2026-01-02T03:04:05Z'));

  test.each([
    ['the same minute', listed('2026-03-01T13:00'), version('2026-03-01T12:00:59Z'), true],
    ['another minute', listed('2026-03-01T13:01'), version('2026-03-01T12:00:59Z'), false],
    ['the same minute a day later', listed('2026-03-02T13:00'), version('2026-03-01T12:00:59Z'), false],
    ['summer time, of which nothing is known', listed('2026-07-01T14:00'), version('2026-07-01T12:00:00Z'), false],
    ['another size', listed('2026-03-01T13:00'), version('2026-03-01T12:00:59Z', 6), false],
    ['a rounded size', listed('2026-03-01T13:00', { least: 4, most: 9 }), version('2026-03-01T12:00:00Z', 9), true],
    [
      'another rounded size',
      listed('2026-03-01T13:00', { least: 4, most: 9 }),
      version('2026-03-01T12:00:00Z', 10),
      false,
    ],
    ['no time', listed(null), version('2026-03-01T12:00:59Z'), false],
    ['a day alone', listed('2026-03-01', { seconds: 86_400 }), version('2026-03-01T00:00:00Z'), false],
    ['no size', { ...listed('2026-03-01T13:00'), size: null }, version('2026-03-01T12:00:59Z'), false],
    ['seconds', listed('2026-03-01T13:00:59', { seconds: 1 }), version('2026-03-01T12:00:59Z'), true],
    ['another second', listed('2026-03-01T13:00:58', { seconds: 1 }), version('2026-03-01T12:00:59Z'), false],
    [
      'a time that is said to be UTC',
      listed('2026-03-01T13:00', { isUtc: true }),
      version('2026-03-01T12:00:00Z'),
      false,
    ],
    ['a time in UTC', listed('2026-03-01T12:00', { isUtc: true }), version('2026-03-01T12:00:00Z'), true],
  ])('%s', (_, file, known, isSame) => {
    expect(clock.agrees(file, known)).toBe(isSame);
  });

  test('learns summer time from a second file, and nothing from a third', () => {
    const other = new ListingClock();
    expect(other.learn(listed('2026-01-02T04:04'), version('2026-01-02T03:04:05Z'))).toBe(true);
    expect(other.learn(listed('2026-07-02T05:04'), version('2026-07-02T03:04:05Z'))).toBe(true);
    expect(other.learn(listed('2026-07-03T05:04'), version('2026-07-03T03:04:05Z'))).toBe(false);
    expect(other.agrees(listed('2026-08-01T02:00'), version('2026-08-01T00:00:00Z'))).toBe(true);
  });
});

test('what other listings of the server have taught counts once one of its own files has taught', () => {
  const offsets = new Set<number>();
  new ListingClock(offsets).learn(listed('2026-07-02T05:04'), version('2026-07-02T03:04:05Z'));
  const clock = new ListingClock(offsets);
  const summer = [listed('2026-08-01T02:00'), version('2026-08-01T00:00:00Z')] as const;
  expect(clock.agrees(...summer)).toBe(false);
  expect(clock.learn(listed('2026-01-02T04:04'), version('2026-01-02T03:04:05Z'))).toBe(true);
  expect(clock.agrees(...summer)).toBe(true);
});
