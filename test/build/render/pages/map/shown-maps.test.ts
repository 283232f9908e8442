import { expect, test } from 'vitest';
import { mapData } from '../../../../../build/render/pages/map/shown-maps.ts';
import { EN } from '../../../../../contract/words/page-texts/en.ts';
import { SMALL } from '../../../../support/catalogs.ts';
import { modelled } from '../../../../support/check.ts';

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
