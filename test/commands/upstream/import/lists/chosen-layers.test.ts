/** Layers of a service: listed, chosen, imported. */
import { describe, expect, test } from 'vitest';
import type { Asker } from '../../../../../cli/terminal/ask.ts';
import { importFile } from '../../../../../commands/upstream/import/import.ts';
import type { ListOptions } from '../../../../../commands/upstream/import/lists/add-maps.ts';
import { completedPlan } from '../../../../../commands/upstream/import/lists/ask-missing.ts';
import { layerFacts, layerTable } from '../../../../../commands/upstream/import/lists/chosen-layers.ts';
import { memoryFolder, SMALL } from '../../../../support/catalogs.ts';

const layer = (name: string, title: string, more = ''): string =>
  `<Layer><Name>${name}</Name><Title>${title}</Title>${more}</Layer>`;
const CAPABILITIES = `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink"><Capability>
<Request><GetMap><Format>image/png</Format><DCPType><HTTP><Get><OnlineResource xlink:href="https://wms.example.net/ows"/></Get></HTTP></DCPType></GetMap></Request>
<Layer><CRS>EPSG:3857</CRS><CRS>EPSG:4326</CRS><Attribution><Title>Office</Title></Attribution>
<EX_GeographicBoundingBox><westBoundLongitude>5.123</westBoundLongitude><eastBoundLongitude>11</eastBoundLongitude><southBoundLatitude>45</southBoundLatitude><northBoundLatitude>48</northBoundLatitude></EX_GeographicBoundingBox>
${layer('topo', 'Topo', '<MinScaleDenominator>5000</MinScaleDenominator>')}${layer('topo_grey', 'Topo')}${layer('roads', 'Roads')}</Layer>
<Layer><CRS>EPSG:25832</CRS>${layer('cadastre', 'Cadastre')}</Layer></Capability></WMS_Capabilities>`;

const planWith = (options: ListOptions) =>
  importFile(memoryFolder(SMALL), Buffer.from(CAPABILITIES), 'wms.xml', options, 0);
const pathsOf = (options: ListOptions): string[] => [...planWith(options).changes()].map(({ path }) => path);

test('without a choice, all are listed and none is imported', () => {
  const plan = planWith({});
  expect([[...plan.changes()], plan.notes]).toEqual([[], []]);
  expect(`\n${layerTable(plan.offered)}`).toMatchInlineSnapshot(`
    "
    LAYER      TITLE  PROJECTIONS           FORMAT     ZOOMS    WEST, SOUTH, EAST, NORTH  CREDIT
    topo       Topo   EPSG:3857, EPSG:4326  image/png  0 to 16  5.12, 45, 11, 48          Office
    topo_grey  Topo   EPSG:3857, EPSG:4326  image/png           5.12, 45, 11, 48          Office
    roads      Roads  EPSG:3857, EPSG:4326  image/png           5.12, 45, 11, 48          Office
    Cannot be imported: cadastre: it is drawn in EPSG:25832, and not in Web Mercator (EPSG:3857)
    "
  `);
  expect(layerFacts(plan.offered)[0]).toMatchObject({
    layer: 'topo',
    title: 'Topo',
    maxZoom: 16,
    crs: ['EPSG:3857', 'EPSG:4326'],
  });
});

test.each<[string, ListOptions, string[]]>([
  ['one', { layers: ['roads'] }, ['maps/roads.yaml']],
  ['two of the same title', { layers: ['topo_grey', 'topo'] }, ['maps/topo-topo-grey.yaml', 'maps/topo-topo.yaml']],
  ['all that can be', { all: true }, ['maps/roads.yaml', 'maps/topo-topo-grey.yaml', 'maps/topo-topo.yaml']],
  ['one that cannot be', { layers: ['cadastre'] }, []],
])('%s can be chosen', (_, options, paths) => expect(pathsOf(options)).toEqual(paths));

