/** What several programs are told of a map. */
import { describe, expect, test } from 'vitest';
import type { CatalogMap } from '../../../build/model/catalog.ts';
import { josmXml } from '../../../build/programs/josm/write.ts';
import { leafletCode } from '../../../build/programs/leaflet/write.ts';
import { locusXml } from '../../../build/programs/locus/write.ts';
import { mapLibreStyle } from '../../../build/programs/maplibre/write.ts';
import { oruxMapsXml } from '../../../build/programs/oruxmaps/write.ts';
import { qgisXml } from '../../../build/programs/qgis/write.ts';
import { tileJson } from '../../../build/programs/tilejson/write.ts';
import { stableNumbers } from '../../../build/programs/written-facts.ts';
import { xyzProviders } from '../../../build/programs/xyzservices/write.ts';
import { polygonOf } from '../../../contract/maps/geometry.ts';
import { xyzMap } from '../../support/xyz-maps.ts';

const URL = 'https://maps.example.org';
const overlay = (changes: Parameters<typeof xyzMap>[0]): CatalogMap => xyzMap({ ...changes, list: 'overlayservers' });

describe('what is known of a map', () => {
  test('TileJSON states bounds of the world, which other formats take for granted', () => {
    const world = xyzMap({ area: 'world' });
    expect(tileJson(world)).toHaveProperty('bounds', [-180, -85.05112877980659, 180, 85.0511287798066]);
    expect(mapLibreStyle(world)).toEqual(mapLibreStyle(xyzMap()));
    expect(josmXml([world], 'en')).toBe(josmXml([xyzMap()], 'en'));
  });

  // Each format has what its specification defines: no bounds wrap, and those of Leaflet end the drawing.
  test.each<
    [what: string, spans: [west: number, east: number][], around: [west: number, east: number], drawn: boolean]
  >([
    ['on one side of the 180th meridian', [[-10, 40]], [-10, 40], true],
    ['over half of the world', [[-90, 90]], [-90, 90], true],
    ['over more', [[-90, 91]], [-90, 91], false],
    [
      'across the 180th meridian',
      [
        [177, 180],
        [-180, -178],
      ],
      [-180, 180],
      false,
    ],
    [
      'on both sides of it',
      [
        [176, 179],
        [-179, -178],
      ],
      [-179, 179],
      false,
    ],
  ])('the bounds of an area %s', (_, spans, [west, east], isInLeaflet) => {
    const polygons = spans.map(([west, east]) => polygonOf({ west, east, south: -20, north: -12 }));
    const listed = xyzMap({ area: { polygons } });
    expect(tileJson(listed)).toHaveProperty('bounds', [west, -20, east, -12]);
    expect(mapLibreStyle(listed)).toHaveProperty('sources.one.bounds', [west, -20, east, -12]);
    expect(josmXml([listed], 'en')).toContain(`min-lon="${west}"`);
    expect(josmXml([listed], 'en').match(/<shape>/g)?.length ?? 1).toBe(spans.length);
    expect(leafletCode(listed).includes('bounds:')).toBe(isInLeaflet);
    expect(Object.values(xyzProviders([listed], 'en')).every((one) => 'bounds' in one)).toBe(isInLeaflet);
  });
});

describe('what requests need', () => {
  const needs: Required<CatalogMap>['needs'] = ['referer', 'user-agent'];
  const forms: Readonly<Record<string, (map: CatalogMap) => string>> = {
    leaflet: leafletCode,
    qgis: (map) => qgisXml([map], URL),
    orux: (map) => oruxMapsXml([map], URL),
    locus: (map) => locusXml([map], 'Maps', URL),
  };
  test.each([
    ['leaflet', ['referrerPolicy: "strict-origin-when-cross-origin"']],
    ['qgis', [` referer="${URL}/" http-header:referer="${URL}/"`]],
    ['orux', [`<httpparam name="Referer">${URL}/</httpparam>`, '<httpparam name="User-Agent">{om}</httpparam>']],
    ['locus', [`<extraHeader>Referer#${URL}/</extraHeader>`]],
  ] as const)('%s sends its own, or the address of the catalog, unless that is forbidden', (name, parts) => {
    const form = forms[name] as (map: CatalogMap) => string;
    for (const part of parts) expect(form(xyzMap({ needs }))).toContain(part);
    expect(form(xyzMap({ needs, forbids: ['other-referer'] }))).not.toMatch(/referrerPolicy|Referer|referer="h/);
    expect(form(xyzMap({ forbids: ['other-referer'] }))).toBe(form(xyzMap()));
  });
});

describe('the numbers of maps', () => {
  test('stay when others come and go', () => {
    const [a, b, c] = stableNumbers(['a', 'b', 'c'].map((fileName) => xyzMap({ fileName })));
    expect(stableNumbers(['0', 'c', 'a'].map((fileName) => xyzMap({ fileName }))).slice(1)).toEqual([c, a]);
    expect(stableNumbers([overlay({ fileName: 'b' })])).not.toEqual([b]);
  });

  test('are unique, from 1000 to the largest of 31 bits', () => {
    const numbers = stableNumbers(Array.from({ length: 10_000 }, (_, index) => xyzMap({ fileName: `map-${index}` })));
    expect(new Set(numbers).size).toBe(10_000);
    expect(numbers.every((number) => Number.isInteger(number) && number >= 1000 && number < 2 ** 31)).toBe(true);
    const twice = stableNumbers([xyzMap(), xyzMap()]);
    expect((twice[1] as number) - (twice[0] as number)).toBe(1);
  });
});
