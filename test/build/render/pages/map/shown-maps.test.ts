import { expect, test } from 'vitest';
import { mapBelowOverlay, mapData } from '../../../../../build/render/pages/map/shown-maps.ts';
import { EN } from '../../../../../contract/words/page-texts/en.ts';
import { SMALL } from '../../../../support/catalogs.ts';
import { modelled } from '../../../../support/check.ts';
import { catalogOf, xyzMap } from '../../../../support/xyz-maps.ts';

test.each<[string, readonly number[] | undefined]>([
  ['', undefined],
  ['area: world', undefined],
  ['countries: [CH]', [5.9, 45.8, 10.5, 47.9]],
  // One box around both would be the Atlantic, or the whole world.
  ['countries: [FR, GF, RE]', [-6.3, 41, 10.1, 51.6]],
  [
    'area: [{ west: 170, south: -20, east: 180, north: -10 }, { west: -180, south: -20, east: -175, north: -10 }]',
    [170, -20, 180, -10],
  ],
  ['area: [{ west: 1, south: 2, east: 3, north: 4 }, { west: 3, south: 4, east: 5, north: 6 }]', [1, 2, 5, 6]],
])('%s is the box %j', (area, bounds) => {
  const { mapservers } = modelled({ ...SMALL, 'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}${area}\n` });
  const [map] = mapservers;
  const data = map && mapData({ link: () => '', texts: EN }, map);
  expect(JSON.parse(data ?? '').bounds).toEqual(bounds);
});

const OPEN = { licence: 'CC-BY-SA-3.0', copyright: 'Office' } as const;
const OFFICE = { copyright: 'Office' } as const;
const stated = (state: 'allowed' | 'forbidden') => ({ commercialUse: { state, source: 'https://a.example.org/' } });

test.each<[string, boolean, Parameters<typeof xyzMap>[0]]>([
  ['with an open licence', true, OPEN],
  ['with an open licence, of land', true, { ...OPEN, kind: 'topographic' }],
  ['of OpenStreetMap', true, {}],
  ['of OpenStreetMap, not for commercial use', false, stated('forbidden')],
  ['whose licence is unknown', false, OFFICE],
  ['with terms of its own', false, { ...OFFICE, terms: 'https://a.example.org/', ...stated('allowed') }],
  ['with a licence that is not open', false, { ...OFFICE, licence: 'CC-BY-NC-4.0' }],
  ['of another kind', false, { ...OPEN, kind: 'aerial' }],
  ['of a country', false, { ...OPEN, area: { countries: ['CH'] } }],
  ['that is off', false, { ...OPEN, active: false }],
  ['that ends', false, { ...OPEN, ends: { date: '2027-01-01', source: 'https://a.example.org/' } }],
  ['that needs a token', false, { ...OPEN, needsToken: 'KEY' }],
  ['that is not encrypted', false, { ...OPEN, urlPattern: 'http://a.example.org/#{zoom}/#{tilex}/#{tiley}.png' }],
])('below an overlay, a map %s: %s', (_, is, members) => {
  const map = xyzMap({ area: 'world', kind: 'street', ...members });
  expect(mapBelowOverlay(catalogOf([map]))).toBe(is ? map : null);
});

test('below an overlay is the map of the home page, an open one of streets, an open one of land, or OpenStreetMap', () => {
  const map = (fileName: string, members: object) => xyzMap({ area: 'world', kind: 'street', ...members, fileName });
  const maps = [
    map('home', OFFICE),
    map('street', OPEN),
    map('land', { ...OPEN, kind: 'topographic' }),
    map('osm', {}),
    map('office', OFFICE),
  ];
  const below = maps.map((_, from) => {
    const catalog = catalogOf(maps.slice(from).reverse());
    return mapBelowOverlay({ ...catalog, home: 'home' })?.fileName ?? null;
  });
  expect(below).toEqual(['home', 'street', 'land', 'osm', null]);
});
