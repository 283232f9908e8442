import { expect, test } from 'vitest';
import { describedMaps, descriptionAddress } from '../../../../commands/catalog/new/map-description.ts';
import { rowsIn } from '../../../support/words.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const ARCGIS = 'https://a.example.net/arcgis/rest/services/Hiking_Trails/MapServer';

test.each(
  rowsIn(`
    https://a.example.net/{z}/{x}/{y}.png | null
    https://a.example.net/{z}/{x}/{y}.pbf | null
    https://a.example.net/12/2138/1447.png | null
    https://a.example.net/map.pmtiles | null
    https://a.example.net/map.mbtiles | null
    mapbox://styles/a/b | null
    some words | null
    https://a.example.net/ows?REQUEST=GetMap&LAYERS=a&KEY=${KEY} | null
    https://a.example.net/style.json?key=${KEY} | null
    https://a.example.net/style.json?access_token={token} | null
    https://a.example.net/{date}/style.json | null
    https://a.example.net/{version}/ows | null
    https://a.example.net/ows?REQUEST=GetMap&LAYERS=a&BBOX={bbox} | https://a.example.net/ows?SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/ows | https://a.example.net/ows?SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/ows?map=b&request=GetMap&LAYERS=a | https://a.example.net/ows?map=b&SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/geo/wmts | https://a.example.net/geo/wmts?SERVICE=WMTS&REQUEST=GetCapabilities
    https://a.example.net/1.0.0/WMTSCapabilities.xml | https://a.example.net/1.0.0/WMTSCapabilities.xml
    https://a.example.net/style.json | https://a.example.net/style.json
    "https://a.example.net/tiles.json" | https://a.example.net/tiles.json
    ${ARCGIS} | ${ARCGIS}?f=json
    ${ARCGIS}/ | ${ARCGIS}?f=json
    ${ARCGIS}/tile/{z}/{y}/{x} | ${ARCGIS}?f=json
    https://a.example.net/rest/services/A/VectorTileServer/ | https://a.example.net/rest/services/A/VectorTileServer/resources/styles/root.json`),
)('the description of %s is %s', (url, address) => {
  expect(descriptionAddress(url as string)).toBe(address === 'null' ? null : address);
});

const TILES = ['https://a.example.net/{z}/{x}/{y}.png', 'https://b.example.net/{z}/{x}/{y}.png'];

const lods = (scale: number) => [0, 1, 2].map((level) => ({ level, scale: scale / 2 ** level }));
const CACHE = {
  currentVersion: 11,
  copyrightText: 'Esri, HERE, (c) OpenStreetMap',
  tileInfo: { spatialReference: { wkid: 102_100, latestWkid: 3857 }, lods: lods(591_657_527.59) },
};

test.each([
  [
    'a TileJSON of pictures',
    'https://a.example.net/t.json',
    { name: 'Hills', tiles: TILES, minzoom: 2, maxzoom: 15, attribution: '&copy; <a href="x">A, B</a>, &copy; C' },
    ['Hills', 'https://#{host}/{z}/{x}/{y}.png', 'A, B, C', '2', '15', 'a.example.net,b.example.net'],
  ],
  [
    'tiles with rows from the south',
    'https://a.example.net/t.json',
    { scheme: 'tms', tiles: [TILES[0]] },
    ['', 'https://a.example.net/{z}/{x}/{-y}.png', '', '', ''],
  ],
  [
    'vector tiles whose TileJSON has a usual name',
    'https://a.example.net/tiles.json',
    { vector_layers: [], tiles: ['https://a.example.net/{z}/{x}/{y}'] },
    ['', 'https://a.example.net/tiles.json', '', '', ''],
  ],
  [
    'vector tiles whose TileJSON could be a style',
    'https://a.example.net/v.json',
    { tiles: ['https://a.example.net/{z}/{x}/{y}.pbf'] },
    ['', 'https://a.example.net/{z}/{x}/{y}.pbf', '', '', ''],
  ],
  [
    'a style, with the credits of its sources',
    'https://a.example.net/style.json',
    {
      version: 8,
      name: 'Bright',
      sources: { a: { url: 'relief.json' }, b: { attribution: 'D, E' }, c: { url: 'gone.json' } },
    },
    ['Bright', 'https://a.example.net/style.json', 'Relief, Ltd, D, E', undefined, undefined],
  ],
  [
    'a cache of ArcGIS',
    `${ARCGIS}?f=json`,
    { ...CACHE, maxLOD: 1 },
    ['Hiking Trails', `${ARCGIS}/tile/{z}/{y}/{x}`, 'Esri, HERE, OpenStreetMap', '0', '1'],
  ],
])('%s is read', async (_, address, document, [title, url, copyright, first, last, hosts]) => {
  const documents = new Map<string, object>([
    [address, document],
    ['https://a.example.net/relief.json', { attribution: 'Relief, Ltd' }],
  ]);
  const ask = async (asked: string) => {
    const found = documents.get(asked);
    if (found === undefined) throw new Error(asked);
    return JSON.stringify(found);
  };
  const capabilities = () => 'unknown' as const;
  const fields = { url, copyright, ...(first === undefined ? {} : { 'min-zoom': first, 'max-zoom': last }), hosts };
  expect(await describedMaps(address, address, { ask, capabilities })).toEqual([{ title, fields }]);
});

const extent = (west: number, south: number, east: number, north: number, wkid: number) => ({
  ...{ xmin: west, ymin: south, xmax: east, ymax: north, spatialReference: { wkid } },
});

