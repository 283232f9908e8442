/** The formats of map programs, for one map or for many. What differs between types of maps is in `types/`. */
import { crc32 } from 'node:zlib';
import { attributionParts, attributionText, namesOpenStreetMap } from '../../../contract/maps/credit.ts';
import { isBox, type Polygon, polygonOf } from '../../../contract/maps/geometry.ts';
import { categoryOf, NO_GEOMETRY } from '../../../contract/maps/layer-categories.ts';
import { MAP_LISTS } from '../../../contract/maps/map-types.ts';
import { ACCESS_TOKEN, LAST_ZOOM } from '../../../contract/maps/placeholders.ts';
import { PROGRAM_FILES } from '../../../contract/pages.ts';
import { polygonsOf } from '../../model/areas.ts';
import { type CatalogMap, isOverlay, needsReferer } from '../../model/catalog.ts';
import { type Attributes, cdataElement, element, textElement, xmlText } from '../core/xml-writer.ts';
import { boundsOf, boxesOf, openingOf } from './map-bounds.ts';
import { attributionHtml } from './tile-template.ts';
import { partOf, scriptValue } from './types/map-forms.ts';
import { TILE_SIZE } from './types/tile-forms.ts';

/** The levels that are stated, by the names that a format has for them. @param step where it counts otherwise */
function zoomsOf(map: CatalogMap, first: string, last: string, step = 0): Readonly<Record<string, number>> {
  const { minZoom, maxZoom } = map;
  return {
    ...(minZoom === undefined ? {} : { [first]: minZoom + step }),
    ...(maxZoom === undefined ? {} : { [last]: maxZoom + step }),
  };
}

/** The folder and file of a map, which is its id below `/v2/`. */
const keyOf = ({ list, fileName }: CatalogMap, separator = '/'): string => `${list}${separator}${fileName}`;

/** The headers that a program must be told to send: the address of the catalog, never somebody else's. */
function headersOf(map: CatalogMap, serviceUrl: string): readonly [name: string, value: string][] {
  return needsReferer(map) ? [['Referer', `${serviceUrl}/`]] : [];
}

/** The bounds in the order of TileJSON and MapLibre; none if they are not known. */
function boundsList({ area }: CatalogMap): { readonly bounds?: readonly number[] } {
  const box = boundsOf(area);
  return box ? { bounds: [box.west, box.south, box.east, box.north] } : {};
}

/**
 * TileJSON 3.0 of one map; null if somebody else publishes one. It has no `vector_layers`: readers would take it for vector tiles, of
 * which 3.0 demands them, so these are 2.2. It has `tileSize`, which the specification allows, because MapLibre and Mapbox
 * would assume 512.
 */
export function tileJson(map: CatalogMap): object | null {
  const own = partOf('tilejson', map);
  if (typeof own === 'string') return null;
  return {
    tilejson: 'format' in own ? '2.2.0' : '3.0.0',
    name: map.id,
    description: map.name,
    attribution: attributionHtml(map),
    ...own,
    ...zoomsOf(map, 'minzoom', 'maxzoom'),
    // Without bounds, readers assume the world.
    ...(map.area === 'world' ? { bounds: WORLD } : boundsList(map)),
    ...('format' in own ? {} : { tileSize: map.tileSize ?? TILE_SIZE }),
  };
}

/** The bounds of tiles of the whole world, as the specification states them. */
const WORLD = [-180, -85.05112877980659, 180, 85.0511287798066];

/** A MapLibre style (version 8) with a base map as its only layer, named after its file; null if it has a style. */
export function mapLibreStyle(map: CatalogMap): object | null {
  const id = map.fileName;
  const own = partOf('maplibre', map);
  if (typeof own === 'string') return null;
  const source = {
    ...own,
    ...zoomsOf(map, 'minzoom', 'maxzoom'),
    ...boundsList(map),
    attribution: attributionHtml(map),
  };
  return {
    version: 8,
    name: map.id,
    // Without them it opens on the sea, far away from most maps.
    ...openingOf(map),
    sources: { [id]: source },
    layers: [{ id, type: 'raster', source: id }],
  };
}

/**
 * The corners of the bounds, as Leaflet states them. None if they are not known, or around more than half of the world: these
 * may be of an area across the 180th meridian, beyond which Leaflet would draw no tiles.
 */
function cornersOf({ area }: CatalogMap): { readonly bounds?: readonly (readonly number[])[] } {
  const box = boundsOf(area);
  if (!box || box.east - box.west > 180) return {};
  return {
    bounds: [
      [box.south, box.west],
      [box.north, box.east],
    ],
  };
}

