/** Files that people take for lists of maps: what they are by their content, and what to do. */
import { isCode } from '../../../../build/map-types/snippet.ts';
import { LIST_READERS } from '../../../../build/programs/readers.ts';
import { IMPORT_BY_ADDRESS } from '../../../../build/programs/stated/stated-map.ts';
import { asJsonMembers, isObject, jsonItemsOf } from '../../../../contract/base/json-values.ts';
import { TEXT_LIMITS } from '../../../../contract/base/limits.ts';
import { firstNames, shortenedText } from '../../../../contract/base/text.ts';
import type { XmlElement } from '../../../../contract/base/xml-elements.ts';
import { drawsPictures } from '../../../../contract/maps/export-image.ts';
import { FILE_FORMATS } from '../../../../contract/maps/map-formats.ts';
import { TYPE_NOUNS } from '../../../../contract/maps/map-types.ts';
import { archiveIn } from '../lists/addressed-maps.ts';

/** Both end a sentence; `way` says what to do. */
export interface Foreign {
  readonly is: string;
  readonly way?: string;
}

export const describeForeign = ({ is, way }: Foreign): string => (way ? `is ${is}, ${way}` : `is ${is}`);

const NEW_MAP = 'cartalog new mapserver --url (tiles) or cartalog new map --url (a style or service)';

export const WEB_PAGE: Foreign = {
  is: 'a web page',
  way: 'and no list of maps: save the file that it shows or links to, which GitHub calls raw, and import that',
};

const WAYS = {
  data: `which has places or shapes, and no address of a map: put it on a server that draws it, and give its address there to ${NEW_MAP}`,
  tiles: `and a catalog lists addresses: convert it to ${FILE_FORMATS.map(({ format }) => format).join(' or ')}, put that on a server, and import it by its address`,
  offline: 'which programs download: add the address where it is to a data source of the catalog',
  packed: 'so unpack it, and import the files in it',
  picture: 'and no list of maps: tiles on a server have an address, which cartalog new mapserver --url takes',
  background:
    'which has places or shapes: give the address of its background (url_template) to cartalog new mapserver --url',
  style: 'which says how a layer is drawn, and not where it comes from',
  read: `so copy the addresses of maps from it, and give each to ${NEW_MAP}`,
  table: 'so save its table as CSV, and import that',
  address: `so give the address in it to ${NEW_MAP}`,
  code: `which may contain addresses of maps: give the code around each to ${NEW_MAP}, which take pasted code`,
  tms: 'so give the address of its tiles, such as https://tms.example.org/1.0.0/map/{z}/{x}/{-y}.png, to cartalog new map --url',
  drawn: 'which draws no maps: if its owner also has a service that draws them, import the capabilities of that',
  mobac: 'so give the address in it to cartalog new mapserver --url',
  service: 'so import the capabilities of the service in it, by their address',
  error: 'so correct the request that you saved it from',
  record: 'so put it into the folder of the catalog itself',
};

type Kind<Pattern> = readonly [is: string, way: keyof typeof WAYS, ...patterns: Pattern[]];

function foreignOf<Pattern>(kinds: readonly Kind<Pattern>[], fits: (pattern: Pattern) => boolean): Foreign | null {
  const [is, way] = kinds.find(([, , ...patterns]) => patterns.some(fits)) ?? [];
  return is && way ? { is, way: WAYS[way] } : null;
}

/** Bytes at the beginning of a file, in Latin-1; a number before `@` is their offset. */
const BYTES: readonly Kind<string>[] = [
  ['a picture (PNG, JPEG, GIF or WebP)', 'picture', '\x89PNG', '\xff\xd8\xff', 'GIF8', '8@WEBP', '4@ftyp'],
  ['a picture (TIFF, perhaps GeoTIFF)', 'picture', 'II*\0', 'MM\0*', 'II+\0'],
  ['a GeoPackage', 'data', '68@GPKG', '68@GP10'],
  ['a database (SQLite), perhaps with tiles, such as MBTiles or .sqlitedb', 'tiles', 'SQLite format 3\0'],
  ['a shapefile', 'data', '\0\0\x27\x0a'],
  ['a table of a shapefile (dBASE)', 'data', '\x03', '\x83'],
  [
    'data (FlatGeobuf, Parquet, netCDF, HDF, GRIB or LAS)',
    'data',
    'fgb',
    'PAR1',
    'CDF\x01',
    'CDF\x02',
    '\x89HDF',
    'GRIB',
    'LASF',
  ],
  ['a map for offline use (Mapsforge or Garmin)', 'offline', 'mapsforge binary OSM', '16@DSKIMG'],
  ['an extract of OpenStreetMap (PBF)', 'offline', '6@OSMHeader'],
  ['a text document (PDF or RTF)', 'read', '%PDF', '{\\rtf'],
  ['a document of an old office program or of ArcMap', 'table', '\xd0\xcf\x11\xe0'],
  ['a compressed file', 'packed', '\x1f\x8b', 'BZh', '\xfd7zXZ', '\x28\xb5\x2f\xfd', '7z\xbc\xaf', 'Rar!', '257@ustar'],
];

