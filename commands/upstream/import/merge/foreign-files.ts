/** Files that people take for lists of maps: what they are, by their content, and what to do. */
import { IMPORT_BY_ADDRESS } from '../../../../build/programs/stated/stated-map.ts';
import { asJsonMembers } from '../../../../contract/base/json-values.ts';
import type { XmlElement } from '../../../../contract/base/xml-elements.ts';
import { FILE_FORMATS } from '../../../../contract/maps/map-formats.ts';
import { CALLED } from '../../../../contract/maps/map-types.ts';
import { archiveIn } from '../lists/addressed-maps.ts';

const DATA =
  'which has places or shapes, and no address of a map: put it on a server that draws it, and give that address to cartalog new --url';
const AREAS = 'if it is the area of a map, it belongs into areas/ of the catalog';
const TILES = `and a catalog lists addresses: convert it to ${FILE_FORMATS.map(({ format }) => format).join(' or ')}, put that on a server, and import it by its address`;
const OFFLINE = 'which programs download: add the address where it is to a data source of the catalog';
const PACKED = 'so unpack it, and import the files in it';
const PICTURE = 'and no list of maps: tiles on a server have an address, which cartalog new --url takes';
const PAPER = 'so copy the addresses of maps from it, and give each to cartalog new --url';
const TABLE = 'so save its table as CSV, and import that';
const ADDRESSED = 'so give the address in it to cartalog new --url';

type Kind = readonly [pattern: string, is: string, way: string, at?: number];

/** By bytes, as Latin-1. */
const BYTES: readonly Kind[] = [
  ['\x89PNG', 'a picture (PNG)', PICTURE],
  ['\xff\xd8\xff', 'a picture (JPEG)', PICTURE],
  ['GIF8', 'a picture (GIF)', PICTURE],
  ['WEBP', 'a picture (WebP)', PICTURE, 8],
  ['II*\0', 'a picture (TIFF, perhaps GeoTIFF)', PICTURE],
  ['MM\0*', 'a picture (TIFF, perhaps GeoTIFF)', PICTURE],
  ['II+\0', 'a picture (BigTIFF)', PICTURE],
  ['GPKG', 'a GeoPackage', DATA, 68],
  ['GP10', 'a GeoPackage', DATA, 68],
  ['SQLite format 3\0', 'a database (SQLite), perhaps with tiles, such as MBTiles or .sqlitedb', TILES],
  ['\0\0\x27\x0a', 'a shapefile', DATA],
  ['fgb', 'a FlatGeobuf', DATA],
  ['PAR1', 'a Parquet file', DATA],
  ['mapsforge binary OSM', 'a map for offline use (Mapsforge)', OFFLINE],
  ['OSMHeader', 'an extract of OpenStreetMap (PBF)', OFFLINE, 6],
  ['DSKIMG', 'a map for Garmin devices (IMG)', OFFLINE, 16],
  ['%PDF', 'a PDF', PAPER],
  ['{\\rtf', 'a text document (RTF)', PAPER],
  ['\xd0\xcf\x11\xe0', 'a document or spreadsheet of an old office program', TABLE],
  ['\x1f\x8b', 'a compressed file (gzip)', PACKED],
  ['BZh', 'a compressed file (bzip2)', PACKED],
  ['\xfd7zXZ', 'a compressed file (xz)', PACKED],
  ['\x28\xb5\x2f\xfd', 'a compressed file (Zstandard)', PACKED],
  ['7z\xbc\xaf', 'an archive (7z)', PACKED],
  ['Rar!', 'an archive (RAR)', PACKED],
  ['ustar', 'an archive (tar)', PACKED, 257],
  ['\xff\xfe', 'text in UTF-16', 'so save it in UTF-8'],
  ['\xfe\xff', 'text in UTF-16', 'so save it in UTF-8'],
];

