import { expect, test } from 'vitest';
import { type Polygon, polygonOf } from '../../contract/geometry.ts';
import { areaText, readArea } from '../../contract/place-search.ts';

const TRIANGLE: Polygon = [
  [
    [170, -50],
    [180, -40],
    [175, -35],
    [170, -50],
  ],
];

test.each<[Record<string, number>, readonly Polygon[], string, [number, number, number, number][]]>([
  [{ CH: 1 }, [], 'CH', []],
  [{ CH: 0.99, LI: 0.004 }, [], 'CH:0.99 LI:0.004', []],
  [
    { ES: 0.8 },
    [polygonOf({ west: -10, south: 36.5, east: 4, north: 44 }), TRIANGLE],
    'ES:0.8 -10,36.5,4,44 170,-50,180,-35',
    [
      [-10, 36.5, 4, 44],
      [170, -50, 180, -35],
    ],
  ],
])('%j is written and read again', (codes, polygons, text, boxes) => {
  const countries = new Map(Object.entries(codes));
  expect(areaText(countries, polygons)).toBe(text);
  expect(readArea(text)).toEqual({ isWorld: false, countries, boxes });
});

test('the world has no countries', () => {
  expect(readArea('world')).toEqual({ isWorld: true, countries: new Map(), boxes: [] });
});
