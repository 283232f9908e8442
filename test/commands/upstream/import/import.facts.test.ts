/** What decides whether a map can be taken, and how, is read from lists of every kind alike. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import type { ListOptions } from '../../../../commands/upstream/import/lists/add-maps.ts';
import { type Files, memoryFolder, SMALL } from '../../../support/catalogs.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const SITE: Files = { 'site.yaml': SMALL['site.yaml'] as string };

function imported(body: string, options: ListOptions = {}, catalog: Files = SITE) {
  const plan = importFile(memoryFolder(catalog), Buffer.from(body), 'list', options, NOW);
  expect(plan.errors).toEqual([]);
  const files = [...plan.changes()].map(({ path, text }) => [path, parse(text ?? '')] as const);
  return { records: Object.fromEntries(files), notes: plan.notes.map(({ message }) => message) };
}

const URL_OF_TILES = 'https://tiles.example.net/{z}/{x}/{y}.png';
const MORE = { attribution: 'A' };
const NO_ZOOM = { maxZoom: undefined, max_zoom: undefined, maxzoom: undefined };

/** A list of each kind with one map. @param more members of its entry @param attributes the same, in XML */
const LISTS: Readonly<Record<string, (more: object, xml?: string) => string>> = {
  'editor-layer-index': (more) =>
    JSON.stringify({
      type: 'Feature',
      properties: { name: 'A', type: 'tms', url: URL_OF_TILES, max_zoom: 9, ...MORE, ...more },
      geometry: null,
    }),
  'leaflet-providers': (more) =>
    JSON.stringify({ A: { url: URL_OF_TILES, options: { maxZoom: 9, ...MORE, ...more } } }),
  xyzservices: (more) => JSON.stringify({ A: { name: 'A', url: URL_OF_TILES, max_zoom: 9, ...MORE, ...more } }),
  TileJSON: (more) =>
    JSON.stringify({ tilejson: '3.0.0', name: 'A', tiles: [URL_OF_TILES], maxzoom: 9, ...MORE, ...more }),
};
const josm = (xml: string): string =>
  `<imagery><entry><name>A</name><type>tms</type><url>${URL_OF_TILES}</url><max-zoom>9</max-zoom><attribution-text>A</attribution-text>${xml}</entry></imagery>`;
const qgis = (attributes: string): string =>
  `<qgsXYZTilesConnections><xyztiles name="A" url="${URL_OF_TILES}" zmax="9" ${attributes}/></qgsXYZTilesConnections>`;
const qlr = (source: string): string =>
  `<qlr><maplayers><maplayer><layername>A</layername><provider>wms</provider><datasource>crs=EPSG:3857&amp;format=image/png&amp;layers=a&amp;url=https://ows.example.net/wms&amp;${source}</datasource></maplayer></maplayers></qlr>`;
/** What is said of elevation: an editor-layer-index takes only its own types. */
const LIST_TYPES = /^its tiles are elevation \(type: raster-dem\)|^it is of the type "raster-dem"/;
const header = (name: string): string => `<custom-http-header header-name="${name}" header-value="x"/>`;
const LABEL = { copyrights: new Map([['example.net', 'A']]) };

/** Every list that names HTTP headers, with one or two of them. */
const WITH_HEADERS = (one: string, two = one): [string, string][] => [
  ...Object.entries(LISTS).flatMap(([name, list]): [string, string][] => [
    [
      `${name}, by name and value`,
      list({ 'custom-http-headers': [one, two].map((each) => ({ 'header-name': each, 'header-value': 'x' })) }),
    ],
    [`${name}, as members`, list({ headers: { [one]: 'x', [two]: 'x' } })],
    [`${name}, as text`, list({ http_headers: [`${one}: x`, `${two}:x`] })],
  ]),
  ['JOSM', josm(header(one) + header(two))],
  ['QGIS', qgis([...new Set([one, two])].map((name) => `http-header:${name}="x"`).join(' '))],
  ['a layer of QGIS', qlr(`http-header:${one}=x&amp;http-header:${two}=x`)],
];

