/** What a service says of its maps below `/v2/`: taken whole or not at all, and never trusted. */
import { describe, expect, test } from 'vitest';
import { type Files, SMALL } from '../../../support/catalogs.ts';
import { BASE, type Documents, importFrom, SERVER, summaryOf } from '../../../support/import-from.ts';

const RING = ['5 45', '11 45', '11 48', '5 45'].map((point) => point.split(' ').map(Number));
const AREA = { type: 'Polygon', coordinates: [RING] };
const PROVIDER = { id: 'the-a', name: 'The A', homepage: 'https://a.example.net/', terms: 'https://a.example.net/t' };

const featureOf = (file: string, more: object = {}, geometry: unknown = null) => ({
  type: 'Feature',
  id: `mapservers/${file}`,
  geometry,
  properties: { type: 'xyz', list: 'mapservers', ...SERVER, url: `${BASE}/v2/mapservers/${file}.json`, ...more },
});
type Feature = ReturnType<typeof featureOf>;

const serviceOf = (features: readonly Feature[], providers: readonly object[] = [PROVIDER]): Documents => ({
  '/v1/mapservers/': [SERVER],
  '/v2/maps.geojson': { type: 'FeatureCollection', features },
  '/v2/providers.json': { providers },
  ...Object.fromEntries(features.map((feature) => [`/v2/${feature.id}.json`, feature])),
});

const KNOWN = {
  kind: 'topographic',
  provider: 'the-a',
  since: '2020',
  until: '2021-12',
  tileSize: 512,
  languages: ['de'],
  terms: PROVIDER.terms,
  privacy: 'https://a.example.net/own',
  commercialUse: { state: 'allowed', source: 'https://a.example.net/own' },
  attribution: [{ text: 'A' }],
  forbids: ['bulk-download'],
  needs: ['referer'],
  ends: { date: '2028-06-30', source: 'https://a.example.net/news' },
  quota: { tiles: 1000, per: 'day', source: 'https://a.example.net/news' },
  updates: '2019',
};
const WHOLE = serviceOf([featureOf('vereinskarte-01', KNOWN, AREA)]);
const SITE = { 'site.yaml': SMALL['site.yaml'] as string };
/** The map server of the service in a catalog, as it was imported from `/v1/`. */
const ONE = {
  ...SITE,
  'mapservers/karte-01.yaml':
    'id: One\nname: Server one\nminZoom: 0\nmaxZoom: 19\nhosts: [a.example.org, b.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\n',
};
const importInto = (documents: Documents, catalog: Files, prune = false) => importFrom(documents, catalog, prune);

test('a new catalog gets the file names, areas and providers of the service', async () =>
  expect(summaryOf(await importFrom(WHOLE))).toMatchSnapshot());

test('a catalog that was imported from /v1/ keeps its file names, gets the rest, and then changes no more', async () => {
  const first = await importInto(WHOLE, ONE);
  expect(Object.keys(first.files)).toEqual(['areas/one.geojson', 'mapservers/karte-01.yaml', 'providers/the-a.yaml']);
  const second = await importInto(WHOLE, { ...ONE, ...(first.files as Files) });
  expect([second.files, second.notes]).toEqual([{}, []]);
});

test.each<[string, Documents, unreadCount: number]>([
  ['has none', { '/v2/maps.geojson': undefined }, 0],
  // The scripts of a page are nested, too.
  ['answers a web page', { '/v2/maps.geojson': `<html><script>${'{'.repeat(40)}` }, 0],
  ['sends something else', { '/v2/maps.geojson': '{"features": 1}' }, 1],
  ['is cut off', { '/v2/maps.geojson': '{"features": [' }, 1],
  ['lists more maps than there can be', { '/v2/maps.geojson': { features: Array(10_001).fill(1) } }, 1],
  ['has no providers', { '/v2/providers.json': '[]' }, 1],
  ['lacks the document of a map', { '/v2/mapservers/vereinskarte-01.json': '<html>' }, 1],
  ['has another map there', { '/v2/mapservers/vereinskarte-01.json': featureOf('other') }, 1],
])('a service is imported from /v1/ if its /v2/ cannot be read whole: it %s', async (_, broken, unreadCount) => {
  const documents = Object.entries({ ...WHOLE, ...broken }).filter(([, document]) => document !== undefined);
  const plan = await importFrom(Object.fromEntries(documents));
  const { files } = await importFrom({ '/v1/mapservers/': [SERVER] });
  expect([plan.files, plan.unreadCount]).toEqual([files, unreadCount]);
  expect(plan.notes.filter((note) => /so all maps have only what \/v1\/ says$/.test(note))).toHaveLength(unreadCount);
});

test('what cannot be is left out and named, and no name leads out of the catalog', async () => {
  const far = { type: 'Polygon', coordinates: [Array.from({ length: 5000 }, (_, at) => [at, at % 7])] };
  const features = [
    featureOf('../../evil'),
    featureOf('con'),
    featureOf('a', { type: 'wms' }),
    featureOf('a', { id: 'Not listed' }),
    featureOf('a', { ...KNOWN, colour: 'red', kind: 'art', languages: ['de', 'DE'], tileSize: 100, since: 2020 }, far),
    featureOf('b'),
    null as unknown as Feature,
  ];
  const providers = [
    { ...PROVIDER, id: '../the-a' },
    { ...PROVIDER, motto: 'x', token: 'AWS_SECRET_KEY', signUp: 'javascript:alert(1)' },
    { id: 'nameless' },
    [],
  ];
  const plan = await importFrom({ ...serviceOf(features.slice(0, -1), providers), '/v2/maps.geojson': { features } });
  expect(plan.errors).toEqual([]);
  expect(summaryOf(plan)).toMatchSnapshot();
});

