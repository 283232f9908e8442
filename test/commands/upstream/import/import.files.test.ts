/** Files of other programs, imported into the small catalog. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import type { ListOptions } from '../../../../commands/upstream/import/lists/add-maps.ts';
import { polygonOf } from '../../../../contract/maps/geometry.ts';
import { type Files, memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { ROOT } from '../../../support/cli.ts';
import { summaryOf } from '../../../support/import-from.ts';
import { allProgramFiles } from '../../../support/whole-site.ts';
import { catalogOf, xyzMap } from '../../../support/xyz-maps.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const OPEN: ListOptions = { overlays: false };

function imported(body: string | Uint8Array, options: Partial<ListOptions> = {}, catalog: Files = SMALL) {
  const plan = importFile(memoryFolder(catalog), Buffer.from(body), 'list', { ...OPEN, ...options }, NOW);
  expect(plan.errors).toEqual([]);
  const files = [...plan.changes()].map(({ path, text }) => [path, text] as const);
  const notes = plan.notes.map(({ outcome, pointer, message }) => `${pointer} ${outcome}: ${message}`);
  const faults = notes.filter((note) => !/the catalog has no place for|as --copyright says/.test(note));
  return { files: Object.fromEntries(files), notes, faults };
}

const fixture = (name: string): Buffer => readFileSync(join(ROOT, 'test/fixtures/import', name));

test.each<[string, Partial<ListOptions>]>([
  ['layer-index.geojson', {}],
  ['josm.xml', {}],
  ['leaflet.json', { overlays: true }],
  // Without user names and passwords.
  ['qgis.xml', { copyrights: new Map([['example.org', 'Example Survey']]) }],
  ['tilejson.json', {}],
  // The changed data sources that desktop tools send. They name a map a file; it stays where it is.
  ['changes.xml', {}],
])('%s becomes the records of the snapshot, once', (name, options) => {
  const { files, notes } = imported(fixture(name), options);
  expect(summaryOf({ files, notes })).toMatchSnapshot();
  expect(imported(fixture(name), options, { ...SMALL, ...(files as Files) }).files).toEqual({});
  // As programs on Windows write it.
  const marked = Buffer.concat([Buffer.from('\uFEFF'), fixture(name)]);
  expect(imported(marked, options)).toEqual(imported(fixture(name), options));
});

test('what a list leaves open can be given, and a variable that is listed is used', () => {
  const site = `${SMALL['site.yaml']}accessTokens: [EXAMPLE_API_KEY]\n`;
  const { files, notes } = imported(
    fixture('layer-index.geojson'),
    { maxZoom: 18, copyright: 'Somebody' },
    { ...SMALL, 'site.yaml': site },
  );
  expect(files['mapservers/no-zoom.yaml']).toContain('maxZoom: 18');
  expect(files['mapservers/no-credit.yaml']).toContain('copyright: Somebody');
  expect(files['mapservers/with-a-key.yaml']).toContain('.png?apikey=${EXAMPLE_API_KEY}');
  expect(notes.filter((note) => /advice: (?!it does not say who)/.test(note))).toEqual([
    expect.stringContaining('/features/4/properties'),
  ]);
});

const PLACED = { name: 'A', url: 'https://a.example.net/{z}/{x}/{y}.png', maxZoom: 9, attribution: 'A', type: 'tms' };
const RING = ['5 45', '11 45', '11 48', '5 48', '5 45'].map((point) => point.split(' ').map(Number));
const jsonOf = (value: unknown): string => JSON.stringify(value);
const entryWith = (bounds: string): string =>
  `<imagery><entry><name>A</name><type>tms</type><url>${PLACED.url}</url><max-zoom>9</max-zoom><attribution-text>A</attribution-text>${bounds}</entry></imagery>`;

const PHOTO = { ...PLACED, max_zoom: 9, attribution: 'A' };

const PROVIDER = `name: The A
homepage: https://a.example.net/
terms: https://a.example.net/terms
privacy: https://a.example.net/privacy
`;

const PROVIDED = {
  ...SMALL,
  'mapservers/one.yaml': `${String(SMALL['mapservers/one.yaml'])
    .replace(/hosts: .*/, 'hosts: [a.example.net]')
    .replace('#{host}/', '#{host}/one/')}provider: the-a\n`,
  'providers/the-a.yaml': PROVIDER,
};

test('bounds that are no corners are named', () => {
  const body = jsonOf({ A: { url: PLACED.url, options: { ...PLACED, bounds: 'x' } } });
  expect(imported(body, { copyright: 'A' }).faults).toEqual(['/A advice: its bounds are not two corners']);
});

test('maps of a list with the same name are all taken, and the first keeps it', () => {
  const maps = ['Foo', 'Foo', 'foo', 'Foo-2'].map((name, index) => ({
    ...PLACED,
    name,
    url: `https://${index}.example.net/{z}/{x}/{y}.png`,
  }));
  const { files, faults } = imported(jsonOf({ A: maps[0], B: maps[1], C: maps[2], D: maps[3], E: maps[1] }));
  const ids = Object.entries(files).map(([path, text]) => [path, /^id: (.*)$/m.exec(text ?? '')?.[1]]);
  expect(ids).toEqual([
    ['mapservers/foo-2-2.yaml', 'Foo-2-2'],
    ['mapservers/foo-2.yaml', 'Foo-2'],
    ['mapservers/foo-3.yaml', 'foo-3'],
    ['mapservers/foo.yaml', 'Foo'],
  ]);
  expect(faults).toContain('/B corrected: another map of the list has the id "Foo", so this one has "Foo-2"');
  expect(faults).toContain('/E left out: the same map is in this list already');
});

