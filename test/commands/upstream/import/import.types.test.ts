/** Maps of other types than xyz in files of other programs, and files of our own that come back the same. */
import { describe, expect, test } from 'vitest';
import { catalogWithoutEntries } from '../../../../build/model/model.ts';
import { checkCatalog } from '../../../../build/run/check-catalog.ts';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import { PROGRAM_FILES } from '../../../../contract/pages.ts';
import { type Files, memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { fc } from '../../../support/property.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const SITE: Files = { 'site.yaml': `${SMALL['site.yaml']}accessTokens: [EXAMPLE_API_KEY]\n` };

function imported(body: string | Uint8Array, options = { copyright: 'Somebody' as string | undefined, maxZoom: 19 }) {
  const plan = importFile(memoryFolder(SITE), Buffer.from(body), 'list', options, NOW);
  expect(plan.errors).toEqual([]);
  const files = Object.fromEntries([...plan.changes()].map(({ path, text }) => [path, text ?? '']));
  return { files, notes: plan.notes.map(({ pointer, message }) => `${pointer}: ${message}`) };
}

/** One layer of editor-layer-index. */
const layer = (properties: object): string =>
  JSON.stringify({
    type: 'Feature',
    properties: { name: 'A', type: 'wms', max_zoom: 9, ...properties },
    geometry: null,
  });
const GET_MAP =
  'https://ows.example.org/?MAP=a&SERVICE=WMS&REQUEST=GetMap&LAYERS=a,b&STYLES=&FORMAT=image/jpeg&CRS={proj}&WIDTH={width}&HEIGHT={height}&BBOX={bbox}&VERSION=1.3.0';
const PROJECTIONS = { available_projections: ['EPSG:3857'] };

test.each<[string, string, string, readonly string[]]>([
  [
    'a WMS',
    layer({ url: GET_MAP, ...PROJECTIONS }),
    'maps/a.yaml',
    [
      'type: wms',
      'service: https://ows.example.org/?MAP=a\n',
      'layers: [a, b]',
      'format: image/jpeg',
      'version: 1.3.0',
    ],
  ],
  [
    'a key in the address of a WMS',
    layer({ url: `${GET_MAP}&apikey=0123456789abcdef`, ...PROJECTIONS }),
    'maps/a.yaml',
    ['service: https://ows.example.org/?MAP=a&apikey=${EXAMPLE_API_KEY}\n'],
  ],
  [
    'flipped rows',
    layer({ type: 'tms', url: 'https://a.example.org/{zoom}/{x}/{-y}.png' }),
    'maps/a.yaml',
    ['type: tms', '/#{tilex}/#{tiley}.png'],
  ],
  [
    'vector tiles of QGIS',
    '<qgsVectorTileConnections><vectortile name="A" url="https://a.example.org/{z}/{x}/{y}.pbf" styleUrl="https://a.example.org/s.json"/></qgsVectorTileConnections>',
    'maps/a.yaml',
    ['type: vector', 'style: https://a.example.org/s.json', 'tiles: https://a.example.org/{z}/{x}/{y}.pbf'],
  ],
  [
    'a layer definition of QGIS',
    '<qlr><maplayers><maplayer><layername>A</layername><provider>wms</provider><datasource>crs=EPSG:3857&amp;format=image/png&amp;layers=a&amp;layers=b&amp;styles=&amp;styles=&amp;url=https://ows.example.org/wms</datasource></maplayer></maplayers></qlr>',
    'maps/a.yaml',
    ['service: https://ows.example.org/wms\n', 'layers: [a, b]', 'crs: [EPSG:3857]'],
  ],
  [
    'a TileJSON of vectors',
    JSON.stringify({ tilejson: '3.0.0', name: 'A', tiles: ['https://a.example.org/{z}/{x}/{y}'], vector_layers: [] }),
    'maps/a.yaml',
    ['type: vector', 'tiles: https://a.example.org/{z}/{x}/{y}\n'],
  ],
  [
    'WMTS in Web Mercator, which is xyz',
    layer({
      type: 'tms',
      url: 'https://a.example.org/wmts?SERVICE=WMTS&REQUEST=GetTile&TILEMATRIX={zoom}&TILEROW={y}&TILECOL={x}',
    }),
    'mapservers/a.yaml',
    ['TILEMATRIX=#{zoom}&TILEROW=#{tiley}&TILECOL=#{tilex}'],
  ],
  [
    'a provider of xyzservices',
    JSON.stringify({
      Group: {
        A: {
          name: 'Group.A',
          url: 'https://{s}.example.org/{z}/{x}/{y}',
          subdomains: 'ab',
          attribution: 'A',
          max_zoom: 9,
        },
      },
    }),
    'mapservers/group-a.yaml',
    ['hosts: [a.example.org, b.example.org]', 'maxZoom: 9'],
  ],
  [
    'a key that xyzservices asks for',
    JSON.stringify({
      A: {
        name: 'A',
        url: 'https://a.example.org/{z}/{x}/{y}?apikey={apikey}',
        apikey: '<insert your API key here>',
        attribution: 'A',
        max_zoom: 9,
      },
    }),
    'mapservers/a.yaml',
    ['?apikey=${EXAMPLE_API_KEY}'],
  ],
])('%s becomes a record', (_, body, path, parts) => {
  const { files, notes } = imported(body);
  expect([Object.keys(files), notes.filter((note) => !/no place for|is read from/.test(note))]).toEqual([[path], []]);
  for (const part of parts) expect(files[path]).toContain(part);
  expect(files[path]).not.toContain('0123456789abcdef');
});

test.each<[string, string, RegExp]>([
  ['a WMS without projections', layer({ url: GET_MAP }), /does not say which projections/],
  ['a WMS without a picture', layer({ url: 'https://ows.example.org/?SERVICE=WMS' }), /REQUEST=GetMap/],
  ['a WMS with an unknown format', layer({ url: GET_MAP.replace('jpeg', 'tiff'), ...PROJECTIONS }), /format/],
  [
    'a service with a placeholder',
    layer({ url: `${GET_MAP}&time={time}`, ...PROJECTIONS }),
    /has the placeholder \{time\}/,
  ],
  [
    'a key that the site does not list',
    layer({ url: `${GET_MAP}&token=0123456789abcdef`, ...PROJECTIONS }),
    /list EXAMPLE_ACCESS_TOKEN in/,
  ],
  [
    'a connection to a WMS',
    '<qgsWMSConnections><wms name="A" url="https://a.example.org/"/></qgsWMSConnections>',
    /names no layers/,
  ],
  [
    'a layer of a file',
    '<qlr><maplayers><maplayer><layername>A</layername><provider>gdal</provider><datasource>a.tif</datasource></maplayer></maplayers></qlr>',
    /not a layer of a WMS/,
  ],
  ['WMTS', layer({ type: 'wmts', url: 'https://a.example.org/WMTSCapabilities.xml' }), /type "wmts"/],
])('%s is left out, with the reason', (_, body, reason) => {
  const { files, notes } = imported(body);
  expect(files).toEqual({});
  expect(notes.join()).toMatch(reason);
});

/** What is known of a map, as all these files have it. */
const anyKnown = fc.record(
  {
    minZoom: fc.nat(5),
    maxZoom: fc.integer({ min: 6, max: 22 }),
    copyright: fc.constantFrom('Somebody', 'OpenStreetMap'),
    area: fc.constantFrom('world', [{ west: 1, south: 2, east: 3, north: 4 }]),
  },
  { requiredKeys: ['minZoom', 'maxZoom', 'copyright', 'area'] },
);
const anyTyped = fc.constantFrom<readonly [string, (name: string) => object]>(
  ['mapservers', (name) => ({ id: name, urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' })],
  ['maps', () => ({ type: 'tms', urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' })],
  [
    'maps',
    (name) => ({
      type: 'wms',
      service: `https://${name.toLowerCase()}.example.org/w?a=b`,
      layers: ['a', 'b c'],
      format: 'image/png',
      version: '1.1.1',
      crs: ['EPSG:3857', 'EPSG:25832'],
      transparent: true,
    }),
  ],
  [
    'maps',
    (name) => ({
      type: 'vector',
      style: `https://${name.toLowerCase()}.example.org/s.json`,
      tiles: `https://${name.toLowerCase()}.example.org/{z}/{x}/{y}.pbf`,
    }),
  ],
);

/** The files of a catalog with a map of each drawn kind. */
const anyCatalog = fc.array(fc.tuple(anyTyped, anyKnown), { maxLength: 6 }).map((maps): Files => {
  const files = maps.map(([[folder, own], known], index) => {
    const name = `M${index}`;
    const made = own(name);
    const tiles =
      'urlPattern' in made ? { hosts: [`${name.toLowerCase()}.example.org`, `${name.toLowerCase()}.example.net`] } : {};
    return [`${folder}/m${index}.yaml`, JSON.stringify({ ...made, name, ...tiles, ...known })];
  });
  return { ...SITE, ...Object.fromEntries(files) };
});

/** A file for programs, of a catalog. */
function exported(files: Files, path: string): string | undefined {
  const { content, diagnostics } = checkCatalog(memoryFolder(files), { environment: {}, requireTokens: false });
  expect(diagnostics.filter(({ code }) => code === 'schema')).toEqual([]);
  const catalog = catalogWithoutEntries(content, { serviceUrl: null, environment: {} });
  const file = allProgramFiles(catalog).find((one) => one.path === path);
  return file && Buffer.from(file.content).toString();
}

describe.each([
  PROGRAM_FILES.layerIndex,
  PROGRAM_FILES.josm,
  PROGRAM_FILES.xyzservices,
  PROGRAM_FILES.qgis,
  PROGRAM_FILES.qgisVector,
])('%s', (path) => {
  test('is the same bytes after an import', () => {
    fc.assert(
      fc.property(anyCatalog, (files) => {
        const first = exported(files, path);
        if (first === undefined || first.length < 60) return;
        const again = imported(first).files;
        expect(exported({ ...SITE, ...again }, path)).toBe(first);
      }),
      { numRuns: 30 },
    );
  });
});
