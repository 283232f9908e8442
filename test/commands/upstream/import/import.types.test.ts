/** Maps of other types than xyz in files of other programs, and files of our own that come back the same. */
import { describe, expect, test } from 'vitest';
import { type CatalogOutline, catalogMaps } from '../../../../build/model/catalog.ts';
import { catalogWithoutEntries } from '../../../../build/model/model.ts';
import { qgisLayer } from '../../../../build/programs/qgis/write.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { importSourceOf } from '../../../../commands/upstream/import/arguments.ts';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import type { ListOptions } from '../../../../commands/upstream/import/lists/add-maps.ts';
import { fetchMap } from '../../../../commands/upstream/import/lists/addressed-maps.ts';
import { isMapAddress } from '../../../../contract/maps/map-formats.ts';
import { type Files, memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { fc } from '../../../support/property.ts';
import { typedMap } from '../../../support/typed-maps.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';
import { textsIn } from '../../../support/words.ts';
import { xyzMap } from '../../../support/xyz-maps.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const SITE: Files = { 'site.yaml': `${SMALL['site.yaml']}accessTokens: [EXAMPLE_API_KEY]\n` };

function imported(body: string | Uint8Array, more: Partial<ListOptions> = {}) {
  const copyrights = new Map(['example.org', 'example.net'].map((host) => [host, 'Somebody']));
  const options = { copyrights, maxZoom: 19, ...more };
  const plan = importFile(memoryFolder(SITE), Buffer.from(body), 'list', options, NOW);
  expect(plan.errors).toEqual([]);
  const files = Object.fromEntries([...plan.changes()].map(({ path, text }) => [path, text ?? '']));
  const notes = plan.notes.map(({ pointer, message }) => `${pointer}: ${message}`);
  return { files, notes: notes.filter((note) => note.includes(': cartalog ') || !note.includes('--copyright')) };
}

const layer = (properties: object): string =>
  JSON.stringify({
    type: 'Feature',
    properties: { name: 'A', type: 'wms', max_zoom: 9, ...properties },
    geometry: null,
  });
const PROJECTION = '<projections><code>EPSG:3857</code></projections>';
const josmEntry = (type: string, layers: string, more = ''): string =>
  `<imagery><entry><name>A</name><type>${type}</type><url>https://ows.example.org/w?</url><attribution-text>C</attribution-text>${more}<default-layers>${layers}</default-layers></entry></imagery>`;
const GET_MAP =
  'https://ows.example.org/?MAP=a&SERVICE=WMS&REQUEST=GetMap&LAYERS=a,b&STYLES=&FORMAT=image/jpeg&TRANSPARENT=TRUE&CRS={proj}&WIDTH={width}&HEIGHT={height}&BBOX={bbox}&VERSION=1.3.0';
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
      'format: image/jpeg\nversion: 1.3.0\ncrs: [EPSG:3857]\ncopyright',
    ],
  ],
  [
    'a key in the address of a WMS',
    layer({ url: `${GET_MAP}&apikey=0123456789abcdef`, ...PROJECTIONS }),
    'maps/a.yaml',
    ['service: https://ows.example.org/?MAP=a&apikey=${EXAMPLE_API_KEY}\n'],
  ],
  [
    'a service of ArcGIS, which lists of editors call a WMS',
    layer({
      url: 'https://gis.example.org/rest/services/Air/ImageServer/exportImage?f=image&format=jpg&imageSR={wkid}&bboxSR={wkid}&bbox={bbox}&size={width},{height}&foo={proj}',
      ...PROJECTIONS,
    }),
    'maps/a.yaml',
    [
      'type: arcgis',
      'minZoom: 0\nmaxZoom: 9\nservice: https://gis.example.org/rest/services/Air/ImageServer\nformat: image/jpeg\ncopyright',
    ],
  ],
  [
    'a service of ArcGIS in a list of JOSM',
    '<imagery><entry><name>A</name><type>wms</type><url>https://gis.example.org/rest/services/Topo/MapServer/export?f=image&amp;layers=show:0,3&amp;transparent=true&amp;bbox={bbox}&amp;size={width},{height}&amp;imageSR={wkid}</url></entry></imagery>',
    'maps/a.yaml',
    ['type: arcgis', 'layers: ["0", "3"]\nformat: image/png\ntransparent: true\n', 'maxZoom: 19'],
  ],
  [
    'flipped rows',
    layer({ type: 'tms', url: 'https://a.example.org/{zoom}/{x}/{-y}.png' }),
    'maps/a.yaml',
    ['type: tms', '/#{tilex}/#{tiley}.png'],
  ],
  [
    'zoom levels before an address of JOSM',
    layer({ type: 'tms', url: 'tms[3,17]:https://a.example.org/{zoom}/{x}/{-y}.png', max_zoom: undefined }),
    'maps/a.yaml',
    ['type: tms', 'minZoom: 3\nmaxZoom: 17\n'],
  ],
  [
    'vector tiles of QGIS',
    '<qgsVectorTileConnections><vectortile name="A" url="https://a.example.org/{z}/{x}/{y}.pbf" styleUrl="https://a.example.org/s.json"/></qgsVectorTileConnections>',
    'maps/a.yaml',
    ['type: vector', 'style: https://a.example.org/s.json', 'tiles: https://a.example.org/{z}/{x}/{y}.pbf'],
  ],
  [
    'a service of ArcGIS with a style',
    '<qgsVectorTileConnections><vectortile name="A" serviceType="arcgis" url="https://a.example.org/VectorTileServer" styleUrl="https://a.example.org/s.json"/></qgsVectorTileConnections>',
    'maps/a.yaml',
    ['type: vector', 'style: https://a.example.org/s.json\ncopyright'],
  ],
  [
    'a layer definition of QGIS',
    '<qlr><maplayers><maplayer><layername>A</layername><provider>wms</provider><datasource>crs=EPSG:3857&amp;format=image/png&amp;layers=b&amp;layers=a+c%2Bd&amp;styles=night&amp;styles=x&amp;url=https://ows.example.org/wms?map%3D1%26a%3D2</datasource></maplayer></maplayers></qlr>',
    'maps/a.yaml',
    [
      'service: https://ows.example.org/wms?map=1&a=2\n',
      'layers: [a c+d, b]',
      'styles: [x, night]',
      'crs: [EPSG:3857]',
    ],
  ],
  [
    'a TileJSON of vectors',
    JSON.stringify({ tilejson: '3.0.0', name: 'A', tiles: ['https://a.example.org/{z}/{x}/{y}'], vector_layers: [] }),
    'maps/a.yaml',
    ['type: vector', 'tiles: https://a.example.org/{z}/{x}/{y}\n'],
  ],
  [
    'vector tiles of xyzservices',
    JSON.stringify({
      A: { name: 'A', url: 'https://{s}.example.org/{v}/{z}/{x}/{y}{r}.pbf', v: '7', attribution: 'A', overlay: true },
    }),
    'maps/a.yaml',
    ['type: vector', 'overlay: true', 'tiles: https://a.example.org/7/{z}/{x}/{y}.pbf\n', 'schema: other'],
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
  [
    'a placeholder of xyzservices that is one of its own members',
    JSON.stringify({
      A: { name: 'A', url: 'https://a.example.org/l{max_zoom}/{z}/{x}/{y}', attribution: 'A', max_zoom: 8 },
    }),
    'mapservers/a.yaml',
    ['/l8/#{zoom}/', 'maxZoom: 8\n'],
  ],
  [
    'vector tiles of JOSM',
    '<imagery><entry><name>A</name><type>mvt</type><url>https://a.example.org/{zoom}/{x}/{y}.mvt</url></entry></imagery>',
    'maps/a.yaml',
    ['type: vector', 'tiles: https://a.example.org/{z}/{x}/{y}.mvt\n', 'schema: other'],
  ],
  [
    'a style of JOSM',
    '<imagery><entry><name>A</name><type>mvt</type><url>https://a.example.org/s.json</url></entry></imagery>',
    'maps/a.yaml',
    ['type: vector', 'style: https://a.example.org/s.json\n'],
  ],
  [
    'all default layers of a WMS in JOSM',
    josmEntry('wms_endpoint', '<layer name="a" style="s"/><layer name="b" style="t"/>', PROJECTION),
    'maps/a.yaml',
    ['type: wms', 'service: https://ows.example.org/w\nlayers: [a, b]\nstyles: [s, t]\n', 'crs: [EPSG:3857]\n'],
  ],
])('%s becomes a record', (_, body, path, parts) => {
  const { files, notes } = imported(body);
  expect([
    Object.keys(files),
    notes.filter((note) => !/no place for|is read from|is left out|is used|is not written to the file/.test(note)),
  ]).toEqual([[path], []]);
  for (const part of parts) expect(files[path]).toContain(part);
  expect(files[path]).not.toContain('0123456789abcdef');
});