test('all access tokens of a map are named at once', () => {
  const url = 'https://a.example.net/{z}/{x}/{y}.png?apikey={apikey}&token={token}';
  expect(imported(jsonOf({ A: { url, options: { ...PLACED } } }), { copyright: 'A' }).faults).toEqual([
    '/A left out: it needs access tokens: list EXAMPLE_API_KEY and EXAMPLE_TOKEN_KEY in accessTokens of site.yaml, and import it again',
  ]);
});

/** Lists of one map each: what becomes of it is in the snapshot. */
const MAPS = join(ROOT, 'test/fixtures/import/maps');

test.each(readdirSync(MAPS))('%s', (name) =>
  expect(summaryOf(imported(readFileSync(join(MAPS, name)), { copyright: 'A' }))).toMatchSnapshot(),
);

test('what the provider of the host says too is not repeated', () => {
  const terms = '<terms-of-use-url>https://a.example.net/terms</terms-of-use-url>';
  const privacy = '<privacy-policy-url>https://a.example.net/other</privacy-policy-url>';
  const { files, faults } = imported(entryWith(terms + privacy), {}, PROVIDED);
  expect(faults).toEqual([]);
  expect(files['mapservers/a.yaml']?.split(/copyright: .*\n/)[1]).toMatchSnapshot();
});

test('of many members without a place, the first are named, and each is cut', () => {
  const unknown = Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1] as const);
  const options = { attribution: 'A', maxZoom: 9, ['k'.repeat(100_000)]: 1, ...Object.fromEntries(unknown) };
  const { notes } = imported(jsonOf({ A: { url: PLACED.url, options } }));
  expect(notes.join('\n')).toMatch(/ has no place for k{199}…? \(1 map\), k0 \(1 map\), .* and 4,981 more$/m);
  expect(notes.join('\n').length).toBeLessThan(2_000);
});

test('what is not valid of it is left out, and the rest kept', () => {
  const { files, notes } = imported(
    entryWith(
      '<category>photo</category><terms-of-use-url>javascript:alert(1)</terms-of-use-url><date>2020;1990</date><country-code>EU</country-code><tile-size>100</tile-size>',
    ),
  );
  expect(files['mapservers/a.yaml']?.split('copyright: A\n')[1]).toBe('kind: aerial\nsince: 2020\n');
  expect(notes.map((note) => note.replace(/ left out: .*/, ''))).toEqual([
    '/entry/0/countries/0',
    '/entry/0/terms',
    '/entry/0/tileSize',
    '/entry/0/until',
  ]);
});

describe('an area that is not of boxes', () => {
  const triangle = { type: 'Polygon', coordinates: [[...RING.slice(0, 3), RING[0]]] };
  const feature = (name: string, more: object) => ({
    type: 'Feature',
    geometry: triangle,
    properties: { ...PHOTO, name, url: `https://${name}.example.net/{z}/{x}/{y}.png`, ...more },
  });
  const listOf = (...features: object[]): string => jsonOf({ type: 'FeatureCollection', features });

  test('gets a file, which maps with the same area share', () => {
    const { files, faults } = imported(listOf(feature('world', {}), feature('c', { overlay: true })));
    expect(faults).toEqual([]);
    expect(Object.keys(files)).toEqual(['areas/world-2.geojson', 'mapservers/world.yaml', 'overlayservers/c.yaml']);
    expect(JSON.parse(files['areas/world-2.geojson'] ?? '')).toEqual(triangle);
    for (const path of ['mapservers/world.yaml', 'overlayservers/c.yaml'])
      expect(files[path]).toContain('area: world-2\n');
    const next = imported(listOf(feature('d', {})), {}, { ...SMALL, ...(files as Files) });
    expect(Object.keys(next.files)).toEqual(['mapservers/d.yaml']);
  });

  test('is simplified', () => {
    const coast = Array.from({ length: 200 }, (_, index) => [5 + (index % 2) + index / 200, 45 + index / 100]);
    const geometry = { type: 'Polygon', coordinates: [[[11, 45], [11, 47], ...coast.toReversed(), [11, 45]]] };
    const { files, faults } = imported(jsonOf({ type: 'Feature', geometry, properties: PHOTO }));
    expect(Object.keys(files)).toEqual(['areas/a.geojson', 'mapservers/a.yaml']);
    expect(faults).toEqual([
      expect.stringMatching(
        /^\/properties advice: its area is simplified from 203 to \d+ points, and a little larger$/,
      ),
    ]);
  });
});

