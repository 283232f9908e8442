import { describe, expect, test } from 'vitest';
import { type Files, SMALL } from '../../../support/catalogs.ts';
import { BASE, type Documents, importFrom, SERVER, SOURCE, sum, summaryOf } from '../../../support/import-from.ts';

const SHA1 = '483AF8EEF96B20864776F019D4537B3750C1173D';
const PAGE = '<html></html>';

const allOf = (paths: readonly string[], document: unknown): Documents =>
  Object.fromEntries(paths.map((path) => [path, document]));

const listOf = (kind: string, ...ids: string[]): Documents => ({
  [`/v1/${kind}/`]: ids.map((id) => ({ id, url: `${BASE}/v1/${kind}/${id}/` })),
});
const maps = (more: object): Documents => ({
  ...listOf('datasources', 'maps'),
  '/v1/datasources/maps/': { ...SOURCE, name: 'Maps', directory: 'maps/test', action: 'Extract', ...more },
});

/** The only XML of a data source in the small catalog. */
const xmlOfMaps = (inside: string): Documents => ({
  '/v1/datasources/maps/?format=xml&includeSource=true': `<catalog xmlns="http://api.routeconverter.com/v1/schemas/datasource-catalog"><datasource id="maps" name="Maps" baseUrl="https://files.example.org/maps/" directory="maps/test" action="Extract">${inside}</datasource></catalog>`,
});

/** A category of a list; without its parent where the list does not say it. */
const category = (id: number, name: string, parent?: number | null): object => ({
  name,
  url: `${BASE}/v1/categories/${id}/`,
  ...(parent === undefined ? {} : { parent: parent && `${BASE}/v1/categories/${parent}/` }),
});
const ofCategory = (id: number, parent: number | null): Documents => ({
  [`/v1/categories/${id}/`]: { id, parent: parent && `${BASE}/v1/categories/${parent}/` },
});
const WITHOUT_DETAILS: Documents = {
  ...allOf(['/v1/mapservers/', '/v1/overlayservers/', '/v1/datasources/', '/v1/editions/'], PAGE),
  '/v1/categories/': [
    category(1, ''),
    category(10, 'Bikes'),
    category(2, 'Å'),
    category(3, 'New'),
    category(4, 'Below'),
  ],
  ...ofCategory(1, null),
  ...ofCategory(2, 3),
  ...ofCategory(4, 3),
};

const hosts = (...names: string[]) => names.map((name) => ({ host: `${name}.example.org` }));
const MOVED = { ...SERVER, hosts: hosts('c', 'b'), urlPattern: SERVER.urlPattern.replace('.png', '.jpg') };
const edition = (name: string, ...ids: string[]): Documents => ({
  '/v1/editions/': [{ id: 'offline', name, datasources: ids.map((id) => ({ id })) }],
});
const HISTORY = [
  sum('2024-02-29T23:59:59Z', 0, SHA1),
  sum('2025-01-01T00:00:00Z', 415),
  sum('2026-01-01T00:00:00Z', 5),
];
const NEW = { checksums: [sum('2026-01-01T00:00:00Z', 5)] };
const OWN_SOURCE =
  'name: Maps\nbaseUrl: https://files.example.org/maps/\ndirectory: maps/test\naction: Extract\nsource:\n  url: https://files.example.org/maps/\n  level: 2\n  exclude: [a.zip]\n  group: maps\n  download: ["*.zip"]\n  downloadLimit: 10\n';
const REMOVALS =
  '- { url: /v1/mapservers/, id: Three, reason: gone }\n- { url: /v1/datasources/maps/, file: c.zip, reason: gone }\n';

