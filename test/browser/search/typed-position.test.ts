import { expect, test } from 'vitest';
import { type KnownArea, positionAtEnd, unnamedPlace } from '../../../browser/search/typed-position.ts';
import { polygonOf } from '../../../contract/maps/geometry.ts';

test.each([
  ['46.95, 7.45', 46.95, 7.45, ''],
  ['topo 46.95,7.45', 46.95, 7.45, 'topo'],
  ['aerial photos 38.7° N, 9.1° W', 38.7, -9.1, 'aerial photos'],
])('%s ends with a position', (text, latitude, longitude, others) => {
  const found = positionAtEnd(text);
  expect(found).toMatchObject({ latitude, longitude });
  expect(text.slice(0, found?.start).trim()).toBe(others);
});

test.each(['', 'topo', '12 13', 'E5_N45', '46.95, 7.45 topo', '95.0, 7.0'])('%j does not', (text) => {
  expect(positionAtEnd(text)).toBeNull();
});

test('a position has the maps that cover it', () => {
  const area = (id: string, west: number, isWorld = false): KnownArea => {
    return { id, isWorld, polygons: [polygonOf({ west, south: 40, east: west + 10, north: 50 })] };
  };
  const areas = [area('near', 5), area('far', 20), area('world', -180, true)];
  expect(unnamedPlace({ latitude: 46, longitude: 7 }, areas).covering).toEqual(new Set(['near', 'world']));
});
