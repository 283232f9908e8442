import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import type { CatalogMap } from '../../../../build/model/catalog.ts';
import {
  josmXml,
  leafletCode,
  locusXml,
  mapLibreStyle,
  oruxMapsXml,
  qgisXml,
  stableNumbers,
  tileJson,
  xyzProviders,
} from '../../../../build/render/programs/program-formats.ts';
import { attributesOf, childrenOf, withXml } from '../../../../cli/network/read-xml.ts';
import { polygonOf } from '../../../../contract/maps/geometry.ts';
import { LAYER_CATEGORIES } from '../../../../contract/maps/layer-categories.ts';
import { fc } from '../../../support/property.ts';
import { anyXyzMap, xyzMap } from '../../../support/xyz-maps.ts';

const URL = 'https://maps.example.org';
const overlay = (changes: Parameters<typeof xyzMap>[0]): CatalogMap => xyzMap({ ...changes, list: 'overlayservers' });

describe('a MapLibre style', () => {
  const problems = (style: unknown): string[] =>
    validateStyleMin(style as Parameters<typeof validateStyleMin>[0]).map(({ message }) => message);

  test('is always accepted by the validator of MapLibre', () => {
    fc.assert(
      fc.property(anyXyzMap, (any) => {
        expect(problems(mapLibreStyle(any))).toEqual([]);
      }),
    );
    expect(problems({ ...(mapLibreStyle(xyzMap()) as object), sources: {} })).toEqual([
      'layers[0]: source "one" not found',
    ]);
  });
});

describe('QGIS', () => {
  test('names of connections differ and have no slashes, of which QGIS would make folders', () => {
    const ids = ['One', 'A/B', 'A\\B', 'A-B'].map((id) => xyzMap({ id }));
    const xml = qgisXml([...ids, overlay({ id: 'One' })], URL);
    expect([...xml.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'One',
      'A-B',
      'A-B (base map)',
      'A-B (base map) (base map)',
      'One (overlay)',
    ]);
  });
});

describe('JOSM', () => {
  const anyListed = fc.uniqueArray(
    fc
      .tuple(
        fc.constantFrom('mapservers' as const, 'overlayservers' as const),
        anyXyzMap.filter(({ minZoom }) => minZoom <= 24),
      )
      .map(([list, map]): CatalogMap => ({ ...map, list })),
    { maxLength: 5 },
  );

  test('every entry has what JOSM asks for, within its limits', () => {
    fc.assert(
      fc.property(anyListed, (maps) => {
        const entries = withXml(Buffer.from(josmXml(maps, 'en')), (root) =>
          [...childrenOf(root)].map((entry) => {
            const texts = Object.fromEntries([...childrenOf(entry)].map((child) => [child.name, child.content]));
            return { texts, overlay: attributesOf(entry).get('overlay') };
          }),
        );
        expect(entries.length).toBe(maps.length);
        for (const [index, { texts, overlay }] of entries.entries()) {
          expect(overlay).toBe(maps[index]?.list === 'overlayservers' ? 'true' : undefined);
          expect(texts['type']).toBe('tms');
          expect(Object.keys(LAYER_CATEGORIES)).toContain(texts['category']);
          expect(texts['id']).toMatch(/^[a-z0-9_-]+$/);
          expect(texts['max-zoom']).toMatch(/^(?:1?\d|2[0-4])$/);
        }
      }),
    );
  });
});

describe('what is known of a map', () => {
  test.each<[Partial<CatalogMap<'xyz'>>, string | undefined]>([
    [{}, undefined],
    [{ since: '2019', until: '2019' }, '2019'],
    [{ since: '2019' }, '2019;-'],
    [{ until: '1850' }, '-;1850'],
    [{ updates: '1850' }, '1850'],
    [{ updates: 'weekly' }, undefined],
  ])('its time %j is written for JOSM as %s', (times, date) => {
    expect(/<date>(.*?)<\/date>/.exec(josmXml([xyzMap(times)], 'en'))?.[1]).toBe(date);
  });

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

test.each([
  [{ area: 'world' }, [10, 30], 0.1],
  [{}, [10, 30], 0.1],
  [{ area: { countries: ['CH', 'LI'] }, minZoom: 2, probe: { latitude: 46.95, longitude: 7.45 } }, [8.2, 46.85], 6.3],
  [{ area: { countries: ['CH'] }, minZoom: 9, probe: { latitude: 46.95, longitude: 7.45 } }, [7.45, 46.95], 11],
  [{ probe: { latitude: 1, longitude: 2, zoom: 0 } }, [2, 1], 0],
] as const)('the style of a map with %j opens on %j at zoom %d', (more, center, zoom) => {
  expect(mapLibreStyle(xyzMap(more as never))).toMatchObject({ center, zoom });
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