const featureWith = (properties: object): string =>
  jsonOf({ type: 'Feature', properties: { ...PLACED, max_zoom: 9, ...properties } });
test.each([
  ['http://a.example.org', ''],
  ['https://a.example.org:443', ''],
  ['https://{switch:b,x}.example.org', ''],
  ['https://1.b.example.org', '; if it is another map, cartalog new mapserver takes it'],
])('the tiles of a server of the catalog at %s are the same', (address, way) => {
  const { files, notes } = imported(featureWith({ attribution: 'A', url: `${address}/{z}/{x}/{y}.png` }));
  expect(files).toEqual({});
  expect(notes).toEqual([`/properties left out: the same map is in mapservers/one.yaml already${way}`]);
});

test('a newer checksum without SHA-1 leaves those of older ones; what cannot be is left out', () => {
  const document = String(fixture('changes.xml')).replace(
    /<file uri="a.zip">[\s\S]*?<\/file>/,
    '<file uri="a.zip"><checksum lastModified="2026-01-01T00:00:00Z" contentLength="9"/><checksum lastModified="2027-02-01T00:00:00Z" contentLength="9"/><checksum lastModified="2026-02-01T00:00:00Z" contentLength="1e3"/></file>',
  );
  const { files, notes } = imported(document);
  expect(files['datasources/maps/maps.yaml']?.split('\n').slice(3, 6)).toEqual([
    '    - { lastModified: 2024-02-29T23:59:59Z, contentLength: 0, sha1: null }',
    '    - { lastModified: 2025-01-01T00:00:00Z, contentLength: 415, sha1: "483AF8EEF96B20864776F019D4537B3750C1173D" }',
    '    - { lastModified: 2026-01-01T00:00:00Z, contentLength: 9, sha1: null }',
  ]);
  expect(notes).toContain(
    '/datasource/0/files/a.zip/checksums/1 left out: its time, 2027-02-01T00:00:00Z, is in the future',
  );
  expect(notes.join()).toMatch(/checksums\/2\/contentLength left out: .*"1e3"/);
});

test('an & where XML allows one is read', () => {
  const list =
    '<?note a & b?>\n<imagery><!-- a & b --><entry><name><![CDATA[A & B]]></name><type>tms</type><url>https://a.example.net/{z}/{x}/{y}.png</url><attribution-text>A</attribution-text></entry></imagery>';
  expect(Object.values(imported(list, { maxZoom: 18 }).files)).toEqual([expect.stringContaining('id: A & B\n')]);
});

describe('a list in another encoding is read as it declares', () => {
  const xml = (encoding: string): string =>
    `<?xml version="1.0" encoding='${encoding}' standalone="yes"?>\n<imagery><entry><name>Köln ©</name><type>tms</type><url>https://a.example.net/{z}/{x}/{y}.png</url><attribution-text>Köln</attribution-text></entry></imagery>`;
  const utf16 = Buffer.from(`\uFEFF${xml('UTF-16')}`, 'utf16le');
  const tileJson = `\uFEFF${JSON.stringify({ tilejson: '3.0.0', name: 'Köln ©', tiles: ['https://a.example.net/{z}/{x}/{y}.png'], attribution: 'Köln' })}`;
  test.each<[string, Uint8Array]>([
    ['ISO-8859-1', Buffer.from(xml('ISO-8859-1'), 'latin1')],
    ['windows-1252', Buffer.from(xml('windows-1252'), 'latin1')],
    ['ISO-8859-15', Buffer.from(xml('ISO-8859-15'), 'latin1')],
    ['UTF-8 that is declared as another', Buffer.from(xml('ISO-8859-1'))],
    ['UTF-16', utf16],
    ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
    ['UTF-16, as JSON', Buffer.from(tileJson, 'utf16le')],
    ['UTF-16 without a byte order mark', utf16.subarray(2)],
    ['UTF-16, big-endian, without a byte order mark', Buffer.from(utf16.subarray(2)).swap16()],
    ['UTF-16, as JSON without a byte order mark', Buffer.from(tileJson, 'utf16le').subarray(2)],
  ])('%s', (_, body) => {
    const { files } = imported(body, { maxZoom: 18 });
    expect(Object.values(files)).toEqual([expect.stringMatching(/^(?:.*\n)*id: Köln ©\n(?:.*\n)*copyright: Köln\n/)]);
  });

  test('also one of letters that Latin has not', () => {
    const body = Buffer.from(
      xml('windows-1251')
        .replace(/Köln ©/, '\xcc\xee\xf1\xea\xe2\xe0')
        .replace('Köln', 'A'),
      'latin1',
    );
    expect(Object.values(imported(body, { maxZoom: 18 }).files)).toEqual([expect.stringContaining('id: Москва\n')]);
  });
});

