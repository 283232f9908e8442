/** Files that people take for lists of maps: what they are by their content, and what to do. */
import { isCode } from '../../../../build/map-types/snippet.ts';
import { LIST_READERS } from '../../../../build/programs/readers.ts';
import { DRAWS_NO_MAPS, IMPORT_BY_ADDRESS } from '../../../../build/programs/stated/stated-map.ts';
import { asJsonMembers, isObject, jsonItemsOf } from '../../../../contract/base/json-values.ts';
import { TEXT_LIMITS } from '../../../../contract/base/limits.ts';
import { firstNames, itemsByKey, shortenedText } from '../../../../contract/base/text.ts';
import { childrenNamed, childText, type XmlElement } from '../../../../contract/base/xml-elements.ts';
import { arcgisServiceIn, drawsPictures } from '../../../../contract/maps/export-image.ts';
import { capabilitiesOffer } from '../../../../contract/maps/import-offer.ts';
import { FILE_FORMATS } from '../../../../contract/maps/map-formats.ts';
import { SERVICE_PROTOCOL } from '../../../../contract/maps/map-types.ts';
import { serviceErrorIn } from '../../../../contract/maps/service-error.ts';
import { ARCHIVE_NOUN, isArchive } from '../lists/addressed-maps.ts';
import { isWebPage, rootNameIn } from '../service/read-served.ts';
import { addressInDatabase } from './database-address.ts';
import { type Offer, TEMPLATE } from './maps-inside.ts';

const NEW_MAP = 'cartalog new mapserver --url (tiles) or cartalog new map --url (a style or service)';

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
  editors: `so import the GeoJSON of editor-layer-index instead, or give each address in it to ${NEW_MAP}`,
  address: `so give the address in it to ${NEW_MAP}`,
  code: `which may contain addresses of maps: give the code around each to ${NEW_MAP}, which take pasted code`,
  tms: 'so give the address of its tiles, such as https://tms.example.org/1.0.0/map/{z}/{x}/{-y}.png, to cartalog new map --url',
  drawn: DRAWS_NO_MAPS,
  track: 'and has no maps',
  script:
    'which computes addresses: write {z}, {x} and {y} in place of what it computes, and give that to cartalog new mapserver --url',
  numbered:
    'so give each <ServerUrl> in it to cartalog new mapserver --url, with {z}, {x} and {y} in place of %1, %2 and %3',
  template: 'so give the template of each CustomLayer in it to cartalog new mapserver --url',
  mobac: 'so save each <customMapSource> in it as a file, and import that',
  service: 'so import the capabilities of the service in it, by their address',
  error: 'so correct the request that it answers',
  ogc: 'which may have tiles: look in it for the description of those, and give their address, with {tileMatrix}, {tileRow} and {tileCol} in it, to cartalog new mapserver --url',
  wiki: 'so copy the text of its page into a file .txt, and import that',
  numbers: 'so export its table there as CSV (File, Export To), and import that',
  apart:
    'so write the host and the path of each address in it as one, with {z}, {x} and {y} where its tiles are numbered, and give that to cartalog new mapserver --url',
  marble:
    'so write the protocol, the host and the path of a <downloadUrl> in it as one, with {z}/{x}/{y}.png after a path that only ends in /, and give that to cartalog new mapserver --url',
  tile: 'so give the address in it to cartalog new mapserver --url, with {z}, {x} and {y} in place of the numbers of the tile',
  page: 'and no list of maps, perhaps a login page: save the file that it shows or links to (on GitHub, the raw one), and import that',
  mail: 'so save the list attached to it as a file, or its addresses as lines (name: address, each after a hyphen), and import that',
  bookmarks: 'so give the address of each map in it, and not of its page, to cartalog new map --url',
  list: 'with addresses of maps in it: copy its tables and lists into a spreadsheet with the columns name and url, save that as CSV, and import it',
  record: 'so put it into the folder of the catalog itself',
};

