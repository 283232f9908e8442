/** Dates in headers, as RFC 9110 has them and as it has not. */
import { expect, test } from 'vitest';
import { httpDate } from '../../../commands/update/http-date.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

test.each<[string, string | null]>([
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
  ['Wed Nov 16 08:49:37 1994', '1994-11-16T08:49:37Z'],
  [' Thu, 29 Feb 2024 23:59:59 GMT ', '2024-02-29T23:59:59Z'],
  // Two digits: at most 50 years in the future.
  ['Friday, 02-Jan-26 03:04:05 GMT', '2026-01-02T03:04:05Z'],
  ['Wednesday, 01-Jan-76 00:00:00 GMT', '2076-01-01T00:00:00Z'],
  ['Saturday, 01-Jan-77 00:00:00 GMT', '1977-01-01T00:00:00Z'],
  // Days, weekdays and times that there are not.
  ['Tue, 31 Feb 2026 03:04:05 GMT', null],
  ['Tue, 03 Mar 2026 03:04:05 GMT', '2026-03-03T03:04:05Z'],
  ['Sun, 29 Feb 2026 03:04:05 GMT', null],
  ['Mon, 02 Jan 2026 03:04:05 GMT', null],
  ['Monday, 02-Jan-26 03:04:05 GMT', null],
  ['Mon Jan  2 03:04:05 2026', null],
  ['Fri, 02 Jan 2026 24:00:00 GMT', null],
  ['Fri, 02 Jan 2026 03:60:00 GMT', null],
  ['Fri, 00 Jan 2026 03:04:05 GMT', null],
  ['Fri, 02 Jän 2026 03:04:05 GMT', null],
  ['Fri, 02 Foo 2026 03:04:05 GMT', null],
  // Other forms.
  ['Fri, 2 Jan 2026 03:04:05 GMT', null],
  ['Friday, 02 Jan 2026 03:04:05 GMT', null],
  ['Fri, 02-Jan-26 03:04:05 GMT', null],
  ['Fri, 02 Jan 2026 03:04:05', null],
  ['Fri, 02 Jan 2026 03:04:05 CET', null],
  ['Fri, 02 Jan 2026 03:04:05 +0000', null],
  ['2026-01-02T03:04:05Z', null],
  ['', null],
])('%s', (header, time) => {
  expect(httpDate(header, NOW)).toBe(time === null ? null : Date.parse(time));
});
