import { expect, test } from 'vitest';
import { previewPlaceOf } from '../../../../../build/render/pages/map/preview-places.ts';

const ANY = { minZoom: 0, maxZoom: 19 };

test.each([
  ['a map of streets', { kind: 'street', area: 'world' }, ANY, [47.268, 11.393, 12, 'Innsbruck']],
  ['a nautical map', { kind: 'nautical', area: 'world' }, ANY, [54.37, 10.18, 12, 'Kiel']],
  ['a map of no known kind', { area: 'world' }, ANY, [47.268, 11.393, 12, 'Innsbruck']],
  [
    'a map that ends early',
    { kind: 'relief', area: 'world' },
    { minZoom: 0, maxZoom: 8 },
    [46.015, 7.745, 8, 'Zermatt'],
  ],
  [
    'a map that begins late',
    { kind: 'aerial', area: 'world' },
    { minZoom: 14, maxZoom: 19 },
    [44.41, 8.93, 14, 'Genua'],
  ],
  ['a map of an unknown area', { kind: 'street', area: null }, ANY, null],
  ['a map of a country', { kind: 'street', area: { countries: ['CH'] } }, ANY, null],
] as const)('%s opens at %j', (_, map, zooms, place) => {
  expect(previewPlaceOf(map, zooms, 'de')).toEqual(place);
});
