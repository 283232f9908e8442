/** Maps of other types than xyz in map programs. */
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import type { CatalogMap } from '../../../build/model/catalog.ts';
import { programCounts, programFormsOf } from '../../../build/programs/forms.ts';
import { josmXml } from '../../../build/programs/josm/write.ts';
import { layerIndex } from '../../../build/programs/layerindex/write.ts';
import { leafletProviders } from '../../../build/programs/leaflet/write.ts';
import { locusXml } from '../../../build/programs/locus/write.ts';
import { mapLibreStyle } from '../../../build/programs/maplibre/write.ts';
import { qgisLayer, qgisXml } from '../../../build/programs/qgis/write.ts';
import { tileJson } from '../../../build/programs/tilejson/write.ts';
import { PROGRAM_NAMES } from '../../../build/programs/writers.ts';
import { withXml } from '../../../cli/network/read-xml.ts';
import { NEW_TYPES, type NewType } from '../../../contract/maps/map-types.ts';
import { fc } from '../../support/property.ts';
import { anyTypedMap, typedMap } from '../../support/typed-maps.ts';
import { allProgramFiles } from '../../support/whole-site.ts';
import { catalogOf, xyzMap } from '../../support/xyz-maps.ts';

const URL = 'https://maps.example.org';
/** Tiles that only MapLibre reads. */
const MLT = 'https://vector.example.org/{z}/{x}/{y}.mlt';
const textFor = (program: string, map: CatalogMap): string | null =>
  programFormsOf({ serviceUrl: URL }, map).find((form) => form.program === program)?.text ?? null;

const GET_MAP =
  'https://ows.example.org/wms?map=one&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=topo,names%20%26%20places&STYLES=&FORMAT=image/png';

const SERVICE = 'https://gis.example.org/arcgis/rest/services/Topo/MapServer';
const EXPORT = `${SERVICE}/export?f=image&format=png32&layers=show:0,3`;