test('a layer definition states no zoom levels, so they are assumed', () => {
  const body =
    '<qlr><maplayers><maplayer><layername>A</layername><provider>wms</provider><datasource>crs=EPSG:3857&amp;format=image/png&amp;layers=a&amp;url=https://ows.example.org/wms</datasource></maplayer></maplayers></qlr>';
  const { files, notes } = imported(body, { maxZoom: undefined });
  expect(files['maps/a.yaml']).toContain('minZoom: 0\nmaxZoom: 19\n');
  expect(notes.join()).toContain('it states no highest zoom level; 19 is taken');
});

test.each<[string, string, RegExp]>([
  [
    'a WMS without projections',
    layer({ url: GET_MAP }),
    /only its capabilities say which projections .*: cartalog new map --url 'https:.* --layers 'a,b' --id A$/,
  ],
  ['a WMS without a picture', layer({ url: 'https://ows.example.org/?SERVICE=WMS' }), /is a WMS, whose capabilities/],
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
    /is a WMS, whose capabilities describe its layers: cartalog import 'https:/,
  ],
  [
    'a layer of a file',
    '<qlr><maplayers><maplayer><layername>A</layername><provider>gdal</provider><datasource>a.tif</datasource></maplayer></maplayers></qlr>',
    /not a layer of a WMS/,
  ],
  [
    'a layer of a WMTS',
    '<qlr><maplayers><maplayer><layername>A</layername><provider>wms</provider><datasource>crs=EPSG:3857&amp;format=image/png&amp;layers=a&amp;tileMatrixSet=PM&amp;url=https://a.example.org/wmts</datasource></maplayer></maplayers></qlr>',
    /is a WMTS, whose capabilities .* --layers /,
  ],
  [
    'a service of ArcGIS',
    '<qgsVectorTileConnections><vectortile name="A" serviceType="arcgis" url="https://a.example.org/VectorTileServer"/></qgsVectorTileConnections>',
    /: cartalog import 'https:.*VectorTileServer\/resources\/styles\/root.json/,
  ],
  [
    'a TileJSON with relative addresses',
    JSON.stringify({ tilejson: '3.0.0', tiles: ['/{z}/{x}/{y}.pbf'] }),
    /it is a TileJSON whose tiles/,
  ],
  [
    'a vector tile with flipped rows',
    layer({ type: 'mvt', url: 'https://a.example.org/{z}/{x}/{-y}.pbf' }),
    /vector tiles whose rows count from the south/,
  ],
  [
    'WMTS',
    layer({ type: 'wmts', url: 'https://a.example.org/WMTSCapabilities.xml' }),
    /is a WMTS, .*: cartalog import 'https:\/\/a.example.org\/WMTSCapabilities.xml'$/,
  ],
  [
    'default layers in JOSM without projections',
    josmEntry('wms_endpoint', '<layer name="a"/><layer name="b" style="s"/>'),
    /the list draws it with the style s, which is left out: cartalog new map --url 'https:.*' --layers 'a,b' --id A --copyright C/,
  ],
  [
    'the default layer of a WMTS in JOSM',
    josmEntry('wmts', '<layer name="a" style="default"/><layer name="b"/>'),
    /is a WMTS, whose capabilities describe its layers: cartalog import 'https:.*' --layers a --name A --copyright C/,
  ],
])('%s is left out, with the reason', (_, body, reason) => {
  const { files, notes } = imported(body);
  expect(files).toEqual({});
  expect(notes.join()).toMatch(reason);
});

