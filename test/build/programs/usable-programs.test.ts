import { expect, test } from 'vitest';
import { programsForFiles, programsForMap, programsInUse } from '../../../build/programs/usable-programs.ts';
import { SMALL } from '../../support/catalogs.ts';
import { modelled } from '../../support/check.ts';

const mapWith = (members: string) => {
  const [map] = modelled({ ...SMALL, 'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}${members}` }).mapservers;
  if (!map) throw new Error('no map');
  return map;
};

test.each([
  [[], true],
  [['https', 'cors'], true],
  [['http'], false],
  [['https', 'no-cors'], false],
])('with the flags %j, a web page that needs CORS can show a map: %s', (flags, canShow) => {
  const programs = programsForMap(mapWith(''), flags);
  expect([programs.has('maplibre'), programs.has('leaflet'), programs.has('qgis')]).toEqual([canShow, true, true]);
});

test('files are for the programs that their kind names, and for those that read it', () => {
  expect([...programsForFiles('maps').keys()]).toEqual(['routeconverter', 'c-geo', 'cruiser', 'locus', 'oruxmaps']);
  expect([...programsForFiles('elevation').keys()]).toEqual(['routeconverter', 'qgis']);
  expect([...programsForFiles('extracts')]).toEqual([['routeconverter', 'RouteConverter (GraphHopper)']]);
  expect(programsForFiles(undefined).size).toBe(0);
});

test('only programs that can use something are a choice, each once and by its name', () => {
  expect(programsInUse([], [{}])).toEqual([]);
  expect(programsInUse([], [{ kind: 'extracts' }, { kind: 'maps' }, { kind: 'routing' }])).toEqual([
    ['c-geo', 'c:geo'],
    ['cruiser', 'Cruiser'],
    ['locus', 'Locus Map'],
    ['oruxmaps', 'OruxMaps'],
    ['osmand', 'OsmAnd'],
    ['routeconverter', 'RouteConverter'],
  ]);
});