describe('a header', () => {
  test.each(WITH_HEADERS('user-agent', 'Referer'))('that programs send is needed: %s', (_, body) => {
    const { records, notes } = imported(body, LABEL);
    expect(Object.values(records)).toMatchObject([{ needs: ['referer', 'user-agent'] }]);
    expect(notes.join()).not.toMatch(/header/i);
  });

  test.each(WITH_HEADERS('Connection', 'accept-encoding'))(
    'that decides no access is nothing to say: %s',
    (_, body) => {
      const { records, notes } = imported(body, LABEL);
      expect(Object.values(records).map((record) => Object.hasOwn(record as object, 'needs'))).toEqual([false]);
      expect(notes.join()).not.toMatch(/header/i);
    },
  );

  test.each(WITH_HEADERS('Authorization', 'Referer'))('of another name leaves the map out: %s', (_, body) => {
    const { records, notes } = imported(body, LABEL);
    expect([records, notes]).toEqual([{}, ['it needs the HTTP header "Authorization", which the catalog cannot say']]);
  });

  test('of older versions of QGIS is the same', () => {
    expect(imported(qgis('referer="x"'), LABEL).records).toMatchObject({ 'mapservers/a.yaml': { needs: ['referer'] } });
    expect(imported(qlr('referer=x'), LABEL).records).toMatchObject({ 'maps/a.yaml': { needs: ['referer'] } });
    expect(imported(qgis('referer=""'), LABEL).records).not.toMatchObject({ 'mapservers/a.yaml': { needs: [] } });
  });

  test('of a layer of QGIS that needs a password is not asked for', () =>
    expect(imported(qlr('username=a&amp;password=b'), LABEL)).toEqual({
      records: {},
      notes: ['it has username and password, and nothing of that kind may be published'],
    }));
});

describe('the zoom levels are those with tiles', () => {
  test.each<[string, string, number, number]>([
    [
      'leaflet',
      LISTS['leaflet-providers']?.({ maxZoom: 22, maxNativeZoom: 17, minZoom: 0, minNativeZoom: 3 }) ?? '',
      3,
      17,
    ],
    [
      'leaflet, of which only one is native',
      LISTS['leaflet-providers']?.({ minZoom: 2, maxNativeZoom: 19 }) ?? '',
      2,
      19,
    ],
    [
      'leaflet with larger tiles',
      LISTS['leaflet-providers']?.({ maxNativeZoom: 17, tileSize: 512, zoomOffset: -1 }) ?? '',
      0,
      16,
    ],
    ['xyzservices', LISTS['xyzservices']?.({ max_zoom: 22, max_native_zoom: 17, min_native_zoom: 3 }) ?? '', 3, 17],
    ['xyzservices with larger tiles', LISTS['xyzservices']?.({ max_native_zoom: '17', tileSize: 512 }) ?? '', 0, 17],
    ['TileJSON, as text', LISTS['TileJSON']?.({ minzoom: '2', maxzoom: '14' }) ?? '', 2, 14],
    ['TileJSON, with a point', LISTS['TileJSON']?.({ minzoom: '2.0', maxzoom: ' 14.0 ' }) ?? '', 2, 14],
    ['Leaflet, between two', LISTS['leaflet-providers']?.({ maxZoom: 18.5 }) ?? '', 0, 18],
    ['nothing that Leaflet assumes', JSON.stringify({ A: { url: URL_OF_TILES, options: MORE } }), 0, 18],
  ])('%s', (_, body, minZoom, maxZoom) => {
    expect(Object.values(imported(body).records)).toMatchObject([{ minZoom, maxZoom }]);
  });

  test('those of vector tiles of Leaflet are not assumed', () => {
    const [record] = Object.values(
      imported(JSON.stringify({ A: { url: URL_OF_TILES.replace('png', 'pbf'), options: MORE } })).records,
    );
    expect(record).toMatchObject({ type: 'vector' });
    expect(record).not.toHaveProperty('maxZoom');
  });
});

