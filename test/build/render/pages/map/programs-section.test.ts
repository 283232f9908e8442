/** What the page of a map says of each program: how it takes a map of its type, or why not. */
import { expect, test } from 'vitest';
import { programFormsOf } from '../../../../../build/programs/forms.ts';
import { programsOverview, programsSection } from '../../../../../build/render/pages/map/programs-section.ts';
import type { Language } from '../../../../../contract/base/languages.ts';
import type { NewType } from '../../../../../contract/maps/map-types.ts';
import { SMALL } from '../../../../support/catalogs.ts';
import { modelled } from '../../../../support/check.ts';
import { contextOf } from '../../../../support/page-context.ts';
import { typedMap } from '../../../../support/typed-maps.ts';

const CATALOG = modelled(SMALL);
const TILEJSON = 'https://vector.example.org/tiles.json';

function sectionFor(type: NewType, changes: Readonly<Record<string, unknown>>, language: Language): string {
  const context = contextOf(CATALOG, language);
  const map = typedMap(type, changes);
  return programsSection(context, map, programFormsOf(context.catalog, map)).text;
}

const linesFor = (...of: Parameters<typeof sectionFor>): string =>
  sectionFor(...of)
    .replace(/<[^>]+>/g, '\n')
    .replace(/\n+/g, '\n');

test.each<[NewType, object, Language, string]>([
  [
    'tms',
    {},
    'en',
    'QGIS\nOpen the file .qlr, which has this map with its zoom levels, by Layer › Add from Layer Definition File.',
  ],
  ['wms', {}, 'en', 'Add WMS/WMTS Layer, and choose topo, names &amp; places. Or load the file .xml,'],
  ['wms', {}, 'de', 'Hintergrundbilder als WMS eintragen. Oder die Adresse der Datei'],
  ['wms', { active: false }, 'en', 'imagery, as a WMS.\n'],
  ['wms', { crs: ['EPSG:2056'] }, 'en', 'Not for Leaflet, MapLibre: the service does not draw in Web Mercator'],
  ['vector', {}, 'de', 'QGIS\nDie Adresse als neue Verbindung unter Vektorkacheln eintragen. Oder'],
  ['vector', { tiles: undefined }, 'en', 'QGIS\nIn QGIS 3.40 and later: right-click on Vector Tiles'],
  ['vector', { tiles: undefined }, 'en', 'Not for TileJSON: the record has only a style, and no address of tiles.'],
  [
    'vector',
    { tiles: TILEJSON },
    'en',
    'Not for GPXSee: it needs the address of a tile ({z}/{x}/{y}, as MVT), and the',
  ],
  [
    'vector',
    { tiles: TILEJSON, style: undefined },
    'de',
    'Nicht für QGIS: nötig ist die Adresse eines Stils oder einer',
  ],
  ['vector', { style: undefined }, 'de', 'Nicht für Leaflet, MapLibre: im Eintrag fehlt ein Stil.'],
  ['pmtiles', {}, 'en', 'MapLibre\nA whole page that shows the map with MapLibre GL JS and the library pmtiles:'],
  [
    'pmtiles',
    { style: undefined },
    'en',
    'with MapLibre GL JS and the library pmtiles, if the archive holds pictures: save it',
  ],
  ['pmtiles', { style: undefined }, 'de', 'der Bibliothek pmtiles zeigt, wenn das Archiv Bilder enthält: als Datei'],
  ['pmtiles', { style: undefined }, 'en', 'PMTiles address\nThe address of a source in a MapLibre style'],
  ['tms', {}, 'en', 'Address\nThe address of a tile, for programs that take {z}, {x} and {-y}: zoom'],
  ['tms', { needs: ['referer'] }, 'en', '\nIts server answers pages of a website, not a file'],
  ['tms', { urlPattern: 'http://a/' }, 'en', 'Its tiles come by http, which browsers do not load'],
])('of %s with %j, in %s: %s', (type, changes, language, expected) => {
  expect(linesFor(type, changes as Readonly<Record<string, unknown>>, language)).toContain(expected);
});

test('programs that do not read the type of a map are named only to those who use them', () => {
  expect(sectionFor('pmtiles', {}, 'en')).toMatch(
    /<p class="soft" data-without="\{[^"]*&quot;josm&quot;:&quot;JOSM&quot;[^"]*" hidden>maps of this type cannot be shown there</,
  );
  expect(sectionFor('vector', { style: undefined }, 'en')).toMatch(
    /<p class="soft" data-without="[^"]*leaflet[^"]*">Not for Leaflet, MapLibre: the record has no style/,
  );
});

test('the overview counts maps of every type, as the first page does', () => {
  const map =
    'type: tms\nname: More\nminZoom: 0\nmaxZoom: 9\nhosts: [a.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: Me\n';
  const overviewOf = (files: object): string =>
    /[\d]+ maps? and/.exec(programsOverview(contextOf(modelled({ ...SMALL, ...files }), 'en', 'about')).text)?.[0] ??
    '';
  const [before, after] = [overviewOf({}), overviewOf({ 'maps/more.yaml': map })];
  expect(Number.parseInt(after, 10)).toBe(Number.parseInt(before, 10) + 1);
});