describe('what each program gets of a map', () => {
  test.each<[NewType, object, string, string]>([
    ['tms', {}, 'xyz', 'https://tile.example.org/{z}/{x}/{-y}.png'],
    ['tms', {}, 'qgis', 'https://tile.example.org/{z}/{x}/{-y}.png'],
    ['tms', {}, 'josm', 'tms[0,19]:https://tile.example.org/{zoom}/{x}/{-y}.png'],
    ['wms', {}, 'qgis', 'https://ows.example.org/wms?map=one'],
    ['wms', {}, 'josm', `wms:${GET_MAP}&CRS={proj}&WIDTH={width}&HEIGHT={height}&BBOX={bbox}`],
    ['arcgis', {}, 'qgis', SERVICE],
    [
      'arcgis',
      { transparent: true },
      'josm',
      `wms:${EXPORT}&transparent=true&bboxSR={wkid}&imageSR={wkid}&size={width},{height}&bbox={bbox}&foo={proj}`,
    ],
    ['vector', { tiles: 'https://vector.example.org/t.json' }, 'tilejson', 'https://vector.example.org/t.json'],
    ['vector', {}, 'qgis', 'https://vector.example.org/{z}/{x}/{y}.mvt'],
    // QGIS takes the tiles from the style, unless it cannot read their format.
    ['vector', { tiles: undefined }, 'qgis', 'https://vector.example.org/style.json'],
    ['vector', { tiles: 'https://vector.example.org/t.json' }, 'qgis', 'https://vector.example.org/style.json'],
    ['pmtiles', {}, 'tilejson', 'pmtiles://https://data.example.org/map.pmtiles'],
  ])('%s with %j for %s', (type, changes, program, text) => {
    expect(textFor(program, typedMap(type, changes))).toBe(text);
  });

  test.each<[NewType, object, string, string]>([
    ['tms', {}, 'leaflet', '"tms": true'],
    ['wms', {}, 'leaflet', 'L.tileLayer.wms("https://ows.example.org/wms?map=one", {'],
    ['wms', {}, 'leaflet', 'layers: "topo,names & places"'],
    [
      'vector',
      { area: { countries: ['JP'] }, minZoom: 4, maxZoom: 17, needs: ['referer'] },
      'leaflet',
      'L.maplibreGL({\nstyle: "https://vector.example.org/style.json",\n}).addTo(map);',
    ],
    [
      'arcgis',
      { service: 'https://gis.example.org/rest/services/A/ImageServer', layers: undefined, format: 'image/jpeg' },
      'leaflet',
      'L.tileLayer.wms("https://gis.example.org/rest/services/A/ImageServer/exportImage", {',
    ],
    [
      'arcgis',
      {},
      'leaflet',
      'f: "image",\nformat: "png32",\nlayers: "show:0,3",\nbboxSR: "3857",\nimageSR: "3857",\nsize: "256,256",',
    ],
    ['arcgis', { tileSize: 512 }, 'leaflet', 'size: "512,512",'],
    ['tms', {}, 'gpxsee', 'type="TMS"'],
    ['vector', { attribution: [{ text: 'A' }] }, 'leaflet', 'attributionControl: {"customAttribution":"A"}'],
    ['pmtiles', {}, 'leaflet', 'maplibregl.addProtocol("pmtiles", new pmtiles.Protocol().tile);\nL.maplibreGL({'],
    [
      'pmtiles',
      { style: undefined, tileSize: 512, maxZoom: 9 },
      'leaflet',
      '{\nminZoom: 0,\nmaxZoom: 9,\nattribution:',
    ],
    ['wms', { layers: ['</script>'] }, 'leaflet', 'layers: "\\u003c/script>"'],
    ['wms', { crs: ['EPSG:2056'] }, 'gpxsee', '<crs>EPSG:2056</crs>'],
    ['pmtiles', { style: undefined }, 'leaflet', 'pmtiles.leafletRasterLayer(new pmtiles.PMTiles("https://data.'],
    ['pmtiles', { style: undefined }, 'maplibre', '"url": "pmtiles://https://data.example.org/map.pmtiles"'],
    ['vector', {}, 'maplibre', '"style": "https://vector.example.org/style.json",'],
    ['vector', { tiles: MLT }, 'maplibre', '"style": "https://vector.example.org/style.json",'],
    ['vector', { attribution: [{ text: 'A' }] }, 'maplibre', '"customAttribution": "A"'],
    ['pmtiles', {}, 'maplibre', '"style": "https://data.example.org/style.json",'],
    ['pmtiles', {}, 'maplibre', '<script>\nmaplibregl.addProtocol("pmtiles", new pmtiles.Protocol().tile);\n'],
    ['tms', { overlay: true }, 'maplibre', '<!-- An overlay: it belongs over another map. -->'],
    ['vector', {}, 'gpxsee', '<url>https://vector.example.org/$z/$x/$y.mvt</url>'],
  ])('%s with %j in %s has %s', (type, changes, program, part) => {
    const text = textFor(program, typedMap(type, changes))?.replace(/^ {2}(\w+):/gm, (line, name) =>
      name === 'tms' ? `"${name}":` : line.trim(),
    );
    expect(text).toContain(part);
  });

  test.each<[NewType, object, string]>([
    ['tms', {}, 'routeconverter: type, oruxmaps: type'],
    ['tms', { overlay: true }, 'routeconverter: type, oruxmaps: type'],
    [
      'wms',
      {},
      'xyz: type, routeconverter: type, osmand: type, locus: type, oruxmaps: type, tilejson: type, xyzservices: type',
    ],
    [
      'wms',
      { crs: ['EPSG:2056'] },
      'xyz: type, routeconverter: type, osmand: type, locus: type, oruxmaps: type, leaflet: part, maplibre: part, tilejson: type, xyzservices: type',
    ],
    [
      'arcgis',
      {},
      'xyz: type, routeconverter: type, osmand: type, locus: type, oruxmaps: type, gpxsee: type, tilejson: type, xyzservices: type',
    ],
    [
      'vector',
      { tiles: MLT },
      'xyz: type, qgis: part, josm: type, routeconverter: type, osmand: type, locus: type, oruxmaps: type, gpxsee: part, xyzservices: type, layerindex: type',
    ],
    [
      'vector',
      { style: undefined, tiles: 'https://vector.example.org/t.json' },
      'xyz: type, qgis: part, josm: type, routeconverter: type, osmand: type, locus: type, oruxmaps: type, gpxsee: part, leaflet: part, maplibre: part, xyzservices: type, layerindex: type',
    ],
    [
      'vector',
      { style: undefined },
      'xyz: type, josm: type, routeconverter: type, osmand: type, locus: type, oruxmaps: type, leaflet: part, maplibre: part, xyzservices: type, layerindex: type',
    ],
    [
      'pmtiles',
      { style: undefined, overlay: true },
      'xyz: type, qgis: type, josm: type, routeconverter: type, osmand: type, locus: type, oruxmaps: type, gpxsee: type, xyzservices: type, layerindex: type',
    ],
    [
      'pmtiles',
      { overlay: true },
      'xyz: type, qgis: type, josm: type, routeconverter: type, osmand: type, locus: type, oruxmaps: type, gpxsee: type, xyzservices: type, layerindex: type',
    ],
  ])('%s with %j is left out of %s', (type, changes, without) => {
    const forms = programFormsOf({ serviceUrl: URL }, typedMap(type, changes)).filter(
      ({ leftOut }) => leftOut !== null,
    );
    expect(forms.map(({ program, leftOut }) => `${program}: ${leftOut}`).join(', ')).toBe(without);
  });

  test('a key that is not set gets a word in its place, in every address', () => {
    const keyed = {
      unsetTokens: ['A_KEY'],
      style: 'https://a.org/s.json?k=ACCESS_TOKEN',
      url: 'https://a.org/ACCESS_TOKEN',
    };
    expect(textFor('maplibre', typedMap('pmtiles', keyed))).toContain('"https://a.org/s.json?k=YOUR_KEY"');
    expect(textFor('tilejson', typedMap('pmtiles', keyed))).toBe('pmtiles://https://a.org/YOUR_KEY');
    expect(allProgramFiles({ ...catalogOf([]), maps: [typedMap('vector', keyed)] }).join()).not.toContain('ACCESS');
  });

  test('lists count what they have, and those without maps are not written', () => {
    const catalog = {
      ...catalogOf([xyzMap()]),
      maps: NEW_TYPES.map((type) => typedMap(type, { fileName: type, id: type })),
    };
    const counted = programCounts(catalog).map(
      ({ program, paths, carried }) => `${program} ${paths.length} ${carried}`,
    );
    expect(counted.join(', ')).toBe(
      'xyz 0 2, qgis 4 5, josm 1 4, routeconverter 0 1, osmand 0 2, locus 1 2, oruxmaps 1 1, gpxsee 0 4, leaflet 1 2, maplibre 0 6, tilejson 0 4, xyzservices 1 2, layerindex 1 4',
    );
    const paths = allProgramFiles(catalogOf([xyzMap()])).map(({ path }) => path);
    expect(paths.filter((path) => /qgis-/.test(path))).toEqual([]);
    const styled = allProgramFiles({ ...catalogOf([]), maps: [typedMap('vector', { tiles: undefined })] });
    expect(styled.filter(({ path }) => path.includes('qgis-vector'))).toEqual([]);
  });
});

