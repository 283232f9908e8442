import { expect, test } from 'vitest';
import { httpDate, readExactHttpDate, readHttpDate } from '../../../contract/base/http-dates.ts';

test.each([
  ['in the form that servers send', 'Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z', true],
  ['in the form of asctime', 'Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z', false],
  ['in the form of RFC 850', 'Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z', false],
  ['with another weekday', 'Mon, 02 Jan 2026 03:04:05 GMT', '2026-01-02T03:04:05Z', false],
  ['of a day that does not exist', 'Tue, 31 Feb 2026 03:04:05 GMT', '2026-03-03T03:04:05Z', false],
  ['without a time', 'Fri Jan  2 2026', null, false],
  ['not in GMT', '2026-01-03T00:00:00Z', null, false],
  ['twice', 'Fri, 02 Jan 2026 03:04:05 GMT, Fri, 02 Jan 2026 03:04:05 GMT', null, false],
  ['that is a word', 'soon', null, false],
  ['that is empty', '', null, false],
])('a date %s', (_, header, moment, isExact) => {
  const time = moment === null ? null : Date.parse(moment);
  expect(readHttpDate(header)).toBe(time);
  expect(readExactHttpDate(header)).toBe(isExact ? time : null);
  if (isExact) expect(httpDate(time ?? Number.NaN)).toBe(header);
});

test('a missing date', () => expect(readHttpDate(null)).toBeNull());