/** Ways that send a person to an address in the document. */
const LEADS_INSIDE: ReadonlySet<keyof typeof WAYS> = new Set([
  'data',
  'background',
  'read',
  'editors',
  'address',
  'tile',
  'template',
  'service',
  'ogc',
]);

/** Says which addresses of maps a document has, with commands; null without any. */
export type MapsInside = () => string | null;
const NOTHING: MapsInside = () => null;

function wayOf(way: keyof typeof WAYS, inside: MapsInside): string {
  const found = LEADS_INSIDE.has(way) ? inside() : null;
  return found ? ` ${found}` : `, ${WAYS[way]}`;
}

type Kind = readonly [is: string, way: keyof typeof WAYS, pattern: Pick<RegExp, 'test'>];

/** Each answer of this file ends a sentence that begins with the name of the file. */
function foreignOf(kinds: readonly Kind[], texts: readonly string[], inside: MapsInside = NOTHING): string | null {
  const [is, way] = kinds.find(([, , pattern]) => texts.some((text) => pattern.test(text))) ?? [];
  return is && way ? `is ${is}${wayOf(way, inside)}` : null;
}

/** One of several beginnings in Latin-1; a number before `@` is an offset. */
const bytes = (beginnings: string): Kind[2] => ({
  test: (start) =>
    beginnings.split('|').some((one) => {
      const [magic = '', at] = one.split('@').reverse();
      return start.startsWith(magic, Number(at ?? 0));
    }),
});

