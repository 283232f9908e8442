/**
 * What pages and docs/map-programs.md offer for libraries of maps, run as it is shown: in the page that it is made for, with
 * the library, and servers that draw a world whose every place has its colour. A map is a row; each program with a form for it
 * runs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import type { CatalogMap, CatalogOutline } from '../../build/model/catalog.ts';
import { programFormsOf } from '../../build/programs/forms.ts';
import { PROGRAM_NAMES, type ProgramName } from '../../build/programs/writers.ts';
import { attributionText } from '../../contract/maps/credit.ts';
import { polygonOf } from '../../contract/maps/geometry.ts';
import { MERCATOR_EDGE } from '../../contract/maps/get-map.ts';
import { MAP_TYPES } from '../../contract/maps/map-types.ts';
import { ACCESS_TOKEN, YOUR_KEY } from '../../contract/maps/placeholders.ts';
import { describeInBrowser, type TestBrowser, whyNoWebGl } from '../support/browser.ts';
import { ROOT } from '../support/cli.ts';
import { DrawnWorld, GROUND, GROUND_PAINT, type WorldPlace, worldPlace } from '../support/drawn-world.ts';
import { pmtilesArchive } from '../support/pmtiles.ts';
import { typedMap } from '../support/typed-maps.ts';
import { allProgramFiles } from '../support/whole-site.ts';
import { catalogOf, xyzMap } from '../support/xyz-maps.ts';

/** Where maps are looked at. With the axes swapped it is not on the earth. */
const [LATITUDE, LONGITUDE] = [36.2, 138.3];
const BOX = { west: 135, south: 33, east: 142, north: 39 };
const area = { polygons: [polygonOf(BOX)] };

/** A text that would end what it is written into. */
const HOSTILE = `"'\`\${1}\\ {z} <b>&amp;</script><!--<script> \u2028]]> ü`;

const TEMPLATE = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png';
const FLIPPED = 'flipped.example.org';
const hosts = ['a.tile.example.org', 'b.tile.example.org'];
const keyed = { unsetTokens: ['A_KEY'], urlPattern: `${TEMPLATE}?key=${ACCESS_TOKEN}` };
const credited: Partial<CatalogMap<'xyz'>> = {
  attribution: [{ text: 'Somebody' }, { text: 'Others', url: 'https://example.org/?a&b=1' }],
};
const hostile: Partial<CatalogMap<'xyz'>> = { attribution: [{ text: HOSTILE }], name: HOSTILE, id: HOSTILE };
const pictures = { style: undefined, url: 'https://data.example.org/pictures.pmtiles' };
const drawn = { url: 'https://data.example.org/vector.pmtiles' };

const IMAGES = { service: 'https://gis.example.org/rest/services/Air/ImageServer', format: 'image/jpeg' };

