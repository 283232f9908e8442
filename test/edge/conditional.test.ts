import { describe, expect, test } from 'vitest';
import { isNotModified } from '../../edge/conditional.ts';

const DATE = 'Fri, 02 Jan 2026 03:04:05 GMT';
const EARLIER = 'Fri, 02 Jan 2026 03:04:04 GMT';
const LATER = 'Fri, 02 Jan 2026 03:04:06 GMT';

describe('isNotModified', () => {
  test.each([
    ['the same ETag', '"a"', '"a"', true],
    ['another ETag', '"b"', '"a"', false],
    ['weak in the request', 'W/"a"', '"a"', true],
    ['weak in the response', '"a"', 'W/"a"', true],
    ['a list', '"x", W/"a" ,"y"', '"a"', true],
    ['a list without it', '"x","y"', '"a"', false],
    ['any', ' * ', '"a"', true],
    ['-gzip in the request', '"a-gzip"', '"a"', true],
    ['-gzip in the response', '"a"', 'W/"a-gzip"', true],
    ['without quotes', 'a', '"a"', true],
    ['empty', '', '"a"', false],
    ['a part of the ETag', '"a"', '"ab"', false],
    ['-gzip alone', '"-gzip"', '"a"', false],
  ])('If-None-Match: %s', (_, ifNoneMatch, etag, expected) => {
    expect(isNotModified(new Headers({ 'If-None-Match': ifNoneMatch }), new Headers({ ETag: etag }))).toBe(expected);
  });

  test.each([
    ['the same', DATE, DATE, true],
    ['later', LATER, DATE, true],
    ['earlier', EARLIER, DATE, false],
    ['the same, in the form of asctime', 'Fri Jan  2 03:04:05 2026', DATE, true],
    ['earlier, in the form of asctime', 'Fri Jan  2 03:04:04 2026', DATE, false],
    ['the same, in the form of RFC 850', 'Friday, 02-Jan-26 03:04:05 GMT', DATE, true],
    ['earlier, in the form of RFC 850', 'Friday, 02-Jan-26 03:04:04 GMT', DATE, false],
    ['not a date', 'yesterday', DATE, false],
    ['a date without a time', 'Fri Jan  2 2026', DATE, false],
    ['not in GMT', '2026-01-03T00:00:00Z', DATE, false],
    ['an unknown Last-Modified', LATER, null, false],
    ['a broken Last-Modified', LATER, 'soon', false],
  ])('If-Modified-Since: %s', (_, since, modified, expected) => {
    const current = new Headers(modified === null ? {} : { 'Last-Modified': modified });
    expect(isNotModified(new Headers({ 'If-Modified-Since': since }), current)).toBe(expected);
  });

  test.each([
    ['If-None-Match wins when it differs', '"b"', LATER, false],
    ['If-None-Match wins when it matches', '"a"', EARLIER, true],
  ])('%s', (_, ifNoneMatch, since, expected) => {
    const request = new Headers({ 'If-None-Match': ifNoneMatch, 'If-Modified-Since': since });
    expect(isNotModified(request, new Headers({ ETag: '"a"', 'Last-Modified': DATE }))).toBe(expected);
  });

  test('without a condition the result is false', () => {
    expect(isNotModified(new Headers(), new Headers({ ETag: '"a"', 'Last-Modified': DATE }))).toBe(false);
  });
});
