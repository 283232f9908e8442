/** Maps with parts: each way to fail is a row. */

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { describe, expect, test } from 'vitest';
import type { CatalogMap } from '../../../../../build/model/catalog.ts';
import { MapAsker } from '../../../../../commands/upstream/probe/ask/map-asker.ts';
import { nameOfTile, tileAt } from '../../../../../commands/upstream/probe/ask/sample-tiles.ts';
import { openTileSource } from '../../../../../commands/upstream/probe/map-types/probed-types.ts';
import { probeMaps } from '../../../../../commands/upstream/probe/probe.ts';
import { probedMap } from '../../../../../commands/upstream/probe/records/probed-maps.ts';
import type { MapSource } from '../../../../../contract/generated/catalog.types.ts';
import { doubled, STREETS, tilePicture } from '../../../../support/drawn-tiles.ts';
import { TILE } from '../../../../support/tiles.ts';
import { type VirtualAnswer, VirtualWeb } from '../../../../support/virtual-web.ts';

type Answers = (url: URL, range: readonly [from: number, to: number] | null) => VirtualAnswer;

const TOKEN = 's3cretToken';
const BERN = { latitude: 46.95, longitude: 7.45 };
const of = (body: string | Buffer, more: VirtualAnswer = {}): VirtualAnswer => ({
  body: [typeof body === 'string' ? Buffer.from(body).toString('latin1') : body.toString('latin1')],
  headers: { 'Access-Control-Allow-Origin': '*' },
  ...more,
});
const json = (value: unknown): VirtualAnswer => of(JSON.stringify(value));
/** In a coding, as it declares. */
const coded = (coding: string, body: Buffer): VirtualAnswer =>
  of(body, { headers: { 'Access-Control-Allow-Origin': '*', 'Content-Encoding': coding } });
const marked = (value: unknown): VirtualAnswer => of(`\uFEFF${JSON.stringify(value)}`);

/** A map names no other file. */
const ALONE = { environment: null, providers: new Map(), areas: new Map() };

/** What a run finds out about a map: the verdict and the codes of the reason of its look, and the requests. */
async function probeMap(record: object, answers: Answers, more: Partial<CatalogMap> = {}) {
  const virtual = new VirtualWeb((url, { headers }) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers['Range'] ?? '');
    return answers(url, range && [Number(range[1]), Number(range[2])]);
  });
  const web = virtual.open({ ignoreRobots: true, pace: { connections: 1, perSecond: 1 } });
  const source = { name: 'One', copyright: 'X', ...record } as unknown as MapSource;
  const map = { ...probedMap('maps', 'one', source, ALONE), ...more } as CatalogMap;
  const environment = { MAPS_API_KEY: TOKEN };
  const earlierOf = () => ({ tile: null, requests: 0, prints: {} });
  const context = { web, environment, origin: 'https://maps.example.org', now: 0, earlierOf };
  const [found] = await virtual.run(probeMaps([map], context));
  const urls = virtual.requests.map(({ url }) => url.href);
  const headers = virtual.requests.map((request) => request.headers);
  // No run sends more than it may.
  expect(urls.length).toBeLessThanOrEqual(8);
  expect(found?.requests).toBe(urls.length);
  const { verdict, part, reason } = found?.look ?? {};
  const codes = [reason ?? []].flat(9).join(' ').replaceAll('part ', '');
  return {
    seen: [verdict, part, codes.replace(new RegExp(`^${part} `), '')].join(' ').trim(),
    host: found?.answer.hosts[0],
    answer: found?.answer,
    urls,
    headers,
    used: web.used,
  };
}

async function addressOf(record: object, tile: { zoom: number; x: number; y: number }): Promise<string | undefined> {
  const source = { name: 'One', ...record } as MapSource;
  const map = probedMap('maps', 'one', source, ALONE);
  const context = { web: new VirtualWeb(() => ({})).open({}), environment: {}, origin: 'https://a.example', now: 0 };
  const { read } = await openTileSource(map, new MapAsker(map, { left: 8 }, context), 'tile.example.org');
  let asked: string | undefined;
  await read(tile, (address) => {
    asked = address;
    return Promise.reject(new Error());
  }).catch(() => {});
  return asked;
}

const WMS = {
  type: 'wms',
  minZoom: 0,
  maxZoom: 19,
  service: 'https://ows.example.org/wms?map=a',
  layers: ['roads', 'a b'],
  format: 'image/png',
  version: '1.3.0',
  crs: ['EPSG:3857', 'EPSG:25832'],
};

