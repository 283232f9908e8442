/** Addresses of maps that are no lists of tiles with rows from the north. */
import { describe, expect, test } from 'vitest';
import { mapOfAddress } from '../../../build/map-types/map-address.ts';
import { convertTemplate } from '../../../build/tile-url/convert.ts';
import { casesIn, textsIn } from '../../support/words.ts';

describe('an address', () => {
  test.each(casesIn('addresses/maps.txt'))('%s is of %s', (address, given) => {
    const [, type, members = ''] = /^(\w+) (.*)/.exec(given) ?? [];
    const found = mapOfAddress({ url: address });
    expect(found && 'type' in found && [found.type, found.members]).toEqual([type, JSON.parse(members)]);
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

  test.each([
    ['https://ows.example.org/?SERVICE=WMS,', 'wms'],
    ['https://ows.example.org/?SERVICE=WMS.', 'wms'],
    ['(https://ows.example.org/wms?SERVICE=WMS)', 'wms'],
    ['https://a.example.org/rest/services/Base/MapServer;', 'arcgis'],
    ['https://a.example.org/rest/services/Base/MapServer.', 'arcgis'],
    ['https://a.example.org/{z}/{x}/{-y}.png.', 'tms'],
  ])('%s, with what ends a sentence, is a map of type %s', (address, type) => {
    expect(mapOfAddress({ url: address })).toMatchObject({ type });
  });

  test.each(
    textsIn(`
    https://ows.example.org/?SERVICE=WMS the grey layer
    https://ows.example.org/ roads
    https://a.example.org/rest/services/Base/MapServer Topo
    https://a.example.org/{z}/{x}/{y}.png Base
    https://a.example.org/style.json Bright`),
  )('%s has text beside it', (address) => {
    expect(mapOfAddress({ url: address })).toEqual({ reason: { code: 'several' } });
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
    ['https://opentopomap.org/#map=12/47.2/11.4', 'page'],
    ['https://maps.gsi.go.jp/#15/35.1/139.2/&base=std', 'page'],
    ['https://www.example.com/maps/@47.2,11.4,12z', 'page'],
    ['https://www.example.org/map#z12/-47.25/11.4', 'page'],
    ['https://tiles.example.org/{q}.png', 'quadkey'],
    ['https://tiles.example.org/{z}/{x}/{!y}.png', 'rows-from-equator'],
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
    ...[
      ...[' ', ', ', '\n', ' | ', ';', ',', ' (Backup: '].map((sign) => `${sign}https://b.example.org/{z}/{x}/{y}.png`),
      '\nslow',
      ' (slow)',
      ' © OpenStreetMap',
    ].map((rest) => [`https://a.example.org/{z}/{x}/{y}.png${rest}`, 'several']),
    ['https://ows.example.org/?service=WMS&request=GetCapabilities\nhttps://b.example.org/', 'several'],
    ['tms:https://a.example.org/{z}/{x}/{-y}.png https://b.example.org/{z}/{x}/{-y}.png', 'several'],
  ])('%s is refused with the reason', (address, code) => {
    expect(mapOfAddress({ url: address })).toEqual({ reason: expect.objectContaining({ code }) });
  });

  test.each([
    ['EPSG:2180', true],
    ['EPSG%3A25832', true],
    ['InspireCRS84Quad', true],
    ['EPSG:900913', false],
    ['PL1992', false],
    ['4326', false],
  ])('a set of tiles that is called %s is refused: %s', (set, isRefused) => {
    const url = `https://ows.example.org/wmts?LAYER=a&TILEMATRIXSET=${set}&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&SERVICE=WMTS`;
    const refused = { reason: expect.objectContaining({ code: 'other-projection' }) };
    expect(mapOfAddress({ url, allowsOtherProjection: true })).toEqual(isRefused ? refused : null);
    const converted = convertTemplate({ url, allowsOtherProjection: true });
    expect(converted).toEqual(isRefused ? refused : expect.objectContaining({ hosts: ['ows.example.org'] }));
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
    file:///etc/style.json
    https://a.example.org/{z}/{ x }/{ y }.png | https://a.example.org/{z}/{x}/{y}.png?of=https://b.example.org/
    https://a.example.org/{z}/{x}/{y}.png', { attribution: '© https://b.example.org/' }`),
    'https://a.example.org/my {style} layer/{z}/{x}/{y}.png?key={key} ',
    'https://a.example.org/{z}/\n{x}/{y}.png',
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
