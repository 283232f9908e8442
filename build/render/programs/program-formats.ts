/** The formats of map programs, for one map or for many. What differs between types of maps is in `types/`. */
import { crc32 } from 'node:zlib';
import { attributionParts, attributionText, namesOpenStreetMap } from '../../../contract/maps/credit.ts';
import { isBox, type Polygon, polygonOf } from '../../../contract/maps/geometry.ts';
import { categoryOf, NO_GEOMETRY } from '../../../contract/maps/layer-categories.ts';
import { ACCESS_TOKEN, LAST_ZOOM } from '../../../contract/maps/placeholders.ts';
import { PROGRAM_FILES, RECORD_FOLDERS } from '../../../contract/pages.ts';
import { type CatalogMap, isOverlay, needsReferer } from '../../model/catalog.ts';
import { polygonsOf } from '../../model/server-areas.ts';
import { type Attributes, cdataElement, element, textElement, xmlText } from '../core/xml-writer.ts';
import { boundsOf, boxesOf, openingOf } from './map-bounds.ts';
import { attributionHtml } from './tile-template.ts';
import { partOf, scriptValue } from './types/map-forms.ts';
import { TILE_SIZE } from './types/tile-forms.ts';

/** The levels that are stated, by the names that a format has for them. @param step where it counts otherwise */
function zoomsOf({ server }: CatalogMap, first: string, last: string, step = 0): Readonly<Record<string, number>> {
  const { minZoom, maxZoom } = server;
  return {
    ...(minZoom === undefined ? {} : { [first]: minZoom + step }),
    ...(maxZoom === undefined ? {} : { [last]: maxZoom + step }),
  };
}

/** The folder and file of a map, which is its id below `/v2/`. */
const keyOf = ({ kind, server }: CatalogMap, separator = '/'): string =>
  `${RECORD_FOLDERS[kind]}${separator}${server.fileName}`;

/** The headers that a program must be told to send: the address of the catalog, never somebody else's. */
function headersOf({ server }: CatalogMap, serviceUrl: string): readonly [name: string, value: string][] {
  return needsReferer(server) ? [['Referer', `${serviceUrl}/`]] : [];
}

/** The bounds in the order of TileJSON and MapLibre; none if they are not known. */
function boundsList({ area }: CatalogMap['server']): { readonly bounds?: readonly number[] } {
  const box = boundsOf(area);
  return box ? { bounds: [box.west, box.south, box.east, box.north] } : {};
}

/**
 * TileJSON 3.0 of one map; null if somebody else publishes one. It has no `vector_layers`: readers would take it for vector tiles, of
 * which 3.0 demands them, so these are 2.2. It has `tileSize`, which the specification allows, because MapLibre and Mapbox
 * would assume 512.
 */
export function tileJson(listed: CatalogMap): object | null {
  const { server } = listed;
  const own = partOf('tilejson', listed);
  if (typeof own === 'string') return null;
  return {
    tilejson: 'format' in own ? '2.2.0' : '3.0.0',
    name: server.id,
    description: server.name,
    attribution: attributionHtml(server),
    ...own,
    ...zoomsOf(listed, 'minzoom', 'maxzoom'),
    // Without bounds, readers assume the world.
    ...(server.area === 'world' ? { bounds: WORLD } : boundsList(server)),
    ...('format' in own ? {} : { tileSize: server.tileSize ?? TILE_SIZE }),
  };
}

/** The bounds of tiles of the whole world, as the specification states them. */
const WORLD = [-180, -85.05112877980659, 180, 85.0511287798066];

/** A MapLibre style (version 8) with a base map as its only layer, named after its file; null if it has a style. */
export function mapLibreStyle(listed: CatalogMap): object | null {
  const { server } = listed;
  const id = server.fileName;
  const own = partOf('maplibre', listed);
  if (typeof own === 'string') return null;
  const source = {
    ...own,
    ...zoomsOf(listed, 'minzoom', 'maxzoom'),
    ...boundsList(server),
    attribution: attributionHtml(server),
  };
  return {
    version: 8,
    name: server.id,
    // Without them it opens on the sea, far away from most maps.
    ...openingOf(server),
    sources: { [id]: source },
    layers: [{ id, type: 'raster', source: id }],
  };
}

/**
 * The corners of the bounds, as Leaflet states them. None if they are not known, or around more than half of the world: these
 * may be of an area across the 180th meridian, beyond which Leaflet would draw no tiles.
 */