/** Recognized by names in a zip. */
const ZIPS: readonly Kind<RegExp>[] = [
  ['a zip with a shapefile', 'data', /\.shp$/i],
  ['a KMZ', 'data', /\.kml$/i],
  ['a document or spreadsheet of an office program', 'table', /^xl\/|^content\.xml$/i],
  ['a text document', 'read', /^word\//i],
];

/** Reads the last 64 KiB, where a zip has its directory. */
function zipNames(body: Buffer): string[] {
  const end = body.subarray(-65_536);
  const names: string[] = [];
  for (let at = end.indexOf('PK\x01\x02'); at >= 0 && at + 46 <= end.length; at = end.indexOf('PK\x01\x02', at + 46))
    names.push(end.toString('utf8', at + 46, at + 46 + end.readUInt16LE(at + 28)));
  return names;
}

export function foreignBytes(bytes: Uint8Array): Foreign | null {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = archiveIn(body);
  if (archive) return { is: TYPE_NOUNS[archive.type], way: IMPORT_BY_ADDRESS };
  if (body.length === 0) return { is: 'empty' };
  const start = body.toString('latin1', 0, 512);
  const found = foreignOf(BYTES, (pattern) => {
    const [, at = '0', magic = ''] = /^(?:(\d+)@)?(.*)$/s.exec(pattern) ?? [];
    return start.startsWith(magic, Number(at));
  });
  if (found || !start.startsWith('PK\x03\x04')) return found;
  const names = zipNames(body);
  const zipped = LIST_READERS.flatMap((reader) => reader.zipped ?? []);
  const known = zipped.find(({ entry }) => names.some((name) => entry.test(name)));
  const zip = known ?? foreignOf(ZIPS, (pattern) => names.some((name) => pattern.test(name)));
  return zip ?? { is: 'a zip', way: WAYS.packed };
}

/** Recognized by the root element, in lower case. */
const ROOTS: readonly Kind<string>[] = [
  ['a KML', 'data', 'kml'],
  ['a GPX', 'data', 'gpx'],
  ['data (TCX, GML, or of OpenStreetMap)', 'data', 'trainingcenterdatabase', 'featurecollection', 'osm'],
  [
    'the capabilities of a service of data (WFS or WCS)',
    'drawn',
    'wfs_capabilities',
    'wcs_capabilities',
    'capabilities',
  ],
  ['a context of maps', 'service', 'viewcontext', 'owscontext'],
  ['the description of data (metadata)', 'service', 'md_metadata', 'getrecordsresponse', 'getrecordbyidresponse'],
  ['the description of a Tile Map Service', 'tms', 'tilemapservice', 'tilemap'],
  ['a picture (SVG, or VRT of GDAL)', 'picture', 'svg', 'vrtdataset'],
  ['a feed of news', 'read', 'rss', 'feed'],
  ['a theme for offline maps (Mapsforge)', 'offline', 'rendertheme'],
  ['a style (SLD)', 'style', 'styledlayerdescriptor'],
  ['the description of a map for GDAL', 'address', 'gdal_wms'],
  ['a map source of Mobile Atlas Creator', 'mobac', 'custommapsource', 'custommultilayermapsource'],
  ['a service for Mobile Atlas Creator', 'service', 'customwmsmapsource'],
  ['the error of a service', 'error', 'serviceexceptionreport', 'exceptionreport'],
];

export const foreignXml = ({ name }: Pick<XmlElement, 'name'>): Foreign | null =>
  /^html$/i.test(name) ? WEB_PAGE : foreignOf(ROOTS, (root) => root === name.toLowerCase());

const GEOJSON = /^(?:Feature|FeatureCollection|GeometryCollection|(?:Multi)?(?:Point|LineString|Polygon))$/;

export function foreignJson(value: unknown): Foreign | null {
  const members = asJsonMembers(value) ?? {};
  const {
    type,
    features,
    stac_version: stac,
    osm3s,
    currentVersion,
    operationalLayers,
    error,
    capabilities,
    services,
  } = members;
  const [first] = [...jsonItemsOf(value), ...jsonItemsOf(features), value];
  const { urlPattern, template, tilejson, properties, id, url, type: kind } = asJsonMembers(first) ?? {};
  if (urlPattern !== undefined || asJsonMembers(properties)?.['list'] !== undefined)
    return { is: 'a document of a service', way: 'so import the service by its address' };
  if (template !== undefined || (Array.isArray(value) && [id, url, kind].every((member) => typeof member === 'string')))
    return {
      is: 'a list for iD and other editors in JSON',
      way: 'so import the GeoJSON of editor-layer-index, which has the same',
    };
  if (tilejson !== undefined && Array.isArray(value))
    return { is: 'a list of TileJSONs', way: 'so import each of them' };
  if (GEOJSON.test(String(type)))
    return { is: 'a GeoJSON', way: `${WAYS.data}; if it is the area of a map, it belongs in areas/ of the catalog` };
  if (type === 'Topology') return { is: 'a TopoJSON', way: WAYS.data };
  if (stac !== undefined) return { is: 'a list of pictures (STAC)', way: WAYS.picture };
  if (type === 'umap') return { is: 'a map of uMap', way: WAYS.background };
  if (operationalLayers !== undefined || /^CIM/.test(String(type)))
    return { is: 'a map or layer of ArcGIS', way: WAYS.address };
  if (osm3s !== undefined) return { is: 'data of OpenStreetMap', way: WAYS.data };
  if (/^\d{3}$/.test(String(asJsonMembers(error)?.['code'])))
    return { is: 'the error of a service', way: `${WAYS.error}; it may need a login or a token` };
  if (currentVersion !== undefined && Array.isArray(services)) return serviceFolder(services);
  const way =
    drawsPictures(capabilities) || isObject(members['tileInfo'])
      ? 'so give the address of the service to cartalog new map --url'
      : 'which has data and no pictures';
  return currentVersion === undefined ? null : { is: 'the description of a service of ArcGIS', way };
}

function serviceFolder(services: readonly unknown[]): Foreign {
  const found = services.flatMap((service) => {
    const { name, type } = asJsonMembers(service) ?? {};
    return /^(?:Map|Image)Server$/.test(String(type)) ? shortenedText(`${name}/${type}`) : [];
  });
  const [first] = found;
  if (first === undefined)
    return { is: 'a folder of ArcGIS without a service that draws pictures', way: 'so look in the folders in it' };
  const way = `so give the address of one of them, such as …/rest/services/${first}, to cartalog new map --url`;
  return { is: `a folder of services of ArcGIS (${firstNames(found)})`, way };
}

const TEXTS: readonly Kind<RegExp>[] = [
  ['the projection of a shapefile', 'data', /^(?:PROJCS|GEOGCS|PROJCRS|GEOGCRS|COMPD_CS)\[/],
  ['the encoding of a shapefile', 'data', /^(?:UTF-?8|ISO[ -]?8859-?\d{1,2}|(?:ANSI |CP|LDID\/)?\d{2,5})$/i],
  ['a track or geometry', 'data', /^(?:\$GP|OziExplorer|BEGIN:V|(?:MULTI)?(?:POINT|LINESTRING|POLYGON) ?[ZM]?\()/],
  ['the place of a picture (world file)', 'picture', /^-?[\d.]{1,30}(?:\s{1,4}-?[\d.]{1,30}){5}$/],
  ['a configuration of MapServer', 'service', /^MAP\s/],
  ['a link to a page', 'address', /^\[(?:InternetShortcut|Desktop Entry)\]/i],
  ['a record of a catalog', 'record', /^(?:#[^\n]{0,500}\n)?(?:id|name|type|hosts): /],
  ['an address', 'address', /^(?:\w{2,8}(?:\[[\d,-]{0,20}\])?:)?https?:\/\/\S*$/i],
  ['a configuration (YAML)', 'address', /^(?:---\n|#[^\n]{0,500}\n)?[\w-]{1,60}:(?:\n| [^\n]{0,200}\n[\w-]{1,60}:)/],
];

/** Recognizes a large file by its beginning. */
export function foreignStart(bytes: Uint8Array): Foreign | null {
  const start = Buffer.from(bytes.subarray(0, TEXT_LIMITS.address)).toString();
  const [, root] = /^\s*(?:<[?!][^<>]{0,1000}>\s*)*<(?:[\w-]{1,40}:)?(\w{1,60})[\s>]/.exec(start) ?? [];
  const [, type] = /^\s*\{[^{}]{0,1000}"type"\s*:\s*"(\w{1,40})"/.exec(start) ?? [];
  return foreignBytes(bytes) ?? (root ? foreignXml({ name: root }) : type ? foreignJson({ type }) : null);
}

export function foreignText(text: string): Foreign | null {
  const start = text.slice(0, 5_000).trim();
  if (isCode(start)) return { is: 'code', way: WAYS.code };
  return start === '' ? { is: 'empty' } : foreignOf(TEXTS, (pattern) => pattern.test(start));
}
