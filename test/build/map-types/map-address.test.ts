/** Addresses of maps that are no lists of tiles with rows from the north. */
import { describe, expect, test } from 'vitest';
import { mapOfAddress } from '../../../build/map-types/map-address.ts';
import { textsIn } from '../../support/words.ts';

type Row = readonly [address: string, type: string, members: object];

const ROWS: readonly Row[] = [
  [
    'https://ows.example.org/wms?map=%2Fsrv%2Fa.map&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&BBOX=1,2,3,4&CRS=EPSG:3857&WIDTH=9&HEIGHT=9&LAYERS=roads,names&STYLES=,&FORMAT=image/png&TRANSPARENT=TRUE',
    'wms',
    {
      service: 'https://ows.example.org/wms?map=%2Fsrv%2Fa.map',
      layers: ['roads', 'names'],
      format: 'image/png',
      version: '1.3.0',
      crs: ['EPSG:3857'],
      transparent: true,
    },
  ],
  [
    'https://ows.example.org/wms?service=WMS&request=GetCapabilities&version=1.1.1',
    'wms',
    { service: 'https://ows.example.org/wms', version: '1.1.1' },
  ],
  [
    'wms:https://ows.example.org/?FORMAT=image/jpeg&VERSION=1.1.1&SERVICE=WMS&REQUEST=GetMap&LAYERS=a&STYLES=b&SRS={proj}&WIDTH={width}&HEIGHT={height}&BBOX={bbox}',
    'wms',
    { service: 'https://ows.example.org/', layers: ['a'], styles: ['b'], format: 'image/jpeg', version: '1.1.1' },
  ],
  [
    '"https://ows.example.org/?layers=a&srs=EPSG:900913&bbox=%7Bbbox-epsg-3857%7D"',
    'wms',
    { service: 'https://ows.example.org/', layers: ['a'], crs: ['EPSG:3857'] },
  ],
  [
    'https://ows.example.org/wms?apikey=0123456789abcdef0123456789abcdef&request=GetMap&layers=a',
    'wms',
    { service: 'https://ows.example.org/wms?apikey=${EXAMPLE_API_KEY}', layers: ['a'] },
  ],
  [
    'https://{s}.example.org/{z}/{x}/{-y}.png',
    'tms',
    {
      hosts: ['a.example.org', 'b.example.org', 'c.example.org'],
      urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png',
    },
  ],
  [
    'tms[2,17]:https://tiles.example.org/{zoom}/{x}/{-y}.png',
    'tms',
    { hosts: ['tiles.example.org'], urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' },
  ],
  ['https://tiles.example.org/styles/bright.json', 'vector', { style: 'https://tiles.example.org/styles/bright.json' }],
  ['https://tiles.example.org/styles/liberty', 'vector', { style: 'https://tiles.example.org/styles/liberty' }],
  [
    'https://api.example.org/maps/streets/style.json?key={key}',
    'vector',
    { style: 'https://api.example.org/maps/streets/style.json?key=${EXAMPLE_API_KEY}' },
  ],
  [
    'https://tiles.example.org/tiles.json',
    'vector',
    { tiles: 'https://tiles.example.org/tiles.json', schema: 'other' },
  ],
  [
    'https://tiles.example.org/data/v3.json',
    'vector',
    { tiles: 'https://tiles.example.org/data/v3.json', schema: 'other' },
  ],
  [
    'https://tiles.example.org/{z}/{x}/{y}.pbf?key=<your key>',
    'vector',
    { tiles: 'https://tiles.example.org/{z}/{x}/{y}.pbf?key=${EXAMPLE_API_KEY}', schema: 'other' },
  ],
  ...textsIn(`
    https://tiles.example.org/{zoom}/{x}/{y}.pbf | https://tiles.example.org/#{zoom}/#{tilex}/#{tiley}.pbf
    https://tiles.example.org/$z/$x/$y.pbf | https://tiles.example.org/%1$d/%2$d/%3$d.pbf
    tms[2,14]:https://tiles.example.org/{z}/{x}/{y}.pbf | https://tiles.example.org/12/2048/1200.pbf`).map(
    (url): Row => [url, 'vector', { tiles: 'https://tiles.example.org/{z}/{x}/{y}.pbf', schema: 'other' }],
  ),
  ...[
    'https://tiles.example.org/a/tiles/v2/bm_web_de_3857/bm_web_de_3857.json',
    'https://tiles.example.org/tiles/v4.json?v=1',
    'https://tiles.example.org/{z}/{y}/{x}?F=MVT',
    'https://ows.example.org/wmts?Format=application/vnd.mapbox-vector-tile&TileMatrix={z}&TileRow={y}&TileCol={x}',
  ].map((url): Row => [url, 'vector', { tiles: url, schema: 'other' }]),
  [
    'https://tiles.example.org/tiles/a/VectorTileServer/resources/styles/root.json',
    'vector',
    { style: 'https://tiles.example.org/tiles/a/VectorTileServer/resources/styles/root.json' },
  ],
  ...textsIn(`
    https://a.example.org/rest/services/Base/MapServer | https://a.example.org/rest/services/Base/MapServer/
    https://a.example.org/rest/services/Base/MapServer?f=json | https://a.example.org/rest/services/Base/MapServer/legend
    https://a.example.org/rest/services/Base/MapServer/info/iteminfo?f=pjson#top
    https://a.example.org/rest/services/Base/MapServer/export?bbox={bbox}&size={width},{height}&layers=`).map(
    (url): Row => [url, 'arcgis', { service: 'https://a.example.org/rest/services/Base/MapServer' }],
  ),
  ...textsIn('layers=show:0,3 | layers=show,0,3 | layers=0,3 | LAYERS=show%3A0%2C3').map(
    (layers): Row => [
      `https://a.example.org/rest/services/Base/MapServer/export?f=image&format=jpg&${layers}&bbox={bbox}&imageSR={wkid}&bboxSR={wkid}&size={width},{height}&f={proj}`,
      'arcgis',
      { service: 'https://a.example.org/rest/services/Base/MapServer', layers: ['0', '3'], format: 'image/jpeg' },
    ],
  ),
  [
    'https://a.example.org/arcgis/rest/services/Base/MapServer/12/query?where=1',
    'arcgis',
    { service: 'https://a.example.org/arcgis/rest/services/Base/MapServer', layers: ['12'] },
  ],
  [
    'https://a.example.org/image/REST/services/Air/imageserver/exportImage?FORMAT=JPGPNG&TRANSPARENT=TRUE&layers=show:1&bbox={bbox-epsg-3857}',
    'arcgis',
    {
      service: 'https://a.example.org/image/REST/services/Air/imageserver',
      format: 'image/vnd.jpeg-png',
      transparent: true,
    },
  ],
  ['pmtiles://https://data.example.org/a', 'pmtiles', { url: 'https://data.example.org/a' }],
  ['https://data.example.org/world.pmtiles?v=1', 'pmtiles', { url: 'https://data.example.org/world.pmtiles?v=1' }],
];

describe('an address', () => {
  test.each(ROWS)('%s is taken apart', (address, type, members) => {
    const found = mapOfAddress({ url: address });
    expect(found && 'type' in found && { type: found.type, members: found.members }).toEqual({ type, members });
  });

  test.each([
    ['https://tiles.example.org/tiles/osm/{z}/{x}/{y}', 'vector', 'tiles'],
    ['https://tiles.example.org/planet', 'vector', 'tiles'],
    ['https://tiles.example.org/planet?key=${EXAMPLE_API_KEY}', 'vector', 'tiles'],
    ['https://tiles.example.org/styles/bright.json', 'vector', 'tiles'],
    ['https://data.example.org/world.pmtiles', 'pmtiles', 'url'],
  ])('%s with a schema is a map of type %s', (address, type, key) => {
    expect(mapOfAddress({ url: address, isVector: true })).toMatchObject({ type, members: { [key]: address } });
  });

  test('parameters that a record cannot say are named', () => {
    const address =
      'https://a.example.org/rest/services/Air/ImageServer/exportImage?renderingRule={}&time=&bandIds=1&token=a';
    const notes = ['renderingRule', 'bandIds', 'token'].map((found) => ({ code: 'parameter-left-out', found }));
    expect(mapOfAddress({ url: address })).toMatchObject({ notes });
    const hidden = mapOfAddress({ url: 'https://a.example.org/rest/services/Air/MapServer/export?layers=hide:2' });
    expect(hidden).toMatchObject({ notes: [{ code: 'parameter-left-out', found: 'layers' }] });
  });

  test.each(
    textsIn(`
    https://a.example.org/rest/services/Base/MapServer/tile/{z}/{y}/{x}
    https://a.example.org/rest/services/Base/MapServer/WMTS/tile/1.0.0/Base/default/default028mm/{z}/{y}/{x}.png
    https://a.example.org/MapServer
    https://a.example.org/rest/services/Base/MapServers`),
  )('%s is no service that draws sections', (address) => {
    expect(mapOfAddress({ url: address })).toBeNull();
  });

  test.each([
    ['https://tiles.example.org/a@EPSG%3A4326@png/{z}/{x}/{-y}.png', false, 'tms'],
    ['https://tiles.example.org/epsg3413/{z}/{x}/{y}.mvt', false, 'vector'],
    ['wms:https://ows.example.org/services/wmts', false, 'wms'],
    ['https://ows.example.org/services/wmts?request=GetCapabilities', false, 'wms'],
    ['https://a.example.org/arcgis/services/Base/MapServer/WMSServer', false, 'wms'],
    ['wms:https://a.example.org/arcgis/rest/services/Base/MapServer', false, 'wms'],
    ['https://a.example.org/arcgis/rest/services/Base/MapServer/WMSServer', false, 'wms'],
    ['https://titiler.example.org/tilejson.json?url=https://data.example.org/a.tif', false, 'vector'],
    ['https://titiler.example.org/tilejson.json?url=https://data.example.org/a.pmtiles', false, 'vector'],
    ['https://tiles.example.org/Base/VectorTileServer', true, 'vector'],
  ])('%s is what it states, whatever it looks like', (address, isVector, type) => {
    expect(mapOfAddress({ url: address, isVector, allowsOtherProjection: true })).toMatchObject({ type });
  });

  test.each([
    ['mapbox://styles/mapbox/streets-v12', 'mapbox'],
    ['https://tiles.example.org/{q}.png', 'quadkey'],
    ['https://data.example.org/a.mbtiles', 'mbtiles'],
    ['https://data.example.org/a.tif?v=1', 'geotiff'],
    ['https://a.example.org/arcgis/rest/services/Base/VectorTileServer/', 'vector-server'],
    ['https://a.example.org/arcgis/rest/services/Base/FeatureServer/0', 'features'],
    ['https://ows.example.org/?service=WFS&request=GetCapabilities', 'features'],
    ['https://ows.example.org/?SERVICE=WMTS&REQUEST=GetCapabilities', 'wmts'],
    ['https://ows.example.org/1.0.0/WMTSCapabilities.xml', 'wmts'],
    ['https://tiles.example.org/{z}/{x}/{-y}.pbf', 'flipped-vector'],
    ['https://tiles.example.org/{z}/{x}/{y}.geojson', 'data'],
    ['https://tiles.example.org/{z}/{x}/{y}?f=lerc', 'data'],
    ['https://tiles.example.org/{z}/{x}/{y}.ashx?f=lerc', 'data'],
    ['https://tiles.example.org/{z}/{x}.pbf', 'missing'],
  ])('%s is refused with the reason', (address, code) => {
    expect(mapOfAddress({ url: address })).toEqual({ reason: expect.objectContaining({ code }) });
  });

  test.each([
    '',
    ...textsIn(`
    nonsense | https://tile.example.org/{z}/{x}/{y}.png | https://tile.example.org/{z}/{x}/{y}.png?f=terrain
    https://tile.example.org/{z}/{x}/{y}@2x.jpeg?format=json`),
    'https://ows.example.org/wmts?SERVICE=WMTS&REQUEST=GetTile&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}',
    ...textsIn(`
    https://ows.example.org/wmts?TILEMATRIX=3&TILEROW=2&TILECOL=1&SERVICE=WMTS
    https://tiles.example.org/styles/osm/12/2048/1200.png
    https://api.example.org/styles/v1/a/b/tiles/{z}/{x}/{y}?access_token={token} | https://example.org/about
    file:///etc/style.json`),
  ])('%j is none of these', (address) => expect(mapOfAddress({ url: address })).toBeNull());

  test('with a key says which variable holds it, and keeps the key nowhere', () => {
    const found = mapOfAddress({
      url: 'https://ows.example.org/wms?token=0123456789abcdef0123456789abcdef&request=GetMap',
    });
    expect(JSON.stringify(found)).not.toContain('0123456789abcdef');
    expect(found && 'notes' in found && found.notes).toEqual([
      { code: 'secret-replaced', parameter: 'token', variable: 'EXAMPLE_ACCESS_TOKEN' },
    ]);
  });
});