function cornersOf({ area }: CatalogMap['server']): { readonly bounds?: readonly (readonly number[])[] } {
  const box = boundsOf(area);
  if (!box || box.east - box.west > 180) return {};
  return {
    bounds: [
      [box.south, box.west],
      [box.north, box.east],
    ],
  };
}

function leafletLayer(listed: CatalogMap, language: string) {
  const { server } = listed;
  const { make, options: own, ...layer } = partOf('leaflet', listed);
  const isTileLayer = make.startsWith('L.tileLayer');
  // Leaflet's own layers count levels by the size of tiles: one of 512 pixels shows what four of 256 at the next level show.
  const isLarge = isTileLayer && server.tileSize === 512;
  const ofTiles = {
    ...zoomsOf(listed, 'minZoom', 'maxZoom', isLarge ? 1 : 0),
    ...(isLarge ? { tileSize: 512, zoomOffset: -1 } : {}),
    ...cornersOf(server),
    // leaflet-providers reads braces as names of other providers.
    attribution: attributionHtml(server).replaceAll('{', '&#123;'),
  };
  const options: Record<string, unknown> = {
    // MapLibre would take them for its own: its bounds are the other way round, its levels lower by 1.
    ...(make === 'L.maplibreGL' ? {} : ofTiles),
    ...own,
    ...('language' in own ? { language } : {}),
    // Otherwise a page with a stricter policy sends none.
    ...(isTileLayer && needsReferer(server) ? { referrerPolicy: 'strict-origin-when-cross-origin' } : {}),
  };
  return { ...layer, make, options };
}

/** Data for leaflet-providers, by folder and file name of each server. @param language a default for pages */
export function leafletProviders(servers: readonly CatalogMap[], language: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    servers.map((listed) => {
      const { url, options } = leafletLayer(listed, language);
      return [keyOf(listed), { url, options }];
    }),
  );
}

/** The code that adds a server to a Leaflet map. The language is that of the browser. */
export function leafletCode(listed: CatalogMap): string {
  const { setup = '', make, url, options } = leafletLayer(listed, '');
  const lines = Object.entries(options).map(([name, value]) => {
    return `  ${name}: ${name === 'language' ? "navigator.language.split('-')[0]" : scriptValue(value)},\n`;
  });
  const first = make === 'pmtiles.leafletRasterLayer' ? `new pmtiles.PMTiles(${scriptValue(url)})` : scriptValue(url);
  return `${setup}${make}(${url === null ? '' : `${first}, `}{\n${lines.join('')}}).addTo(map);`;
}

/** Providers of the Python library xyzservices. A key that is not set is asked for. @param language a default */
export function xyzProviders(servers: readonly CatalogMap[], language: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    servers.map((listed) => {
      const { server } = listed;
      const { template, parts, options } = partOf('xyzservices', listed);
      const provider = {
        name: server.id,
        url: template.replaceAll(ACCESS_TOKEN, '{apikey}'),
        attribution: attributionText(server),
        html_attribution: attributionHtml(server),
        ...zoomsOf(listed, 'min_zoom', 'max_zoom'),
        ...(parts.length > 0 ? { subdomains: parts } : {}),
        ...(server.tileSize === undefined ? {} : { tileSize: server.tileSize }),
        ...cornersOf(server),
        ...options,
        // The library ignores members that it does not know.
        ...(isOverlay(listed) ? { overlay: true } : {}),
        ...(template.includes('{language}') ? { language } : {}),
        ...(server.unsetTokens.length > 0 ? { apikey: '<insert your API key here>' } : {}),
      };
      return [keyOf(listed), provider];
    }),
  );
}

/** The roots of the files that QGIS saves and loads, by the element of a connection. */
export const QGIS_ROOTS = {
  xyztiles: 'qgsXYZTilesConnections',
  wms: 'qgsWMSConnections',
  vectortile: 'qgsVectorTileConnections',
} as const;

/** Connections of QGIS of one kind: the XML that it loads and saves. It has no credit. */
export function qgisXml(
  servers: readonly CatalogMap[],
  serviceUrl: string,
  kind: keyof typeof QGIS_ROOTS = 'xyztiles',
): string {
  const taken = new Set<string>();
  const connections = servers.map((listed) => {
    const { server } = listed;
    // QGIS stores connections by name; slashes would create folders in its settings.
    let name = server.id.replace(/[/\\]/g, '-');
    while (taken.has(name)) name = `${name} (${isOverlay(listed) ? 'overlay' : 'base map'})`;
    taken.add(name);
    const { url, facts } = partOf('qgis', listed);
    const [[, referer] = [null, '']] = headersOf(listed, serviceUrl);
    const fixed = { authcfg: '', username: '', password: '', referer };
    // The name of the attribute since QGIS 3.26.
    return element(kind, { name, url, ...facts, ...fixed, 'http-header:referer': referer || null });
  });
  return `<!DOCTYPE connections>\n${listElement(QGIS_ROOTS[kind], { version: '1.0' }, connections)}\n`;
}

