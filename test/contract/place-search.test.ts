import { expect, test } from 'vitest';
import { type MapArea, polygonOf } from '../../contract/geometry.ts';
import { areaText, readArea, type SearchArea } from '../../contract/place-search.ts';

const NOTHING: SearchArea = { isWorld: false, countries: [], boxes: [] };

test.each<[MapArea, string, SearchArea]>([
  ['world', 'world', { ...NOTHING, isWorld: true }],
  [{ countries: ['CH', 'LI'] }, 'CH LI', { ...NOTHING, countries: ['CH', 'LI'] }],
  [
    {
      polygons: [
        polygonOf({ west: -10, south: 36.5, east: 4, north: 44 }),
        polygonOf({ west: 170, south: -50, east: 180, north: -35 }),
      ],
    },
    '-10,36.5,4,44 170,-50,180,-35',
    {
      ...NOTHING,
      boxes: [
        [-10, 36.5, 4, 44],
        [170, -50, 180, -35],
      ],
    },
  ],
])('%j is written as %s and read again', (area, text, expected) => {
  expect(areaText(area)).toBe(text);
  expect(readArea(text)).toEqual(expected);
});