describe('a provider that the catalog has with other content', () => {
  const catalog = {
    ...ONE,
    'mapservers/karte-01.yaml': `${ONE['mapservers/karte-01.yaml']}provider: the-a\nterms: https://a.example.net/old\n`,
    'providers/the-a.yaml':
      'name: The old A # ours\nhomepage: https://a.example.net/\nlicence: CC0-1.0\nprivacy: https://a.example.net/own\n',
    'providers/gone.yaml': 'name: Gone\nhomepage: https://gone.example.net/\n',
  };
  test.each([false, true])('is that of the service; with --prune (%s) it has nothing else', async (prune) => {
    expect(summaryOf(await importInto(WHOLE, catalog, prune))).toMatchSnapshot();
  });
});

describe('the area of a map', () => {
  const drawn = {
    ...ONE,
    'mapservers/karte-01.yaml': `${ONE['mapservers/karte-01.yaml']}area: hills\n`,
    'areas/hills.geojson': `${JSON.stringify({ type: 'Feature', properties: {}, geometry: AREA })}\n`,
  };
  test.each<[string, Feature, string[]]>([
    ['stays in its file', featureOf('one', {}, AREA), []],
    ['stays if the service does not know it', featureOf('one', { area: 'valleys' }), []],
    [
      'becomes countries',
      featureOf('one', { countries: ['CH'] }, AREA),
      ['areas/hills.geojson', 'mapservers/karte-01.yaml'],
    ],
    [
      'becomes the world',
      featureOf('one', { area: 'world' }, AREA),
      ['areas/hills.geojson', 'mapservers/karte-01.yaml'],
    ],
  ])('%s', async (_, feature, paths) => {
    const { files, notes } = await importInto(serviceOf([feature], []), drawn);
    expect([Object.keys(files), notes]).toEqual([paths, []]);
    if (paths.length > 0) expect(files['areas/hills.geojson']).toBeNull();
  });

  test('goes with its map', async () => {
    const { files } = await importInto({ ...serviceOf([], []), '/v1/mapservers/': [] }, drawn, true);
    expect(files).toMatchObject({ 'areas/hills.geojson': null, 'mapservers/karte-01.yaml': null });
  });
});

describe('an access token that the service names', () => {
  const keyed = (needsToken: string, query = 'key=ACCESS_TOKEN'): Documents => {
    const urlPattern = `${SERVER.urlPattern}?${query}`;
    return {
      ...serviceOf([featureOf('one', { urlPattern, needsToken })], [{ ...PROVIDER, token: needsToken }]),
      '/v1/mapservers/': [{ ...SERVER, urlPattern }],
    };
  };

  test('takes the place of its value, of the first if there are several, and is missed if none is seen', async () => {
    const patternFor = async (query: string): Promise<string> => {
      const { files, notes } = await importFrom(keyed('A_MAPS_KEY', query));
      const [, written] = /\.png\?(.*)/.exec(files['mapservers/one.yaml'] ?? '') ?? [];
      return [written, ...notes.filter((note) => note.includes('urlPattern')).map((note) => note.split(' ')[1])].join(
        ' ',
      );
    };
    expect(await patternFor('apikey=a1B2c3D4e5F6g7H8i9J0')).toBe('apikey=${A_MAPS_KEY} corrected:');
    expect(await patternFor('user=ACCESS_TOKEN&password=ACCESS_TOKEN')).toBe(
      'user=${A_MAPS_KEY}&password=ACCESS_TOKEN advice:',
    );
    expect(await patternFor('style=day')).toBe('style=day advice:');
  });

  test('is listed in a new catalog, unless it belongs to a host or has a value here', async () => {
    const { files, notes } = await importFrom(keyed('A_MAPS_KEY'));
    expect(files['site.yaml']).toContain('\naccessTokens:\n  - A_MAPS_KEY\n');
    expect(files['mapservers/one.yaml']).toContain('?key=${A_MAPS_KEY}\n');
    expect(files['providers/the-a.yaml']).toContain('\ntoken: A_MAPS_KEY\n');
    expect(notes.join('\n')).toContain('a build publishes the values of A_MAPS_KEY');
    for (const name of ['CLOUDFLARE_API_TOKEN', 'PATH', 'SET_HERE_KEY', '}${X_KEY']) {
      const refused = await importFrom(keyed(name));
      expect(refused.files['site.yaml']).not.toContain('accessTokens');
      expect(refused.files['mapservers/one.yaml']).toContain('?key=ACCESS_TOKEN\n');
      expect(refused.files['providers/the-a.yaml']).not.toContain('token');
    }
  });

  test('is written in a catalog that lists it, and named in another one', async () => {
    const listing = { 'site.yaml': `${SITE['site.yaml']}accessTokens: [A_MAPS_KEY]\n` };
    const { files } = await importInto(keyed('A_MAPS_KEY'), listing);
    expect(files['mapservers/one.yaml']).toContain('?key=${A_MAPS_KEY}\n');
    const { files: others, notes } = await importInto(keyed('A_MAPS_KEY'), SITE);
    expect(others['mapservers/one.yaml']).toContain('?key=ACCESS_TOKEN\n');
    expect(notes.join('\n')).toContain('list A_MAPS_KEY in accessTokens of site.yaml, and write ${A_MAPS_KEY}');
  });
});