describe.each(NEW_TYPES)('any map of the type %s', (type) => {
  test('has forms that readers accept', () =>
    fc.assert(
      fc.property(anyTypedMap(type), (map) => {
        const catalog = { ...catalogOf([]), maps: [map] };
        for (const { path, content } of allProgramFiles(catalog)) {
          const text = Buffer.from(content).toString();
          if (path.endsWith('style.json')) {
            expect(validateStyleMin(JSON.parse(text))).toEqual([]);
          } else if (/json$/.test(path)) JSON.parse(text);
          else withXml(content, () => null);
        }
        const forms = programFormsOf(catalog, map);
        expect(forms.map(({ program }) => program)).toEqual(PROGRAM_NAMES);
        for (const { path, text, pageFile, link, leftOut } of forms) {
          expect([path, text, link].some(Boolean)).toBe(leftOut === null);
          if (pageFile) withXml(Buffer.from(pageFile.content), () => null);
        }
      }),
      { numRuns: 50 },
    ));
});

test.each<[object, string | null, string | null]>([
  [{}, `java -Dapi=${URL}/ -jar RouteConverter.jar`, null],
  [{ list: 'overlayservers', active: false }, `java -Dapi=${URL}/ -jar RouteConverter.jar`, null],
  // Users cannot add a key to what it reads.
  [{ unsetTokens: ['A_KEY'] }, null, 'token'],
  [{ urlPattern: 'https://#{host}/#{language}/#{zoom}/#{tilex}/#{tiley}' }, null, 'language'],
])('RouteConverter is started with the catalog, for a map with %j: %s, %s', (changes, text, leftOut) => {
  const form = programFormsOf({ serviceUrl: URL }, xyzMap(changes)).find(({ program }) => program === 'routeconverter');
  expect(form).toMatchObject({ text, leftOut });
});

