import { expect, test } from 'vitest';
import { polygonsInGeoJson } from '../../../contract/maps/geometry.ts';
import { AREA_DIVISIONS, areaOutline, type Divisions } from '../../../scripts/generate/area-outlines.ts';

/** Two squares beside each other. */
const TWO: Divisions = {
  type: 'Topology',
  arcs: [
    [
      [1, 0],
      [1, 1],
    ],
    [
      [1, 1],
      [0, 1],
      [0, 0],
      [1, 0],
    ],
    [
      [1, 0],
      [2, 0],
      [2, 1],
      [1, 1],
    ],
  ],
  objects: {
    units: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', arcs: [[0, 1]], properties: { name: 'West', fips: 'XX1' } },
        { type: 'Polygon', arcs: [[2, -1]], properties: { name: 'East', fips: 'XX1' } },
      ],
    },
  },
};

test.each([
  [['West'], 5],
  [['West', 'East'], 7],
  [['XX1'], 7],
])('divisions are chosen by name or code, and joined: %s', (wanted, count) => {
  const outline = areaOutline(TWO, wanted);
  const polygons = polygonsInGeoJson(outline);
  expect('why' in polygons ? polygons : polygons.flat(2)).toHaveLength(count);
  expect(outline.properties.source).toContain('Natural Earth');
});

test('a division that is not there is an error', () => {
  expect(() => areaOutline(TWO, ['West', 'North'])).toThrow('No such division: North');
});

test('each area of the table has a country and divisions', () => {
  for (const [name, [country = '', ...wanted]] of Object.entries(AREA_DIVISIONS))
    expect([name, /^[A-Z]{3}$/.test(country), wanted.length > 0]).toEqual([name, true, true]);
});
