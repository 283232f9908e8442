/** Every spelling of an address is read alike by check, new, import and the form of the page. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { assessMapForm, FORM_WAYS } from '../../../../browser/add/assess.ts';
import { readMapAddress } from '../../../../build/map-types/map-address.ts';
import { checkCatalog } from '../../../../build/run/check-in-memory.ts';
import { draftFromAnswers } from '../../../../commands/catalog/new/draft.ts';
import { mapReviewer } from '../../../../commands/catalog/new/new-map.ts';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import { MAP_TYPES, type MapType, mapAddresses } from '../../../../contract/maps/map-types.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const SITE = { 'site.yaml': `${SMALL['site.yaml']}accessTokens: [EXAMPLE_API_KEY]\n` };
const review = mapReviewer({ accessTokens: ['EXAMPLE_API_KEY'], servers: [] }, FORM_WAYS);
const CONTEXT = { values: new Map(), variables: new Map(), isInactive: false, fileName: null };

/** The type of a record, and the members that only this type has and an address says. */
function saidIn(record: object): object {
  const { type = 'xyz' } = record as { type?: MapType };
  const members: readonly string[] = MAP_TYPES[type].members;
  return { type, ...Object.fromEntries(Object.entries(record).filter(([key]) => members.includes(key))) };
}

function imported(url: string, type = 'tms') {
  const properties = { name: 'A', type, url, max_zoom: 9, attribution: 'A', available_projections: ['EPSG:3857'] };
  const list = JSON.stringify({ type: 'Feature', properties, geometry: null });
  const plan = importFile(memoryFolder(SITE), Buffer.from(list), 'list', {}, NOW);
  const files = Object.fromEntries([...plan.changes()].map(({ path, text }) => [path, text ?? '']));
  return { files, notes: plan.notes.map(({ message }) => message) };
}

function byNew(url: string) {
  const kind = 'mapserver';
  const answers = { id: 'A', url, name: 'A', 'min-zoom': '0', 'max-zoom': '9', copyright: 'A' };
  const asServer = draftFromAnswers(kind, answers, CONTEXT);
  return asServer.refusals.length === 0 ? asServer : draftFromAnswers('map', answers, CONTEXT);
}

const byPage = (url: string) =>
  assessMapForm({ kind: 'mapserver', id: 'A', url, 'max-zoom': '9', copyright: 'A' }, review).review;