/** The maps, and the zoom level at which Leaflet looks at them: archives have only tiles of zoom 0. */
const ROWS: readonly (readonly [name: string, map: CatalogMap, zoom?: number])[] = [
  ['tiles', xyzMap({ needs: ['referer'] })],
  ['tiles of several hosts and one level', xyzMap({ hosts, area, minZoom: 6, maxZoom: 6 })],
  ['tiles by language', xyzMap({ hosts, urlPattern: `${TEMPLATE}?l=#{language}` })],
  ['large tiles', xyzMap({ tileSize: 512, minZoom: 5, maxZoom: 5, area: { countries: ['JP'] } })],
  ['tiles with a key', xyzMap({ ...keyed, ...credited, area })],
  ['tiles with odd names', xyzMap({ ...hostile, urlPattern: `${TEMPLATE}?a='$&b=(%7Bx%7D)` })],
  ['an overlay', xyzMap({ area, ...credited, list: 'overlayservers' })],
  ['flipped tiles', typedMap('tms', { hosts: [`a.${FLIPPED}`, `b.${FLIPPED}`], area })],
  ['large flipped tiles', typedMap('tms', { hosts: [FLIPPED], tileSize: 512, minZoom: 5, area: 'world' })],
  ['a service', typedMap('wms', { area, styles: ['', 'b+w'] })],
  ['a service of large pictures', typedMap('wms', { tileSize: 512, minZoom: 5, maxZoom: 5, area, transparent: true })],
  [
    'a service of the other version with odd names',
    typedMap('wms', {
      ...hostile,
      version: '1.1.1',
      service: 'https://ows.example.org/wms?',
      layers: [HOSTILE.replaceAll(/[,&#?]/g, '')],
    }),
  ],
  ['a service of ArcGIS', typedMap('arcgis', { area, transparent: true })],
  [
    'a service of ArcGIS with large pictures',
    typedMap('arcgis', { ...IMAGES, tileSize: 512, minZoom: 5, maxZoom: 5, area, layers: undefined, ...hostile }),
  ],
  ['a style', typedMap('vector', { tiles: undefined, area, minZoom: 7, maxZoom: 14, ...credited }), 7],
  ['a style without an area', typedMap('vector', { tiles: 'https://vector.example.org/tiles.json' })],
  ['vector tiles', typedMap('vector', { style: undefined, area, minZoom: 4, maxZoom: 6 })],
  ['a style of an archive', typedMap('pmtiles', { ...drawn, ...hostile, area, minZoom: 6 }), 1],
  ['an archive of large tiles', typedMap('pmtiles', { ...pictures, tileSize: 512, minZoom: 0, maxZoom: 0 }), 0],
  ['an overlay in an archive', typedMap('pmtiles', { ...pictures, ...hostile, overlay: true, area: 'world' }), 0],
];

const LEAFLET = 'leaflet/dist/leaflet';
const MAPLIBRE = 'maplibre-gl/dist/maplibre-gl';
const PMTILES = 'pmtiles/dist/pmtiles';

type MapPage = { readonly libraries: readonly string[]; readonly script: string };

const isStyled = (map: CatalogMap): boolean => 'style' in map && map.style !== undefined;

function leafletPage(code: string, zoom: number, libraries: readonly string[] = [LEAFLET]): MapPage {
  const still = '{ fadeAnimation: false, zoomAnimation: false }';
  return {
    libraries,
    script: `globalThis.map = L.map('map', ${still}).setView([${LATITUDE}, ${LONGITUDE}], ${zoom});\n${code}`,
  };
}

/** A map of MapLibre with a style, to which code adds something when it has loaded. */
function mapLibrePage(code: string, zoom: number, style = '{ version: 8, sources: {}, layers: [] }'): MapPage {
  const options = `{ container: 'map', center: [${LONGITUDE}, ${LATITUDE}], zoom: ${zoom - 1}, style: ${style} }`;
  const script = `globalThis.map = new maplibregl.Map(${options});\nmap.on('load', () => {\n${code}\n});`;
  return { libraries: [MAPLIBRE, PMTILES], script };
}

/** What pages that show archives by MapLibre say first. */
const PROTOCOL = 'maplibregl.addProtocol("pmtiles", new pmtiles.Protocol().tile);\n';

/** An address as JavaScript; null for code and documents. */
const addressOf = (text: string): string | null => (/^(?:https|pmtiles):\S+$/.test(text) ? JSON.stringify(text) : null);

/** Adds a TileJSON, or its address, and draws what it has. */
function sourceCode(text: string, { type }: CatalogMap): string {
  const isVector = type === 'vector' || text.includes('vector.pmtiles');
  const look = isVector ? { type: 'fill', 'source-layer': GROUND, paint: GROUND_PAINT } : { type: 'raster' };
  const source = addressOf(text) === null ? text : JSON.stringify({ url: text });
  return `map.addSource('one', { type: '${isVector ? 'vector' : 'raster'}', ...${source} });
map.addLayer(${JSON.stringify({ id: 'one', source: 'one', ...look })});`;
}

/** How the form of a program is used that a page can show; null for a form that is a whole page. */
type Usage = (text: string, zoom: number, map: CatalogMap) => MapPage;

const USED: Readonly<Partial<Record<ProgramName, Usage | null>>> = {
  xyz: (text, zoom) => leafletPage(`L.tileLayer(${addressOf(text)}).addTo(map);`, zoom),
  leaflet: null,
  maplibre: null,
  tilejson: (text, zoom, map) =>
    mapLibrePage((text.startsWith('pmtiles:') ? PROTOCOL : '') + sourceCode(text, map), zoom),
};

/** Programs that people open with an address or a file, which programs.readers.test.ts does. */
const READ_ELSEWHERE: readonly ProgramName[] = ['routeconverter', 'qgis', 'gpxsee', 'josm'];

function catalogWith(map: CatalogMap): CatalogOutline {
  if (map.type !== 'xyz') return { ...catalogOf([]), maps: [map] };
  return map.list === 'overlayservers' ? catalogOf([], [map]) : catalogOf([map]);
}

const textsOf = (map: CatalogMap) =>
  programFormsOf(catalogWith(map), map).flatMap(({ program, text }) => (text === null ? [] : [{ program, text }]));

/** A style, or the rest of it is that of its source. */
function styleOf(source: object): Buffer {
  const layers = [{ id: GROUND, type: 'fill', source: GROUND, 'source-layer': GROUND, paint: GROUND_PAINT }];
  const sources = { [GROUND]: { type: 'vector', attribution: 'Of its style', ...source } };
  return Buffer.from(JSON.stringify({ version: 8, sources, layers }));
}

const VECTOR_TILES = { tiles: ['https://vector.example.org/{z}/{x}/{y}.mvt'], minzoom: 4, maxzoom: 6 };
const vector_layers = [{ id: GROUND, fields: {} }];

function answerOf({ host, pathname, searchParams }: URL, world: DrawnWorld): Buffer | null {
  const [, zoom = 0, x = 0, y = 0] = (/^\/(\d+)\/(\d+)\/(\d+)\./.exec(pathname) ?? []).map(Number);
  switch (`${host.replace(/^[ab]\./, '')}${pathname.replace(/\d+\/\d+\/\d+/, 'tile')}`) {
    case 'tile.example.org/tile.png':
      return world.tile(zoom, x, y);
    case `${FLIPPED}/tile.png`:
      return world.tile(zoom, x, 2 ** zoom - 1 - y);
    case 'ows.example.org/wms': {
      const asked = valuesOf(searchParams);
      if ((asked['version'] === '1.3.0' ? asked['crs'] : asked['srs']) !== 'EPSG:3857') return null;
      return pictureOf(asked, world);
    }
    case 'gis.example.org/arcgis/rest/services/Topo/MapServer/export':
    case 'gis.example.org/rest/services/Air/ImageServer/exportImage': {
      const asked = valuesOf(searchParams);
      const isRight = asked['f'] === 'image' && asked['bboxsr'] === '3857' && asked['imagesr'] === '3857';
      return isRight ? pictureOf(asked, world) : null;
    }
    case 'vector.example.org/tile.mvt':
      return world.vectorTile(zoom, x, y);
    case 'vector.example.org/style.json':
      return styleOf(VECTOR_TILES);
    case 'vector.example.org/tiles.json':
      return Buffer.from(JSON.stringify({ tilejson: '3.0.0', vector_layers, ...VECTOR_TILES }));
    case 'data.example.org/style.json':
      return styleOf({ url: `pmtiles://${drawn.url}` });
    case 'data.example.org/pictures.pmtiles':
      return pmtilesArchive({ tile: world.tile(0, 0, 0), type: 2 });
    case 'data.example.org/vector.pmtiles':
      return pmtilesArchive({ tile: world.vectorTile(0, 0, 0), type: 1, metadata: { vector_layers } });
    default:
      return null;
  }
}

function pictureOf(asked: Readonly<Record<string, string>>, world: DrawnWorld): Buffer {
  const edges = (asked['bbox'] ?? '').split(',').map((metres) => Number(metres) / (2 * MERCATOR_EDGE));
  const [west = 0, south = 0, east = 0, north = 0] = edges;
  return world.picture(west + 0.5, 0.5 - north, east + 0.5, 0.5 - south);
}

const valuesOf = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].map(([name, value]) => [name.toLowerCase(), value]));

/** The file of a package, if its version is the installed one: `/leaflet@1.9.4/dist/leaflet.js`. */
function installed(path: string): string {
  const [, name = '', version = '', file = ''] = /^\/(@?[^@]+)@([^/]+)\/(.+)$/.exec(path) ?? [];
  const folder = join(ROOT, 'node_modules', name);
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ version });
  return join(folder, file);
}