describe.each(Object.entries(LISTS))('%s', (_, list) => {
  test.each<[object, RegExp]>([
    [{ crs: 'EPSG:3413' }, /^its tiles are in EPSG:3413 and not in Web Mercator \(EPSG:3857\)$/],
    [{ srs: 'urn:ogc:def:crs:EPSG::25832' }, /^its tiles are in urn:ogc:def:crs:EPSG::25832/],
    [{ crs: { code: 'EPSG:4326' } }, /^its tiles are in EPSG:4326/],
    [{ profile: 'GoogleCRS84Quad' }, /^its tiles are in GoogleCRS84Quad/],
    [{ profile: 'geodetic' }, /^its tiles are in geodetic/],
    [{ encoding: 'terrarium' }, /^its tiles are elevation \(encoding: terrarium\), and not pictures$/],
    [{ encoding: 'mapbox' }, /^its tiles are elevation/],
    [{ interpretation: 'maptilerterrain' }, /^its tiles are elevation \(interpretation: maptilerterrain\)/],
    [{ format: 'geojson' }, /^its tiles \(\.geojson\) are data/],
    [{ format: 'image/tiff' }, /^its tiles \(\.tiff\) are data/],
    [{ format: 'application/geo+json; charset=utf-8' }, /^its tiles \(\.geo\+json\) are data/],
    [{ format: '.terrain' }, /^its tiles \(\.terrain\) are data/],
    [{ crs: 4326 }, /^its tiles are in 4326/],
    [{ crs: ['EPSG:4326'] }, /^its tiles are in EPSG:4326/],
    [{ crs: { type: 'name', properties: { name: 'EPSG:3413' } } }, /^its tiles are in EPSG:3413/],
    [
      { crs: 'PROJCS["WGS 84 / NSIDC",GEOGCS["WGS 84"],AUTHORITY["EPSG","3413"]]' },
      /^its tiles are in WGS 84 \/ NSIDC/,
    ],
    [{ crs: { id: { authority: 'EPSG', code: 3395 }, name: 'WGS 84 / World Mercator' } }, /^its tiles are in 3395/],
    [{ crs: 'WGS 84 / World Mercator' }, /^its tiles are in WGS 84/],
    [{ crs_wkt: 'GEOGCS["WGS 84",DATUM["WGS_1984"]]' }, /^its tiles are in WGS 84 and/],
    [{ tile_matrix_set: 'WorldCRS84Quad' }, /^its tiles are in WorldCRS84Quad/],
    [{ type: 'raster-dem' }, LIST_TYPES],
    [{ encoding: 'custom', redFactor: 256 }, /^its tiles are elevation \(redFactor: 256\)/],
    [{ cookies: 'a=b' }, /^it needs the HTTP header "Cookie"/],
    [{ cookies: true }, /^it needs the HTTP header "Cookie"/],
  ])('leaves out a map with %j', (more, reason) => {
    const { records, notes } = imported(list(more));
    expect([records, notes]).toEqual([{}, [expect.stringMatching(reason)]]);
  });

  test.each<object>([
    { crs: 'EPSG3857' },
    { crs: 'EPSG:900913' },
    { srs: 'http://www.opengis.net/def/crs/EPSG/0/3857' },
    { projection: 'WebMercatorQuad' },
    { profile: 'mercator' },
    { crs: null },
    { interpretation: 'default' },
    { format: 'image/jpeg' },
    { status: 'working' },
    { crs: 3857 },
    { crs: ['EPSG:3857', 'EPSG:4326'] },
    { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } } },
    { crs: { wkid: 102_100, latestWkid: 3857 } },
    { crs: 'PROJCRS["WGS 84 / Pseudo-Mercator",BASEGEOGCRS["WGS 84"],ID["EPSG",3857]]' },
    { tileMatrixSet: 'GoogleMapsCompatible' },
    { custom_http_headers: null, status: null, format: null, tms: null, scheme: null, vector_layers: null },
    { headers: true },
    { headers: [null, 1, []] },
    { headers: { 'header-name': null } },
    { cookies: '' },
    { cookies: false },
    { tms: 'false' },
    { some: null },
    { headers: { toString: null } },
    { cookies: [] },
  ])('takes one with %j, and says nothing of it', (more) => {
    const { records, notes } = imported(list(more));
    expect(Object.keys(records)).toEqual(['mapservers/a.yaml']);
    expect(notes).toEqual([]);
  });

  test.each<object>([{ scheme: 'tms' }, { scheme: 'TMS' }, { tms: true }, { tms: 'true' }, { tms: 1 }])(
    'flips one with %j, and takes no vector tiles',
    (more) => {
      expect(imported(list(more)).records).toMatchObject({ 'maps/a.yaml': { type: 'tms' } });
      const { records, notes } = imported(list({ ...more, format: 'application/vnd.mapbox-vector-tile' }));
      expect([records, notes]).toEqual([{}, [expect.stringMatching(/vector tiles whose rows count from the south/)]]);
    },
  );

  test.each(['pbf', 'application/vnd.mapbox-vector-tile', 'application/vnd.maplibre-vector-tile; v=1', '.mvt'])(
    'has one of type vector whose format is %s',
    (format) => expect(imported(list({ format })).records).toMatchObject({ 'maps/a.yaml': { type: 'vector' } }),
  );

  test('needs a referer that is a member of its own', () =>
    expect(Object.values(imported(list({ referer: 'https://a.example.org/' })).records)).toMatchObject([
      { needs: ['referer'] },
    ]));

  test('has the zoom levels of tiles', () => {
    const { records, notes } = imported(list({ maxNativeZoom: 7 }));
    expect([Object.values(records), notes]).toMatchObject([[{ maxZoom: 7 }], []]);
  });

  test.each(['broken', 'Deprecated'])('has one off that is %s', (status) => {
    const { records, notes } = imported(list({ status }));
    expect(records).toMatchObject({ 'mapservers/a.yaml': { active: false } });
    expect(notes).toEqual(['it does not work, says the list, so it is off (active: false)']);
  });
});