/** What is served into the small catalog with other files; the notes and what is written are in the snapshot. */
describe('without --prune', () => {
  test.each<[name: string, documents: Documents, others?: Files]>([
    ['nothing that is not served is removed', {}],
    [
      'a record is found by its id, keeps its file and its comments, and changes',
      { '/v1/mapservers/': [{ ...SERVER, maxZoom: 20 }] },
      { 'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}`.replace('\n', ' # the label\n') },
    ],
    [
      'a new record gets a file of its own, whatever files there are',
      { '/v1/mapservers/': ['Ône!', 'One?', '日本', 'con'].map((id) => ({ ...SERVER, id, name: id })) },
    ],
    [
      'histories are joined, oldest first and nothing twice; what is known stays, and a file is in one group',
      maps({ maps: { 'a.zip': { checksums: HISTORY } }, files: { 'b.zip': {}, 'c.zip': NEW } }),
    ],
    [
      'what services do not publish stays, and so does what is only concluded of them',
      {
        ...maps({ baseUrl: 'https://files.example.org/maps/', files: {} }),
        ...xmlOfMaps('<source url="https://other.example.org/"><include>b*</include></source><map uri="b.zip"/>'),
      },
      { 'datasources/maps/datasource.yaml': OWN_SOURCE },
    ],
    [
      'categories change in their places, and new ones follow',
      { '/v1/categories/': [category(10, 'Bikes', 1), category(30, 'New', null), category(20, 'Newer', 30)] },
    ],
    ['a category whose detail cannot be read stays where it is', WITHOUT_DETAILS],
    [
      'a category of which the service does not say below which it is, stays there',
      { '/v1/categories/': [category(10, 'Bikes')], '/v1/categories/10/': { id: 10 } },
    ],
    ['an edition gets data sources and keeps those it has', edition('Other', 'empty')],
    [
      'an edition and hosts have the order of the service, then what it does not list',
      { ...edition('Offline', 'empty', 'maps'), '/v1/mapservers/': [{ ...SERVER, hosts: hosts('c', 'b') }] },
    ],
    ['hosts of another address take the place of those before', { '/v1/mapservers/': [MOVED] }],
    [
      'what removals.yaml lists is not imported again',
      { '/v1/mapservers/': [{ ...SERVER, id: 'Three' }], ...maps({ maps: { 'c.zip': {} }, files: {} }) },
      { 'removals.yaml': REMOVALS },
    ],
    [
      'an id that looks like one that is there is left out, and that one stays',
      { '/v1/mapservers/': [{ ...SERVER, id: 'ONE' }] },
    ],
  ])('%s', async (_, documents, others = {}) => {
    const plan = await importFrom(documents, { ...SMALL, ...others });
    expect(plan.errors).toEqual([]);
    expect(summaryOf(plan)).toMatchSnapshot();
  });
});

describe('with --prune', () => {
  test.each<[name: string, documents: Documents, unreadCount: number]>([
    ['a category whose detail cannot be read stays where it is', WITHOUT_DETAILS, 6],
    [
      'an edition whose detail cannot be read stays as it is, and a new one is not taken',
      {
        ...allOf(['/v1/mapservers/', '/v1/overlayservers/', '/v1/categories/'], PAGE),
        ...listOf('datasources', 'maps', 'empty'),
        '/v1/editions/': ['offline', 'other'].map((id) => ({ url: `${BASE}/v1/editions/${id}/` })),
      },
      7,
    ],
    [
      'what is not served is removed, and removals.yaml says so',
      { ...maps({ maps: { 'a.zip': NEW } }), '/v1/mapservers/': [SERVER] },
      0,
    ],
    [
      'a list that cannot be read removes nothing, nor does a data source',
      {
        ...allOf(['/v1/overlayservers/', '/v1/categories/', '/v1/editions/', '/v1/datasources/maps/'], PAGE),
        ...listOf('datasources', 'maps', 'empty'),
        '/v1/mapservers/': [SERVER],
      },
      5,
    ],
  ])('%s', async (_, documents, unreadCount) => {
    const plan = await importFrom(documents, SMALL, true);
    expect([plan.errors, plan.unreadCount]).toEqual([[], unreadCount]);
    expect(summaryOf(plan)).toMatchSnapshot();
  });

  test('many records of a kind go only where that is allowed', async () => {
    const server = (id: number): string =>
      `${SMALL['mapservers/one.yaml']}`.replaceAll('One', `S${id}`).replaceAll('.example.org', `${id}.example.org`);
    const many = Array.from({ length: 30 }, (_, id) => [`mapservers/s${id}.yaml`, server(id)]);
    const catalog = { 'site.yaml': SMALL['site.yaml'] as string, ...Object.fromEntries(many) };
    const served = (count: number): Documents => {
      const ids = Array.from({ length: count }, (_, id) => id);
      return { '/v1/mapservers/': ids.map((id) => ({ ...SERVER, id: `S${id}`, hosts: hosts(`a${id}`, `b${id}`) })) };
    };
    await expect(importFrom(served(24), catalog, true, false)).rejects.toThrow('6 of 30 map servers would be removed');
    expect(Object.keys((await importFrom(served(25), catalog, true, false)).files)).toHaveLength(6);
    expect(Object.keys((await importFrom(served(24), catalog, true, true)).files)).toHaveLength(7);
  });

  test('what would break a record that stays is an error, and nothing is changed', async () => {
    const { files, errors } = await importFrom({ '/v1/mapservers/': [SERVER], '/v1/editions/': PAGE }, SMALL, true);
    expect(errors.map(({ code, file }) => `${file} ${code}`)).toEqual([
      'editions/offline.yaml unknown-datasource',
      'editions/offline.yaml unknown-datasource',
    ]);
    expect(files).toEqual({});
  });
});