type Asked = { readonly url: URL; readonly referer: string | undefined };

const NO_REFERRER = '<meta name="referrer" content="no-referrer">';

/** The page as HTML, whose own policy is to send no address. */
function htmlOf({ libraries, script }: MapPage): string {
  const styles = libraries.filter((library) => library === LEAFLET || library === MAPLIBRE);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Map</title>
${NO_REFERRER}<link rel="icon" href="data:,">
${styles.map((library) => `<link rel="stylesheet" href="/${library}.css">`).join('\n')}
<style>#map { position: fixed; inset: 0 } [class$="-control-container"] { opacity: 0 }</style>
${libraries.map((library) => `<script src="/${library}.js"></script>`).join('\n')}
</head><body><div id="map"></div><script type="${/\bawait\b/.test(script) ? 'module' : 'text/javascript'}">
${script}
</script></body></html>`;
}

/** Answers everything: the page, its libraries, the files of the site, and the servers of its maps, whose requests it returns. */
async function answering(page: Page, html: string, catalog: CatalogOutline, world: DrawnWorld): Promise<Asked[]> {
  const asked: Asked[] = [];
  const files = new Map(allProgramFiles(catalog).map(({ path, content }) => [`/${path}`, Buffer.from(content)]));
  const headers = { 'Access-Control-Allow-Origin': '*' };
  await page.route(/^https?:/, (route: Route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.host === 'page.example.org')
      return url.pathname === '/'
        ? route.fulfill({ contentType: 'text/html', body: html })
        : route.fulfill({ path: join(ROOT, 'node_modules', url.pathname) });
    // The browser compares each library with the hash in the page.
    if (url.host === 'unpkg.com') return route.fulfill({ path: installed(url.pathname), headers });
    const isFile = url.host === 'catalog.example.org';
    if (!isFile) asked.push({ url, referer: request.headers()['referer'] });
    const body = isFile ? files.get(url.pathname) : answerOf(url, world);
    if (!body) return route.fulfill({ status: 404, headers });
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers()['range'] ?? '') ?? [];
    if (from === undefined) return route.fulfill({ headers, body });
    const part = body.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`;
    return route.fulfill({ status: 206, headers: { ...headers, 'Content-Range': range }, body: part });
  });
  return asked;
}

