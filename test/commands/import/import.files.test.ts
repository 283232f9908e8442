/** Files of other programs, imported into the small catalog. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ListOptions } from '../../../commands/import/add-servers.ts';
import { importFile } from '../../../commands/import/import.ts';
import { NotImportableError } from '../../../commands/import/recognise.ts';
import { type Files, memoryFolder, SMALL } from '../../support/catalogs.ts';
import { ROOT } from '../../support/cli.ts';
import { summaryOf } from '../../support/import-from.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const OPEN: ListOptions = { overlays: false, copyright: null, maxZoom: null };

function imported(body: string | Uint8Array, options: Partial<ListOptions> = {}, catalog: Files = SMALL) {
  const plan = importFile(
    memoryFolder(catalog),
    { body: Buffer.from(body), name: 'list' },
    { ...OPEN, ...options },
    NOW,
  );
  expect(plan.errors).toEqual([]);
  const files = [...plan.changes()].map(({ path, text }) => [path, text] as const);
  const notes = plan.notes.map(({ outcome, pointer, message }) => `${pointer} ${outcome}: ${message}`);
  return { files: Object.fromEntries(files), notes };
}

const fixture = (name: string): Buffer => readFileSync(join(ROOT, 'test/fixtures/import', name));

test.each<[string, Partial<ListOptions>]>([
  ['layer-index.geojson', {}],
  ['josm.xml', {}],
  ['leaflet.json', { overlays: true }],
  // Without user names and passwords.
  ['qgis.xml', { copyright: 'Example Survey' }],
  ['tilejson.json', {}],
  // The changed data sources that desktop tools send. They name a map a file; it stays where it is.
  ['changes.xml', {}],
])('%s becomes the records of the snapshot', (name, options) => {
  const { files, notes } = imported(fixture(name), options);
  expect(summaryOf({ files, notes })).toMatchSnapshot();
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
  expect(notes.filter((note) => note.includes('advice'))).toEqual([expect.stringContaining('/features/4/properties')]);
});

test.each([
  ['rows from below', { scheme: 'tms' }, 'it counts tile rows from below (TMS), and the catalog only from above'],
  ['vectors', { vector_layers: [] }, 'its tiles are vectors, and the catalog lists pictures'],
  ['no address', { tiles: [] }, 'it has no address'],
])('a TileJSON with %s', (_, more, why) => {
  const document = { ...JSON.parse(String(fixture('tilejson.json'))), ...more };
  expect(imported(JSON.stringify(document))).toEqual({ files: {}, notes: [` left out: ${why}`] });
});

const PLACED = { name: 'A', url: 'https://a.example.net/{z}/{x}/{y}.png', maxZoom: 9, attribution: 'A', type: 'tms' };
const RING = ['5 45', '11 45', '11 48', '5 48', '5 45'].map((point) => point.split(' ').map(Number));
const BOX = '<bounds min-lat="45" min-lon="5" max-lat="48" max-lon="11">';
const LAT_LON = ['45 5', '48 11'].map((point) => point.split(' ').map(Number));
const MIDDLE = 'latitude: 46.5, longitude: 8';
const jsonOf = (value: unknown): string => JSON.stringify(value);
const entryWith = (bounds: string): string =>
  `<imagery><entry><name>A</name><type>tms</type><url>${PLACED.url}</url><max-zoom>9</max-zoom><attribution-text>A</attribution-text>${bounds}</entry></imagery>`;

const SHAPE = `<shape>${RING.map(([lon, lat]) => `<point lat="${lat}" lon="${lon}"/>`).join('')}</shape>`;
const TILEJSON = { ...PLACED, tilejson: '3.0.0', tiles: [PLACED.url], maxzoom: 9 };
const POLYGON = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [RING] } };

test.each<[string, string, string]>([
  ['a GeoJSON', jsonOf({ ...POLYGON, properties: { ...PLACED, max_zoom: 9, attribution: { text: 'A' } } }), MIDDLE],
  [
    'a TileJSON',
    jsonOf({ ...TILEJSON, bounds: [5, 45, 11, 48], center: [8, 47, 8] }),
    'latitude: 47, longitude: 8, zoom: 8',
  ],
  ['a leaflet-providers JSON', jsonOf({ A: { url: PLACED.url, options: { ...PLACED, bounds: LAT_LON } } }), MIDDLE],
  ['a box of JOSM', entryWith(`${BOX}</bounds>`), MIDDLE],
  ['a shape of JOSM', entryWith(`${BOX}${SHAPE}</bounds>`), MIDDLE],
])('where %s says that there are tiles is a place to probe', (_, body, place) => {
  expect(imported(body).files['mapservers/a.yaml']).toContain(`probe: { ${place} }`);
});

const featureWith = (properties: object): string =>
  jsonOf({ type: 'Feature', properties: { ...PLACED, max_zoom: 9, ...properties } });
const providerWith = (options: object): string =>
  jsonOf({ A: { url: 'https://{s}.example.net/{z}/{x}/{y}.png', options: { attribution: 'A', ...options } } });

test.each<[string, string, string | null, string[]]>([
  [
    'zoom levels that are counted from the closest',
    providerWith({ zoomReverse: true }),
    null,
    ['/A left out: it counts zoom levels from the closest, and the catalog from the whole world'],
  ],
  ['the hosts that Leaflet assumes', providerWith({}), 'hosts: [a.example.net, b.example.net, c.example.net]', []],
  [
    'hosts that nobody stated',
    featureWith({ attribution: 'A', url: 'https://{s}.example.net/{z}/{x}/{y}.png' }),
    'hosts: [a.example.net, b.example.net, c.example.net]',
    ['/properties advice: {s} is read as a, b, c, the usual ones; if the server has others, list its hosts'],
  ],
  [
    'several addresses of a TileJSON',
    jsonOf({ ...TILEJSON, tiles: [PLACED.url, 'https://b.example.net/b/{z}/{x}/{y}.png'] }),
    'hosts: [a.example.net]',
    [' advice: its 2 addresses differ in more than the host; the first is taken'],
  ],
  [
    'a header',
    entryWith('<custom-http-header header-name="Referer" header-value="geheim"/>'),
    null,
    ['/entry/0 left out: it needs the HTTP header "Referer", which the catalog cannot say'],
  ],
  ['a name with brackets', featureWith({ attribution: { text: 'A' }, name: 'A <x> & b' }), 'name: A <x> & b', []],
  ['a credit as HTML', featureWith({ attribution: { html: '<a href="x">The A</a>' } }), 'copyright: The A', []],
  ['a credit that is a text', featureWith({ attribution: 'The A' }), 'copyright: The A', []],
  [
    'a long credit',
    featureWith({ attribution: 'The A '.repeat(40) }),
    `copyright: ${'The A '.repeat(33).trim()}…`,
    ['/properties advice: who is credited is shortened to 200 characters'],
  ],
])('%s', (_, body, line, notes) => {
  const { files, notes: found } = imported(body);
  expect(found).toEqual(notes);
  const lines = Object.values(files).flatMap((text) => text?.split('\n'));
  expect(lines).toEqual(line === null ? [] : expect.arrayContaining([line]));
});

test.each(['http://a.example.org', 'https://a.example.org:443', 'https://{switch:b,x}.example.org'])(
  'the tiles of a server of the catalog at %s are the same',
  (address) => {
    const { files, notes } = imported(featureWith({ attribution: 'A', url: `${address}/{z}/{x}/{y}.png` }));
    expect(files).toEqual({});
    expect(notes).toEqual(['/properties left out: the same tiles are in mapservers/one.yaml already']);
  },
);

test.each(['layer-index.geojson', 'josm.xml', 'leaflet.json', 'qgis.xml', 'tilejson.json'])(
  '%s imported twice adds nothing more',
  (name) => {
    const options: ListOptions = { ...OPEN, copyright: 'X' };
    const first = importFile(memoryFolder(SMALL), { body: fixture(name), name }, options, NOW);
    const added = Object.fromEntries([...first.changes()].map(({ path, text }) => [path, text ?? '']));
    expect(Object.keys(added).length).toBeGreaterThan(0);
    expect(imported(fixture(name), options, { ...SMALL, ...added }).files).toEqual({});
  },
);

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

test('of a history the newest 30 are kept', () => {
  const checksum = (day: number): string =>
    `<checksum lastModified="${new Date(Date.UTC(2026, 0, day)).toISOString().replace('.000Z', 'Z')}" contentLength="${day}"/>`;
  const many = Array.from({ length: 40 }, (_, index) => checksum(index + 1)).join('');
  const document = String(fixture('changes.xml')).replace(
    /<file uri="a.zip">[\s\S]*?<\/file>/,
    `<file uri="a.zip">${many}</file>`,
  );
  const lines =
    imported(document)
      .files['datasources/maps/maps.yaml']?.split('\n')
      .filter((line) => line.startsWith('    - {')) ?? [];
  expect(lines).toHaveLength(31);
  expect(lines[0]).toContain('2026-01-11');
  expect(lines[29]).toContain('2026-02-09');
});

describe('anything else is refused by its content', () => {
  const entities = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><imagery>&x;</imagery>';
  test.each<[string, string | Uint8Array, RegExp]>([
    ['a web page', '<!DOCTYPE html><html></html>', /^is a web page, and not the XML document/],
    ['other XML', '<kml/>', /^is XML with the root <kml>, and not/],
    ['another catalog document', '<catalog xmlns="urn:x"/>', /^is XML with the root <catalog>/],
    ['XML with entities', entities, /^cannot be read as XML: it declares entities, which are never read$/],
    ['XML that is cut off', '<imagery><entry>', /^cannot be read as XML: line 1/],
    ['other JSON', '{"a": 1}', /^is JSON, but not/],
    ['a list', '[{"id": 1}]', /^is JSON, but not/],
    ['text', 'name,url\nA,https://a', /^is neither JSON nor XML/],
    ['nothing', '', /^is neither JSON nor XML/],
    ['JSON that is cut off', '{"type": "FeatureCollection",', /^cannot be read as JSON: it ends too early$/],
    ['JSON with a mistake', '{"a": 1,\n"b" 2}', /^cannot be read as JSON: "2" in line 2 is not expected there$/],
    ['JSON with a word', '[x]', /^cannot be read as JSON: (?:it is damaged|"x" in line 1 is not expected there)$/],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47), /^is not text in UTF-8/],
  ])('%s', (_, body, message) => {
    const run = (): unknown => importFile(memoryFolder(SMALL), { body: Buffer.from(body), name: 'x' }, OPEN, NOW);
    expect(run).toThrow(NotImportableError);
    expect(run).toThrow(message);
  });
});