test.each([
  ['https://a.example.net/t.json', { tiles: TILES, bounds: [5.95555, 45.8, 10.5, 47.9, 3] }, '5.956, 45.8, 10.5, 47.9'],
  ['https://a.example.net/t.json', { tiles: TILES, bounds: [-180, -85.05, 180, 85.05] }, 'world'],
  ['https://a.example.net/t.json', { tiles: TILES, bounds: [170, -50, 190, -30] }, '170, -50, -170, -30'],
  ['https://a.example.net/t.json', { tiles: TILES, bounds: ['west', 0, 1] }, undefined],
  ['https://a.example.net/t.json', { tiles: TILES }, undefined],
  ['https://a.example.net/t.json', { tiles: TILES, bounds: [0, 0, 0, 0] }, undefined],
  ['https://a.example.net/s.json', { sources: { a: { bounds: [5, 45, 10, 47] }, b: {} } }, '5, 45, 10, 47'],
  [
    'https://a.example.net/s.json',
    { sources: { a: { bounds: [5, 45, 10, 47] }, b: { bounds: [0, 0, 1, 1] } } },
    undefined,
  ],
  [
    `${ARCGIS}?f=json`,
    { ...CACHE, fullExtent: extent(1335833, 6190443, 2115070, 6639010, 102100) },
    '12, 48.5, 19, 51.1',
  ],
  [`${ARCGIS}?f=json`, { ...CACHE, extent: extent(12, 48.5, 19, 51.1, 4326) }, '12, 48.5, 19, 51.1'],
  [`${ARCGIS}?f=json`, { ...CACHE, fullExtent: extent(12, 48.5, 19, 51.1, 4326) }, '12, 48.5, 19, 51.1'],
  [`${ARCGIS}?f=json`, { ...CACHE, fullExtent: extent(2480000, 1070000, 2840000, 1300000, 2056) }, undefined],
])('of %s with %j, the area is %s', async (address, document, covers) => {
  const ask = async () => JSON.stringify(document);
  const found = await describedMaps(address, address, { ask, capabilities: () => 'unknown' });
  expect(Array.isArray(found) && found[0].fields['covers']).toBe(covers);
});

test.each([
  ['tiles.json', [{ id: 'transportation' }], 'openmaptiles'],
  ['tiles.json', [{ id: 'street_labels' }], 'shortbread'],
  ['tiles.json', [], undefined],
  ['tiles.json', undefined, undefined],
])('of %s with the layers %j, the schema is %s', async (name, layers, schema) => {
  const address = `https://a.example.net/${name}`;
  const ask = async () => JSON.stringify({ tiles: TILES, vector_layers: layers });
  const found = await describedMaps(address, address, { ask, capabilities: () => 'unknown' });
  expect(Array.isArray(found) && found[0].fields['schema']).toBe(schema);
});

test.each([
  ['https://a.example.net/', '<!doctype html><p>Hello', 'unknown'],
  ['https://a.example.net/style.json', '{nope', 'unknown'],
  ['https://a.example.net/style.json', '[1]', 'unknown'],
  [`${ARCGIS}?f=json`, '{"error":{"code":499}}', 'unknown'],
  [`${ARCGIS}?f=json`, '{"currentVersion":11,"capabilities":"Query, Data"}', 'unfit'],
  [`${ARCGIS}?f=json`, '{"currentVersion":11,"serviceDataType":"esriImageServiceDataTypeElevation"}', 'unfit'],
  [`${ARCGIS}?f=json`, '{"currentVersion":11,"capabilities":"Map,TilesOnly"}', 'unfit'],
])('%s, which answers %s, has no map: %s', async (address, answer, reason) => {
  expect(await describedMaps(address, address, { ask: async () => answer, capabilities: () => 'unfit' })).toBe(reason);
});

const LAYERS = [
  { id: 0, name: 'Paths' },
  { id: 4, name: 'Huts' },
];

test.each([
  ['without tiles', ARCGIS, {}, [['Hiking Trails', ARCGIS]]],
  [
    'with a title',
    ARCGIS,
    { documentInfo: { Title: 'Trails of\n Bohemia' }, mapName: 'Paths' },
    [['Trails of Bohemia', ARCGIS]],
  ],
  ['with a title that says nothing', ARCGIS, { documentInfo: { Title: 'Map' }, mapName: 'Paths' }, [['Paths', ARCGIS]]],
  ['with the usual name', ARCGIS, { mapName: 'Layers' }, [['Hiking Trails', ARCGIS]]],
  [
    'with tiles of other levels',
    ARCGIS,
    { ...CACHE, tileInfo: { ...CACHE.tileInfo, lods: lods(1e6) } },
    [['Hiking Trails', ARCGIS]],
  ],
  [
    'with layers',
    `${ARCGIS}/legend`,
    { capabilities: 'Map,Query', layers: LAYERS },
    [
      ['Hiking Trails', ARCGIS],
      ['Paths', `${ARCGIS}/0`],
      ['Huts', `${ARCGIS}/4`],
    ],
  ],
  ['of which a layer is asked', `${ARCGIS}/4`, { layers: LAYERS }, [['Huts', `${ARCGIS}/4`]]],
  ['with tiles of all layers', `${ARCGIS}/4?f=pjson`, { ...CACHE, layers: LAYERS }, [['Huts', `${ARCGIS}/4?f=pjson`]]],
  [
    'with tiles alone',
    `${ARCGIS}/4`,
    { ...CACHE, capabilities: 'Map,TilesOnly' },
    [['Hiking Trails', `${ARCGIS}/tile/{z}/{y}/{x}`]],
  ],
])('a service of ArcGIS %s draws pictures', async (_, typed, document, expected) => {
  const ask = async () => JSON.stringify({ currentVersion: 11, ...document });
  const found = await describedMaps(`${ARCGIS}?f=json`, typed, { ask, capabilities: () => 'unknown' });
  expect(Array.isArray(found) && found.map(({ title, fields }) => [title, fields['url']])).toEqual(expected);
});