/** The width of a window in pixels. A square of the world is as wide as a quarter of a tile. */
const SIDE = 256;
const FINER = 2;

/** What is looked at: the middle, and the width of the world in pixels. */
type View = { readonly middle: WorldPlace; readonly width: number };

/** What the map of a page says that it looks at. MapLibre's levels are those of Leaflet less 1. */
async function viewOf(page: Page): Promise<View> {
  const [latitude, longitude, zoom] = await page.evaluate<[number, number, number]>(
    `(() => { const { lat, lng } = map.getCenter(); return [lat, lng, map.getZoom() + ('getCanvas' in map ? 1 : 0)]; })()`,
  );
  return { middle: worldPlace(latitude, longitude), width: 256 * 2 ** zoom };
}

/** A whole page opens on the area of its map. The credit would cover the colours. */
async function lookAtPlace(page: Page, zoom: number): Promise<void> {
  await page.addStyleTag({ content: '[class$="-control-container"] { opacity: 0 }' });
  await page.evaluate(`map.getCanvas ? map.jumpTo({ center: [${LONGITUDE}, ${LATITUDE}], zoom: ${zoom - 1} })
    : map.setView([${LATITUDE}, ${LONGITUDE}], ${zoom}, { animate: false })`);
}

/** The squares of the world around the middle of a window that do not have their colours; a text if there are none to see. */
async function faults(page: Page, view: View, world: DrawnWorld, isMapped = (_: WorldPlace): boolean => true) {
  const { data } = PNG.sync.read(await page.screenshot());
  const seen = world.squaresAround(view.middle).flatMap((place) => {
    const [x = 0, y = 0] = place.map((value, at) =>
      Math.round(SIDE / 2 + (value - (view.middle[at] ?? 0)) * view.width),
    );
    if (Math.min(x, y) < 4 || Math.max(x, y) > SIDE - 4 || !isMapped(place)) return [];
    const at = (y * SIDE + x) * 4;
    return [{ at: `${x}, ${y}`, seen: String([...data.subarray(at, at + 3)]), drawn: String(world.colourAt(place)) }];
  });
  return seen.length === 0 ? ['nothing to see'] : seen.filter((square) => square.seen !== square.drawn);
}

const [WEST, NORTH] = worldPlace(BOX.north, BOX.west);
const [EAST, SOUTH] = worldPlace(BOX.south, BOX.east);

const isInBox = ([x, y]: WorldPlace): boolean => x > WEST && x < EAST && y > NORTH && y < SOUTH;

