import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../contract/pages.ts';
import common from '../../../schemas/catalog/common.json' with { type: 'json' };
import { countryNames, ownNames } from '../../../scripts/generate/countries.ts';

test.each(LANGUAGES)('every country that a catalog may state has a name: %s', (language) => {
  const names = countryNames()[language];
  expect(Object.keys(names)).toEqual(common.$defs.countryCode.enum);
  expect(Object.entries(names).filter(([code, [usual]]) => !usual || usual === code)).toEqual([]);
});

test('a country has names in its own languages', () => {
  expect(ownNames()['CH']).toEqual(expect.arrayContaining(['Schweiz', 'Suisse', 'Svizzera']));
});

test('other names come after the usual one', () => {
  expect(countryNames().en['US']).toEqual(['United States', 'US']);
  expect(countryNames().de['CH']).toEqual(['Schweiz']);
});