test('a record has what the layer states; zoom levels without scales are reported', () => {
  const plan = planWith({ layers: ['roads'] });
  const [file] = plan.changes();
  for (const line of [
    'type: wms',
    'maxZoom: 18',
    'service: https://wms.example.net/ows',
    'layers: [roads]',
    'format: image/png',
    'crs: [EPSG:3857, EPSG:4326]',
    'copyright: Office',
  ])
    expect(file?.text).toContain(`\n${line}\n`);
  expect(plan.notes.map(({ message }) => message)).toEqual([
    'it states no highest zoom level; 18 is taken (--max-zoom names another)',
  ]);
  const given = planWith({ layers: ['roads'], maxZoom: 15 });
  expect([[...given.changes()][0]?.text, given.notes]).toEqual([expect.stringContaining('\nmaxZoom: 15\n'), []]);
});

test('an option wins over who runs the service; what many layers lack, and terms, are said once', () => {
  const layers = Array.from({ length: 11 }, (_, index) => layer(`l${index}`, `L ${index}`)).join('');
  const who = `<ContactInformation><ContactPersonPrimary><ContactOrganization>Office</ContactOrganization></ContactPersonPrimary></ContactInformation>`;
  const text = CAPABILITIES.replace('<Capability>', `<Service>${who}<Fees>10 €</Fees></Service><Capability>`).replace(
    /<Attribution>.*<\/Attribution>/,
    layers,
  );
  const planOf = (options: ListOptions) => importFile(memoryFolder(SMALL), Buffer.from(text), 'x', options, 0);
  const saidOf = (options: ListOptions) => {
    const plan = planOf(options);
    const [file] = plan.changes();
    return [/copyright: (.*)/.exec(file?.text ?? '')?.[1], ...plan.notes.map(({ message }) => message)];
  };
  const zoom = 'it states no highest zoom level; 18 is taken (--max-zoom names another)';
  const terms = 'its service states: 10 €';
  const guess = 'it states no attribution; Office, who runs the service, is credited';
  expect(saidOf({ layers: ['l0'] })).toEqual(['Office', zoom, guess, terms]);
  expect(saidOf({ layers: ['l0'], copyright: 'Club' })).toEqual([
    'Club',
    zoom,
    expect.stringMatching(/Club is, as --/),
    terms,
  ]);
  expect(saidOf({ all: true }).filter((one) => one?.includes('18 is taken'))).toEqual([`${zoom} (13 maps)`]);
});

test.each<[string, ListOptions, string]>([
  ['a choice of all and of some', { layers: ['roads'], all: true }, '--all takes all layers, and --layers only some'],
  ['a misspelt layer', { layers: ['road'] }, 'The service has no layer road; did you mean roads?'],
  [
    'another layer',
    { layers: ['xxxxxxxx'] },
    'The service has no layer xxxxxxxx; it has topo, topo_grey, roads, cadastre.',
  ],
])('%s is refused', (_, options, message) => expect(() => planWith(options)).toThrow(message));

test('a list without layers has none to name', () => {
  const table = Buffer.from('name,url\nA,https://a.example.org/{z}/{x}/{y}.png');
  const run = (): unknown => importFile(memoryFolder(SMALL), table, 'x', { layers: ['a'] }, 0);
  expect(run).toThrow('--layers is for the capabilities of a service, and this is something else.');
});

describe('at a terminal', () => {
  const asker =
    (chosen: readonly string[]): (() => Asker) =>
    () => ({
      text: () => Promise.reject(new Error('nothing else is asked')),
      one: () => Promise.reject(new Error('nothing else is asked')),
      several: async (_, choices) => choices.filter((choice) => chosen.includes(choice)),
    });

  test('people choose', async () => {
    const plan = await completedPlan(planWith, {}, asker(['Roads (roads)']));
    expect([...plan.changes()].map(({ path }) => path)).toEqual(['maps/roads.yaml']);
  });
  test('or do not', async () => expect((await completedPlan(planWith, {}, asker([]))).offered).toHaveLength(4));
  test('and are not asked if the command line says it', async () =>
    expect([...(await completedPlan(planWith, { all: true }, asker([]))).changes()]).toHaveLength(3));
});