const CREDIT = '.leaflet-control-attribution, .maplibregl-ctrl-attrib';

/** What is credited: by the record, or if it only has a copyright, by the sources of its style. Addresses carry nothing. */
function creditIn(program: ProgramName, text: string, map: CatalogMap): string {
  const isAddress = addressOf(text) !== null && !text.includes('catalog.example.org');
  if (isStyled(map) && (isAddress || !map.attribution)) return program === 'tilejson' ? '' : 'Of its style';
  return isAddress ? '' : attributionText(map);
}

function checkRequests(asked: readonly Asked[], program: ProgramName, map: CatalogMap): void {
  const { tileSize = 256, minZoom = 0, maxZoom = 30 } = map;
  for (const { url, referer } of asked) {
    const [zoom, x = 0, y = 0] = (/^\/(\d+)\/(\d+)\/(\d+)\./.exec(url.pathname) ?? []).slice(1).map(Number);
    if (program === 'leaflet' && map.type === 'xyz')
      expect(referer).toBe(map.needs ? 'https://page.example.org/' : undefined);
    if (map.type === 'wms') {
      const { layers, styles = [], format, version, transparent } = map;
      const names = { layers: layers.join(','), styles: styles.join(','), format, version };
      const size = { width: String(tileSize), height: String(tileSize) };
      const { transparent: isTransparent = 'false', ...values } = valuesOf(url.searchParams);
      expect(values).toMatchObject({ service: 'WMS', request: 'GetMap', ...names, ...size });
      expect(isTransparent.toLowerCase()).toBe(String(transparent ?? false));
    }
    if (map.type === 'arcgis') {
      const { format, layers, size } = valuesOf(url.searchParams);
      const [name, numbers] = map.layers ? ['png32', 'show:0,3'] : ['jpg', undefined];
      // Leaflet sends empty layers.
      expect([format, layers || undefined, size]).toEqual([name, numbers, `${tileSize},${tileSize}`]);
    }
    if ('urlPattern' in map) {
      if (map.urlPattern.includes('#{language}')) expect(url.searchParams.get('l')).toBe('en');
      if (map.urlPattern.includes(ACCESS_TOKEN)) expect(url.searchParams.get('key')).toBe(YOUR_KEY);
    }
    // An address alone has no limits, and a style has its own.
    if (zoom === undefined || program === 'xyz' || isStyled(map)) continue;
    expect(zoom).toBeGreaterThanOrEqual(minZoom);
    expect(zoom).toBeLessThanOrEqual(maxZoom);
    const size = 2 ** -zoom;
    const top = map.type === 'tms' ? 1 - (y + 1) * size : y * size;
    if (map.area === area)
      expect(x * size < EAST && (x + 1) * size > WEST && top < SOUTH && top + size > NORTH).toBe(true);
  }
  if ('urlPattern' in map && program !== 'xyz')
    expect(new Set(asked.map(({ url }) => url.host))).toEqual(new Set(map.hosts));
}

/** Runs a page, until it shows the world as it is. */
async function run(browser: TestBrowser, made: MapPage | string, catalog: CatalogOutline, world: DrawnWorld) {
  // The page of a website whose own policy is to send no address.
  const html = typeof made === 'string' ? made.replace('<head>', `<head>${NO_REFERRER}`) : htmlOf(made);
  const webgl = html.includes('maplibre-gl');
  const { page, complaints } = await browser.open('about:blank', { width: SIDE, height: SIDE, webgl });
  const asked = await answering(page, html, catalog, world);
  await page.goto('https://page.example.org/');
  return { page, asked, faultsOf: () => complaints.filter((one) => !one.includes('GL Driver Message')) };
}

test('every type of map is a row, and every program whose form is a text runs here or reads it elsewhere', () => {
  expect(new Set(ROWS.map(([, { type }]) => type))).toEqual(new Set(Object.keys(MAP_TYPES)));
  const texts = ROWS.flatMap(([, map]) => textsOf(map));
  const programs = PROGRAM_NAMES.filter((one) => texts.some(({ program }) => program === one));
  expect(programs).toEqual(PROGRAM_NAMES.filter((one) => one in USED || READ_ELSEWHERE.includes(one)));
  // Addresses, files and the command that starts a program, but no code.
  for (const { program, text } of texts)
    if (READ_ELSEWHERE.includes(program))
      expect(text, program).toMatch(/^(?:\w+(?:\[\d+,\d+\])?:\S+$|<\?xml|java -D\S+ -jar \S+$)/);
});