const BYTES: readonly Kind[] = [
  ['a picture (PNG, JPEG, GIF, WebP, HEIC or AVIF)', 'picture', bytes('\x89PNG|\xff\xd8\xff|GIF8|8@WEBP|4@ftyp')],
  ['a picture (TIFF, perhaps GeoTIFF)', 'picture', bytes('II*\0|MM\0*|II+\0')],
  ['a GeoPackage', 'data', bytes('68@GPKG|68@GP10')],
  ['a database (SQLite), perhaps with tiles, such as MBTiles or .sqlitedb', 'tiles', bytes('SQLite format 3\0')],
  ['a shapefile', 'data', bytes('\0\0\x27\x0a')],
  ['a table of a shapefile (dBASE)', 'data', bytes('\x03|\x83')],
  ['data (FlatGeobuf, Parquet, netCDF, HDF, GRIB or LAS)', 'data', bytes('fgb|PAR1|CDF\x01|CDF\x02|\x89HDF|GRIB|LASF')],
  ['a map for offline use (Mapsforge, Garmin or OBF)', 'offline', bytes('mapsforge binary OSM|16@DSKIMG|\x08\x02')],
  ['a track of a watch (FIT)', 'track', bytes('8@.FIT')],
  ['a chart (BSB)', 'picture', /^(?:(?:!|CRR|VER)[^\n]{0,200}\n){0,10}BSB\//],
  ['an extract of OpenStreetMap (PBF)', 'offline', bytes('6@OSMHeader')],
  ['a text document (PDF or RTF)', 'read', bytes('%PDF|{\\rtf')],
  ['a document of an old office program or of ArcMap', 'table', bytes('\xd0\xcf\x11\xe0')],
  ['a compressed file', 'packed', bytes('\x1f\x8b|BZh|\xfd7zXZ|\x28\xb5\x2f\xfd|7z\xbc\xaf|Rar!|257@ustar')],
];

/** Recognized by names in a zip. */
const ZIPS: readonly Kind[] = [
  ['a zip with a shapefile', 'data', /\.shp$/i],
  ['a KMZ', 'data', /\.kml$/i],
  ['a document or spreadsheet of an office program', 'table', /^xl\/|^content\.xml$/i],
  ['a presentation (Keynote)', 'read', /^Index\/(?:Master)?Slide.*\.iwa$/],
  ['a spreadsheet (Numbers)', 'numbers', /^Index\/Tables\/.*\.iwa$|\.numbers$/i],
  ['a text document (Pages)', 'read', /\.iwa$/],
  ['a text document', 'read', /^word\//i],
  ['a zip', 'packed', /^/],
];

/** Reads the last 64 KiB, where a zip has its directory. */
function zipNames(body: Buffer): string[] {
  const end = body.subarray(-65_536);
  const names: string[] = [];
  for (let at = end.indexOf('PK\x01\x02'); at >= 0 && at + 46 <= end.length; at = end.indexOf('PK\x01\x02', at + 46))
    names.push(end.toString('utf8', at + 46, at + 46 + end.readUInt16LE(at + 28)));
  return names;
}

/** @param name of the file */
export function foreignBytes(bytes: Uint8Array, offer?: Offer, name = ''): string | null {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isArchive(body)) return `is ${ARCHIVE_NOUN}; ${IMPORT_BY_ADDRESS}`;
  if (body.length === 0) return EMPTY;
  const start = body.toString('latin1', 0, 512);
  const tiles = offer && start.startsWith('SQLite') ? addressInDatabase(body) : null;
  if (offer && tiles)
    return `is a database of tiles (SQLite) with their address: ${offer('new mapserver --url', tiles)}`;
  if (!start.startsWith('PK\x03\x04')) return foreignOf(BYTES, [start]);
  const names = zipNames(body);
  const zipped = LIST_READERS.flatMap((reader) => reader.zipped ?? []);
  const known = zipped.find(({ entry }) => names.some((name) => entry.test(name)));
  return known ? `is ${known.is}, ${known.way}` : foreignOf(ZIPS, [...names, name]);
}

const EMPTY = 'is empty';

/** Recognized by the root element. */
const ROOTS: readonly Kind[] = [
  ['a web page', 'page', /^html$/i],
  ['a KML', 'data', /^kml$/i],
  ['a GPX', 'data', /^gpx$/i],
  ['data (TCX, GML, or of OpenStreetMap)', 'data', /^(?:TrainingCenterDatabase|FeatureCollection|osm)$/i],
  ['the capabilities of a service of data (WFS or WCS)', 'drawn', /^(?:(?:WFS|WCS)_)?Capabilities$/i],
  ['a map of QMapShack', 'numbered', /^TMS$/],
  ['a list of maps of Viking', 'apart', /^objects$/],
  ['a map of Marble', 'marble', /^dgml$/],
  ['a list of maps of AlpineQuest', 'address', /^aqx$/],
  ['preferences or a session of an editor', 'address', /^(?:preferences|[a-z]{1,20}-session)$/],
  ['a spreadsheet', 'table', /^urn:(?:oasis:names:tc:opendocument|schemas-microsoft-com:office):/],
  ['an export of a wiki', 'wiki', /^mediawiki$/],
  ['a list of services of Merkaartor', 'service', /^WmsServersList$/],
  ['a context of maps', 'service', /^(?:View|OWS)Context$/i],
  ['the description of data (metadata)', 'service', /^(?:MD_Metadata|GetRecords?(?:ById)?Response)$/i],
  ['the description of a Tile Map Service', 'tms', /^TileMap(?:Service)?$/i],
  ['a picture (SVG, or VRT of GDAL)', 'picture', /^(?:svg|VRTDataset)$/i],
  ['a feed of news', 'read', /^(?:rss|feed)$/i],
  ['a theme for offline maps (Mapsforge)', 'offline', /^rendertheme$/i],
  ['a style (SLD)', 'style', /^StyledLayerDescriptor$/i],
  ['the description of a map for GDAL', 'address', /^GDAL_WMT?S$/i],
  ['several map sources of Mobile Atlas Creator on one another', 'mobac', /^customMultiLayerMapSource$/i],
  ['a service for Mobile Atlas Creator', 'service', /^customWmsMapSource$/i],
  ['the error of a service', 'error', /^(?:ServiceExceptionReport|ExceptionReport)$/i],
];

const BOOKMARKS: Kind = ["the browser's bookmarks", 'bookmarks', /^\s*<!doctype netscape/i];

const PAGES: readonly Kind[] = [
  ['a web page with code', 'code', /<script\b[^>]{0,300}>[^<]{0,100000}https?:\/\/[^\s"'<>`\\]{1,300}?\{\$?z/i],
  ['a web page with a list', 'list', TEMPLATE],
  [
    'a web page with code',
    'code',
    /<script\b[^>]{0,300}>[^<]{0,100000}(?:\bol\.source\.|\bL\.tileLayer|\b(?:maplibre|mapbox)gl\.Map\b)/,
  ],
];

export function foreignPage(text: string): string | null {
  if (!isWebPage(text)) return foreignOf([BOOKMARKS], [text.slice(0, TEXT_LIMITS.address)]);
  return foreignOf(PAGES, [text.slice(0, 100_000)]) ?? foreignRoot('html');
}

export const foreignRoot = (name: string, inside: MapsInside = NOTHING): string | null =>
  foreignOf(ROOTS, [name], inside);

/** A description for GDAL has all that a command needs. */
export function foreignXml(root: XmlElement, offer: Offer, inside: MapsInside): string | null {
  const [service = root] = childrenNamed(root, 'Service');
  const [tiles, capabilities] = [childText(service, 'ServerUrl'), childText(service, 'GetCapabilitiesUrl')];
  const is = 'is the description of a map for GDAL: ';
  if (root.name === 'GDAL_WMTS' && capabilities)
    return is + offer('import', capabilities, { layers: childText(root, 'Layer') });
  if (root.name !== 'GDAL_WMS' || !tiles) return foreignOf(ROOTS, [root.name, root.namespaceUri ?? ''], inside);
  const [layers, format] = [childText(service, 'Layers'), childText(service, 'ImageFormat')];
  const crs = childText(service, 'CRS') || childText(service, 'SRS');
  if (layers) return is + offer('new map --url', tiles, { layers, crs, format });
  const isFlipped = /^bottom$/i.test(childText(childrenNamed(root, 'DataWindow')[0] ?? root, 'YOrigin'));
  const address = isFlipped ? tiles.replace('${y}', '{-y}') : tiles;
  return is + offer(isFlipped ? 'new map --url' : 'new mapserver --url', address);
}

const GEOJSON = /^(?:Feature|FeatureCollection|GeometryCollection|(?:Multi)?(?:Point|LineString|Polygon))$/;

/** Other lists have `xyz` or `overlay`. */
const EDITOR_TYPE = /^(?:tms|wmt?s|bing|scanex)/;

const MAX_COMMANDS = 10;

const DATA_ONLY = 'sends data and draws no pictures';

/** The services of a Masterportal, each with the layers that are listed of it. */
function servicesOf(items: readonly unknown[], offer: Offer): string {
  const known = items.flatMap((item) => {
    const { typ, url, capabilitiesUrl = url, layers } = asJsonMembers(item) ?? {};
    if (!/^WMT?S$/i.test(String(typ)) || typeof capabilitiesUrl !== 'string') return [];
    const service = /^WMTS$/i.test(String(typ)) ? 'WMTS' : SERVICE_PROTOCOL;
    return { address: capabilitiesOffer(capabilitiesUrl, service).address, layers };
  });
  const commands = [...itemsByKey(known, ({ address }) => address)].map(([address, listed]) =>
    offer('import', address, { layers: [...new Set(listed.map(({ layers }) => String(layers ?? '')))].join() }),
  );
  return `is a list of services of Masterportal: ${firstCommands(commands)}`;
}

/** @param address of the document, if it has one */
export function foreignJson(value: unknown, offer: Offer, inside: MapsInside, address = ''): string | null {
  const { type, features, services, ...members } = asJsonMembers(value) ?? {};
  const [first] = [...jsonItemsOf(value), ...jsonItemsOf(features), value];
  const { properties, ...item } = asJsonMembers(first) ?? {};
  const isList = Array.isArray(value);
  if ('urlPattern' in item || asJsonMembers(properties)?.['list'] !== undefined)
    return 'is a document of a service, so import the service by its address';
  if ('template' in item || (isList && 'id' in item && 'url' in item && EDITOR_TYPE.test(String(item['type']))))
    return `is a list for iD, Vespucci or other editors${wayOf('editors', inside)}`;
  if (isList && 'typ' in item && 'url' in item) return servicesOf(jsonItemsOf(value), offer);
  if (asJsonMembers(properties)?.['class'] === 'CustomLayer') return `is a map of CalTopo${wayOf('template', inside)}`;
  if (Array.isArray(members['catalog']) || 'homeCamera' in members)
    return `is a catalog of TerriaJS${wayOf('service', inside)}`;
  if (isList && 'tilejson' in item) return 'is a list of TileJSONs, so import each of them';
  if (GEOJSON.test(String(type))) {
    const found = inside();
    return found
      ? `is a GeoJSON ${found}`
      : `is a GeoJSON, ${WAYS.data}; if it is the area of a map, it belongs in areas/ of the catalog`;
  }
  if (type === 'Topology') return `is a TopoJSON${wayOf('data', inside)}`;
  if ('stac_version' in members) return `is a list of pictures (STAC), ${WAYS.picture}`;
  if (type === 'umap') return `is a map of uMap${wayOf('background', inside)}`;
  const layer = layerOf(members['layerDefinitions']);
  if (layer) return `is a layer of ArcGIS: ${offer('new map --url', layer)}`;
  if ('operationalLayers' in members || /^CIM/.test(String(type)))
    return `is a map or layer of ArcGIS${wayOf('address', inside)}`;
  if ('osm3s' in members) return `is data of OpenStreetMap${wayOf('data', inside)}`;
  if (Array.isArray(members['links']) && members['type'] === undefined)
    return `is a description of a service (OGC API)${wayOf('ogc', inside)}`;
  const error = serviceErrorIn(members);
  if (error) return `is the error of a service${error.said}, ${WAYS.error}${error.hint}`;
  if (!('currentVersion' in members)) return null;
  const [root = ''] = /^.*\/rest\/services(?=[/?]|$)/i.exec(address) ?? [];
  if (Array.isArray(services)) return serviceFolder(services, members['folders'], root, offer);
  const [folder] = /^[^?]*(?=\/[^/?]+\/FeatureServer\b)/i.exec(address) ?? [];
  if (folder)
    return `is a FeatureServer of ArcGIS, which ${DATA_ONLY}; its folder lists what does: ${offer('import', folder)}`;
  const { service } = arcgisServiceIn(address) ?? {};
  return drawsPictures(members['capabilities']) || isObject(members['tileInfo'])
    ? `is the description of a service of ArcGIS${service ? `: ${offer('new map --url', service)}` : ', so give the address of the service to cartalog new map --url'}`
    : `is the description of a service of ArcGIS, which ${DATA_ONLY}`;
}

/** The address of the service that the first layer names. */
function layerOf(layers: unknown): string | null {
  const { serviceConnection } = asJsonMembers(jsonItemsOf(layers)[0]) ?? {};
  const { url, objectName, objectType } = asJsonMembers(serviceConnection) ?? {};
  const isService = typeof url === 'string' && /^(?:Map|Image)Server$/.test(String(objectType));
  return isService
    ? `${url.replace(/(?:\/rest)?\/services\/?$/i, '/rest/services')}/${objectName}/${objectType}`
    : null;
}

/** @param root the address of all services; empty if unknown */
function serviceFolder(services: readonly unknown[], folders: unknown, root: string, offer: Offer): string {
  const found = services.flatMap((service) => {
    const { name, type } = asJsonMembers(service) ?? {};
    return /^(?:Map|Image)Server$/.test(String(type)) ? shortenedText(`${name}/${type}`) : [];
  });
  const inside = jsonItemsOf(folders).map(String);
  const is =
    found.length > 0
      ? 'is a folder of services of ArcGIS'
      : 'is a folder of ArcGIS without a service that draws pictures';
  if (root === '')
    return found.length > 0
      ? `${is} (${firstNames(found)}), so give the address of one of them, such as …/rest/services/${found[0]}, to cartalog new map --url`
      : `${is}, so look in the folders in it`;
  const ways = [
    ...found.map((name) => offer('new map --url', `${root}/${name}`)),
    ...inside.map((name) => offer('import', `${root}/${name}`)),
  ];
  return ways.length > 0 ? `${is}: ${firstCommands(ways)}` : is;
}

function firstCommands(commands: readonly string[]): string {
  const left = commands.length - MAX_COMMANDS;
  return `${commands.slice(0, MAX_COMMANDS).join('; ')}${left > 0 ? `; and ${left} more` : ''}`;
}

/** What a table could be taken for. */
const LIKE_TABLES: readonly Kind[] = [
  [
    'an e-mail',
    'mail',
    /^(?:[\w-]{1,40}: [^\n]{0,1000}\r?\n(?:[ \t][^\n]{0,1000}\r?\n){0,50}){0,50}(?:From|Subject|Received): /,
  ],
  ['a configuration of MapProxy', 'address', /^(?:[^\n]{0,500}\n){0,50}(?:grids|caches): ?(?:\{|\n)/],
];

const TEXTS: readonly Kind[] = [
  ['the projection of a shapefile', 'data', /^(?:PROJCS|GEOGCS|PROJCRS|GEOGCRS|COMPD_CS)\[/],
  ['the encoding of a shapefile', 'data', /^(?:UTF-?8|ISO[ -]?8859-?\d{1,2}|(?:ANSI |CP|LDID\/)?\d{2,5})$/i],
  ['the calibration of a picture (OziExplorer)', 'picture', /^OziExplorer Map/],
  ['a track or geometry', 'data', /^(?:\$GP|OziExplorer|BEGIN:V|(?:MULTI)?(?:POINT|LINESTRING|POLYGON) ?[ZM]?\()/],
  ['the place of a picture (world file)', 'picture', /^-?[\d.]{1,30}(?:\s{1,4}-?[\d.]{1,30}){5}$/],
  ['a configuration of MapServer', 'service', /^MAP\s/],
  ['a link to a page', 'address', /^\[(?:InternetShortcut|Desktop Entry)\]/im],
  ['a record of a catalog', 'record', /^(?:#[^\n]{0,500}\n)?(?:id|name|type|hosts): /],
  ['a command (cURL)', 'tile', /^curl\s/],
  ['one line', 'address', /^(?:\w{2,8}(?:\[[\d,-]{0,20}\])?:)?https?:\/\/\S*$/i],
  ['a configuration (YAML)', 'address', /^(?:---\n|#[^\n]{0,500}\n)?[\w-]{1,60}:(?:\n| [^\n]{0,200}\n[\w-]{1,60}:)/],
];

/** Recognizes a large file by its beginning. */
export function foreignStart(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, TEXT_LIMITS.address)).toString();
  const root = rootNameIn(start);
  const [, type] = /^\s*\{[^{}]{0,1000}"type"\s*:\s*"(\w{1,40})"/.exec(start) ?? [];
  return foreignBytes(bytes) ?? (root ? foreignRoot(root) : type ? foreignJson({ type }, () => '', NOTHING) : null);
}

/** `BR.layers = {}`: what tables do not begin with. */
const ASSIGNMENT = /^[\w.$]{1,100}\s?=\s?[{["'\w]/;

/** Asked before tables are read. */
export function foreignBeforeTables(text: string, inside: MapsInside): string | null {
  const start = text.slice(0, 5_000).trim();
  if (/\bgetTileUrl\s?\(|\bmobac\./.test(start)) return `is a script of Mobile Atlas Creator, ${WAYS.script}`;
  return ASSIGNMENT.test(start) ? `is code, ${WAYS.code}` : foreignOf(LIKE_TABLES, [start], inside);
}

export function foreignText(text: string, inside: MapsInside): string | null {
  const start = text.slice(0, 5_000).trim();
  if (isCode(start)) return `is code, ${WAYS.code}`;
  return start === '' ? EMPTY : foreignOf(TEXTS, [start], inside);
}
