import { expect, test } from 'vitest';
import { countryOfReader } from '../../../browser/front/reader-country.ts';

test.each([
  ['en', 'en-US', '', 'most browsers say so, wherever they are'],
  ['en', 'en', '', 'no country'],
  ['en', 'en-GB', 'GB', ''],
  ['en', 'de-DE', '', 'a country of another language'],
  ['de', 'en-US', 'DE', 'the country of the page'],
  ['de', 'de', 'DE', ''],
  ['de', 'de-CH', 'CH', ''],
  ['de', 'de-Latn-AT', 'AT', 'with a script'],
  ['en', 'en-US@posix', '', 'no language tag'],
])('a reader of a page in %s whose browser says %s is in "%s": %s', (page, browser, country) =>
  expect(countryOfReader(page, browser)).toBe(country),
);