test.each<[string, string, RegExp]>([
  [
    'tiles of JOSM in another projection',
    josm('<projections><code>EPSG:4326</code></projections>'),
    /EPSG:4326 and not/,
  ],
  ['tiles of JOSM with cookies', josm('<cookies>a=b</cookies>'), /HTTP header "Cookie"/],
  ['elevation of JOSM', josm('<encoding>terrarium</encoding>'), /elevation \(encoding: terrarium\)/],
  ['elevation of QGIS', qgis('interpretation="terrariumterrain"'), /elevation \(interpretation: terrariumterrain\)/],
  ['elevation in a layer of QGIS', qlr('interpretation=maptilerterrain'), /elevation/],
])('%s are left out', (_, body, reason) => {
  const { records, notes } = imported(body, LABEL);
  expect([records, notes]).toEqual([{}, [expect.stringMatching(reason)]]);
});

test.each([
  ...Object.entries(LISTS).map(([name, list]) => [name, list({ ...NO_ZOOM, min_zoom: 2.5, max_zoom: '9.7' })]),
  ['JOSM', josm('<min-zoom>2.5</min-zoom>').replace('>9<', '>9.7<')],
  ['QGIS', qgis('zmin="2.5"').replace('zmax="9"', 'zmax="9.7"')],
  ['a table', `name,url,min zoom,max zoom\nA,${URL_OF_TILES},"2,5",9.7\n`],
])('zoom levels of %s that are no whole numbers are reported', (_, body) => {
  const { records, notes } = imported(body, LABEL);
  expect(Object.values(records)).toMatchObject([{ minZoom: 3, maxZoom: 9 }]);
  expect(notes).toEqual(
    expect.arrayContaining([
      'its lowest zoom level is 2.5, no whole number; 3 is taken',
      'its highest zoom level is 9.7, no whole number; 9 is taken',
    ]),
  );
});

test.each(['mlt', 'mvt', 'pbf'])('a TileJSON of %s is a map of type vector', (format) => {
  const list = (more: object): string =>
    LISTS['TileJSON']?.({ tiles: [URL_OF_TILES.replace('.png', '')], ...more }) ?? '';
  for (const more of [{ format }, { encoding: format }])
    expect(imported(list(more)).records).toMatchObject({ 'maps/a.yaml': { type: 'vector', schema: 'other' } });
});