describe('the address of a tile', () => {
  const picture =
    'https://ows.example.org/wms?map=a&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=roads,a%20b&STYLES=';
  const format = '&FORMAT=image/png';
  const size = '&WIDTH=256&HEIGHT=256';
  const tms = { type: 'tms', hosts: ['x'], urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}' };
  const south = '-85.05112877980659';
  test.each<[string, object, string]>([
    ['flipped rows', tms, 'https://tile.example.org/2/1/3'],
    [
      'EPSG:3857',
      WMS,
      `${picture}${format}&CRS=EPSG:3857${size}&BBOX=-10018754.171394622,10018754.171394622,0,20037508.342789244`,
    ],
    [
      'EPSG:4326 since 1.3.0',
      { ...WMS, crs: ['EPSG:4326'] },
      `${picture}${format}&CRS=EPSG:4326${size}&BBOX=66.51326044311186,-90,${south.slice(1)},0`,
    ],
    [
      'EPSG:4326 before',
      { ...WMS, crs: ['EPSG:4326'], version: '1.1.1', transparent: true, styles: ['x', 'y'] },
      `${picture.replace('1.3.0', '1.1.1')}x,y${format}&TRANSPARENT=TRUE&SRS=EPSG:4326${size}&BBOX=-90,66.51326044311186,0,${south.slice(1)}`,
    ],
  ])('%s', async (_, record, address) => expect(await addressOf(record, { zoom: 2, x: 1, y: 0 })).toBe(address));
});

const layer = (inner: string): string => `<Layer><Name>${inner}</Layer>`;
const capabilities = (layers: string, format = 'image/png'): string =>
  `<?xml version="1.0"?><WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Capability><Request><GetMap><Format>${format}</Format></GetMap></Request><Layer><CRS>EPSG:3857</CRS><CRS>EPSG:25832</CRS>${layers}</Layer></Capability></WMS_Capabilities>`;
const ELEVEN_MIB = gzipSync(Buffer.alloc(11 * 1024 * 1024));
const BOTH = `${layer('roads</Name>')}<Layer><Title>Group</Title>${layer('a b</Name>')}</Layer>`;
const OLD = capabilities(BOTH)
  .replace(/<CRS>.*<\/CRS>/, '<SRS>EPSG:4326 EPSG:3857\nepsg:25832</SRS>')
  .replaceAll('WMS_Capabilities', 'WMT_MS_Capabilities')
  .replace(
    '<WMT',
    '<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://example.org/a.dtd" [ <!ELEMENT VendorSpecificCapabilities EMPTY> ]><WMT',
  );
const exception = (code: string): string =>
  `<ServiceExceptionReport><ServiceException code="${code}">${TOKEN} secret text</ServiceException></ServiceExceptionReport>`;

function pictureOf(url: URL): VirtualAnswer {
  const [west = 0, , east = 0, north = 0] = (/[?&]BBOX=([^&]*)/i.exec(url.search)?.[1] ?? '').split(',').map(Number);
  const zoom = Math.round(Math.log2(40_075_016.68 / (east - west)));
  const at = (metres: number): number => Math.round((metres / 40_075_016.68) * 2 ** zoom);
  const tile = { zoom, x: at(west + 20_037_508.34), y: at(20_037_508.34 - north) };
  return of(tilePicture(STREETS, tile, tile.x + tile.y));
}
const isCapabilities = (url: URL): boolean => url.searchParams.get('REQUEST') === 'GetCapabilities';

const CAPABILITIES = of(capabilities(BOTH));
const ONE_LAYER = capabilities(layer('roads</Name>'));
const COMMENTED = '[ <!-- [Vendor] --> <!ATTLIST Layer queryable (0 | 1) "0">';
const elsewhere = capabilities(BOTH)
  .replace('<CRS>EPSG:3857</CRS>', '')
  .replace('roads</Name>', '$&<CRS>EPSG:3857</CRS>');

