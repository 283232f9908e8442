import { expect, test } from 'vitest';
import type { CatalogMap } from '../../../../../build/model/catalog.ts';
import { areaSketch, countryShapesOf } from '../../../../../build/render/pages/lists/area-shapes.ts';
import { type MapArea, polygonOf } from '../../../../../contract/maps/geometry.ts';

test.each<[string, MapArea | null, RegExp]>([
  ['the world', 'world', /^<span class="sketch"><\/span>\n$/],
  ['an unknown area', null, /^<span class="sketch"><\/span>\n$/],
  ['countries beside each other', { countries: ['CH', 'LI'] }, /#in-CH.*#in-LI/],
  ['a country without its far parts', { countries: ['FR', 'RE'] }, /^(?!.*#in-RE).*#in-FR/],
  [
    'a box',
    { polygons: [polygonOf({ west: 5, south: -1, east: 7, north: 1 })] },
    /viewBox="48 -12 23 23".*M70 10L70 -10L50 -10L50 10z/,
  ],
])('%s: the right shape is drawn', (_, area, expected) => expect(areaSketch(area).text).toMatch(expected));

test('every country has a shape, once for all rows, in few bytes', () => {
  const row = (countries: readonly string[]) => ({ area: { countries } }) as unknown as CatalogMap;
  const text = countryShapesOf({} as never, [row(['NO']), row(['NO', 'SE'])])?.text ?? '';
  expect(text.match(/id="in-[A-Z]{2}"/g)).toEqual(['id="in-NO"', 'id="in-SE"']);
  expect(text.length).toBeLessThan(3_000);
  for (const code of ['RU', 'FJ', 'NZ', 'US', 'AQ', 'GF', 'XK', 'MT'])
    expect([code, countryShapesOf({} as never, [row([code])])?.text]).toEqual([
      code,
      expect.stringMatching(/ d="M.*z"/),
    ]);
  expect(countryShapesOf({} as never, [])).toBeNull();
});

test.each([
  ['OpenFreeMap, Dark', ' data-look="dark"'],
  ['basemap.at, gray', ' data-look="grey"'],
  ['OpenFreeMap, Positron', ' data-look="grey"'],
  ['Esri, light grey canvas', ' data-look="grey"'],
  ['CARTO, light', ' data-look="pale"'],
  ['Darkroom of Greyton', ''],
])('the picture of the kind looks like the map named %s', (name, look) => {
  expect(areaSketch('world', name).text).toBe(`<span class="sketch"${look}></span>\n`);
});