describe('a layer of QGIS that is a connection', () => {
  const layer = (provider: string, source: string): string =>
    `<qlr><maplayers><maplayer><layername>A</layername><provider>${provider}</provider><datasource>${source.replaceAll('&', '&amp;')}</datasource></maplayer></maplayers></qlr>`;
  const url = (ending: string): string => encodeURIComponent(URL_OF_TILES.replace('png', ending));

  test.each<[string, string, object]>([
    [
      'wms',
      `contextualWMSLegend=0&crs=EPSG:3857&dpiMode=7&featureCount=10&format&layers&styles&tilePixelRatio=2&type=xyz&url=${url('png')}&zmax=12&zmin=3&http-header:referer=x`,
      { 'mapservers/a.yaml': { minZoom: 3, maxZoom: 12, tileSize: 512, needs: ['referer'] } },
    ],
    [
      'xyzvectortiles',
      `type=xyz&styleUrl=https://tiles.example.net/style.json&url=${url('pbf')}&zmax=14`,
      { 'maps/a.yaml': { type: 'vector', maxZoom: 14, style: 'https://tiles.example.net/style.json' } },
    ],
    ['vectortile', `type=xyz&url=${url('pbf')}`, { 'maps/a.yaml': { type: 'vector' } }],
  ])('of %s is imported like that', (provider, source, records) => {
    const { records: found, notes } = imported(layer(provider, source), LABEL);
    expect(found).toMatchObject(records);
    expect(notes).toEqual(['it does not say who is credited; A is, as --copyright says']);
  });

  test('of elevation, or in another projection, is left out', () => {
    for (const more of ['interpretation=terrariumterrain', 'crs=EPSG:3413', 'http-header:cookie=x'])
      expect(imported(layer('wms', `type=xyz&url=${url('png')}&zmax=9&${more}`), LABEL).records).toEqual({});
  });
});

test('a header of JOSM without a name is none', () => {
  const { records } = imported(josm('<custom-http-header header-value="x"/><custom-http-header header-name=" "/>'));
  expect(Object.keys(records)).toEqual(['mapservers/a.yaml']);
});

test('a TileJSON with layers and flipped rows is left out', () => {
  const { records, notes } = imported(LISTS['TileJSON']?.({ scheme: 'tms', vector_layers: [{ id: 'a' }] }) ?? '');
  expect([records, notes]).toEqual([{}, [expect.stringMatching(/vector tiles whose rows count from the south/)]]);
});

test('a highest zoom level that is no number is not assumed without a word', () => {
  for (const body of [LISTS['leaflet-providers']?.({ maxZoom: 'abc' }), LISTS['xyzservices']?.({ max_zoom: 'abc' })])
    expect(imported(body ?? '')).toMatchObject({
      records: { 'mapservers/a.yaml': { maxZoom: 18 } },
      notes: [
        'it states no highest zoom level; 18 is taken (--max-zoom names another)',
        expect.stringMatching(/^what it states as max_?zoom is not a zoom level$/i),
      ],
    });
});

/** A map of each list that has no highest zoom level. */
const WITHOUT_ZOOM: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(LISTS).map(([name, list]) => [name, list({ ...NO_ZOOM, name: 'A' })])),
  'a MapLibre style': JSON.stringify({
    version: 8,
    sources: { A: { type: 'raster', tileSize: 256, tiles: [URL_OF_TILES], ...MORE } },
    layers: [],
  }),
  JOSM: josm('').replace(/<max-zoom>.*<\/max-zoom>/, ''),
  QGIS: qgis('attribution="A"').replace('zmax="9"', ''),
  GPXSee: `<map><name>A</name><url>${URL_OF_TILES}</url><copyright>A</copyright></map>`,
  Locus: `<providers><provider id="1" type="0"><name>A</name><url>${URL_OF_TILES}</url><attribution>A</attribution></provider></providers>`,
  OruxMaps: `<onlinemapsources><onlinemapsource uid="1"><name>A</name><url>${URL_OF_TILES}</url><website>A</website></onlinemapsource></onlinemapsources>`,
  'Mobile Atlas Creator': `<customMapSource><name>A</name><url>${URL_OF_TILES}</url></customMapSource>`,
  OsmAnd: `<tile_sources><tile_source name="A" url_template="${URL_OF_TILES}"/></tile_sources>`,
  'a table': `name,url,attribution\nA,${URL_OF_TILES},A\n`,
  'a list of links': `- [A](${URL_OF_TILES}) © A\n`,
};