test.each<[string, VirtualAnswer, seen: string, Answers?]>([
  ['works', CAPABILITIES, 'works'],
  ['of version 1.1.1, with a document type', of(OLD), 'works'],
  ['of version 1.1.1, with a comment and attributes in its document type', of(OLD.replace('[', COMMENTED)), 'works'],
  [
    'of version 1.1.1, with a long comment before its document type',
    of(OLD.replace('<!DOCTYPE', `<!--${'='.repeat(5_000)}-->$&`)),
    'works',
  ],
  [
    'of version 1.1.1, with a long document type',
    of(OLD.replace('[', `[${'<!ELEMENT VendorSpecific (A, B?)>\n'.repeat(500)}`)),
    'works',
  ],
  ['without a layer', of(ONE_LAYER), 'unsure capabilities no-layer a b'],
  ['with the projection of another layer only', of(elsewhere), 'unsure capabilities no-projection EPSG:3857 a b'],
  [
    'without a projection that no picture needs',
    of(capabilities(BOTH).replace('<CRS>EPSG:25832</CRS>', '')),
    'unsure capabilities no-projection EPSG:25832 roads',
  ],
  ['without the format', of(capabilities(BOTH, 'image/jpeg')), 'unsure capabilities no-format'],
  [
    'whose capabilities are an exception',
    of(exception('OperationNotSupported')),
    'unsure capabilities reports-error OperationNotSupported',
  ],
  ['with 6 MiB of capabilities', of(' '.repeat(6 * 1024 * 1024)), 'unsure capabilities answer-large 5242880'],
  ['with capabilities that unpack to 11 MiB', coded('gzip', ELEVEN_MIB), 'unsure capabilities answer-large 5242880'],
  ['with capabilities in gzip', coded('gzip', gzipSync(capabilities(BOTH))), 'works'],
  [
    'with capabilities in gzip that do not say so',
    of(gzipSync(capabilities(BOTH))),
    'unsure capabilities undeclared-coding',
  ],
  [
    'with pictures in gzip that do not say so',
    CAPABILITIES,
    'unsure picture undeclared-coding',
    () => of(gzipSync(TILE)),
  ],
  ['with layers in layers without end', of(capabilities('<Layer>'.repeat(500_000))), 'unsure capabilities broken-xml'],
  [
    'that declares entities',
    of(`<!DOCTYPE a [<!ENTITY b "${TOKEN}">]>${capabilities(BOTH)}`),
    'unsure capabilities xml-entities',
  ],
  [
    'that reports an error in place of a picture',
    CAPABILITIES,
    'unsure picture reports-error StyleNotDefined',
    () => of(exception('StyleNotDefined')),
  ],
  [
    'that reports an error of its own',
    CAPABILITIES,
    'unsure picture reports-unknown-error',
    () => of(exception('Buy at casino.example')),
  ],
  ['without capabilities', { status: 500 }, 'unsure capabilities answers 500'],
  ['with a page as capabilities', of('<html>'), 'unsure capabilities other-content html capabilities-of-wms'],
  ['that answers 401 to all', { status: 401 }, 'refused capabilities answers 401', () => ({ status: 401 })],
  [
    'that is a page',
    of('<html>'),
    'unsure capabilities also capabilities other-content html capabilities-of-wms picture other-content html an-image',
    () => of('<html>'),
  ],
  ['whose pictures are empty', CAPABILITIES, 'notice picture same-picture 6', () => of(TILE)],
  [
    'that draws an error for a layer that it lacks',
    of(ONE_LAYER),
    'notice capabilities also capabilities no-layer a b same-picture 6',
    () => of(TILE),
  ],
  [
    'that draws an error for a projection that it lacks',
    of(capabilities(BOTH).replace('EPSG:3857', 'EPSG:4326')),
    'notice capabilities also capabilities no-projection EPSG:3857 roads same-picture 6',
    () => of(TILE),
  ],
])('a WMS %s', async (_, first, seen, picture = pictureOf) => {
  const found = await probeMap(WMS, (url, range) => (isCapabilities(url) ? first : picture(url, range)));
  expect(found.seen).toBe(seen);
  expect(found.host?.notes).toEqual([]);
  if (/^\w+ capabilities/.test(seen)) expect(found.host?.address).toContain('REQUEST=GetCapabilities');
  expect(JSON.stringify([found.answer, found.seen])).not.toMatch(/s3cretToken|casino|secret text/);
});

test('the pictures of a WMS are as wide as they are asked for, whatever its record says', async () => {
  const record = { ...WMS, tileSize: 512 };
  const { seen, host } = await probeMap(record, (url) =>
    isCapabilities(url) ? of(capabilities(BOTH)) : pictureOf(url),
  );
  expect([seen, host?.width, host?.notes]).toEqual(['works', 256, []]);
});