/** A layer definition of QGIS: the layer as it is drawn, while a connection is only the way to a service. Null for tiles. */
export function qgisLayer(listed: CatalogMap): string | null {
  const { server } = listed;
  const { layer: drawn } = partOf('qgis', listed);
  if (!drawn) return null;
  const source = Object.entries(drawn.uri).map(([name, value]) => `${name}=${value}`);
  const id = server.fileName.replaceAll('-', '_');
  const layer = [
    textElement('id', id),
    textElement('datasource', source.join('&')),
    textElement('layername', server.id),
    element('srs', {}, element('spatialrefsys', {}, textElement('authid', drawn.uri.crs))),
    textElement('provider', drawn.provider),
  ];
  const tree = element('layer-tree-layer', { id, name: server.id, checked: 'Qt::Checked' });
  const layers = element('maplayers', {}, element('maplayer', { type: 'raster' }, layer.join('')));
  return `<!DOCTYPE qgis-layer-definition>\n${element('qlr', {}, element('layer-tree-group', { name: '', checked: 'Qt::Checked' }, tree) + layers)}\n`;
}

/** The highest zoom level that JOSM's schema allows. JOSM draws the tiles of that level larger beyond it. */
export const JOSM_MAX_ZOOM = 24;

/** The JOSM entry of one map: its kind, zoom levels and address. */
export function josmAddress(listed: CatalogMap): string {
  const { minZoom = 0, maxZoom = JOSM_MAX_ZOOM } = listed.server;
  const { type, url } = partOf('editor', listed);
  return type === 'wms' ? `wms:${url}` : `tms[${minZoom},${Math.min(maxZoom, JOSM_MAX_ZOOM)}]:${url}`;
}

/** What JOSM and editor-layer-index say of a map by other names. */
function editorFacts(listed: CatalogMap) {
  const { server } = listed;
  const text = attributionText(server);
  const link = attributionParts(server).find(({ href }) => href !== null)?.href ?? undefined;
  return {
    ...partOf('editor', listed),
    id: keyOf(listed, '_'),
    category: categoryOf(server.kind, namesOpenStreetMap(text)),
    text,
    link,
    country: server.countries?.length === 1 ? server.countries[0] : undefined,
  };
}

/** Imagery for JOSM by its schema `maps-1.0` (https://josm.openstreetmap.de/wiki/Maps), with names in a language. */
export function josmXml(servers: readonly CatalogMap[], language: string): string {
  const entries = servers.map((listed) => {
    const { server } = listed;
    const { minZoom, maxZoom } = server;
    const { id, category, type, url, projections, text, link, country } = editorFacts(listed);
    const content = [
      textElement('name', server.id),
      textElement('id', id),
      // JOSM leaves out entries without a category.
      textElement('category', category),
      textElement('type', type),
      textElement('description', server.name, { lang: language }),
      textElement('url', url),
      ...(projections.length === 0
        ? []
        : [element('projections', {}, projections.map((code) => textElement('code', code)).join(''))]),
      ...stated('min-zoom', minZoom?.toString()),
      ...stated('max-zoom', maxZoom === undefined ? null : String(Math.min(maxZoom, JOSM_MAX_ZOOM))),
      textElement('attribution-text', text),
      ...stated('attribution-url', link),
      ...stated('terms-of-use-url', server.terms),
      ...stated('privacy-policy-url', server.privacy),
      ...stated('date', josmDate(server)),
      ...stated('tile-size', server.tileSize?.toString()),
      ...stated('country-code', country),
      ...josmBounds(server),
    ];
    return element('entry', { overlay: isOverlay(listed) ? true : null }, content.join(''));
  });
  return xmlText(listElement('imagery', { xmlns: 'http://josm.openstreetmap.de/maps-1.0' }, entries));
}

/** An element of what is stated. */
function stated(name: string, text: string | null | undefined): string[] {
  return text ? [textElement(name, text)] : [];
}