const XYZ = { type: 'xyz', hosts: ['tiles.example.org'], urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png' };
const TMS = { ...XYZ, type: 'tms' };
const vector = (tiles: string) => ({ type: 'vector', tiles: `https://tiles.example.org/${tiles}`, schema: 'other' });
const PBF = vector('{z}/{x}/{y}.pbf');

describe.each<[string, object]>([
  ['https://tiles.example.org/{z}/{x}/{y}.png', XYZ],
  ['https://tiles.example.org/%7Bz%7D/%7Bx%7D/%7By%7D.png', XYZ],
  ['https://tiles.example.org/%257Bz%257D/%257Bx%257D/%257By%257D%2Epng', XYZ],
  ['https%3A%2F%2Ftiles.example.org%2F%7Bz%7D%2F%7Bx%7D%2F%7By%7D.png', XYZ],
  ['HTTPS://Tiles.Example.ORG/{Zoom}/{X}/{Y}.png', XYZ],
  ['https://tiles.example.org/$%7Bz%7D/$%7Bx%7D/${y}.png', XYZ],
  ['https://tiles.example.org/%23%7Bzoom%7D/#{tilex}/#{tiley}.png', XYZ],
  ['"https:\\/\\/tiles.example.org\\/{z}\\/{x}\\/{y}.png",', XYZ],
  ['  `https://tiles.example.org/{z}/{x}/{y}.png`; ', XYZ],
  ['<https://tiles.example.org/{z}/{x}/{y}.png>', XYZ],
  ['“https://tiles.example.org/{ z }/{x}/{y}.png”', XYZ],
  ['tms[2,9]:https://tiles.example.org/{zoom}/{x}/{y}.png', XYZ],
  ['https://tiles.example.org/6/33/21.png', XYZ],
  [
    'https://tiles.example.org/{z}/{x}/{y}.png?a=1&amp;b=2',
    { ...XYZ, urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?a=1&b=2' },
  ],
  ...[
    'lyrs=s&x={x}&y={y}&z={z}',
    'lyrs%3Ds%26x%3D{x}%26y%3D%7By%7D%26z%3D{z}',
    '%3Flyrs%3Ds%26x%3D{x}%26y%3D{y}%26z%3D{z}',
  ].map((query): [string, object] => [
    `https://tiles.example.org/vt/${query}`,
    {
      ...XYZ,
      urlPattern: `https://#{host}/vt/${query.includes('%3F') ? '?' : ''}lyrs=s&x=#{tilex}&y=#{tiley}&z=#{zoom}`,
    },
  ]),
  [
    'https://tiles.example.org/{z}/{x}/{y}.png?url=a%3Db%26c%3D{z}',
    { ...XYZ, urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?url=a%3Db%26c%3D#{zoom}' },
  ],
  [
    'https://tiles.example.org/0123456789abcdef0123456789abcdef/{z}/{x}/{y}.png',
    { ...XYZ, urlPattern: 'https://#{host}/0123456789abcdef0123456789abcdef/#{zoom}/#{tilex}/#{tiley}.png' },
  ],
  ['https://tiles.example.org/{z}/{x}/{-y}.png', TMS],
  ['https://tiles.example.org/{z}/{x}/%7B-y%7D.png', TMS],
  ['https://tiles.example.org/{z}/{x}/%7B%2Dy%7D.png', TMS],
  ['https://tiles.example.org/{zoom}/{x}/${-y}.png', TMS],
  ['https://tiles.example.org/{z}/{x}/{y}.pbf', PBF],
  ['https://tiles.example.org/{z}/{x}/{y}%2Epbf', PBF],
  ['https://tiles.example.org/{z}/{x}/{y}%2epb%66', PBF],
  ['https://tiles.example.org/%7Bzoom%7D/%7BX%7D/%7By%7D.pbf', PBF],
  [
    'https://tiles.example.org/0123456789abcdef0123456789abcdef/{z}/{x}/{y}.pbf',
    vector('0123456789abcdef0123456789abcdef/{z}/{x}/{y}.pbf'),
  ],
  ['https://tiles.example.org/{z}/{x}/{y}.mlt', vector('{z}/{x}/{y}.mlt')],
  [
    'https://tiles.example.org/{z}/{y}/{x}?format=application%2Fvnd.mapbox-vector-tile',
    vector('{z}/{y}/{x}?format=application%2Fvnd.mapbox-vector-tile'),
  ],
  ['https://{s}.tiles.example.org/{z}/{x}/{y}.MVT', { ...PBF, tiles: 'https://a.tiles.example.org/{z}/{x}/{y}.MVT' }],
  ['https://tiles.example.org/{z}/{x}/{y}{r}.pbf?key=<your key>', vector('{z}/{x}/{y}.pbf?key=${EXAMPLE_API_KEY}')],
  [
    'https://tiles.example.org/bright/style%2Ejson',
    { type: 'vector', style: 'https://tiles.example.org/bright/style.json' },
  ],
  ['pmtiles://https://tiles.example.org/a.pmtiles', { type: 'pmtiles', url: 'https://tiles.example.org/a.pmtiles' }],
])('%s', (url, expected) => {
  test('is the same map to the reader, new and the page, and in a list', () => {
    const read = readMapAddress({ url });
    expect('type' in read && { type: read.type, ...read.members }).toEqual(expected);
    expect([saidIn(byNew(url).draft.record), saidIn(byPage(url).draft.record)]).toEqual([expected, expected]);
    const { files } = imported(url);
    const [text = ''] = Object.values(files);
    expect(saidIn(parse(text))).toEqual(expected);
    const { diagnostics } = checkCatalog(memoryFolder({ ...SITE, ...files }), {
      environment: {},
      requireTokens: false,
    });
    expect(
      diagnostics.map(({ code }) => code).filter((code) => !/^(?:unset-token|unknown-terms|possible-key)$/.test(code)),
    ).toEqual([]);
    // Nothing in it is written in another way again.
    for (const [, address] of mapAddresses(parse(text))) expect(address).not.toMatch(/%7b|%2e/i);
  });
});

test('a picture of a WMS is the same map, too', () => {
  const url =
    'https://ows.example.org/w?SERVICE=WMS&amp;REQUEST=GetMap&amp;VERSION=1.3.0&LAYERS=a%2Cb&FORMAT=image%2Fpng&CRS=EPSG%3A3857&BBOX=%7Bbbox%7D';
  const expected = {
    type: 'wms',
    service: 'https://ows.example.org/w',
    layers: ['a', 'b'],
    format: 'image/png',
    version: '1.3.0',
    crs: ['EPSG:3857'],
  };
  expect([saidIn(byNew(url).draft.record), saidIn(byPage(url).draft.record)]).toEqual([expected, expected]);
  for (const type of ['wms', 'tms'])
    expect(saidIn(parse(imported(url, type).files['maps/a.yaml'] ?? ''))).toEqual(expected);
});

describe.each(
  [
    'json geojson topojson terrain b3dm arrow lerc tif tiff zip ktx2 gz parquet glb'
      .split(' ')
      .map((ending) => [`https://tiles.example.org/{z}/{x}/{y}.${ending}`, `(.${ending})`]),
    [
      ['https://tiles.example.org/{z}/{x}/{y}%2EGeoJSON?v=1', '(.GeoJSON)'],
      ['https://tiles.example.org/{z}/{y}/{x}?f=lerc', '(.lerc)'],
      ['https://tiles.example.org/{z}/{y}/{x}?format=image%2Ftiff', '(.tiff)'],
      ['https://tiles.example.org/{z}/{x}/{-y}.terrain', '(.terrain)'],
      ['https://tiles.example.org/6/33/21.geojson', '(.geojson)'],
    ],
  ].flat(),
)('%s', (url, named) => {
  test(`is no picture: ${named} is named`, () => {
    const said = `its tiles ${named} are data, and not pictures`;
    expect(byNew(url).refusals.map(({ message }) => message)).toEqual([expect.stringContaining(said)]);
    expect(
      byPage(url)
        .problems.map(({ message }) => message)
        .join(),
    ).toContain(said);
    const { files, notes } = imported(url);
    expect([files, notes]).toEqual([{}, [expect.stringContaining(said)]]);
  });
});

test.each(['pbf', 'mvt', 'mlt'])('new mapserver says that .%s is a map of type vector', (ending) => {
  const answers = { id: 'A', url: `https://tiles.example.org/{z}/{x}/{y}.${ending}` };
  const { refusals } = draftFromAnswers('mapserver', answers, CONTEXT);
  expect(refusals.map(({ message }) => message).join()).toMatch(new RegExp(`\\.${ending}.*cartalog new map takes it`));
});
