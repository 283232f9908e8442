import { expect, test } from 'vitest';
import { namesThatFit } from '../../../browser/map/country-names.ts';

const COUNTRIES = [
  { spellings: ['United States', 'US'], x: 1000, y: 1000, width: 100 },
  { spellings: ['Switzerland', 'Switzerland'], x: 4000, y: 1000, width: 80 },
  { spellings: ['Liechtenstein', 'Liechtenstein'], x: 4015, y: 1002, width: 1 },
  { spellings: ['Malta', 'Malta'], x: 4200, y: 1400, width: 2 },
];

test.each([
  { zoom: 1, names: [] },
  { zoom: 2, names: ['US'] },
  { zoom: 4, names: ['United States', 'Switzerland'] },
  { zoom: 6, names: ['United States', 'Switzerland', 'Malta'] },
  { zoom: 9, names: ['United States', 'Switzerland', 'Liechtenstein', 'Malta'] },
])('at zoom $zoom names fit into their countries, and cover no other name: $names', ({ zoom, names }) => {
  const scale = 2 ** zoom / 16;
  expect(namesThatFit(COUNTRIES, scale, zoom).map(({ text }) => text)).toEqual(names);
});