/** The time that a map shows: from and until, `-` if one is not stated; or its year. */
function josmDate({ since, until, updates = '' }: CatalogMap['server']): string | null {
  if (since === undefined && until === undefined) return /^\d/.test(updates) ? updates : null;
  if (since === until) return since ?? null;
  return `${since ?? '-'};${until ?? '-'}`;
}

/** The bounds of a map, with its shapes if it is not a single box. JOSM shapes have no holes. */
function josmBounds({ area }: CatalogMap['server']): string[] {
  const box = boundsOf(area);
  if (!box || area === null || area === 'world') return [];
  const polygons = 'polygons' in area ? area.polygons : boxesOf(area).map(polygonOf);
  const shapes = polygons.length === 1 && polygons.every(isBox) ? [] : polygons.map(josmShape);
  const edges = { 'min-lat': box.south, 'min-lon': box.west, 'max-lat': box.north, 'max-lon': box.east };
  return [element('bounds', edges, shapes.join(''))];
}

const josmShape = ([outline = []]: Polygon): string =>
  element('shape', {}, outline.map(([lon, lat]) => element('point', { lat, lon })).join(''));

/** A link that adds a server to OsmAnd: https://osmand.net/docs/user/map/raster-maps#magic-url-to-install-map-source */
export function osmandLink(listed: CatalogMap): string {
  const { server } = listed;
  const parameters: Readonly<Record<string, string | number>> = {
    name: server.id,
    ...zoomsOf(listed, 'min_zoom', 'max_zoom'),
    ...partOf('osmand', listed),
    ...(server.tileSize === undefined ? {} : { tile_size: server.tileSize }),
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `https://osmand.net/add-tile-source?${query.join('&')}`;
}

/** Online maps of OruxMaps, with the placeholders of its sample file. */
export function oruxMapsXml(servers: readonly CatalogMap[], serviceUrl: string): string {
  const numbers = stableNumbers(servers);
  const sources = servers.map((listed, index) => {
    const { server } = listed;
    // In place of {om} OruxMaps writes its own name.
    const ownName: [string, string][] = server.needs?.includes('user-agent') ? [['User-Agent', '{om}']] : [];
    const { template, parts } = partOf('oruxmaps', listed);
    const content = [
      textElement('name', server.id),
      cdataElement('url', template),
      ...(server.attribution ? [cdataElement('website', attributionHtml(server))] : []),
      textElement('minzoom', String(server.minZoom)),
      textElement('maxzoom', String(server.maxZoom)),
      textElement('projection', 'MERCATORESFERICA'),
      ...(parts.length > 0 ? [textElement('servers', parts.join(','))] : []),
      ...[...headersOf(listed, serviceUrl), ...ownName].map(([name, value]) =>
        textElement('httpparam', value, { name }),
      ),
      textElement('cacheable', '1'),
      // Downloading whole areas, which most tile servers forbid.
      textElement('downloadable', '0'),
    ];
    return element('onlinemapsource', { uid: numbers[index] as number }, content.join(''));
  });
  return xmlText(listElement('onlinemapsources', {}, sources));
}

/** The zoom level of Locus at which one tile shows the whole world. */
const LOCUS_WORLD = 8;

/**
 * Custom online maps of Locus Map.
 *
 * https://docs.locusmap.app/doku.php?id=manual:advanced:customization:online_maps
 *
 * @param group the name under which Locus lists them
 */
export function locusXml(servers: readonly CatalogMap[], group: string, serviceUrl: string): string {
  const numbers = stableNumbers(servers);
  const providers = servers.map((listed, index) => {
    const { server } = listed;
    const { template, parts, type } = partOf('locus', listed);
    const { minZoom = 0, maxZoom = LAST_ZOOM } = server;
    const content = [
      textElement('name', group),
      textElement('mode', server.id),
      cdataElement('url', template),
      ...(parts.length > 0 ? [textElement('serverPart', parts.join(';'))] : []),
      textElement('zoomPart', `{z}-${LOCUS_WORLD}`),
      textElement('zoomMin', String(minZoom + LOCUS_WORLD)),
      textElement('zoomMax', String(maxZoom + LOCUS_WORLD)),
      textElement('tileSize', String(server.tileSize ?? TILE_SIZE)),
      textElement('attribution', attributionText(server)),
      ...headersOf(listed, serviceUrl).map((header) => textElement('extraHeader', header.join('#'))),
    ];
    const attributes = { id: numbers[index] as number, type, visible: true, background: -1 };
    return element('provider', attributes, content.join(''));
  });
  return xmlText(listElement('providers', {}, providers));
}

/**
 * The file to which a link `locus-actions://https/…` leads: Locus downloads the online maps into the folder for them.
 *
 * https://docs.locusmap.app/doku.php?id=manual:advanced:customization:actions
 */
export function locusActionsXml(serviceUrl: string): string {
  const source = cdataElement('source', `${serviceUrl}/${PROGRAM_FILES.locus}`);
  const destination = cdataElement('dest', `/mapsOnline/custom/${new URL(serviceUrl).hostname}.xml`);
  const download = element('download', {}, source + destination + textElement('after', 'refreshMap'));
  return xmlText(listElement('locusActions', {}, [download]));
}

/** The edges of the world of GPXSee, which refuses others. */
const GPXSEE_NORTH = 85.0511;

/** A map of GPXSee, which has each in a file of its own. */
export function gpxSeeXml(listed: CatalogMap, serviceUrl: string): string {
  const { server } = listed;
  const { type, elements, tile } = partOf('gpxsee', listed);
  const box = boundsOf(server.area);
  const within = (degrees: number): number => Math.max(-GPXSEE_NORTH, Math.min(GPXSEE_NORTH, degrees));
  const content = [
    textElement('name', server.id),
    ...elements.map(([name, text]) => textElement(name, text)),
    ...(tile ? [element('tile', tile)] : []),
    ...(type === 'WMS' ? [] : [element('zoom', zoomsOf(listed, 'min', 'max'))]),
    ...(box && type !== 'WMS'
      ? [element('bounds', { top: within(box.north), left: box.west, bottom: within(box.south), right: box.east })]
      : []),
    ...headersOf(listed, serviceUrl).map(([name, value]) => textElement('header', value, { name })),
    textElement('copyright', attributionText(server)),
  ];
  const attributes = { xmlns: 'http://www.gpxsee.org/map/1.6', type: type === 'OSM' ? null : type };
  return xmlText(listElement('map', attributes, content));
}

/** Layers as editor-layer-index publishes them: https://github.com/osmlab/editor-layer-index/blob/gh-pages/schema.json */
export function layerIndex(servers: readonly CatalogMap[]): object {
  const features = servers.map((listed) => {
    const { server } = listed;
    const { id, category, type, url, projections, text, link, country } = editorFacts(listed);
    const properties = {
      id,
      name: server.id,
      type,
      url,
      category,
      ...zoomsOf(listed, 'min_zoom', 'max_zoom'),
      description: server.name,
      // What is not stated is left out of JSON.
      attribution: { required: true, text, url: link || undefined },
      country_code: country,
      start_date: server.since,
      end_date: server.until,
      license_url: server.licence?.startsWith('http') ? server.licence : undefined,
      eula: server.terms,
      privacy_policy_url: server.privacy,
      available_projections: projections.length > 0 ? projections : undefined,
      overlay: isOverlay(listed) || undefined,
    };
    return { type: 'Feature', properties, geometry: indexGeometry(server.area) };
  });
  return { type: 'FeatureCollection', [NO_GEOMETRY]: 'unknown', features };
}

const WORLD_POLYGON = polygonOf({ west: -180, south: -90, east: 180, north: 90 });

/** The area of a layer. Only layers whose area is not known have none. */
function indexGeometry(area: CatalogMap['server']['area']): object | null {
  if (area === null) return null;
  if (area === 'world') return { type: 'Polygon', coordinates: WORLD_POLYGON };
  const polygons = 'polygons' in area ? polygonsOf(area) : boxesOf(area).map(polygonOf);
  const [first] = polygons;
  if (!first) return null;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons };
}

function listElement(name: string, attributes: Attributes, items: readonly string[]): string {
  return element(name, attributes, `\n${items.map((item) => `${item}\n`).join('')}`);
}

/** Locus reserves smaller numbers. */
const LOWEST_NUMBER = 1000;

/** Numbers fit into 31 bits. */
const NUMBER_COUNT = 2 ** 31 - LOWEST_NUMBER;

/**
 * Numbers for programs that identify maps by number and store tiles under it. They are derived from the names of
 * servers, so that a server keeps its number when others are added or removed. On a collision the later one gets the
 * next free number.
 */
export function stableNumbers(servers: readonly CatalogMap[]): number[] {
  const taken = new Set<number>();
  return servers.map(({ kind, server }) => {
    let number = crc32(`${kind}/${server.fileName}`) % NUMBER_COUNT;
    while (taken.has(number)) number = (number + 1) % NUMBER_COUNT;
    taken.add(number);
    return LOWEST_NUMBER + number;
  });
}