function leafletLayer(map: CatalogMap, language: string) {
  const { make, options: own, ...layer } = partOf('leaflet', map);
  const isTileLayer = make.startsWith('L.tileLayer');
  // Leaflet's own layers count levels by the size of tiles: one of 512 pixels shows what four of 256 at the next level show.
  const isLarge = isTileLayer && map.tileSize === 512;
  const ofTiles = {
    ...zoomsOf(map, 'minZoom', 'maxZoom', isLarge ? 1 : 0),
    ...(isLarge ? { tileSize: 512, zoomOffset: -1 } : {}),
    ...cornersOf(map),
    // leaflet-providers reads braces as names of other providers.
    attribution: attributionHtml(map).replaceAll('{', '&#123;'),
  };
  const options: Record<string, unknown> = {
    // MapLibre would take them for its own: its bounds are the other way round, its levels lower by 1.
    ...(make === 'L.maplibreGL' ? {} : ofTiles),
    ...own,
    ...('language' in own ? { language } : {}),
    // Otherwise a page with a stricter policy sends none.
    ...(isTileLayer && needsReferer(map) ? { referrerPolicy: 'strict-origin-when-cross-origin' } : {}),
  };
  return { ...layer, make, options };
}

/** Data for leaflet-providers, by folder and file name of each map. @param language a default for pages */
export function leafletProviders(maps: readonly CatalogMap[], language: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    maps.map((map) => {
      const { url, options } = leafletLayer(map, language);
      return [keyOf(map), { url, options }];
    }),
  );
}

/** The code that adds a map to a Leaflet map. The language is that of the browser. */
export function leafletCode(map: CatalogMap): string {
  const { setup = '', make, url, options } = leafletLayer(map, '');
  const lines = Object.entries(options).map(([name, value]) => {
    return `  ${name}: ${name === 'language' ? "navigator.language.split('-')[0]" : scriptValue(value)},\n`;
  });
  const first = make === 'pmtiles.leafletRasterLayer' ? `new pmtiles.PMTiles(${scriptValue(url)})` : scriptValue(url);
  return `${setup}${make}(${url === null ? '' : `${first}, `}{\n${lines.join('')}}).addTo(map);`;
}

