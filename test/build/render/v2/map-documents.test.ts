import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import { polygonsOfArea } from '../../../../build/model/areas.ts';
import { type CatalogOutline, catalogMaps, mapId } from '../../../../build/model/catalog.ts';
import { mapDocuments } from '../../../../build/render/v2/map-documents.ts';
import { tilesOfPolygons } from '../../../../build/render/v2/tile-index.ts';
import { byCodePoint } from '../../../../contract/base/text.ts';
import borders from '../../../../contract/generated/borders.cjs';
import type { MapsHere, WorldMaps } from '../../../../contract/generated/v2.types.ts';
import { INDEX_ZOOM, V2_FILES, v2Path } from '../../../../contract/interface/v2-files.ts';
import { areaOfPolygons, polygonOf } from '../../../../contract/maps/geometry.ts';
import { fc } from '../../../support/property.ts';
import { anyTileCatalog, catalogOf, xyzMap } from '../../../support/xyz-maps.ts';

const HISTORY = catalogHistoryOf({
  times: new Map([
    ['mapservers/one.yaml', 1_700_000_000],
    ['providers/good.yaml', 1_700_000_060],
  ]),
  uncommitted: new Set(),
});

function documentsOf(catalog: CatalogOutline): Map<string, string> {
  const assets = [...mapDocuments({ catalog, history: HISTORY }, null)];
  return new Map(assets.map(({ path, content }) => [`/${path}`, Buffer.from(content).toString()]));
}

const parsed = <T>(documents: ReadonlyMap<string, string>, path: string): T =>
  JSON.parse(documents.get(path) ?? 'null');

const ALPS = { polygons: [polygonOf({ west: 5, south: 45, east: 10, north: 48 })] };
const FULL = xyzMap({
  kind: 'topographic',
  countries: ['CH', 'LI'],
  area: { countries: ['CH', 'LI'] },
  provider: 'good',
  since: '2020',
  until: '2021-12',
  tileSize: 512,
  languages: ['de', 'fr'],
  terms: 'https://good.example.org/terms',
  privacy: 'https://good.example.org/privacy',
  licence: 'CC-BY-4.0',
  attribution: [{ text: '© Good', url: 'https://good.example.org/' }],
  forbids: ['bulk-download'],
});
const PROVIDERS = [
  { id: 'good', name: 'Good', homepage: 'https://good.example.org/', signUp: 'https://good.example.org/' },
];
const CATALOG = {
  ...catalogOf(
    [FULL, xyzMap({ id: 'Bare', fileName: 'bare', needsToken: 'A_KEY' })],
    [
      xyzMap({ id: 'World', fileName: 'world', area: 'world', needsToken: 'A_KEY' }),
      xyzMap({ id: 'Alps', fileName: 'alps', area: ALPS }),
    ],
  ),
  providers: PROVIDERS,
};
const DOCUMENTS = documentsOf(CATALOG);

const ids = (text: string | undefined): string[] => (JSON.parse(text ?? '{}') as WorldMaps).maps.map(({ id }) => id);
const at = (x: number, y: number) => v2Path('at', { x, y });
const WORLD = V2_FILES.world.path;

describe('the index', () => {
  test.each([
    ['Switzerland', at(16, 11), ['mapservers/one', 'overlayservers/alps']],
    ['the ocean', at(0, 31), []],
    ['the world', WORLD, ['overlayservers/world']],
  ])('has the maps of %s, smaller areas first', (_, path, expected) => {
    expect(ids(DOCUMENTS.get(path))).toEqual(expected);
  });

  test('has every map of a place once: smaller areas first, then those that go on, then newer ones, the world last', () =>
    fc.assert(
      fc.property(anyTileCatalog, fc.nat(31), fc.nat(31), (catalog, x, y) => {
        const documents = documentsOf(catalog);
        const expected = catalogMaps(catalog)
          .flatMap((map) => {
            const { area, since = '', until = '9999' } = map;
            if (area === null || !tilesOfPolygons(polygonsOfArea(area), INDEX_ZOOM).has(`${x}/${y}`)) return [];
            const size = area === 'world' ? Infinity : areaOfPolygons(polygonsOfArea(area));
            return [{ id: mapId(map), size, since, until }];
          })
          .sort((a, b) => a.size - b.size || byCodePoint(b.until, a.until) || byCodePoint(b.since, a.since));
        const found = [...(documents.has(at(x, y)) ? ids(documents.get(at(x, y))) : []), ...ids(documents.get(WORLD))];
        expect(found).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: 50 },
    ));

  test('has no tiles if no area is known', () =>
    expect([...documentsOf(catalogOf([xyzMap()])).keys()]).toEqual([
      '/v2/maps.geojson',
      '/v2/providers.json',
      '/v2/mapservers/one.json',
      WORLD,
    ]));
});

describe('with 2,000 maps', () => {
  const codes = Object.keys(borders);
  const servers = Array.from({ length: 2_000 }, (_, index) => {
    const host = `tiles-${(index * 7919) % 2_003}.provider-${index % 90}.example.org`;
    const country = index % 3 === 1 ? 'CH' : (codes[(index * 31) % codes.length] as string);
    const area = index % 3 === 0 ? 'world' : { countries: [country] };
    const about = {
      name: `Map ${index} of provider ${index % 90}`,
      hosts: [host],
      terms: `https://provider-${index % 90}.example.org/terms`,
    };
    return xyzMap({ ...FULL, ...about, id: `Map ${index}`, fileName: `map-${index}`, area });
  });
  const documents = documentsOf({ ...catalogOf(servers), providers: PROVIDERS });

  test('no file has more than 300 kB compressed', () => {
    for (const [path, text] of documents)
      if (text.length > 100_000) expect([path, gzipSync(text).length > 300_000]).toEqual([path, false]);
  });

  test('a file of a tile has at most 30 kB, and says how many maps are left out; that of the world has all', () => {
    const { maps, more = 0, worldUrl } = parsed<MapsHere>(documents, at(16, 11));
    expect((documents.get(at(16, 11)) ?? '').length).toBeLessThanOrEqual(30_000);
    expect(more).toBeGreaterThan(400);
    expect(maps.length + more).toBeGreaterThanOrEqual(667);
    expect(worldUrl).toBe(`https://catalog.example.org${WORLD}`);
    expect(ids(documents.get(WORLD)).length).toBe(667);
  });
});
