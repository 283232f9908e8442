/** What the catalog cannot say as a service says it: corrected or left out, and reported with its place. */
import { describe, expect, test } from 'vitest';
import { BASE, type Documents, importFrom, SERVER, SOURCE, sum, summaryOf } from '../../../support/import-from.ts';
import { textsIn } from '../../../support/words.ts';

const SHA1 = '483AF8EEF96B20864776F019D4537B3750C1173D';
const [FIRST, SECOND, THIRD] = ['2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z', '2024-01-03T00:00:00Z'] as const;

const source = (more: object, path = 'maps'): Documents => ({
  '/v1/datasources/': [{ id: path, url: `${BASE}/v1/datasources/${path}/` }],
  [`/v1/datasources/${path}/`]: { ...SOURCE, ...more },
});
const category = (id: number, name: string, parent: number | null = null): object => ({
  name,
  url: `${BASE}/v1/categories/${id}/`,
  parent: parent && `${BASE}/v1/categories/${parent}/`,
});

/** What is served. The notes and the files that are written are in the snapshot. */
const CASES: [name: string, documents: Documents][] = [
  [
    'hosts in capitals and twice, and others that are none',
    {
      '/v1/mapservers/': [
        {
          ...SERVER,
          hosts: ['A.example.org', ' a.example.org', 'https://b', 'b:80/t', 'not a host'].map((host) => ({ host })),
        },
      ],
    },
  ],
  [
    'spaces around texts, tabs in them, numbers and truth values as texts',
    {
      '/v1/mapservers/': [
        { ...SERVER, id: ' One', name: 'A\tB ', minZoom: '3', active: 'FALSE', copyright: 'C\u202e' },
      ],
    },
  ],
  [
    'keys that the catalog does not have, at every level',
    {
      '/v1/mapservers/': [{ ...SERVER, hosts: [{ host: 'a.example.org', port: 1 }], 'a/b': 1 }],
      ...source({ mirror: 'x', files: { 'a.zip': { checksums: [{ ...sum(FIRST), md5: 'x' }], size: 1 } } }),
    },
  ],
  ['a statement about SHA-1s that is none, which alone is left out', source({ needsSha1: 'yes' })],
  [
    'a pattern for another program',
    { '/v1/mapservers/': [{ ...SERVER, urlPattern: 'https://#{host}/{z}/{x}/{y}.png' }] },
  ],
  [
    'tiles that are data, and no pictures',
    {
      '/v1/mapservers/': ['pbf', 'geojson', 'png'].map((ending) => ({
        ...SERVER,
        id: ending,
        urlPattern: `https://#{host}/#{zoom}/#{tilex}/#{tiley}.${ending}`,
      })),
    },
  ],
  [
    'the same id twice, and something that is no object',
    { '/v1/mapservers/': [SERVER, { ...SERVER, name: 'Other' }, null] },
  ],
  [
    'checksums without order, twice, in lower case and with other times',
    source({
      files: {
        'a.zip': {
          checksums: [
            sum(THIRD, '7', SHA1.toLowerCase()),
            sum('2024-01-02T02:00:00.500+02:00'),
            sum(FIRST),
            sum(FIRST),
            { lastModified: SECOND, contentLength: 2 },
            sum(SECOND, 3, ''),
            sum(SECOND, 4, 'ABC'),
            sum('2024-02-30T00:00:00Z'),
            sum('yesterday'),
          ],
        },
      },
    }),
  ],
  [
    'paths that lead elsewhere',
    source({ files: { '/a.zip': {}, '../b.zip': {}, 'c.zip': { fragments: { '../d': [], 'e.map': [sum(FIRST)] } } } }),
  ],
  [
    'a box upside down, and one of texts',
    source({
      maps: {
        'a.map': {
          boundingbox: { northEastLongitude: 1, northEastLatitude: 0, southWestLongitude: 0, southWestLatitude: 1 },
        },
        'b.map': {
          boundingbox: { northEastLongitude: '1.5', northEastLatitude: 1, southWestLongitude: 0, southWestLatitude: 0 },
        },
      },
    }),
  ],
  [
    'an id that is no name of a folder, here and in an edition',
    {
      ...source({ id: 'My_Maps' }, 'My_Maps'),
      '/v1/editions/': [
        {
          id: 'offline',
          url: `${BASE}/v1/editions/offline/`,
          name: 'Offline',
          datasources: [{ id: 'My_Maps' }, { id: 'gone' }, { id: 'My_Maps' }],
        },
      ],
    },
  ],
  [
    'a data source without a slash and a name',
    source({ name: null, baseUrl: ' https://files.example.org/maps', directory: './maps/' }),
  ],
  [
    'a data source that cannot be taken, with its files, good and bad, and its place in an edition',
    {
      ...source({ directory: '../..', files: { 'a.zip': {}, '../evil.zip': {} } }),
      '/v1/editions/': [{ id: 'offline', name: 'Offline', datasources: [{ id: 'maps' }] }],
    },
  ],
  [
    'ids with halves of characters',
    {
      '/v1/mapservers/': [{ ...SERVER, id: '\ud800' }],
      '/v1/datasources/': [{ id: '\ud800', url: `${BASE}/v1/datasources/maps/` }],
      '/v1/editions/': [
        { id: 'a\udfff', name: 'A', datasources: [{ id: '\ud800' }] },
        { url: `${BASE}/v1/editions/%ED%A0%80/` },
      ],
      '/v1/categories/': [{ url: '\ud800' }],
    },
  ],
  [
    'categories: spaces at the ends stay, other parents than there are do not',
    { '/v1/categories/': [category(2, 'Bike ', 1), category(1, ''), category(3, 'A\nB', 9), category(4, 'Loop', 4)] },
  ],
];

