/** What is no list of maps is named for what it is, whatever it is called, and nothing is written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CannotRunError } from '../../../../../cli/terminal/io.ts';
import { DRAFT_QUESTIONS, DRAFT_ROLES, flagOf } from '../../../../../commands/catalog/new/questions.ts';
import { importFile } from '../../../../../commands/upstream/import/import.ts';
import { memoryFolder, SMALL } from '../../../../support/catalogs.ts';
import { ROOT } from '../../../../support/cli.ts';
import { zipOf } from '../../../../support/made-zip.ts';

const bytes = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');
const sqlite = (id: string): Buffer => bytes(`SQLite format 3\0${'\0'.repeat(52)}${id}${'\0'.repeat(100)}`);

const zipWith = (...names: string[]): Buffer => zipOf(Object.fromEntries(names.map((name) => [name, 'x'])));

const GEOJSON = {
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: { name: 'A' }, geometry: null }],
};

test.each<[string, string | Uint8Array, says: RegExp, todo: RegExp]>([
  [
    'a KML',
    '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>',
    /is a KML,/,
    /cartalog new mapserver --url/,
  ],
  ['a GPX', '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk/></gpx>', /is a GPX,/, /on a server/],
  ['a shapefile', Buffer.concat([bytes('\0\0\x27\x0a'), Buffer.alloc(96)]), /is a shapefile,/, /on a server/],
  ['MBTiles', sqlite('MPBX'), /is a database \(SQLite\), perhaps with tiles, such as MBTiles/, /convert it to PMTiles/],
  ['a GeoPackage', sqlite('GPKG'), /is a GeoPackage,/, /on a server/],
  ['a zip', zipWith('readme.txt', 'list.json'), /is a zip, so unpack it/, /import the files in it/],
  [
    'a zipped project of QGIS',
    zipWith('a.qgs', 'a.qgd'),
    /is a project of QGIS \(\.qgz\), so open/,
    /Save As Layer Definition/,
  ],
  ['a KMZ', zipWith('doc.kml', 'a.png'), /is a KMZ,/, /on a server/],
  ['a zipped shapefile', zipWith('a.dbf', 'a.shp'), /is a zip with a shapefile,/, /on a server/],
  ['a spreadsheet', zipWith('[Content_Types].xml', 'xl/workbook.xml'), /is a document or spreadsheet/, /as CSV/],
  ['a zip that is cut off', zipWith('doc.kml').subarray(0, 40), /is a zip,/, /unpack/],
  ['a zip with a false directory', bytes('PK\x03\x04PK\x01\x02PK\x01\x02\xff'), /is a zip,/, /unpack/],
  ['a web page', ' <html><body>', /is a web page,/, /save the file/],
  [
    'a project of QGIS',
    '<!DOCTYPE qgis><qgis version="3.22"><projectlayers/></qgis>',
    /is a project of QGIS:/,
    /Save As Layer Definition/,
  ],
  ['a style of QGIS', '<qgis version="3.22"><pipe/></qgis>', /is a style of QGIS,/, /not where it comes from/],
  [
    'actions of Locus Map',
    '<locusActions><download><source>https://a.example.org/a.xml</source></download></locusActions>',
    /has actions of Locus Map,/,
    /import that: cartalog import 'https:\/\/a\.example\.org\/a\.xml'\.$/,
  ],
  ['a GeoJSON of places', JSON.stringify(GEOJSON), /is a GeoJSON,/, /areas\/ of the catalog/],
  ['a document of a service', '[{"id":"A","urlPattern":"https://a"}]', /is a document of a service,/, /by its address/],
  [
    'another document of a service',
    JSON.stringify({
      ...GEOJSON,
      features: [{ type: 'Feature', properties: { type: 'wms', list: 'maps', url: 'https://a' } }],
    }),
    /is a document of a service,/,
    /by its address/,
  ],
  [
    'a GeoJSON of files',
    JSON.stringify({ ...GEOJSON, features: [{ type: 'Feature', properties: { url: 'https://a' } }] }),
    /is a GeoJSON,/,
    /areas\//,
  ],
  [
    'a list for iD',
    '[{"id":"A","template":"https://a"}]',
    /is a list for iD and other editors in JSON,/,
    /editor-layer-index/,
  ],
  [
    'an old list for editors',
    '[{"id":"A","type":"tms","url":"https://a"}]',
    /is a list for iD and other editors in JSON,/,
    /index/,
  ],
  ['a list of TileJSONs', '[{"tilejson":"2.2.0"}]', /is a list of TileJSONs,/, /each of them/],
  ['a TopoJSON', '{"type":"Topology","objects":{}}', /is a TopoJSON,/, /on a server/],
  [
    'a service of features of ArcGIS',
    '{"currentVersion":10.9,"capabilities":"Query"}',
    /is the description of a service of ArcGIS/,
    /has data and no pictures\.$/,
  ],
  ['services of OruxMaps', '<wms_services/>', /is a list of services of OruxMaps/, /capabilities of each/],
  [
    'a service of ArcGIS',
    '{"currentVersion":10.9,"mapName":"A"}',
    /is the description of a service of ArcGIS/,
    /address of the service to cartalog new map --url\.$/,
  ],
  ['a picture', bytes('\x89PNG\r\n\x1a\n'), /is a picture \(PNG, JPEG, GIF or WebP\),/, /cartalog new mapserver --url/],
  ['a GeoTIFF', bytes('II*\0\x08\0\0\0'), /is a picture \(TIFF, perhaps GeoTIFF\)/, /cartalog new mapserver --url/],
  ['a map of Mapsforge', bytes('mapsforge binary OSM\0'), /is a map for offline use/, /data source/],
  ['an extract', bytes('\0\0\0\x0d\x0a\x09OSMHeader\x18\x7c'), /is an extract of OpenStreetMap/, /data source/],
  ['a compressed file', bytes('\x1f\x8b\x08\0'), /is a compressed file,/, /unpack/],
  ['a PDF', bytes('%PDF-1.7\n'), /is a text document \(PDF or RTF\),/, /cartalog new mapserver --url/],
  [
    'the error of a service',
    '<ServiceExceptionReport version="1.3.0"/>',
    /is the error of a service/,
    /correct the request/,
  ],
  [
    'a source of Mobile Atlas Creator',
    '<customMapSource><url>https://a</url></customMapSource>',
    /is a map source of Mobile Atlas Creator/,
    /to cartalog new mapserver --url\.$/,
  ],
  ['the projection of a shapefile', 'PROJCS["ETRS89 / UTM"]', /is the projection of a shapefile/, /on a server/],
  ['a shortcut', '[InternetShortcut]\r\nURL=https://a.example.org/\r\n', /is a link to a page/, /--url/],
  ['an address', 'https://a.example.org/{z}/{x}/{y}.png\n', /is an address/, /--url/],
  ['code with a comma', "L.tileLayer('https://a.example.org/{z}/{x}/{y}.png', {maxZoom: 17})", /is code/, /--url/],
  [
    'an error of ArcGIS',
    '{"error":{"code":499,"message":"Token Required"}}',
    /is the error of a/,
    /login or a token\.$/,
  ],
  [
    'a WMS for MOBAC',
    '<customWmsMapSource/>',
    /is a service for Mobile Atlas Creator, so/,
    /capabilities of the service in it/,
  ],
  [
    'a script',
    "var map = L.map('map', {center: [47, 8], zoom: 9});\nvar a = L.tileLayer('https://a.example.org/{z}/{x}/{y}.png', {maxZoom: 17});",
    /is code, which may make its maps/,
    /cartalog new mapserver --url/,
  ],
  ['code', "L.tileLayer('https://a.example.org/{z}/{x}/{y}.png').addTo(map)", /is code/, /--url/],
  [
    'a record',
    '# yaml-language-server: $schema=x\nid: A\nhosts: [a.example.org]\n',
    /is a record of a catalog/,
    /folder of the catalog/,
  ],
  [
    'a table of a shapefile',
    bytes('\x03\x7c\x01\x01\x02\0\0\0'),
    /is a table of a shapefile \(dBASE\),/,
    /on a server/,
  ],
  ['the encoding of a shapefile', 'ISO 8859-1\n', /is the encoding of a shapefile,/, /on a server/],
  ['a grid', bytes('CDF\x01\0'), /is data \(FlatGeobuf, /, /on a server/],
  [
    'a web page in XML',
    '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"/>',
    /is a web page,/,
    /save/,
  ],
  [
    'capabilities of a WCS',
    '<wcs:Capabilities xmlns:wcs="http://www.opengis.net/wcs/2.0"/>',
    /is the capabilities of a service of data \(WFS or WCS\), which draws no maps: /,
    /draws them, import the capabilities of that\.$/,
  ],
  ['a Tile Map Service', '<TileMap version="1.0.0"/>', /is the description of a Tile Map Service,/, /\{-y\}\.png, to/],
  [
    'metadata',
    '<gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd"/>',
    /is the description of data/,
    /capab/,
  ],
  ['a map of uMap', '{"type":"umap","properties":{},"layers":[]}', /is a map of uMap,/, /url_template/],
  ['a map of ArcGIS', '{"operationalLayers":[],"baseMap":{}}', /is a map or layer of ArcGIS,/, /address in it/],
  ['a world file', '0.5\n0.0\n0.0\n-0.5\n7.1\n47.2\n', /is the place of a picture/, /--url/],
  ['a track', '$GPGGA,123519,4807.038,N', /is a track or geometry,/, /on a server/],
  ['a configuration of MapServer', 'MAP\n  NAME "a"\nEND\n', /is a configuration of MapServer,/, /capabilities/],
  ['a configuration in YAML', 'services:\n  demo:\n', /is a configuration \(YAML\),/, /address in it/],
  ['code in a function', '(function () {\n  L.tileLayer()\n})', /is code,/, /--url/],
  [
    'other JSON with an address',
    '{"a":["https://a.example.org/{z}/{x}/{y}.png"]}',
    /is JSON with a, but/,
    /y}\.png, to/,
  ],
  ['an empty file', '', /is empty\.$/, /empty/],
  ['spaces', ' \n\n', /is empty\.$/, /empty/],
])('%s', (_, body, says, todo) => {
  const run = (): unknown => importFile(memoryFolder(SMALL), Buffer.from(body), 'list.json', {}, 0);
  expect(run).toThrow(CannotRunError);
  expect(run).toThrow(says);
  expect(run).toThrow(todo);
  // Not the list of all that can be imported.
  expect(run).not.toThrow(/desktop tools/);
});

test('the advice of all messages names commands and options that there are', () => {
  const sources = ['build', 'cli', 'commands', 'contract'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  );
  const advised = sources.flatMap((text) => [...text.matchAll(/cartalog new (?!<)(\S+)(?: --([a-z-]+))?/g)]);
  expect(advised.length).toBeGreaterThan(10);
  const roles = new Map(
    DRAFT_ROLES.map((role) => [role as string, ['set', ...DRAFT_QUESTIONS[role].map((question) => flagOf(question))]]),
  );
  for (const [advice, named = '', option] of advised) {
    const role = named === '${role}' ? 'mapserver' : named.replace(/\W+$/, '');
    expect(roles.has(role), advice).toBe(true);
    if (option !== undefined) expect(roles.get(role), advice).toContain(option);
  }
});