describe.skipIf(whyNoWebGl)(whyNoWebGl ? `forms (skipped: ${whyNoWebGl})` : 'forms', () => {
  describeInBrowser('for libraries draw', (browser) => {
    const rows = ROWS.map(([name, map, zoom = 6]) => ({ name, map, zoom }));
    test.each(rows)('$name', async ({ map, zoom }) => {
      const catalog = catalogWith(map);
      // The area of an archive is that of its header.
      const isMapped = map.area === area && map.type !== 'pmtiles' ? isInBox : undefined;
      const shown = textsOf(map).map(async ({ program, text }) => {
        const usage = USED[program];
        if (usage === undefined) return;
        const world = new DrawnWorld(zoom + FINER);
        const { page, asked, faultsOf } = await run(browser, usage ? usage(text, zoom, map) : text, catalog, world);
        if (!usage) await lookAtPlace(page, zoom);
        const all = async () => [...faultsOf(), ...(await faults(page, await viewOf(page), world, isMapped))];
        await expect.poll(all, { message: program }).toEqual([]);
        checkRequests(asked, program, map);
        await expect.poll(() => page.locator(CREDIT).textContent()).toContain(creditIn(program, text, map));
        expect(faultsOf(), program).toEqual([]);
      });
      await Promise.all(shown);
    });
  });

  describeInBrowser('of docs/map-programs.md draw', (browser) => {
    const text = readFileSync(join(ROOT, 'docs/map-programs.md'), 'utf8');
    const map = xyzMap({ ...hostile, fileName: 'openstreetmap', hosts, area });
    const codes = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code = '']) => [code.slice(0, 20), code]);
    test.each(codes)('%s…', async (_, code = '') => {
      const made = (
        [
          [/^new maplibregl\.Map/, { libraries: [MAPLIBRE], script: `globalThis.map = ${code}` }],
          [/^L\.TileLayer\.Provider/, leafletPage(code, 6, [LEAFLET, 'leaflet-providers/leaflet-providers'])],
          [
            /^map\.addSource\('osm'/,
            mapLibrePage(`${code}map.addLayer({ id: 'osm', type: 'raster', source: 'osm' });`, 6),
          ],
        ] as const
      ).find(([start]) => start.test(code))?.[1];
      if (!made) throw new Error('No page of this test is made for this code.');
      const world = new DrawnWorld(8);
      const { page, asked, faultsOf } = await run(browser, made, catalogWith(map), world);
      const all = async () => [...faultsOf(), ...(await faults(page, await viewOf(page), world, isInBox))];
      await expect.poll(all).toEqual([]);
      expect(isInBox((await viewOf(page)).middle)).toBe(true);
      await expect.poll(() => page.locator(CREDIT).textContent()).toContain(HOSTILE);
      checkRequests(asked, 'maplibre', map);
    });
  });
});

describeInBrowser('whole pages say why they draw nothing', (browser) => {
  const map = xyzMap({ area });
  const NO_LIBRARY = 'The map cannot be drawn: its library from unpkg.com could not be loaded.';
  const OTHERWISE = 'The map cannot be drawn: the console of this browser says why.';
  const NO_WEBGL = 'HTMLCanvasElement.prototype.getContext = () => null';
  test.each([
    ['leaflet', '', true, NO_LIBRARY],
    ['maplibre', '', true, NO_LIBRARY],
    ['maplibre', NO_WEBGL, false, 'This map needs WebGL, which this browser lacks.'],
    ['leaflet', 'document.getElementById = () => null', false, OTHERWISE],
  ])('%s, first %j, without libraries: %s', async (name, first, isBlocked, said) => {
    const html = textsOf(map).find(({ program }) => program === name)?.text ?? '';
    const { page } = await browser.open('about:blank', { width: SIDE, height: SIDE });
    await answering(page, html, catalogWith(map), new DrawnWorld(8));
    if (isBlocked) await page.route('https://unpkg.com/**', (route) => route.abort());
    await page.addInitScript(first);
    await page.goto('https://page.example.org/');
    await expect.poll(() => page.locator('body').innerText()).toBe(said);
  });
});