describe.each(Object.entries(WITHOUT_ZOOM))('%s without a highest zoom level', (_, body) => {
  const { copyrights } = LABEL;
  test.each<[string, ListOptions, number]>([
    ['has the usual one, and says so', { copyrights }, 18],
    ['has that of --max-zoom', { copyrights, maxZoom: 12 }, 12],
  ])('%s', (_, options, maxZoom) => {
    const { records, notes } = imported(body, options);
    expect(records).toEqual({ 'mapservers/a.yaml': expect.objectContaining({ maxZoom }) });
    const said = notes.filter((note) => note.includes('zoom'));
    expect(said).toEqual(
      maxZoom === 12 ? [] : ['it states no highest zoom level; 18 is taken (--max-zoom names another)'],
    );
  });
});

test.each([
  ['of 512 pixels', 'A,https://tiles.example.net/{z}/{x}/{y}.png,A,512,', 17],
  ['that begin deeper', 'A,https://tiles.example.net/{z}/{x}/{y}.png,A,256,19', 19],
  ['of a service', 'A,https://tiles.example.net/wms?LAYERS=a&CRS=EPSG:3857&REQUEST=GetMap,A,,', 18],
  ['of vector data', 'A,https://tiles.example.net/{z}/{x}/{y}.pbf,A,,', undefined],
])('the usual highest level of tiles %s', (_, row, maxZoom) => {
  const { records } = imported(`name,url,attribution,tileSize,minZoom\n${row}\n`);
  expect(Object.values(records)).toEqual([expect.objectContaining({ name: 'A', ...(maxZoom ? { maxZoom } : {}) })]);
  expect('maxZoom' in (Object.values(records)[0] ?? {})).toBe(maxZoom !== undefined);
});

test('a TileJSON says whether it is an overlay', () =>
  expect(Object.keys(imported(LISTS['TileJSON']?.({ type: 'overlay' }) ?? '').records)).toEqual([
    'overlayservers/a.yaml',
  ]));