const SERVICE = 'https://gis.example.org/arcgis/rest/services/Topo/MapServer';
const ARCGIS = { type: 'arcgis', minZoom: 0, maxZoom: 19, service: SERVICE, layers: ['0', '3'], format: 'image/png32' };
const SERVES = {
  currentVersion: 11.1,
  capabilities: 'Map,Query,Data',
  supportedImageFormatTypes: 'PNG32,PNG24,PNG,JPG',
  singleFusedMapCache: false,
  layers: [
    { id: 0, name: 'Roads' },
    { id: 3, name: 'Names' },
  ],
};
const scales = Array.from({ length: 3 }, (_, level) => ({ level, scale: 591_657_527.591555 / 2 ** level }));
const CACHED = {
  singleFusedMapCache: true,
  tileInfo: { spatialReference: { wkid: 102100, latestWkid: 3857 }, lods: scales },
};
const arcgisError = (code: unknown) => ({ error: { code, message: 'Buy at casino.example', details: [] } });
const ASKED = /MapServer\/export\?f=image&format=png32&layers=show:0,3&bboxSR=3857&imageSR=3857&size=256,256&bbox=/;

test.each<[string, VirtualAnswer, string, Answers?]>([
  ['that has all', json(SERVES), 'works'],
  ['without formats, as image services have none', json({ ...SERVES, supportedImageFormatTypes: undefined }), 'works'],
  ['without a layer', json({ ...SERVES, layers: [{ id: 0 }] }), 'unsure capabilities no-layer 3'],
  ['without the format', json({ ...SERVES, supportedImageFormatTypes: 'PNG,JPG' }), 'unsure capabilities no-format'],
  ['that only answers queries', json({ ...SERVES, capabilities: 'Query,Data' }), 'unsure capabilities no-pictures'],
  ['that sends only its tiles', json({ ...SERVES, capabilities: 'Map,TilesOnly' }), 'unsure capabilities no-pictures'],
  ['that reports an error', json(arcgisError(499)), 'unsure capabilities reports-error 499'],
  ['that reports an error in words', json(arcgisError('casino')), 'unsure capabilities reports-unknown-error'],
  ['that answers something else', json({ type: 'FeatureCollection' }), 'unsure capabilities other-json'],
  ['that answers a list', json([1]), 'unsure capabilities other-json'],
  ['with broken JSON', of('{"currentVersion":'), 'unsure capabilities broken-json'],
  ['that is a page', of('<html>'), 'unsure capabilities other-content html a-service-of-arcgis'],
  ['that does not answer', { status: 500 }, 'unsure capabilities answers 500'],
  ['whose pictures are errors', json(SERVES), 'unsure picture reports-error 400', () => json(arcgisError(400))],
  ['whose pictures are JSON', json(SERVES), 'unsure picture other-content json an-image', () => json({ href: 'a' })],
  ['that needs a login', json(arcgisError(499)), 'unsure capabilities reports-error 499', () => json(arcgisError(499))],
])('a service of ArcGIS %s', async (_, first, seen, picture = pictureOf) => {
  const {
    seen: found,
    host,
    urls,
    answer,
  } = await probeMap(ARCGIS, (url, range) => (url.href === `${SERVICE}?f=json` ? first : picture(url, range)));
  expect(found).toBe(seen);
  expect(host?.notes).toEqual([]);
  expect(urls[0]).toMatch(ASKED);
  expect(JSON.stringify([answer, found])).not.toContain('casino');
});

test.each([
  [
    {},
    'ImageServer',
    [`it has tiles: ${SERVICE.replace('Map', 'Image')}/tile/{z}/{y}/{x} is the address for a map server, and faster`],
  ],
  [{ layers: ['0'] }, 'MapServer', []],
])('the tiles of a service are named, if it is drawn whole: %j', async (changes, kind, notes) => {
  const record = { ...ARCGIS, layers: undefined, ...changes, service: SERVICE.replace('MapServer', kind) };
  const { seen, host, urls } = await probeMap(record, (url) =>
    url.search === '?f=json' ? json({ ...SERVES, ...CACHED, capabilities: 'Map,Image' }) : pictureOf(url),
  );
  expect([seen, host?.notes]).toEqual(['works', notes]);
  expect(urls[0]).toContain(
    kind === 'ImageServer' ? '/ImageServer/exportImage?f=image&format=png32&bboxSR' : '/export?',
  );
});

/** A vector tile with a layer and so many features. */
function vectorTile(features = 1): Buffer {
  const tile = new PbfWriter();
  tile.writeMessage(
    3,
    (_, layerOf: PbfWriter) => {
      layerOf.writeStringField(1, 'water');
      for (let index = 0; index < features; index++) layerOf.writeBytesField(2, Buffer.from([0x18, 0x01]));
      layerOf.writeVarintField(15, 2);
    },
    null,
  );
  return Buffer.from(tile.finish());
}

