/** The formats of map programs, for one tile server or for many. */
import { crc32 } from 'node:zlib';
import { attributionParts, attributionText, namesOpenStreetMap } from '../../../contract/credit.ts';
import { isBox, type Polygon, polygonOf } from '../../../contract/geometry.ts';
import { categoryOf } from '../../../contract/layer-categories.ts';
import { PROGRAM_FILES, RECORD_FOLDERS } from '../../../contract/pages.ts';
import { type CatalogServer, needsReferer } from '../../model/catalog.ts';
import { type Attributes, cdataElement, element, textElement, xmlText } from '../xml-writer.ts';
import { boundsOf, boxesOf, openingOf } from './map-bounds.ts';
import {
  attributionHtml,
  choiceTemplate,
  firstTemplate,
  type Notation,
  needsLanguage,
  templatesOf,
  XYZ,
} from './tile-template.ts';

/** The width of a tile on the map in pixels, if its record states none. */
const TILE_SIZE = 256;

/** The headers that a program must be told to send: the address of the catalog, never somebody else's. */
function headersOf({ server }: CatalogServer, serviceUrl: string): readonly [name: string, value: string][] {
  return needsReferer(server) ? [['Referer', `${serviceUrl}/`]] : [];
}

/** The bounds in the order of TileJSON and MapLibre; none if they are not known. */
function boundsList({ area }: CatalogServer['server']): { readonly bounds?: readonly number[] } {
  const box = boundsOf(area);
  return box ? { bounds: [box.west, box.south, box.east, box.north] } : {};
}

/**
 * TileJSON 3.0 of one server. It has no `vector_layers`: readers would take it for vector tiles. It has `tileSize`,
 * which the specification allows, because MapLibre and Mapbox would assume 512.
 */
export function tileJson({ server }: CatalogServer): object {
  return {
    tilejson: '3.0.0',
    name: server.id,
    description: server.name,
    attribution: attributionHtml(server),
    scheme: 'xyz',
    tiles: templatesOf(server, XYZ),
    minzoom: server.minZoom,
    maxzoom: server.maxZoom,
    // Without bounds, readers assume the world.
    ...(server.area === 'world' ? { bounds: WORLD } : boundsList(server)),
    tileSize: server.tileSize ?? TILE_SIZE,
  };
}

/** The bounds of tiles of the whole world, as the specification states them. */
const WORLD = [-180, -85.05112877980659, 180, 85.0511287798066];

