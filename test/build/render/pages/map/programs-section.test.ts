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
function linesFor(type: NewType, changes: Readonly<Record<string, unknown>>, language: Language): string {
  const context = contextOf(CATALOG, language);
  const map = typedMap(type, changes);
  return programsSection(context, map, programFormsOf(context.catalog, map))
    .text.replace(/<[^>]+>/g, '\n')
    .replace(/\n+/g, '\n');
}

test.each<[NewType, object, Language, string]>([
  ['tms', {}, 'en', 'QGIS\nEnter the address as a new connection of XYZ Tiles. Or load the file, which has many maps'],
  ['wms', {}, 'en', 'make a new connection with this address, and choose topo, names &amp; places. Or open the file,'],
  ['wms', {}, 'de', 'Hintergrundbilder als WMS eintragen. Oder die Adresse der Datei'],
  ['wms', { active: false }, 'en', 'imagery, as a WMS.\n'],
  ['wms', { crs: ['EPSG:2056'] }, 'en', 'Not for MapLibre style, Leaflet: the service does not draw in Web Mercator'],
  ['vector', {}, 'de', 'QGIS\nDie Adresse als neue Verbindung unter Vektorkacheln eintragen. Oder'],
  [
    'vector',
    { tiles: undefined },
    'en',
    'Not for QGIS, GPXSee: the record has no address of tiles with {z}, {x} and {y} that the program reads.',
  ],
  ['vector', { style: undefined }, 'de', 'Nicht für MapLibre-Stil, Leaflet: im Eintrag fehlt ein Stil.'],
  ['pmtiles', {}, 'en', 'MapLibre style\nThe address of a style: for MapLibre GL JS'],
  ['pmtiles', { style: undefined }, 'en', 'MapLibre\nCode that adds the map to a loaded map of MapLibre GL JS'],
  [
    'pmtiles',
    { style: undefined },
    'de',
    'der Bibliothek pmtiles in eine Seite setzt, wenn das Archiv Bilder enthält.',
  ],
  ['pmtiles', { style: undefined }, 'en', 'PMTiles address\nThe address of a source in a MapLibre style'],
  ['tms', {}, 'en', 'Address\nThe address of a tile, for programs that take {z}, {x} and {-y}: zoom'],
  ['tms', { urlPattern: 'http://a/' }, 'en', 'Its tiles come by http, which browsers do not load'],
])('of %s with %j, in %s: %s', (type, changes, language, expected) => {
  expect(linesFor(type, changes as Readonly<Record<string, unknown>>, language)).toContain(expected);
});

test('programs that do not read the type of a map are not named', () => {
  expect(linesFor('pmtiles', {}, 'en')).not.toMatch(/JOSM|Not for [^:]*Locus/);
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