const PLACE = `/${nameOfTile(tileAt(BERN.latitude, BERN.longitude, 14))}.mvt`;

const STYLE = {
  version: 8,
  sources: { map: { type: 'vector', url: 'tiles.json?key=a' } },
  glyphs: 'https://font.example.org/{fontstack}/{range}.pbf',
  sprite: 'https://font.example.org/sprite?v=1',
  layers: [{ layout: { 'text-font': ['get', 'x'] } }, { layout: { 'text-font': ['Noto Sans', 'Arial'] } }],
};
const TILEJSON = { tilejson: '3.0.0', tiles: ['https://tile.example.org/{z}/{x}/{y}.mvt'], minzoom: 2, maxzoom: 14 };
/** What a vector map answers, by its path, if it works. */
const VECTOR: Readonly<Record<string, VirtualAnswer>> = {
  '/style.json': json(STYLE),
  '/tiles.json': json(TILEJSON),
  [PLACE]: coded('gzip', gzipSync(vectorTile())),
  '/Noto%20Sans%2CArial/0-255.pbf': of(Buffer.from([0x0a, 0x00])),
  '/sprite.json': json({}),
  [`/mlt${PLACE.replace('.mvt', '.mlt')}`]: of('\x07\x01\x05water\x80'),
};
const RECORD = { type: 'vector', style: 'https://tile.example.org/style.json', probe: { ...BERN, zoom: 14 } };

