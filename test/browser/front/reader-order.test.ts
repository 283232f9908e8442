import { expect, test } from 'vitest';
import { regionOf } from '../../../browser/front/reader-order.ts';

test.each([
  ['de-CH', 'en', 'CH'],
  ['zh-Hant-TW', 'en', 'TW'],
  ['de', 'en', 'US'],
  ['fr', 'de', 'DE'],
  // Browsers of some systems have names of locales.
  ['en-US@posix', 'de', 'US'],
])('a reader of %s on a page in %s is in %s', (language, page, expected) => {
  expect(regionOf(language, page)).toBe(expected);
});
