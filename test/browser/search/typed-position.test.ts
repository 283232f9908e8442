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

test('a position has the maps that cover it, and the countries of the one with the fewest', () => {
  const area = (id: string, west: number, countries: readonly string[], isWorld = false): KnownArea => {
    return { id, isWorld, countries, polygons: [polygonOf({ west, south: 40, east: west + 10, north: 50 })] };
  };
  const areas = [
    area('alps', 4, ['AT', 'CH', 'FR']),
    area('near', 5, ['CH', 'LI']),
    area('far', 20, ['RO']),
    area('world', -180, [], true),
  ];
  const { covering, countries } = unnamedPlace({ latitude: 46, longitude: 7 }, areas);
  expect(covering).toEqual(new Set(['alps', 'near', 'world']));
  expect(countries).toEqual(['CH', 'LI']);
});
