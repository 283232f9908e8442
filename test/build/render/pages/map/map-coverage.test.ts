import { expect, test } from 'vitest';
import { continentAround, mapCoverage } from '../../../../../build/render/pages/map/map-coverage.ts';
import { polygonOf } from '../../../../../contract/maps/geometry.ts';

test('the world has no countries', () =>
  expect(mapCoverage('world')).toEqual({ size: 1, countries: new Map(), text: 'world' }));

test('countries have what they have in common with the map', () => {
  expect(mapCoverage({ countries: ['CH'] }).text).toBe('CH');
  const { countries, size } = mapCoverage({ countries: ['CH', 'LI'] });
  expect([...countries.keys()]).toEqual(['CH', 'LI']);
  expect(countries.get('CH')).toBeGreaterThan(0.98);
  expect(countries.get('LI')).toBeLessThan(0.02);
  expect(size).toBeGreaterThan(mapCoverage({ countries: ['CH'] }).size);
});

test('polygons have the countries of which they have a city', () => {
  const swiss = mapCoverage({ polygons: [polygonOf({ west: 5, south: 45, east: 11, north: 48 })] });
  expect([...swiss.countries.keys()].sort()).toEqual(['AT', 'CH', 'DE', 'FR', 'IT', 'LI']);
  expect(swiss.countries.get('CH')).toBeGreaterThan(swiss.countries.get('DE') ?? 1);
  expect(swiss.text).toMatch(/ 5,45,11,48$/);
  const europe = mapCoverage({ polygons: [polygonOf({ west: -25, south: 34, east: 45, north: 72 })] });
  expect(europe.countries.has('PT')).toBe(true);
  expect(europe.countries.get('CH')).toBeLessThan(swiss.countries.get('CH') ?? 0);
});

test('a sea has no country', () => {
  expect(mapCoverage({ polygons: [polygonOf({ west: -40, south: 30, east: -35, north: 35 })] }).countries.size).toBe(0);
});

test.each<[string, Parameters<typeof polygonOf>[0], [string, boolean] | null]>([
  ['Europe', { west: -25, south: 34, east: 45, north: 72 }, ['Europe', true]],
  ['half of Europe', { west: 0, south: 33, east: 32, north: 71 }, ['Europe', false]],
  ['southern Africa', { west: 10, south: -35, east: 45, north: 5 }, ['Africa', false]],
  ['Southeast Asia', { west: 92, south: -11, east: 141, north: 29 }, ['Asia', false]],
  ['the Caribbean', { west: -86, south: 10, east: -59, north: 27 }, ['North America', false]],
  ['the Alps', { west: 5, south: 43.5, east: 16.5, north: 48.4 }, null],
  ['the northern half of the world', { west: -180, south: 0, east: 180, north: 85 }, null],
])('of %s, a continent says more than many countries', (_, edges, expected) => {
  const [continent, isWhole] = continentAround({ polygons: [polygonOf(edges)] }) ?? [];
  expect(continent ? [continent.en, isWhole] : null).toEqual(expected);
});