describe('who is credited for maps that do not say it', () => {
  const list = (...urls: string[]): string =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: urls.map((url, index) => ({
        type: 'Feature',
        properties: { name: `M${index}`, type: 'tms', url, max_zoom: 9 },
        geometry: null,
      })),
    });
  const at = (host: string, path = 'a'): string => `https://${host}/${path}/{z}/{x}/{y}.png`;
  const labels = (records: object): unknown[] => Object.values(records).map(({ copyright }) => copyright);
  const known = (file: string, host: string, copyright: string, more = ''): Files => ({
    [`mapservers/${file}.yaml`]: `id: ${file}\nname: ${file}\nminZoom: 0\nmaxZoom: 9\nhosts: [${host}]\nurlPattern: https://#{host}/a/${file}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: ${copyright}\n${more}`,
  });
  const provider: Files = { 'providers/topo.yaml': 'name: The Topo\nhomepage: https://topo.example.net/\n' };

  const X = { copyright: 'X' };
  const TILE_HOST = list(at('tile.example.net'));
  const ofTopo = (file: string): Files => known(file, 't.example.net', file.toUpperCase(), 'provider: topo\n');
  test.each<[string, string, ListOptions, Files, string[]]>([
    ['one host', list(at('tile.example.net'), at('tile.example.net', 'b')), X, {}, ['X', 'X']],
    [
      'one host of several names',
      list(at('{switch:a,b}.tile.example.net'), at('c.tile.example.net', 'b')),
      X,
      {},
      ['X', 'X'],
    ],
    ['one map of several hosts', list(at('{switch:one,two}.example.net')), X, {}, ['X']],
    ['one host whose label is known', TILE_HOST, X, known('k', 'tile.example.net', 'K'), ['X']],
    [
      'each host by its label',
      list(at('a.one.example.net'), at('two.example.net')),
      { copyrights: new Map(Object.entries({ 'one.example.net': 'One', 'example.net': 'Any' })) },
      {},
      ['One', 'Any'],
    ],
    ['a host that the catalog knows', list(at('b.tile.example.net')), {}, known('k', 'a.tile.example.net', 'K'), ['K']],
    [
      'a shared host, of which the catalog knows another place',
      list(at('s3.example.net', 'elevation'), at('s3.example.net', '{z}')),
      X,
      known('k', 's3.example.net', 'K'),
      ['X', 'X'],
    ],
    ['a host of its provider', list(at('t.example.net', 'other')), {}, { ...provider, ...ofTopo('k') }, ['K']],
    ['its provider', list(at('t.example.net')), {}, { ...provider, ...ofTopo('k'), ...ofTopo('l') }, ['The Topo']],
    [
      'one host beside others that are known',
      list(at('tile.example.net'), at('new.example.net')),
      X,
      known('k', 'tile.example.net', 'K'),
      ['K', 'X'],
    ],
  ])('%s', (_, body, options, catalog, expected) => {
    expect(labels(imported(body, options, { ...SITE, ...catalog }).records)).toEqual(expected);
  });

  test('a label of the catalog is named, with its file', () => {
    const { notes } = imported(list(at('tile.example.net')), {}, { ...SITE, ...known('k', 'tile.example.net', 'K') });
    expect(notes).toEqual(['it does not say who is credited; K is, as in mapservers/k.yaml']);
  });

  test('a provider is that of a place, too, and of the same one', () => {
    const other = { 'providers/topo.yaml': 'name: The Topo\nhomepage: https://topo.co.uk/\n' };
    const catalog = { ...SITE, ...other, ...known('k', 't.map.co.uk', 'K', 'provider: topo\n') };
    const { records } = imported(list(at('t.map.co.uk'), at('t.map.co.uk', 'b')), { copyright: 'X' }, catalog);
    expect(Object.values(records).map(({ copyright, provider }) => [copyright, provider])).toEqual([
      ['X', 'topo'],
      ['X', undefined],
    ]);
  });

  test('every label of the command line is named, and one that no map needs', () => {
    const copyrights = new Map([
      ['one.example.net', 'One'],
      ['none.example.net', 'None'],
    ]);
    const { notes } = imported(list(at('one.example.net'), at('two.example.net')), { copyright: 'X', copyrights });
    expect(notes).toEqual([
      '--copyright none.example.net=None is not used: no map of this host needs it',
      'it does not say who is credited; One is, as --copyright says',
      'it does not say who is credited; X is, as --copyright says',
    ]);
  });

  test.each(['t1.example.org', 'a.tile.example.org', 'www.example.org', 'mt0.example.org', 'T1.Example.org'])(
    'the label that is advised for %s is taken',
    (host) => {
      const [advice = ''] = imported(list(at(host)), {}).notes;
      const [, advised = ''] = /--copyright (\S+)=LABEL$/.exec(advice) ?? [];
      const { records, notes } = imported(list(at(host)), { copyrights: new Map([[advised, 'One']]) });
      expect(Object.values(records)).toMatchObject([{ copyright: 'One' }]);
      expect(notes).toEqual(['it does not say who is credited; One is, as --copyright says']);
    },
  );

  test('one label for several hosts is refused, and the hosts are named', () => {
    const body = list(at('one.example.net'), at('two.example.net'), at('two.example.net', 'b'));
    expect(() => imported(body, { copyright: 'X' })).toThrow(
      new CannotRunError(
        '--copyright X is for maps of one host, and 2 hosts have maps without a copyright. Name the label of each: --copyright one.example.net=LABEL --copyright two.example.net=LABEL.',
      ),
    );
    const many = list(...Array.from({ length: 12 }, (_, index) => at(`n${index}x.example.net`)));
    expect(() => imported(many, { copyright: 'X' })).toThrow(/--copyright n4x\.example\.net=LABEL .*…\.$/);
  });

  test('without any label each map says which one it lacks', () =>
    expect(imported(list(at('one.example.net')))).toEqual({
      records: {},
      notes: ['it does not say who is credited; name them with --copyright one.example.net=LABEL'],
    }));
});