test('a style that a record cannot say is left out of default layers of JOSM', () => {
  const { files, notes } = imported(
    josmEntry('wms_endpoint', '<layer name="a" style="s"/><layer name="b"/>', PROJECTION),
  );
  expect(files['maps/a.yaml']).not.toContain('styles');
  expect(notes).toContain('/entry/0: the list draws it with the style s, which is left out');
});

test('a list of which every map is left out is not asked about', () => {
  const left = { type: 'raster', attribution: 'A', url: 'no address' };
  const { notes } = imported(JSON.stringify({ A: { name: 'A', ...left }, B: { name: 'B', ...left } }));
  expect(notes.join()).not.toContain('overlays');
  expect(notes).toHaveLength(2);
});

/** The header of a PMTiles archive with a box, and some of what follows. */
function archive(): Buffer {
  const header = Buffer.alloc(200);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  header.writeUInt8(2, 100);
  header.writeUInt8(14, 101);
  for (const [index, degrees] of [5, 45, 11, 48].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  return header;
}
const STYLE = JSON.stringify({
  version: 8,
  name: 'Bright',
  sources: { a: { type: 'vector', url: 'https://a.example.org/t.json', attribution: '© Tiles' } },
  layers: [],
});

describe('a map by its address', () => {
  test('an archive has the zoom levels and the box of its header', () => {
    const { files } = imported(archive(), {
      address: 'https://a.example.org/swiss.pmtiles?token=0123456789abcdef0123',
      maxZoom: undefined,
    });
    expect(files).toEqual({});
    const { files: open } = imported(archive(), { address: 'https://a.example.org/swiss.pmtiles' });
    expect(open['maps/swiss.yaml']).toContain('url: https://a.example.org/swiss.pmtiles\n');
    expect(open['maps/swiss.yaml']).toMatch(/minZoom: 2\nmaxZoom: 14\n[\s\S]*west: 5,? /);
  });

  test('a style has its name and the credit of its sources', () => {
    const { files } = imported(STYLE, {
      address: 'https://a.example.org/styles/bright?apikey=0123456789abcdef',
      maxZoom: undefined,
    });
    expect(files['maps/bright.yaml']).toContain('type: vector\nname: Bright\n');
    expect(files['maps/bright.yaml']).toContain(
      'style: https://a.example.org/styles/bright?apikey=${EXAMPLE_API_KEY}\n',
    );
    expect(files['maps/bright.yaml']).toContain('copyright: Tiles\n');
  });

  test('one with the name of another is given its own', () => {
    const { files } = imported(STYLE, { address: 'https://a.example.org/styles/bright' });
    const catalog = memoryFolder({ ...SITE, ...files });
    const more = (name?: string) =>
      importFile(catalog, Buffer.from(STYLE), 'list', { address: 'https://b.example.org/styles/bright', name }, NOW);
    expect(more().notes.map(({ message }) => message)).toEqual([
      'another map, in maps/bright.yaml, has the id "Bright"; give it another name with --name',
    ]);
    expect([...more('Brighter').changes()].map(({ path }) => path)).toEqual(['maps/brighter.yaml']);
  });

  test.each<[string, string | Uint8Array]>([
    ['a style', STYLE],
    ['an archive', archive()],
  ])('%s of a file is refused, because a record needs the address', (_, body) => {
    expect(() => imported(body)).toThrow(/import it by its address/);
  });

  test('an archive that is cut off, or of another version, is left out', () => {
    for (const body of [archive().subarray(0, 90), archive().fill(2, 7, 8)])
      expect(imported(body, { address: 'https://a.example.org/a.pmtiles' }).notes.join()).toMatch(
        /no header of PMTiles 3/,
      );
  });

  test('only the header of an archive is asked for, and at most 5 MiB of a style', async () => {
    const asked: object[] = [];
    const request = (one: object): Promise<object> => {
      asked.push(one);
      return Promise.resolve({ status: 206, bytes: () => Promise.resolve(archive()) });
    };
    for (const name of ['a.pmtiles', 's.json']) await fetchMap({ request } as never, `https://a.example.org/${name}`);
    expect(asked).toMatchObject([
      { headers: { Range: 'bytes=0-126' }, maxBytes: 127, isCut: true },
      { maxBytes: 5_242_880 },
    ]);
  });

  test.each([
    ['s.json', 404, '', 'answers with status 404.'],
    ['a.pmtiles', 200, '<!doctype html><title>\xfc', 'is an HTML page and not a PMTiles archive.'],
    ['a.pmtiles', 206, 'x', 'is something else and not a PMTiles archive.'],
    ['a.pmtiles', 200, 'PMTiles', 'does not answer ranges (Range), without which programs cannot read an archive.'],
  ])('an address of %s that answers %s with "%s" is named, without its key', async (name, status, body, why) => {
    const request = () => Promise.resolve({ status, bytes: () => Promise.resolve(Buffer.from(body, 'latin1')) });
    const fetched = fetchMap({ request } as never, `https://a.example.org/${name}?apikey=0123456789abcdef`);
    await expect(fetched).rejects.toThrow(`https://a.example.org/${name}?apikey=**************** ${why}`);
  });

  test.each([
    ['pmtiles://https://a.example.org/a.pmtiles', 'https://a.example.org/a.pmtiles'],
    ['https://a.example.org/s.json?key=1#map', 'https://a.example.org/s.json?key=1'],
    ['https://a.example.org/', 'https://a.example.org'],
    ['https://a.example.org/ows?map=a&SERVICE=WMS#x', 'https://a.example.org/ows?map=a&SERVICE=WMS'],
    ['list.json', 'list.json'],
  ])('%s is read as %s', (text, source) => expect(importSourceOf(text)).toBe(source));

  test.each<[string, boolean]>([
    ['https://a.example.org/style.json?k=1', true],
    ['https://tiles.example.org/styles/liberty', true],
    ['https://a.example.org/map.pmtiles', true],
    ['https://a.example.org/', false],
    ['https://a.example.org/v1/mapservers/?format=json', false],
    ['map.pmtiles', false],
  ])('%s is one: %s', (address, is) => expect(isMapAddress(address)).toBe(is));
});

/** What is known of a map, as all these files have it. */
const anyKnown = fc.record(
  {
    minZoom: fc.nat(5),
    maxZoom: fc.integer({ min: 6, max: 22 }),
    copyright: fc.constantFrom('Somebody', 'OpenStreetMap'),
    place: fc.constantFrom(
      { countries: ['DE'] },
      { area: 'world' },
      { area: [{ west: 1, south: 2, east: 3, north: 4 }] },
    ),
  },
  { requiredKeys: ['minZoom', 'maxZoom', 'copyright'] },
);
const anyTyped = fc.constantFrom<readonly [string, (name: string) => object]>(
  [
    'mapservers',
    (name) => ({ id: name, name: `The map ${name}`, urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' }),
  ],
  ['overlayservers', (name) => ({ id: name, urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' })],
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

const anyCatalog = fc.array(fc.tuple(anyTyped, anyKnown), { maxLength: 6 }).map((maps): Files => {
  const files = maps.map(([[folder, own], { place, ...known }], index) => {
    const name = `M${index}`;
    const made = own(name);
    const tiles =
      'urlPattern' in made ? { hosts: [`${name.toLowerCase()}.example.org`, `${name.toLowerCase()}.example.net`] } : {};
    // The file of a map may have another name than the map.
    return [`${folder}/file-${index}.yaml`, JSON.stringify({ name, ...made, ...tiles, ...known, ...place })];
  });
  return { ...SITE, ...Object.fromEntries(files) };
});

function catalogOfFiles(files: Files): CatalogOutline {
  const { content, diagnostics } = checkCatalog(memoryFolder(files), { environment: {}, requireTokens: false });
  expect(diagnostics.filter(({ code }) => code === 'schema')).toEqual([]);
  return catalogWithoutEntries(content, { serviceUrl: null, environment: {} });
}

function exported(files: Files, path: string): string | undefined {
  const file = allProgramFiles(catalogOfFiles(files)).find((one) => one.path === path);
  return file && Buffer.from(file.content).toString();
}

test.each(['programs/editor-layer-index.geojson', 'programs/josm.xml'])(
  '%s keeps maps that differ only in styles',
  (path) => {
    const wms = (name: string, more: string) =>
      `{ type: wms, name: ${name}, minZoom: 0, maxZoom: 9, service: https://a.example.org/, layers: [a], ${more}format: image/png, version: 1.1.1, crs: [EPSG:3857], copyright: A }\n`;
    const first = exported({ ...SITE, 'maps/a.yaml': wms('A', ''), 'maps/b.yaml': wms('B', 'styles: [cir], ') }, path);
    const { files } = imported(String(first));
    expect(Object.keys(files)).toEqual(['maps/a.yaml', 'maps/b.yaml']);
    expect(exported({ ...SITE, ...files }, path)).toBe(first);
  },
);

test.each(['xyz', 'tms', 'wms'] as const)('the layer definition of a %s is the same bytes after an import', (type) => {
  const map = type === 'xyz' ? xyzMap({ tileSize: 512 }) : typedMap(type, { layers: ['topo', 'names of places'] });
  const first = qgisLayer(map, 'https://maps.example.org') ?? '';
  const catalog = catalogOfFiles({ ...SITE, ...imported(first).files });
  expect(catalogMaps(catalog).map((one) => qgisLayer(one, catalog.serviceUrl))).toEqual([first]);
});

describe.each(
  textsIn(`
  programs/leaflet-providers.json | programs/editor-layer-index.geojson | programs/josm.xml
  programs/xyzservices.json | programs/qgis.xml | programs/qgis-vector-tiles.xml | programs/qgis-wms.xml
  programs/locus.xml | programs/onlinemapsources.xml`),
)('%s', (path) => {
  test('is the same bytes after an import', () =>
    fc.assert(
      fc.property(anyCatalog, (files) => {
        const first = exported(files, path);
        if (first === undefined || first.length < 60) return;
        const again = imported(first).files;
        expect(exported({ ...SITE, ...again }, path)).toBe(first);
      }),
      { numRuns: 30 },
    ));
});