describe('a service', () => {
  test.each(CASES)('with %s', async (_, documents) => {
    const plan = await importFrom(documents);
    expect(plan.errors).toEqual([]);
    expect(summaryOf(plan)).toMatchSnapshot();
  });

  const entities = '<!DOCTYPE a [<!ENTITY x "y">]><catalog>&x;</catalog>';
  const root = 'its root is not <catalog> in the namespace http://api.routeconverter.com/v1/schemas/datasource-catalog';

  test.each([
    ['', 'a web page', '<!doctype html><p>', 'it is a web page'],
    ['', 'cut off', '{"id": "maps", "na', 'it is not JSON'],
    ['', 'a list', [], 'it is not an object'],
    ['', 'bytes that are no UTF-8', 'never as text', 'it is not JSON'],
    ['?format=xml&includeSource=true', 'XML with entities', entities, 'it declares entities, which are never read'],
    ['?format=xml&includeSource=true', 'XML of another kind', '<catalog xmlns="urn:x"/>', root],
  ])(
    'with a data source that is at %s %s leaves it out, and says that it was not read',
    async (query, _, body, why) => {
      const plan = await importFrom({ ...source({}), [`/v1/datasources/maps/${query}`]: body });
      const what = query === '' ? 'the data source' : 'what only its XML says';
      expect(plan.notes).toEqual([`/v1/datasources/maps/${query}# left out: ${what} cannot be read: ${why}`]);
      expect(plan.unreadCount).toBe(1);
    },
  );
});