const ENDINGS: readonly (readonly [RegExp, string, string])[] = [
  [/\.shp$/i, 'a zip with a shapefile', DATA],
  [/\.kml$/i, 'a KMZ', DATA],
  [/^xl\/|^content\.xml$/i, 'a document or spreadsheet of an office program', TABLE],
  [/^word\//i, 'a text document', PAPER],
  [/(?:)/, 'a zip', PACKED],
];

/** Names in the last 64 KiB, where the directory of a zip is. */
function zipNames(body: Buffer): string[] {
  const end = body.subarray(-65_536);
  const names: string[] = [];
  for (let at = end.indexOf('PK\x01\x02'); at >= 0 && at + 46 <= end.length; at = end.indexOf('PK\x01\x02', at + 46))
    names.push(end.toString('utf8', at + 46, at + 46 + end.readUInt16LE(at + 28)));
  return names.slice(0, 1_000);
}

/** Each ends a sentence; what to do is for files alone. */
export interface Foreign {
  readonly is: string;
  readonly way: string | null;
}

const foreign = ([, is, way]: readonly [unknown, string, string, ...unknown[]]): Foreign => ({ is, way });

export const describeForeign = ({ is, way }: Foreign, isFile = true): string =>
  isFile && way ? `is ${is}, ${way}` : `is ${is}`;

const EMPTY: Foreign = { is: 'empty', way: null };

export function foreignBytes(bytes: Uint8Array): Foreign | null {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (body.length === 0) return EMPTY;
  const archive = archiveIn(body);
  if (archive) return { is: CALLED[archive.type], way: IMPORT_BY_ADDRESS };
  const start = body.toString('latin1', 0, 512);
  const found = BYTES.find(([magic, , , at = 0]) => start.startsWith(magic, at));
  if (found) return foreign(found);
  if (!start.startsWith('PK\x03\x04')) return null;
  const names = zipNames(body);
  return foreign(ENDINGS.find(([ending]) => names.some((name) => ending.test(name))) ?? ['', 'a zip', PACKED]);
}

/** By the root, in lower case. */
const ROOTS: readonly Kind[] = [
  ['kml', 'a KML', DATA],
  ['gpx', 'a GPX', DATA],
  ['trainingcenterdatabase', 'a TCX', DATA],
  ['osm', 'data of OpenStreetMap', DATA],
  ['featurecollection', 'a GML', DATA],
  ['wfs_capabilities', 'the capabilities of a WFS', DATA],
  ['svg', 'a drawing (SVG)', PICTURE],
  ['rss', 'a feed of news', PAPER],
  ['feed', 'a feed of news', PAPER],
  ['rendertheme', 'a theme for offline maps (Mapsforge)', OFFLINE],
  ['styledlayerdescriptor', 'a style (SLD)', 'which says how a layer is drawn, and not where it comes from'],
  ['gdal_wms', 'the description of a map for GDAL', ADDRESSED],
  ['custommapsource', 'a map source of Mobile Atlas Creator', ADDRESSED],
  ['custommultilayermapsource', 'a map source of Mobile Atlas Creator', ADDRESSED],
  ['serviceexceptionreport', 'the error of a service', 'so correct the request that you saved it from'],
  ['exceptionreport', 'the error of a service', 'so correct the request that you saved it from'],
];

export function foreignXml({ name }: XmlElement): Foreign | null {
  const found = ROOTS.find(([root]) => root === name.toLowerCase());
  return found ? foreign(found) : null;
}

export function foreignJson(value: unknown): Foreign | null {
  const members = asJsonMembers(value) ?? {};
  const { type } = members;
  if (type === 'Topology') return { is: 'a TopoJSON', way: DATA };
  if (/^(?:Feature|FeatureCollection|GeometryCollection|(?:Multi)?(?:Point|LineString|Polygon))$/.test(String(type)))
    return { is: 'a GeoJSON', way: `${DATA}; ${AREAS}` };
  if ('stac_version' in members) return { is: 'a list of pictures (STAC)', way: PICTURE };
  if ('osm3s' in members) return { is: 'data of OpenStreetMap', way: DATA };
  if ('currentVersion' in members)
    return {
      is: 'the description of a service of ArcGIS',
      way: 'so give the address of the service to cartalog new --url',
    };
  return null;
}

const TEXTS: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:PROJCS|GEOGCS|PROJCRS|GEOGCRS|COMPD_CS)\[/, 'the projection of a shapefile', DATA],
  [/^\[(?:InternetShortcut|Desktop Entry)\]/i, 'a link to a page', ADDRESSED],
  [
    /^(?:#[^\n]{0,500}\n)?(?:id|name|type|hosts): /,
    'a record of a catalog',
    'so put it into the folder of the catalog itself',
  ],
  [/^(?:\w{2,8}(?:\[[\d,-]{0,20}\])?:)?https?:\/\/\S*$/i, 'an address', 'so give it to cartalog new --url'],
  [/^(?:var|let|const|import|function|L\.|\/\*|\/\/)/, 'code', ADDRESSED],
];

export function foreignText(text: string): Foreign | null {
  const start = text.slice(0, 5_000).trim();
  if (start === '') return EMPTY;
  const found = TEXTS.find(([pattern]) => pattern.test(start));
  return found ? foreign(found) : null;
}
