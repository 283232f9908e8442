import { expect, test } from 'vitest';
import { type CatalogMap, catalogMaps } from '../../../../../build/model/catalog.ts';
import { catalogModelOf } from '../../../../../build/model/model.ts';
import { programFormsOf } from '../../../../../build/programs/forms.ts';
import {
  programChoices,
  programsOfDownloads,
  programsOfMap,
} from '../../../../../build/render/pages/lists/row-programs.ts';
import { checkCatalog } from '../../../../../build/run/check-in-memory.ts';
import { type Files, memoryFolder, SMALL } from '../../../../support/catalogs.ts';

const map = (id: string, scheme: string): string =>
  `id: ${id}\nname: ${id}\nminZoom: 0\nmaxZoom: 17\nhosts: [tiles.example.org]\nurlPattern: ${scheme}://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: Owner\n`;

const modelOf = (files: Files) => {
  const { content } = checkCatalog(memoryFolder({ ...SMALL, ...files }), { environment: {}, requireTokens: false });
  return catalogModelOf(content, { serviceUrl: null, environment: {} });
};

const CATALOG = modelOf({
  'site.yaml': `${SMALL['site.yaml']}accessTokens: [PAID_KEY]\n`,
  'mapservers/plain.yaml': map('Plain', 'https'),
  'mapservers/paid.yaml': map('Paid', 'https').replace('.png', '.png?key=${PAID_KEY}'),
  'maps/style.yaml':
    'type: vector\nname: Style\nstyle: https://tiles.example.org/style.json\ntiles: https://tiles.example.org/tiles.json\nschema: other\ncopyright: Owner\n',
});

const named = (id: string): CatalogMap => catalogMaps(CATALOG).find((one) => one.id === id) as CatalogMap;

test('a row of a map has the programs that its page has, but no formats', () => {
  const ofPage = (one: CatalogMap): string[] =>
    programFormsOf(CATALOG, one).flatMap(({ program, leftOut }) => (leftOut === null ? [program] : []));
  for (const one of catalogMaps(CATALOG)) {
    const ofRow = programsOfMap(one).filter((program) => program !== 'routeconverter');
    const formats = ofPage(one).filter((program) => !ofRow.includes(program));
    expect(ofPage(one)).toEqual(expect.arrayContaining(ofRow));
    expect(['xyz', 'tilejson', 'layerindex']).toEqual(expect.arrayContaining(formats));
  }
});

test.each([
  ['Plain', 'osmand', true],
  ['Plain', 'routeconverter', true],
  ['Paid', 'leaflet', true],
  ['Paid', 'routeconverter', false],
  ['Style', 'maplibre', true],
  ['Style', 'osmand', false],
  ['Style', 'routeconverter', false],
])('%s is for %s: %s', (id, program, isFor) => expect(programsOfMap(named(id)).includes(program)).toBe(isFor));

test.each([
  ['maps', ['routeconverter', 'c:geo', 'cruiser']],
  ['routing', ['osmand', 'locus', 'routeconverter']],
  ['extracts', ['routeconverter']],
  ['elevation', ['routeconverter', 'qgis']],
  ['pois', []],
  [undefined, []],
] as const)('downloads of the kind %s are for %j', (kind, programs) =>
  expect(programsOfDownloads(kind)).toEqual(programs),
);

test('only programs that can use something are offered, by name', () => {
  const names = programChoices(CATALOG).map(([, name]) => name);
  expect(names).toContain('OsmAnd');
  expect(names).not.toContain('TileJSON');
  expect(names).not.toContain('Cruiser');
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(programChoices({ ...CATALOG, mapservers: [], overlayservers: [], maps: [], datasources: [] })).toEqual([]);
});
