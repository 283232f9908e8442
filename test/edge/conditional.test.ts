/** Conditions that `verify` does not try on every host. */
import { expect, test } from 'vitest';
import { isNotModified } from '../../edge/conditional.ts';

const DATE = 'Fri, 02 Jan 2026 03:04:05 GMT';
const EARLIER = 'Fri, 02 Jan 2026 03:04:04 GMT';

test.each([
  ['weak in the response', '"a"', 'W/"a"', true],
  ['a list, with spaces', '"x", W/"a" ,"y"', '"a"', true],
  ['a list without it', '"x","y"', '"a"', false],
  ['-gzip in the response', '"a"', 'W/"a-gzip"', true],
  ['without quotes', 'a', '"a"', true],
  ['empty', '', '"a"', false],
  ['a part of the ETag', '"a"', '"ab"', false],
  ['-gzip alone', '"-gzip"', '"a"', false],
])('If-None-Match: %s', (_, ifNoneMatch, etag, expected) => {
  expect(isNotModified(new Headers({ 'If-None-Match': ifNoneMatch }), new Headers({ ETag: etag }))).toBe(expected);
});

test.each([
  ['the same, in the form of asctime', 'Fri Jan  2 03:04:05 2026', DATE, true],
  ['earlier, in the form of asctime', 'Fri Jan  2 03:04:04 2026', DATE, false],
  ['the same, in the form of RFC 850', 'Friday, 02-Jan-26 03:04:05 GMT', DATE, true],
  ['earlier, in the form of RFC 850', 'Friday, 02-Jan-26 03:04:04 GMT', DATE, false],
  ['a date without a time', 'Fri Jan  2 2026', DATE, false],
  ['not in GMT', '2026-01-03T00:00:00Z', DATE, false],
  ['an unknown Last-Modified', DATE, null, false],
  ['a broken Last-Modified', DATE, 'soon', false],
])('If-Modified-Since: %s', (_, since, modified, expected) => {
  const current = new Headers(modified === null ? {} : { 'Last-Modified': modified });
  expect(isNotModified(new Headers({ 'If-Modified-Since': since }), current)).toBe(expected);
});

test('If-None-Match wins when it matches', () => {
  const request = new Headers({ 'If-None-Match': '"a"', 'If-Modified-Since': EARLIER });
  expect(isNotModified(request, new Headers({ ETag: '"a"', 'Last-Modified': DATE }))).toBe(true);
});