test('XML that is nested too deep is refused', () => {
  const run = (): unknown => importFile(memoryFolder(SMALL), Buffer.from('<a>'.repeat(5_000)), 'x', OPEN, NOW);
  expect(run).toThrow(CannotRunError);
  expect(run).toThrow(/^x is nested too deep/);
});

describe('services of ArcGIS are read from QGIS', () => {
  const service = 'https://a.example.net/arcgis/rest/services/A/MapServer';
  const list = (attributes: string, name = 'arcgisfeatureserver'): string =>
    `<!DOCTYPE connections>\n<qgs${name.toUpperCase()}Connections version="1.0"><${name} name="A" ${attributes} attribution="Office" referer=""/></qgs${name.toUpperCase()}Connections>`;
  const layer = (source: string): string =>
    `<!DOCTYPE qgis-layer-definition>\n<qlr><maplayers><maplayer><datasource>${source}</datasource><layername>A</layername><attribution>Office</attribution><provider>arcgismapserver</provider></maplayer></maplayers></qlr>`;
  test.each<[string, string, string]>([
    ['a connection', list(`url="${service}"`), ''],
    ['a connection of this program', list(`url="${service}" layers="0,3" record="maps/a"`), 'layers: [0, 3]\n'],
    ['a connection of an older version', list(`url="${service}"`, 'arcgismapserver'), ''],
    [
      'a layer',
      layer(`crs='EPSG:3857' format='PNG32' layer='3' url='${service}'`),
      'layers: [3]\nformat: image/png32\n',
    ],
    ['a layer in JPEG', layer(`format='JPEG' layer='3' url='${service}'`), 'layers: [3]\nformat: image/jpeg\n'],
    ['a layer in a format of prints', layer(`format='PDF' layer='' url='${service}'`), 'format: image/png\n'],
    ['a whole service', layer(`crs='EPSG:3857' layer='' url='${service}'`), ''],
  ])('%s', (_, body, layers) => {
    const { files, faults } = imported(body);
    const [text = ''] = Object.values(files);
    expect(text?.replaceAll(/["']/g, '')).toContain(`service: ${service}\n${layers}`);
    expect(text).toContain('type: arcgis\nname: A\n');
    expect(text).toContain('copyright: Office\n');
    expect(faults.filter((one) => !one.includes('no highest zoom level'))).toEqual([]);
  });

  test('but not of features', () => {
    const { files, faults } = imported(list(`url="${service.replace('MapServer', 'FeatureServer')}"`));
    expect([files, faults]).toEqual([{}, [expect.stringMatching(/left out: it is not a service of ArcGIS/)]]);
  });
});

describe('what map programs get of a map is read again', () => {
  const box = { west: 5, south: 45, east: 11, north: 48 };
  const listed = xyzMap({
    hosts: ['a.example.net'],
    kind: 'aerial',
    area: { polygons: [polygonOf(box)] },
    attribution: [{ text: '© A & co', url: 'https://a.example.net/?a&b' }, { text: 'B' }],
    terms: 'https://a.example.net/terms',
    privacy: 'https://a.example.net/privacy',
    since: '2019',
    until: '2020-05',
    tileSize: 512,
    needs: ['referer'],
  });
  const files = allProgramFiles(catalogOf([listed]));
  test.each([
    'programs/josm.xml',
    'programs/leaflet-providers.json',
    'mapservers/one/tilejson.json',
    'programs/qgis.xml',
  ])('%s', (path) => {
    const content = files.find((file) => file.path === path)?.content ?? new Uint8Array();
    const { files: written, faults } = imported(content, { copyright: 'X' }, { 'site.yaml': SMALL['site.yaml'] ?? '' });
    expect(faults).toEqual([]);
    const [text = '', ...others] = Object.values(written);
    expect(others).toEqual([]);
    expect(text).toContain('minZoom: 0\nmaxZoom: 19\nhosts: [a.example.net]\n');
    expect(text?.split(/copyright: .*\n/)[1]).toMatchSnapshot();
  });
});