describe('a vector map', () => {
  const [tile, glyphs, sprite] = [PLACE, '/Noto%20Sans%2CArial/0-255.pbf', '/sprite.json'];
  const styled = (more: object): Record<string, VirtualAnswer> => ({ '/style.json': json({ ...STYLE, ...more }) });
  const source = (url: string): Record<string, VirtualAnswer> => styled({ sources: { map: { type: 'vector', url } } });
  const bomb = coded('gzip', ELEVEN_MIB);
  const mlt = Buffer.from('\x07\x01\x05water\x80\x20\xff', 'latin1');
  const withSource = (more: object) => ({ sources: { map: { type: 'vector', ...TILEJSON, ...more } } });
  const good = vectorTile();
  const twice = gzipSync(gzipSync(good));
  const zipped = gzipSync(JSON.stringify(STYLE));
  const ofMlt = styled(withSource({ encoding: 'mlt' }));
  const moved = (Location: string) => ({ '/tiles.json': { status: 302, headers: { Location } } });
  const sending = (body: Buffer, coding?: string) => ({ [tile]: coding ? coded(coding, body) : of(body) });
  test.each<[string, Record<string, VirtualAnswer>, seen: string]>([
    ['works', {}, 'works'],
    ['without its style', { '/style.json': { status: 404 } }, 'unsure style answers 404'],
    ['with a TileJSON as style', { '/style.json': json(TILEJSON) }, 'unsure style tilejson-as-style'],
    ['with a page as style', { '/style.json': of(`<html>${TOKEN}`) }, 'unsure style other-content html a-style'],
    ['with a style that is cut off', { '/style.json': of('{"version": 8,') }, 'unsure style broken-json'],
    ['with other JSON as style', { '/style.json': json({}) }, 'unsure style old-style'],
    ['with a style without sources', styled({ sources: {} }), 'unsure style no-tiles'],
    ['with a style without layers', styled({ layers: [] }), 'unsure style no-layers'],
    ['of Mapbox', source('mapbox://a.b'), 'unsure tiles only-mapbox'],
    ['whose tiles answer 401', { [tile]: { status: 401 } }, 'refused tiles answers 401'],
    ['without tiles', { [tile]: { status: 404 } }, 'unsure tiles each-tile answers 404 5'],
    ['with empty tiles', { [tile]: of(vectorTile(0)) }, 'unsure tiles each-tile no-features 5'],
    ['with a page as tile', { [tile]: of('<html>') }, 'unsure tiles other-content html a-vector-tile'],
    ['with a tile that is cut off', sending(good.subarray(0, 9)), 'unsure tiles other-content unknown a-vector-tile'],
    ['with a tile of 11 MiB', { [tile]: bomb }, 'unsure tiles answer-large 5242880'],
    ['with tiles as they are', { [tile]: of(vectorTile()) }, 'works'],
    ['with tiles in br', { [tile]: coded('br', brotliCompressSync(vectorTile())) }, 'works'],
    ['with tiles in deflate', { [tile]: coded('deflate', deflateSync(vectorTile())) }, 'works'],
    ['with tiles in gzip that do not say so', { [tile]: of(gzipSync(vectorTile())) }, 'unsure tiles undeclared-coding'],
    ['with tiles in zlib that do not say so', sending(deflateSync(good)), 'unsure tiles undeclared-coding'],
    ['with tiles compressed twice that say it once', sending(twice, 'gzip'), 'unsure tiles undeclared-coding'],
    ['with tiles that are not in gzip as they say', sending(good, 'gzip'), 'unsure tiles coding-broken gzip'],
    ['with tiles in a coding that probe does not know', sending(good, 'zstd'), 'unsure tiles coding-unknown zstd'],
    ['with a style in gzip', { '/style.json': coded('gzip', zipped) }, 'works'],
    ['with a style in gzip that does not say so', { '/style.json': of(zipped) }, 'unsure style undeclared-coding'],
    ['with a TileJSON in gzip that does not say so', { '/tiles.json': of(zipped) }, 'unsure tiles undeclared-coding'],
    ['with letters in gzip that do not say so', { [glyphs]: of(gzipSync('\n')) }, 'unsure glyphs undeclared-coding'],
    ['with icons in gzip that do not say so', { [sprite]: of(gzipSync('{}')) }, 'unsure sprite undeclared-coding'],
    [
      'with a byte order mark in each document',
      { '/style.json': marked(STYLE), '/tiles.json': marked(TILEJSON), [sprite]: marked({}) },
      'works',
    ],
    [
      'with a style in UTF-16',
      { '/style.json': of(Buffer.from(`\uFEFF${JSON.stringify(STYLE)}`, 'utf16le')) },
      'unsure style other-content unknown a-style',
    ],
    ['with a style nested without end', { '/style.json': of('['.repeat(100_000)) }, 'unsure style broken-json'],
    ['of MLT by its style', { ...ofMlt, [tile]: of(mlt) }, 'works'],
    ['of MLT by its TileJSON', { '/tiles.json': json({ ...TILEJSON, encoding: 'mlt' }), [tile]: of(mlt) }, 'works'],
    ['of MLT by the format of that', { '/tiles.json': json({ ...TILEJSON, format: 'mlt' }), [tile]: of(mlt) }, 'works'],
    [
      'of MLT by its style, with a TileJSON that does not say so',
      { ...styled({ sources: { map: { type: 'vector', url: 'tiles.json', encoding: 'mlt' } } }), [tile]: of(mlt) },
      'works',
    ],
    [
      'of MLT by its addresses',
      { ...styled(withSource({ tiles: ['{z}/{x}/{y}.mlt?key=a'] })), [tile.replace('.mvt', '.mlt')]: of(mlt) },
      'works',
    ],
    [
      'of MLT, with pages as tiles',
      { ...ofMlt, [tile]: of('<!doctype html>') },
      'unsure tiles other-content html a-vector-tile',
    ],
    ['of MLT without tiles', { ...ofMlt, [tile]: { status: 500 } }, 'unsure tiles answers 500'],
    ['with tiles in MLT that nothing says', { [tile]: of(mlt) }, 'unsure tiles other-content unknown a-vector-tile'],
    ['without letters', { [glyphs]: { status: 403 } }, 'unsure glyphs answers 403'],
    ['with a page as letters', { [glyphs]: of('<html>') }, 'unsure glyphs other-content html letters'],
    ['without icons', { [sprite]: { status: 404 } }, 'unsure sprite answers 404'],
    ['that names loopback', source('http://127.0.0.1/tiles.json'), 'unsure tiles private-address'],
    ['that names a file', source('file:///etc/passwd'), 'unsure tiles private-address'],
    ['that redirects in a circle', moved('/tiles.json?key=a'), 'unsure tiles redirects-in-circle'],
    ['that redirects to loopback', moved('http://127.0.0.1/secret'), 'unsure tiles private-address'],
    ['whose TileJSON has no tiles', { '/tiles.json': json({}) }, 'unsure tiles tilejson-without-tiles'],
    ['that names an archive', source('pmtiles://https://tile.example.org/a.pmtiles'), 'unsure header answers 404'],
    ['with tiles in the style', styled({ sources: { map: { type: 'vector', ...TILEJSON } } }), 'works'],
  ])('%s', async (_, changed, seen) => {
    const found = await probeMap(RECORD, ({ pathname }) => ({ ...VECTOR, ...changed })[pathname] ?? { status: 404 });
    expect(found.seen).toBe(seen);
    expect(JSON.stringify(found.answer)).not.toMatch(/s3cretToken|127\.0\.0\.1|passwd/);
  });

  test.each([
    ['style', '/style.json', 'https://tile.example.org/style.json?key=${MAPS_API_KEY}'],
    ['tiles', PLACE, `https://tile.example.org${PLACE}`],
    ['sprite', '/sprite.json', 'https://font.example.org/sprite.json'],
  ])('the address of %s that do not work, without the access token', async (_, failing, address) => {
    const style = 'https://tile.example.org/style.json?key=${MAPS_API_KEY}';
    const tiles = [`${TILEJSON.tiles[0]}?key=${TOKEN}`];
    const sources = { map: { type: 'vector', ...TILEJSON, tiles } };
    const answers = { ...VECTOR, '/style.json': json({ ...STYLE, sources }), [failing]: { status: 404 } };
    const found = await probeMap({ ...RECORD, style }, ({ pathname }) => answers[pathname] ?? { status: 404 });
    expect(found.host?.address).toBe(address);
  });

  test.each([
    ['a template', 'https://tile.example.org/{z}/{x}/{y}.mvt'],
    ['a TileJSON', 'https://tile.example.org/tiles.json'],
    ['a template of MLT', 'https://tile.example.org/mlt/{z}/{x}/{y}.mlt'],
  ])('without a style: %s', async (_, tiles) => {
    const record = { type: 'vector', tiles, minZoom: 14, maxZoom: 14, probe: { ...BERN, zoom: 14 } };
    expect((await probeMap(record, ({ pathname }) => VECTOR[pathname] ?? { status: 404 })).seen).toBe('works');
  });

  test('an access token is only for the origin of the record', async () => {
    const style = 'https://tile.example.org/style.json?key=${MAPS_API_KEY}';
    const glyphs = `${STYLE.glyphs}?key=${TOKEN}`;
    const tiles = [`https://tile.example.org/{z}/{x}/{y}.mvt?key=${TOKEN}`];
    const found = await probeMap({ ...RECORD, style }, ({ pathname }) =>
      pathname === '/style.json'
        ? json({ ...STYLE, glyphs, sources: { map: { type: 'vector', ...TILEJSON, tiles } } })
        : (VECTOR[pathname] ?? { status: 404 }),
    );
    expect(found.seen).toBe('unsure glyphs token-elsewhere');
    expect(found.urls.filter((url) => url.includes(TOKEN)).map((url) => new URL(url).host)).toEqual([
      'tile.example.org',
      'tile.example.org',
    ]);
    expect(found.host?.address).toBe(`https://font.example.org/Noto%20Sans%2CArial/0-255.pbf`);
    expect(JSON.stringify(found.answer)).not.toContain(TOKEN);
  });
});