describe('access tokens', () => {
  const withPattern = (urlPattern: string): Documents => ({ '/v1/mapservers/': [{ ...SERVER, urlPattern }] });
  const PATTERN = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png';
  const KEY = 'a1B2c3D4e5F6g7H8i9J0';

  /** Everything of these that is called geheim, or is a key, is never written, nor named. */
  test.each([
    `${PATTERN}?apikey=ACCESS_TOKEN`,
    `${PATTERN}?apikey=<ACCESS_TOKEN>`,
    `${PATTERN}?apikey=${KEY}`,
    `${PATTERN}?user=bob&password=geheim66`,
    `${PATTERN}?token=geheimabcdefghij`,
    `${PATTERN}?connectId=6e4e1111-90ab-cdef-1234-567890abcdef`,
    `${PATTERN}?signature=geheim`,
    // An id and the name of a style.
    `${PATTERN}?id=6e4e1111-90ab-cdef-1234-567890abcdef&key=terrain`,
    'https://bob:geheim@#{host}/#{zoom}/#{tilex}/#{tiley}',
    `${PATTERN}#access_token=geheim`,
    'https://#{host}/pk.eyJ1IjoiYWJjZGVmIn0/#{zoom}/#{tilex}/#{tiley}',
  ])('of %s nothing is written that is secret', async (pattern) => {
    const summary = summaryOf(await importFrom(withPattern(pattern)));
    expect(summary).toMatchSnapshot();
    expect(summary).not.toMatch(/geheim|a1B2|bob|eyJ1|connectId=6e4e/);
  });

  const SITE = `title: T\nserviceUrl: ${BASE}\nrepository: ${BASE}\naccessTokens: [EXAMPLE_API_KEY, MY_KEY]\n`;

  test('a name of a variable is not taken from a service, also if the catalog lists it', async () => {
    const plan = await importFrom(withPattern(`${PATTERN}?k=\${EXAMPLE_API_KEY}`), { 'site.yaml': SITE });
    expect(summaryOf(plan)).toMatchSnapshot();
  });

  test.each(['ACCESS_TOKEN', KEY])(
    'the variable of a record that is there stays, whatever is served: %s',
    async (token) => {
      const record = `id: One\nname: Old\nminZoom: 0\nmaxZoom: 19\nhosts: [a.example.org]\nurlPattern: ${PATTERN}?k=\${MY_KEY} # ours\ncopyright: X\n`;
      const plan = await importFrom(withPattern(`${PATTERN}?k=${token}`), {
        'site.yaml': SITE,
        'mapservers/a.yaml': record,
      });
      expect(plan.notes).toEqual([]);
      expect(plan.files['mapservers/a.yaml']).toContain('?k=${MY_KEY} # ours\n');
    },
  );
});

describe('hostile values', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  test('of every kind leave out what holds them, and nothing else', async () => {
    const lengths = [2 ** 53, 1e300, -5, 1.5, 'x', null, [], {}, true];
    const files: Record<string, unknown> = {
      ...Object.fromEntries(lengths.map((length, index) => [`n${index}.zip`, { checksums: [sum(FIRST, length)] }])),
      'infinite.zip': { checksums: [sum(FIRST, '1e999')] },
      '<<': {},
      ['a'.repeat(5_000)]: {},
      '\ud800': {},
      'a\u0000b': {},
      'x: y # z': {},
      con: {},
      'A.zip': {},
      'a.zip': {},
      'number.zip': 7,
      'texts.zip': { checksums: 'x', fragments: [], boundingbox: 'x' },
      'fragments.zip': { fragments: { a: 'x', b: [1, null, sum(SECOND)] } },
      'good.zip': { checksums: [sum(THIRD)] },
    };
    const document = JSON.stringify({ ...SOURCE, files })
      .replace('"1e999"', '1e999')
      .replace('"files":{', '"files":{"__proto__":{},"constructor":{},');
    const { files: written, notes, errors } = await importFrom({ ...source({}), '/v1/datasources/maps/': document });
    expect(errors).toEqual([]);
    expect(notes).toHaveLength(24);
    const text = written['datasources/maps/files.yaml'] ?? '';
    expect(text.match(/contentLength/g)).toHaveLength(2);
    const paths = [...text.matchAll(/^(\S.*?):/gm)]
      .map(([, path]) => path)
      .filter((path) => !/^# |^n\d/.test(path ?? ''));
    expect(paths).toEqual(
      textsIn('A.zip | __proto__ | constructor | fragments.zip | good.zip | infinite.zip | number.zip | texts.zip'),
    );
  });

  test('nested without end, or no list, are not read', async () => {
    const plan = await importFrom({
      '/v1/mapservers/': nested(200_000),
      '/v1/overlayservers/': `["${'['.repeat(100)}\\""]`,
      '/v1/datasources/': {},
    });
    expect(plan.notes).toEqual([
      '/v1/mapservers/# left out: the list cannot be read: it is nested more than 32 levels deep',
      '/v1/datasources/# left out: the list cannot be read: it is not a list',
      '/v1/overlayservers/#/0 left out: it is not an object',
    ]);
  });
});

test('of links that begin with a path, the host is the address of the catalog', async () => {
  const { files, notes } = await importFrom({
    '/v1/editions/': [{ url: 'https://maps.foo.net/api/v1/editions/offline/', name: 'Offline', datasources: [] }],
  });
  expect(files['site.yaml']).toContain('\nserviceUrl: https://maps.foo.net\n');
  expect(notes).toContain(
    '/v1/# corrected: links begin with https://maps.foo.net/api; a catalog is at the root of its host: https://maps.foo.net',
  );
});