/** A MapLibre style (version 8) with a base map as its only layer. Source and layer are named after its file. */
export function mapLibreStyle({ server }: CatalogServer): object {
  const id = server.fileName;
  const source = {
    type: 'raster',
    tiles: templatesOf(server, XYZ),
    tileSize: server.tileSize ?? TILE_SIZE,
    minzoom: server.minZoom,
    maxzoom: server.maxZoom,
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

/** Leaflet's options can have any placeholder, also one for a language. */
const LEAFLET: Notation = { ...XYZ, language: '{language}' };

function leafletLayer({ server }: CatalogServer, language: string): { url: string; options: Record<string, unknown> } {
  const { template, parts } = choiceTemplate(server, LEAFLET, () => '{s}');
  const box = boundsOf(server.area);
  // Leaflet counts zoom levels by the size of tiles: one of 512 pixels shows what four of 256 at the next level show.
  const isLarge = server.tileSize === 512;
  const options = {
    minZoom: server.minZoom + (isLarge ? 1 : 0),
    maxZoom: server.maxZoom + (isLarge ? 1 : 0),
    ...(isLarge ? { tileSize: 512, zoomOffset: -1 } : {}),
    ...(box
      ? {
          bounds: [
            [box.south, box.west],
            [box.north, box.east],
          ],
        }
      : {}),
    // leaflet-providers reads braces as names of other providers.
    attribution: attributionHtml(server).replaceAll('{', '&#123;'),
    ...(parts.length > 0 ? { subdomains: parts } : {}),
    ...(needsLanguage(server) ? { language } : {}),
    // Otherwise a page with a stricter policy sends none.
    ...(needsReferer(server) ? { referrerPolicy: 'strict-origin-when-cross-origin' } : {}),
  };
  return { url: template, options };
}

/** Data for leaflet-providers, by folder and file name of each server. @param language a default for pages */
export function leafletProviders(
  servers: readonly CatalogServer[],
  language: string,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    servers.map((listed) => [
      `${RECORD_FOLDERS[listed.kind]}/${listed.server.fileName}`,
      leafletLayer(listed, language),
    ]),
  );
}

/** The code that adds a server to a Leaflet map. The language is that of the browser. */
export function leafletCode(listed: CatalogServer): string {
  const { url, options } = leafletLayer(listed, '');
  const lines = Object.entries(options).map(([name, value]) => {
    return `  ${name}: ${name === 'language' ? "navigator.language.split('-')[0]" : JSON.stringify(value)},\n`;
  });
  return `L.tileLayer(${JSON.stringify(url)}, {\n${lines.join('')}}).addTo(map);`;
}

/** The address of one server for QGIS, which supports one host. */
export function qgisTemplate({ server }: CatalogServer): string {
  return firstTemplate(server, XYZ);
}

/** XYZ connections of QGIS: the XML that it loads and saves. It has no credit. */
export function qgisXml(servers: readonly CatalogServer[], serviceUrl: string): string {
  const taken = new Set<string>();
  const connections = servers.map((listed) => {
    const { kind, server } = listed;
    // QGIS stores connections by name; slashes would create folders in its settings.
    let name = server.id.replace(/[/\\]/g, '-');
    while (taken.has(name)) name = `${name} (${kind === 'overlayserver' ? 'overlay' : 'base map'})`;
    taken.add(name);
    const facts = { name, url: qgisTemplate(listed), zmin: server.minZoom, zmax: server.maxZoom };
    // 0 is unknown, 2 is high resolution.
    const tilePixelRatio = server.tileSize === 512 ? 2 : 0;
    const [[, referer] = [null, '']] = headersOf(listed, serviceUrl);
    const fixed = { tilePixelRatio, authcfg: '', username: '', password: '', referer };
    // The name of the attribute since QGIS 3.26.
    return element('xyztiles', { ...facts, ...fixed, 'http-header:referer': referer || null });
  });
  return `<!DOCTYPE connections>\n${listElement('qgsXYZTilesConnections', { version: '1.0' }, connections)}\n`;
}

/** The highest zoom level that JOSM's schema allows. JOSM draws the tiles of that level larger beyond it. */
export const JOSM_MAX_ZOOM = 24;

/** The JOSM entry of one server: its kind, zoom levels and address. */
export function josmAddress(listed: CatalogServer): string {
  const { minZoom, maxZoom } = listed.server;
  return `tms[${minZoom},${Math.min(maxZoom, JOSM_MAX_ZOOM)}]:${josmTemplate(listed)}`;
}

function josmTemplate({ server }: CatalogServer): string {
  const notation: Notation = { zoom: '{zoom}', tilex: '{x}', tiley: '{y}' };
  return choiceTemplate(server, notation, (parts) => `{switch:${parts.join(',')}}`).template;
}

/** Imagery for JOSM by its schema `maps-1.0` (https://josm.openstreetmap.de/wiki/Maps), with names in a language. */
export function josmXml(servers: readonly CatalogServer[], language: string): string {
  const entries = servers.map((listed) => {
    const { kind, server } = listed;
    const link = attributionParts(server).find(({ href }) => href !== null)?.href;
    const content = [
      textElement('name', server.id),
      textElement('id', `${RECORD_FOLDERS[kind]}_${server.fileName}`),
      // JOSM leaves out entries without a category.
      textElement('category', categoryOf(server.kind, namesOpenStreetMap(attributionText(server)))),
      textElement('type', 'tms'),
      textElement('description', server.name, { lang: language }),
      textElement('url', josmTemplate(listed)),
      textElement('min-zoom', String(server.minZoom)),
      textElement('max-zoom', String(Math.min(server.maxZoom, JOSM_MAX_ZOOM))),
      textElement('attribution-text', attributionText(server)),
      ...stated('attribution-url', link),
      ...stated('terms-of-use-url', server.terms),
      ...stated('privacy-policy-url', server.privacy),
      ...stated('date', josmDate(server)),
      ...stated('tile-size', server.tileSize?.toString()),
      ...stated('country-code', server.countries?.length === 1 ? server.countries[0] : undefined),
      ...josmBounds(server),
    ];
    return element('entry', { overlay: kind === 'overlayserver' ? true : null }, content.join(''));
  });
  return xmlText(listElement('imagery', { xmlns: 'http://josm.openstreetmap.de/maps-1.0' }, entries));
}

/** An element of what is stated. */
function stated(name: string, text: string | null | undefined): string[] {
  return text ? [textElement(name, text)] : [];
}

/** The time that a map shows: from and until, `-` if one is not stated; or its year. */
function josmDate({ since, until, updates = '' }: CatalogServer['server']): string | null {
  if (since === undefined && until === undefined) return /^\d/.test(updates) ? updates : null;
  if (since === until) return since ?? null;
  return `${since ?? '-'};${until ?? '-'}`;
}

/** The bounds of a map, with its shapes if it is not a single box. JOSM shapes have no holes. */
function josmBounds({ area }: CatalogServer['server']): string[] {
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
export function osmandLink({ server }: CatalogServer): string {
  // OsmAnd fills in addresses with Java's MessageFormat, in which apostrophes are quotes.
  const template = firstTemplate(server, { zoom: '{0}', tilex: '{1}', tiley: '{2}' }).replaceAll("'", '%27');
  const parameters = {
    name: server.id,
    min_zoom: server.minZoom,
    max_zoom: server.maxZoom,
    url_template: template,
    ...(server.tileSize === undefined ? {} : { tile_size: server.tileSize }),
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `https://osmand.net/add-tile-source?${query.join('&')}`;
}

/** Online maps of OruxMaps, with the placeholders of its sample file. */
export function oruxMapsXml(servers: readonly CatalogServer[], serviceUrl: string): string {
  const numbers = stableNumbers(servers);
  const sources = servers.map((listed, index) => {
    const { server } = listed;
    // In place of {om} OruxMaps writes its own name.
    const ownName: [string, string][] = server.needs?.includes('user-agent') ? [['User-Agent', '{om}']] : [];
    const notation: Notation = { zoom: '{$z}', tilex: '{$x}', tiley: '{$y}' };
    const { template, parts } = choiceTemplate(server, notation, () => '{$s}');
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
export function locusXml(servers: readonly CatalogServer[], group: string, serviceUrl: string): string {
  const numbers = stableNumbers(servers);
  const providers = servers.map((listed, index) => {
    const { server } = listed;
    const { template, parts } = choiceTemplate(server, XYZ, () => '{s}');
    const content = [
      textElement('name', group),
      textElement('mode', server.id),
      cdataElement('url', template),
      ...(parts.length > 0 ? [textElement('serverPart', parts.join(';'))] : []),
      textElement('zoomPart', `{z}-${LOCUS_WORLD}`),
      textElement('zoomMin', String(server.minZoom + LOCUS_WORLD)),
      textElement('zoomMax', String(server.maxZoom + LOCUS_WORLD)),
      textElement('tileSize', String(server.tileSize ?? TILE_SIZE)),
      textElement('attribution', attributionText(server)),
      ...headersOf(listed, serviceUrl).map((header) => textElement('extraHeader', header.join('#'))),
    ];
    // Type 0 is spherical Mercator, with rows counted from the north.
    const attributes = { id: numbers[index] as number, type: 0, visible: true, background: -1 };
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
export function stableNumbers(servers: readonly CatalogServer[]): number[] {
  const taken = new Set<number>();
  return servers.map(({ kind, server }) => {
    let number = crc32(`${kind}/${server.fileName}`) % NUMBER_COUNT;
    while (taken.has(number)) number = (number + 1) % NUMBER_COUNT;
    taken.add(number);
    return LOWEST_NUMBER + number;
  });
}