/** A directory of entries: number of the tile, run, length, offset. */
function directory(entries: readonly (readonly [id: number, run: number, length: number, offset: number])[]): Buffer {
  const out = new PbfWriter();
  out.writeVarint(entries.length);
  for (const [index, [id]] of entries.entries()) out.writeVarint(id - (entries[index - 1]?.[0] ?? 0));
  for (const [, run] of entries) out.writeVarint(run);
  for (const [, , length] of entries) out.writeVarint(length);
  for (const [, , , offset] of entries) out.writeVarint(offset + 1);
  return gzipSync(Buffer.from(out.finish()));
}

/** An archive with a leaf, in which the tile 12/3423/1763 has the number 19078479, as in the description of the format. */
function archive({
  id = 19_078_479,
  version = 3,
  body = gzipSync(vectorTile()) as Buffer,
  compression = 2,
  packed = 2,
  type = 1,
} = {}): Buffer {
  const leaf = directory([[id, 1, body.length, 0]]);
  const root = directory([[5, 0, leaf.length, 0]]);
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = version;
  const sections = { 8: 127, 16: root.length, 40: 127 + root.length, 56: 127 + root.length + leaf.length };
  for (const [at, value] of Object.entries(sections)) header.writeBigUInt64LE(BigInt(value), Number(at));
  header.set([compression, packed, type, 0, 12], 97);
  return Buffer.concat([header, root, leaf, body]);
}

