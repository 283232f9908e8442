/** The lists that are written for programs, shown to all readers; and lists by people, each to the reader of its program. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programLists } from '../../../build/programs/forms.ts';
import { GPXSEE_READER } from '../../../build/programs/gpxsee/read.ts';
import { JOSM_READER } from '../../../build/programs/josm/read.ts';
import { LAYERINDEX_READER } from '../../../build/programs/layerindex/read.ts';
import { LEAFLET_READER } from '../../../build/programs/leaflet/read.ts';
import { LOCUS_READER } from '../../../build/programs/locus/read.ts';
import { MAPLIBRE_READER } from '../../../build/programs/maplibre/read.ts';
import { MOBAC_READER } from '../../../build/programs/mobac/read.ts';
import { OGC_READER } from '../../../build/programs/ogc/read.ts';
import { ORUXMAPS_READER } from '../../../build/programs/oruxmaps/read.ts';
import { OSMAND_READER } from '../../../build/programs/osmand/read.ts';
import { QGIS_READER } from '../../../build/programs/qgis/read.ts';
import { LIST_READERS } from '../../../build/programs/readers.ts';
import { SPREADSHEET_READER } from '../../../build/programs/spreadsheet/read.ts';
import type { ListReader, StatedMap } from '../../../build/programs/stated/stated-map.ts';
import { XYZSERVICES_READER } from '../../../build/programs/xyzservices/read.ts';
import { isObject } from '../../../contract/base/json-values.ts';
import { sortedByCodePoint } from '../../../contract/base/text.ts';
import { polygonOf } from '../../../contract/maps/geometry.ts';
import { ROOT } from '../../support/cli.ts';
import { readingOf } from '../../support/stated-maps.ts';
import { typedMap } from '../../support/typed-maps.ts';
import { catalogOf, xyzMap } from '../../support/xyz-maps.ts';

const catalog = { ...catalogOf([xyzMap()]), maps: [typedMap('vector', { fileName: 'drawn', id: 'Drawn' })] };
const LIST_ROUTES = new Map([...programLists(catalog)].map(({ path, content }) => [path, content]));

describe.each<[string, ListReader, StatedMap['path']]>([
  ['programs/editor-layer-index.geojson', LAYERINDEX_READER, ['features', 0, 'properties']],
  ['programs/josm.xml', JOSM_READER, ['entry', 0]],
  ['programs/leaflet-providers.json', LEAFLET_READER, ['mapservers/one']],
  ['programs/qgis.xml', QGIS_READER, ['xyztiles', 0]],
  ['programs/qgis-vector-tiles.xml', QGIS_READER, ['vectortile', 0]],
  ['programs/locus.xml', LOCUS_READER, ['provider', 0]],
  ['programs/onlinemapsources.xml', ORUXMAPS_READER, ['onlinemapsource', 0]],
  ['programs/xyzservices.json', XYZSERVICES_READER, ['mapservers/one']],
])('%s', (path, reader, place) => {
  const text = LIST_ROUTES.get(path) as string;

  test('is read by the reader of its program first, and by one of XML alone', () => {
    const others = LIST_READERS.filter((other) => readingOf(other, text) !== null);
    expect(others[0]).toBe(reader);
    if (text.startsWith('<')) expect(others).toEqual([reader]);
  });

  test('states the place, the address and the zoom levels of its map', () => {
    const [map] = readingOf(reader, text) as readonly StatedMap[];
    const { minZoom, maxZoom } = path.includes('vector') ? typedMap('vector') : xyzMap();
    expect(map).toMatchObject({ path: place, url: expect.stringMatching(/\{\$?z/), minZoom, maxZoom });
  });
});

const READERS: Readonly<Record<string, ListReader>> = {
  gpxsee: GPXSEE_READER,
  josm: JOSM_READER,
  leaflet: LEAFLET_READER,
  locus: LOCUS_READER,
  maplibre: MAPLIBRE_READER,
  mobac: MOBAC_READER,
  ogc: OGC_READER,
  oruxmaps: ORUXMAPS_READER,
  osmand: OSMAND_READER,
  qgis: QGIS_READER,
  spreadsheet: SPREADSHEET_READER,
};
const inOrder = (_: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(sortedByCodePoint(Object.entries(value), ([key]) => key)) : value;

const BY_PEOPLE = join(ROOT, 'test/fixtures/programs');

test.each(readdirSync(BY_PEOPLE, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('/')))(
  'of %s, the snapshot has what it states',
  (path) => {
    const unread: string[] = [];
    const reader = READERS[path.split('/')[0] ?? ''] as ListReader;
    const maps = readingOf(reader, readFileSync(join(BY_PEOPLE, path), 'utf8'), (part) => unread.push(part));
    const stated = [maps].flat().map((map) => JSON.stringify(map, inOrder));
    expect(['', ...stated, ...unread, ''].join('\n')).toMatchSnapshot();
  },
);

test.each(['{}', '[]', '{"a": {"b": {}}}', '<a/>', '<catalog/>', '<imagery2/>', '<toString/>'])(
  '%s is a list of no program',
  (text) => expect(LIST_READERS.filter((reader) => readingOf(reader, text) !== null)).toEqual([]),
);

test('a style without an address is refused', () => {
  const [refusal] = LIST_READERS.map((reader) => readingOf(reader, '{"version": 8, "layers": [], "sources": {}}'));
  expect(refusal).toMatch(/^is a MapLibre style; import it by its address/);
});

/** What a map of a catalog can say, and lists of programs may say. */
const FACTS = {
  kind: 'outdoor',
  countries: ['CH'],
  terms: 'https://maps.example.org/terms',
  privacy: 'https://maps.example.org/privacy',
  licence: 'CC-BY-4.0',
  attribution: [{ text: '© Somebody', url: 'https://maps.example.org/' }],
  needs: ['referer'],
  since: 2020,
  until: 2024,
  tileSize: 512,
  languages: ['de'],
  area: { polygons: [polygonOf({ west: 5, south: 45, east: 10, north: 47 })] },
  probe: { latitude: 46, longitude: 7, zoom: 5 },
} as object;

function factsIn({ known = {}, ...map }: StatedMap): string[] {
  const { isOverlay, isFlipped, headers = [], credit, area } = map;
  const facts = { ...known, isOverlay, isFlipped, referer: headers.includes('Referer'), credit, area };
  return Object.entries(facts).flatMap(([name, fact]) => (fact ? name : []));
}

/** What is not here is lost, on the way out or in: the program has no member for it. */
test.each<[string, ListReader]>([
  ['programs/editor-layer-index.geojson', LAYERINDEX_READER],
  ['programs/josm.xml', JOSM_READER],
  ['programs/leaflet-providers.json', LEAFLET_READER],
  ['programs/qgis.xml', QGIS_READER],
  ['programs/locus.xml', LOCUS_READER],
  ['programs/onlinemapsources.xml', ORUXMAPS_READER],
  ['programs/xyzservices.json', XYZSERVICES_READER],
])('%s keeps of a tile server and of an overlay with flipped rows what its program knows', (path, reader) => {
  const maps = [typedMap('tms', { ...FACTS, fileName: 'flipped', id: 'Flipped', overlay: true })];
  const written = [...programLists({ ...catalogOf([xyzMap(FACTS)]), maps })].find((list) => list.path === path);
  const read = readingOf(reader, written?.content ?? '') as readonly StatedMap[];
  expect(
    read
      .map(factsIn)
      .map((facts) => facts.sort().join(' '))
      .join(' / '),
  ).toMatchSnapshot();
});