test('flipped rows and services are what the formats call them', () => {
  expect(mapLibreStyle(typedMap('tms'))).toHaveProperty('sources.one.scheme', 'tms');
  expect(mapLibreStyle(typedMap('wms'))).toHaveProperty('sources.one.tiles', [
    `${GET_MAP}&CRS=EPSG:3857&WIDTH=256&HEIGHT=256&BBOX={bbox-epsg-3857}`,
  ]);
  expect(tileJson(typedMap('tms'))).toHaveProperty('scheme', 'tms');
  expect(tileJson(typedMap('vector'))).toMatchObject({ tilejson: '2.2.0', format: 'pbf' });
  expect(tileJson(typedMap('vector', { tiles: MLT }))).toMatchObject({ format: 'mlt', encoding: 'mlt', tiles: [MLT] });
  expect(leafletProviders([typedMap('tms')], 'en')).toHaveProperty('maps/one.options.tms', true);
  expect(locusXml([typedMap('tms')], 'Maps', URL)).toContain(' type="1" ');
  const link = programFormsOf({ serviceUrl: URL }, typedMap('tms')).find(({ program }) => program === 'osmand')?.link;
  expect(link).toContain('&inverted_y=true');
  expect(josmXml([typedMap('wms')], 'en')).toContain(
    '<projections><code>EPSG:3857</code><code>EPSG:4326</code></projections>',
  );
  expect(layerIndex([typedMap('wms', { area: 'world' })])).toMatchObject({
    features: [
      { geometry: { type: 'Polygon' }, properties: { type: 'wms', available_projections: ['EPSG:3857', 'EPSG:4326'] } },
    ],
  });
  expect(qgisXml([typedMap('wms')], URL, 'wms')).toContain('<wms name="One" url="https://ows.example.org/wms?map=one"');
  expect(qgisXml([typedMap('vector')], URL, 'vectortile')).toContain(
    'styleUrl="https://vector.example.org/style.json"',
  );
  // QGIS decodes the values, and draws the layer that is written last below the others.
  expect(qgisLayer(typedMap('wms', { styles: ['', 'b+w'] }), URL)).toContain(
    'layers=names%20%26%20places&amp;layers=topo&amp;styles=b%2Bw&amp;styles=&amp;url=https%3A%2F%2Fows.example.org%2Fwms%3Fmap%3Done<',
  );
  expect(mapLibreStyle(typedMap('arcgis'))).toHaveProperty('sources.one.tiles', [
    `${EXPORT}&bboxSR=3857&imageSR=3857&size=256,256&bbox={bbox-epsg-3857}`,
  ]);
  expect(qgisXml([typedMap('arcgis')], URL, 'arcgisfeatureserver')).toContain(
    `<qgsARCGISFEATURESERVERConnections xmlns:http-header="urn:http-header" version="1.0">\n<arcgisfeatureserver name="One" url="${SERVICE}" layers="0,3"`,
  );
  const one = { layers: ['3'], needs: ['referer'], service: "https://gis.example.org/rest/services/O'Brien/MapServer" };
  expect(qgisLayer(typedMap('arcgis', one), URL)).toContain(
    `<datasource>crs='EPSG:3857' format='png32' layer='3' url='https://gis.example.org/rest/services/O%27Brien/MapServer' referer='${URL}/' http-header:referer='${URL}/'</datasource>`,
  );
  expect(qgisLayer(typedMap('arcgis', { layers: undefined }), URL)).toContain("layer='' url=");
  // QGIS draws all layers of a service, or one.
  expect(qgisLayer(typedMap('arcgis'), URL)).toBeNull();
});

test('a whole page of an overlay draws a map below it', () => {
  const below = xyzMap({ fileName: 'base', hosts: ['base.example.org'] });
  const over = xyzMap({ list: 'overlayservers' });
  const texts = programFormsOf({ serviceUrl: URL }, over, below).filter(({ program }) =>
    /^(?:leaflet|maplibre)$/.test(program),
  );
  expect(texts).toHaveLength(2);
  for (const { text } of texts) {
    expect(text?.indexOf('base.example.org')).toBeGreaterThan(0);
    expect(text?.indexOf('tile.example.org')).toBeGreaterThan(text?.indexOf('base.example.org') ?? 0);
    expect(text).not.toContain('it belongs over another map');
  }
});