describe('an archive', () => {
  const record = {
    type: 'pmtiles',
    url: 'https://data.example.org/a.pmtiles',
    probe: { latitude: 24.247, longitude: 120.893 },
  };
  const ranged =
    (bytes: Buffer, more: VirtualAnswer = {}): Answers =>
    (_, range) =>
      range ? of(bytes.subarray(range[0], range[1] + 1), { status: 206, ...more }) : of(bytes);
  const endless = { body: Array(10_000).fill('PMTiles\x03'.padEnd(1_000, 'x')) };
  const packed = gzipSync(vectorTile());
  const page = Buffer.from('<html>');
  test.each<[string, Answers, seen: string]>([
    ['works', ranged(archive()), 'works'],
    ['without the tile', ranged(archive({ id: 19_078_480 })), 'unsure tiles each-tile no-tile 6'],
    ['that is missing', () => ({ status: 404 }), 'unsure header answers 404'],
    ['that is refused', () => ({ status: 403 }), 'refused header answers 403'],
    ['of another kind', ranged(Buffer.alloc(500)), 'unsure header other-content unknown a-pmtiles-archive'],
    ['of an earlier version', ranged(archive({ version: 2 })), 'unsure header old-archive'],
    ['that is cut off', ranged(archive().subarray(0, 140)), 'unsure header archive-cut-off'],
    ['that is cut off before the tile', ranged(archive().subarray(0, -packed.length)), 'unsure header archive-cut-off'],
    ['whose directory is packed otherwise', ranged(archive({ compression: 4 })), 'unsure header unknown-compression'],
    ['with a page as tile', ranged(archive({ body: gzipSync(page) })), 'unsure tiles other-content html a-vector-tile'],
    ['with a tile that is not packed as it says', ranged(archive({ body: page })), 'unsure tiles not-unpacked'],
    ['with tiles that are not packed', ranged(archive({ body: vectorTile(), packed: 1 })), 'works'],
    [
      'with tiles that are packed, although its header says no',
      ranged(archive({ packed: 1 })),
      'unsure tiles other-content compressed a-vector-tile',
    ],
    ['with tiles in br', ranged(archive({ body: brotliCompressSync(vectorTile()), packed: 3 })), 'works'],
    [
      'with a tile of 11 MiB',
      ranged(archive({ body: brotliCompressSync(Buffer.alloc(11 * 1024 * 1024)), packed: 3 })),
      'unsure tiles large-content 10485760',
    ],
    ['with tiles in MLT', ranged(archive({ body: gzipSync('\x07\x01\x05water'), type: 6 })), 'works'],
    [
      'of a server that compresses parts',
      ranged(archive(), { headers: { 'Content-Encoding': 'gzip' } }),
      'unsure header part-of-coding',
    ],
    ['that is a page', () => of('<html>'), 'unsure header other-content html a-pmtiles-archive'],
    ['of a server without ranges', () => of(archive()), 'unsure ranges no-ranges'],
    ['of a server without ranges or end', () => endless, 'unsure ranges no-ranges'],
    ['with an endless range', () => ({ ...endless, status: 206 }), 'unsure header wrong-zooms'],
  ])('%s', async (_, answers, seen) => {
    const found = await probeMap(record, answers);
    expect(found.seen).toBe(seen);
    expect(found.used.bytes).toBeLessThan(20_000);
  });

  test.each<[string, Buffer, object, string[]]>([
    ['512', doubled(TILE), {}, ['its tiles are 512 pixels wide: the record needs tileSize: 512']],
    ['512 as stated', doubled(TILE), { tileSize: 512 }, []],
    ['512, which a style draws', doubled(TILE), { style: 'https://data.example.org/style.json' }, []],
    ['256', TILE, {}, []],
    ['256 and not 512', TILE, { tileSize: 512 }, ['its tiles are 256 pixels wide: the record needs tileSize: 256']],
  ])('has pictures with a width of %s', async (_, body, more, notes) => {
    const { host, seen } = await probeMap({ ...record, ...more }, ranged(archive({ body, packed: 1, type: 2 })));
    expect([seen, host?.format, host?.notes]).toEqual(['works', 'png', notes]);
  });

  test('is asked for parts of what is stored, and other maps as browsers ask', async () => {
    const codings = { 'Accept-Encoding': 'gzip, br' };
    expect((await probeMap(record, ranged(archive()))).headers).not.toContainEqual(expect.objectContaining(codings));
    const { headers } = await probeMap(RECORD, ({ pathname }) => VECTOR[pathname] ?? { status: 404 });
    expect(headers).toEqual(headers.map(() => expect.objectContaining(codings)));
  });

  test.each([
    [true, {}],
    [false, { headers: {} }],
  ])('allows web pages: %s', async (allowed, more) => {
    expect((await probeMap(record, ranged(archive(), more))).host?.allowsOrigin).toBe(allowed);
  });
});
