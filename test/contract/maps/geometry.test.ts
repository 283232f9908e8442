import { describe, expect, test } from 'vitest';
import type { Polygon } from '../../../contract/maps/bounding-boxes.ts';
import { areaOfPolygons, isInsidePolygons, polygonOf, polygonsInGeoJson } from '../../../contract/maps/geometry.ts';

const box = (west: number, south: number, east: number, north: number): Polygon =>
  polygonOf({ west, south, east, north });
const [outline = []] = box(0, 0, 10, 10);
const [hole = []] = box(4, 4, 6, 6);
const withHole: Polygon = [outline, hole.toReversed()];

test.each<[name: string, polygons: readonly Polygon[], share: number]>([
  ['the world', [box(-180, -90, 180, 90)], 1],
  ['a hemisphere', [box(-180, 0, 180, 90)], 0.5],
  ['the tropics of a quarter', [box(0, -30, 90, 30)], 0.125],
  ['two parts', [box(-180, 0, -90, 90), box(0, -90, 90, 0)], 0.25],
  ['nothing', [], 0],
])('the area of %s', (_, polygons, share) => expect(areaOfPolygons(polygons)).toBeCloseTo(share, 9));

test('a hole is not in the area', () =>
  expect(areaOfPolygons([withHole])).toBeCloseTo(
    areaOfPolygons([box(0, 0, 10, 10)]) - areaOfPolygons([box(4, 4, 6, 6)]),
    12,
  ));

test.each([
  ['inside', 1, 1, true],
  ['in the hole', 5, 5, false],
  ['beside', 11, 5, false],
  ['in the second part', 25, 25, true],
])('a place %s', (_, x, y, expected) => {
  expect(isInsidePolygons([withHole, box(20, 20, 30, 30)], [x, y])).toBe(expected);
});

describe('GeoJSON', () => {
  const coordinates = withHole;
  test.each([
    ['a polygon', { type: 'Polygon', coordinates }, 1],
    ['several polygons', { type: 'MultiPolygon', coordinates: [coordinates, box(20, 20, 30, 30)] }, 2],
    ['a feature', { type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates } }, 1],
  ])('with %s is an area', (_, value, count) => expect(polygonsInGeoJson(value)).toHaveLength(count));

  const polygon = (...ring: unknown[]) => ({ type: 'Polygon', coordinates: [ring] });
  test.each([
    ['a text', 'Polygon', []],
    ['a feature in a feature', { type: 'Feature', geometry: { type: 'Feature', geometry: null } }, ['geometry']],
    ['a number for rings', { type: 'Polygon', coordinates: [7] }, ['coordinates', 0]],
    ['no numbers', polygon(['a', 'b'], [1, 2], [2, 1], ['a', 'b']), ['coordinates', 0]],
    ['an altitude', polygon([0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 0, 1]), ['coordinates', 0]],
    ['a bad second part', { type: 'MultiPolygon', coordinates: [coordinates, [[]]] }, ['coordinates', 1, 0]],
    ['numbers that are infinite', polygon([0, 0], [Infinity, 0], [1, 1], [0, 0]), ['coordinates', 0]],
  ])('with %s is not, and the fault has a place', (_, value, path) => {
    expect(polygonsInGeoJson(value)).toMatchObject({ path, why: expect.any(String) });
  });
});