/** Providers of the Python library xyzservices. A key that is not set is asked for. @param language a default */
export function xyzProviders(maps: readonly CatalogMap[], language: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    maps.map((map) => {
      const { template, parts, options } = partOf('xyzservices', map);
      const provider = {
        name: map.id,
        url: template.replaceAll(ACCESS_TOKEN, '{apikey}'),
        attribution: attributionText(map),
        html_attribution: attributionHtml(map),
        ...zoomsOf(map, 'min_zoom', 'max_zoom'),
        ...(parts.length > 0 ? { subdomains: parts } : {}),
        ...(map.tileSize === undefined ? {} : { tileSize: map.tileSize }),
        ...cornersOf(map),
        ...options,
        // The library ignores members that it does not know.
        ...(isOverlay(map) ? { overlay: true } : {}),
        ...(template.includes('{language}') ? { language } : {}),
        ...(map.unsetTokens.length > 0 ? { apikey: '<insert your API key here>' } : {}),
      };
      return [keyOf(map), provider];
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
  maps: readonly CatalogMap[],
  serviceUrl: string,
  kind: keyof typeof QGIS_ROOTS = 'xyztiles',
): string {
  const taken = new Set<string>();
  const connections = maps.map((map) => {
    // QGIS stores connections by name; slashes would create folders in its settings.
    let name = map.id.replace(/[/\\]/g, '-');
    while (taken.has(name)) name = `${name} (${isOverlay(map) ? 'overlay' : 'base map'})`;
    taken.add(name);
    const { url, facts } = partOf('qgis', map);
    const [[, referer] = [null, '']] = headersOf(map, serviceUrl);
    const fixed = { authcfg: '', username: '', password: '', referer };
    // The name of the attribute since QGIS 3.26.
    return element(kind, { name, url, ...facts, ...fixed, 'http-header:referer': referer || null });
  });
  return `<!DOCTYPE connections>\n${listElement(QGIS_ROOTS[kind], { version: '1.0' }, connections)}\n`;
}

/** A layer definition of QGIS: the layer as it is drawn, while a connection is only the way to a service. Null for tiles. */
export function qgisLayer(map: CatalogMap): string | null {
  const { layer: drawn } = partOf('qgis', map);
  if (!drawn) return null;
  const source = Object.entries(drawn.uri).map(([name, value]) => `${name}=${value}`);
  const id = map.fileName.replaceAll('-', '_');
  const layer = [
    textElement('id', id),
    textElement('datasource', source.join('&')),
    textElement('layername', map.id),
    element('srs', {}, element('spatialrefsys', {}, textElement('authid', drawn.uri.crs))),
    textElement('provider', drawn.provider),
  ];
  const tree = element('layer-tree-layer', { id, name: map.id, checked: 'Qt::Checked' });
  const layers = element('maplayers', {}, element('maplayer', { type: 'raster' }, layer.join('')));
  return `<!DOCTYPE qgis-layer-definition>\n${element('qlr', {}, element('layer-tree-group', { name: '', checked: 'Qt::Checked' }, tree) + layers)}\n`;
}

/** The highest zoom level that JOSM's schema allows. JOSM draws the tiles of that level larger beyond it. */
export const JOSM_MAX_ZOOM = 24;

/** The JOSM entry of one map: its kind, zoom levels and address. */
export function josmAddress(map: CatalogMap): string {
  const { minZoom = 0, maxZoom = JOSM_MAX_ZOOM } = map;
  const { type, url } = partOf('editor', map);
  return type === 'wms' ? `wms:${url}` : `tms[${minZoom},${Math.min(maxZoom, JOSM_MAX_ZOOM)}]:${url}`;
}

/** What JOSM and editor-layer-index say of a map by other names. */
function editorFacts(map: CatalogMap) {
  const text = attributionText(map);
  const link = attributionParts(map).find(({ href }) => href !== null)?.href ?? undefined;
  return {
    ...partOf('editor', map),
    id: keyOf(map, '_'),
    category: categoryOf(map.kind, namesOpenStreetMap(text)),
    text,
    link,
    country: map.countries?.length === 1 ? map.countries[0] : undefined,
  };
}

/** Imagery for JOSM by its schema `maps-1.0` (https://josm.openstreetmap.de/wiki/Maps), with names in a language. */
export function josmXml(maps: readonly CatalogMap[], language: string): string {
  const entries = maps.map((map) => {
    const { minZoom, maxZoom } = map;
    const { id, category, type, url, projections, text, link, country } = editorFacts(map);
    const content = [
      textElement('name', map.id),
      textElement('id', id),
      // JOSM leaves out entries without a category.
      textElement('category', category),
      textElement('type', type),
      textElement('description', map.name, { lang: language }),
      textElement('url', url),
      ...(projections.length === 0
        ? []
        : [element('projections', {}, projections.map((code) => textElement('code', code)).join(''))]),
      ...stated('min-zoom', minZoom?.toString()),
      ...stated('max-zoom', maxZoom === undefined ? null : String(Math.min(maxZoom, JOSM_MAX_ZOOM))),
      textElement('attribution-text', text),
      ...stated('attribution-url', link),
      ...stated('terms-of-use-url', map.terms),
      ...stated('privacy-policy-url', map.privacy),
      ...stated('date', josmDate(map)),
      ...stated('tile-size', map.tileSize?.toString()),
      ...stated('country-code', country),
      ...josmBounds(map),
    ];
    return element('entry', { overlay: isOverlay(map) ? true : null }, content.join(''));
  });
  return xmlText(listElement('imagery', { xmlns: 'http://josm.openstreetmap.de/maps-1.0' }, entries));
}

/** An element of what is stated. */
function stated(name: string, text: string | null | undefined): string[] {
  return text ? [textElement(name, text)] : [];
}

/** The time that a map shows: from and until, `-` if one is not stated; or its year. */
function josmDate({ since, until, updates = '' }: CatalogMap): string | null {
  if (since === undefined && until === undefined) return /^\d/.test(updates) ? updates : null;
  if (since === until) return since ?? null;
  return `${since ?? '-'};${until ?? '-'}`;
}

/** The bounds of a map, with its shapes if it is not a single box. JOSM shapes have no holes. */
function josmBounds({ area }: CatalogMap): string[] {
  const box = boundsOf(area);
  if (!box || area === null || area === 'world') return [];
  const polygons = 'polygons' in area ? area.polygons : boxesOf(area).map(polygonOf);
  const shapes = polygons.length === 1 && polygons.every(isBox) ? [] : polygons.map(josmShape);
  const edges = { 'min-lat': box.south, 'min-lon': box.west, 'max-lat': box.north, 'max-lon': box.east };
  return [element('bounds', edges, shapes.join(''))];
}

const josmShape = ([outline = []]: Polygon): string =>
  element('shape', {}, outline.map(([lon, lat]) => element('point', { lat, lon })).join(''));

/** A link that adds a map to OsmAnd: https://osmand.net/docs/user/map/raster-maps#magic-url-to-install-map-source */
export function osmandLink(map: CatalogMap): string {
  const parameters: Readonly<Record<string, string | number>> = {
    name: map.id,
    ...zoomsOf(map, 'min_zoom', 'max_zoom'),
    ...partOf('osmand', map),
    ...(map.tileSize === undefined ? {} : { tile_size: map.tileSize }),
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `https://osmand.net/add-tile-source?${query.join('&')}`;
}

/** Online maps of OruxMaps, with the placeholders of its sample file. */
export function oruxMapsXml(maps: readonly CatalogMap[], serviceUrl: string): string {
  const numbers = stableNumbers(maps);
  const sources = maps.map((map, index) => {
    // In place of {om} OruxMaps writes its own name.
    const ownName: [string, string][] = map.needs?.includes('user-agent') ? [['User-Agent', '{om}']] : [];
    const { template, parts } = partOf('oruxmaps', map);
    const content = [
      textElement('name', map.id),
      cdataElement('url', template),
      ...(map.attribution ? [cdataElement('website', attributionHtml(map))] : []),
      textElement('minzoom', String(map.minZoom)),
      textElement('maxzoom', String(map.maxZoom)),
      textElement('projection', 'MERCATORESFERICA'),
      ...(parts.length > 0 ? [textElement('servers', parts.join(','))] : []),
      ...[...headersOf(map, serviceUrl), ...ownName].map(([name, value]) => textElement('httpparam', value, { name })),
      textElement('cacheable', '1'),
      // Downloading whole areas, which most providers forbid.
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
export function locusXml(maps: readonly CatalogMap[], group: string, serviceUrl: string): string {
  const numbers = stableNumbers(maps);
  const providers = maps.map((map, index) => {
    const { template, parts, type } = partOf('locus', map);
    const { minZoom = 0, maxZoom = LAST_ZOOM } = map;
    const content = [
      textElement('name', group),
      textElement('mode', map.id),
      cdataElement('url', template),
      ...(parts.length > 0 ? [textElement('serverPart', parts.join(';'))] : []),
      textElement('zoomPart', `{z}-${LOCUS_WORLD}`),
      textElement('zoomMin', String(minZoom + LOCUS_WORLD)),
      textElement('zoomMax', String(maxZoom + LOCUS_WORLD)),
      textElement('tileSize', String(map.tileSize ?? TILE_SIZE)),
      textElement('attribution', attributionText(map)),
      ...headersOf(map, serviceUrl).map((header) => textElement('extraHeader', header.join('#'))),
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
export function gpxSeeXml(map: CatalogMap, serviceUrl: string): string {
  const { type, elements, tile } = partOf('gpxsee', map);
  const box = boundsOf(map.area);
  const within = (degrees: number): number => Math.max(-GPXSEE_NORTH, Math.min(GPXSEE_NORTH, degrees));
  const content = [
    textElement('name', map.id),
    ...elements.map(([name, text]) => textElement(name, text)),
    ...(tile ? [element('tile', tile)] : []),
    ...(type === 'WMS' ? [] : [element('zoom', zoomsOf(map, 'min', 'max'))]),
    ...(box && type !== 'WMS'
      ? [element('bounds', { top: within(box.north), left: box.west, bottom: within(box.south), right: box.east })]
      : []),
    ...headersOf(map, serviceUrl).map(([name, value]) => textElement('header', value, { name })),
    textElement('copyright', attributionText(map)),
  ];
  const attributes = { xmlns: 'http://www.gpxsee.org/map/1.6', type: type === 'OSM' ? null : type };
  return xmlText(listElement('map', attributes, content));
}

/** Layers as editor-layer-index publishes them: https://github.com/osmlab/editor-layer-index/blob/gh-pages/schema.json */
export function layerIndex(maps: readonly CatalogMap[]): object {
  const features = maps.map((map) => {
    const { id, category, type, url, projections, text, link, country } = editorFacts(map);
    const properties = {
      id,
      name: map.id,
      type,
      url,
      category,
      ...zoomsOf(map, 'min_zoom', 'max_zoom'),
      description: map.name,
      // What is not stated is left out of JSON.
      attribution: { required: true, text, url: link || undefined },
      country_code: country,
      start_date: map.since,
      end_date: map.until,
      license_url: map.licence?.startsWith('http') ? map.licence : undefined,
      eula: map.terms,
      privacy_policy_url: map.privacy,
      available_projections: projections.length > 0 ? projections : undefined,
      overlay: isOverlay(map) || undefined,
    };
    return { type: 'Feature', properties, geometry: indexGeometry(map.area) };
  });
  return { type: 'FeatureCollection', [NO_GEOMETRY]: 'unknown', features };
}

const WORLD_POLYGON = polygonOf({ west: -180, south: -90, east: 180, north: 90 });

/** The area of a layer. Only layers whose area is not known have none. */
function indexGeometry(area: CatalogMap['area']): object | null {
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
 * maps, so that a map keeps its number when others are added or removed. On a collision the later one gets the
 * next free number.
 */
export function stableNumbers(maps: readonly CatalogMap[]): number[] {
  const taken = new Set<number>();
  return maps.map(({ list, fileName }) => {
    let number = crc32(`${MAP_LISTS[list]}/${fileName}`) % NUMBER_COUNT;
    while (taken.has(number)) number = (number + 1) % NUMBER_COUNT;
    taken.add(number);
    return LOWEST_NUMBER + number;
  });
}
