import { expect, test } from 'vitest';
import { dataSourcePages, downloadSummary } from '../../../../../build/render/pages/data-source/data-source-page.ts';
import { dataSourceFacts } from '../../../../../build/render/pages/data-source/files-index.ts';
import { html } from '../../../../../build/render/pages/layout/html.ts';
import { DE } from '../../../../../contract/words/page-texts/de.ts';
import { EN } from '../../../../../contract/words/page-texts/en.ts';
import { type Files, SMALL } from '../../../../support/catalogs.ts';
import { modelled } from '../../../../support/check.ts';

const PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };

function pagesOf(id: string, files: Files, fileBytes: number | null = null): Map<string, string> {
  const catalog = modelled({ ...SMALL, ...files });
  const datasource = catalog.datasources.find((each) => each.id === id);
  if (!datasource) throw new Error(`no ${id}`);
  const history = { lastChange: () => null, log: [] };
  const made = dataSourceFacts(datasource, fileBytes);
  const assets = [...made.assets, ...dataSourcePages({ catalog, history, parts: PARTS }, made.facts)];
  return new Map(assets.map(({ path, content }) => [path, new TextDecoder().decode(content)]));
}

const pageOf = (id: string, files: Files = {}): string => pagesOf(id, files).get(`datasources/${id}/index.html`) ?? '';

test('without a list, because the host would not take it: the rows, and nothing that a script would load', () => {
  const made = pagesOf('maps', {}, 10);
  const page = made.get('datasources/maps/index.html');
  expect(page).toContain('a.zip');
  expect(page).not.toMatch(/data-list|data-contents|boxes\.geojson/);
  expect([...made.keys()].filter((path) => path.endsWith('json'))).toEqual([]);
});

test('of 14,000 files the page has the first hundred, and links to the rest', () => {
  const entries = Array.from({ length: 14_000 }, (_, index) => `N${String(index).padStart(5, '0')}.zip: {}\n`);
  const page = pageOf('empty', { 'datasources/empty/files.yaml': entries.join('') });
  expect(page.match(/<tr>/g)).toHaveLength(101);
  expect(page).toContain('The first 100 of 14,000 files.');
  expect(page.length).toBeLessThan(40_000);
});

test('the files come before what is known of all of them', () => {
  const page = pageOf('maps');
  expect(page.indexOf('class="file-rows"')).toBeLessThan(page.indexOf('class="key-facts"'));
  expect(page).toContain('<p>2 maps · licence unknown</p>');
});

test.each([
  [EN, { kind: 'elevation', licence: 'CC-BY-4.0' }, 'Elevation · for RouteConverter, QGIS · CC BY 4.0'],
  [DE, { kind: 'pois', licence: 'https://a.example.org/<' }, 'Orte von Interesse (POI) · eigene Lizenz'],
  [DE, { kind: 'pois' }, 'Orte von Interesse (POI) · ODbL (OSM)'],
  [EN, { kind: 'routing' }, 'Routing data · for OsmAnd, Locus Map, RouteConverter · ODbL (OSM)'],
  [
    EN,
    { kind: 'extracts', licence: 'ODbL-1.0' },
    'Data of OpenStreetMap · for RouteConverter (GraphHopper) · ODbL 1.0',
  ],
  [EN, { kind: 'themes' }, 'Render themes · for RouteConverter, Locus Map, OruxMaps · licence unknown'],
  [DE, {}, 'Lizenz unbekannt'],
  [
    EN,
    { kind: 'profiles', baseUrl: 'http://a.example.org/' },
    'Routing profiles · for BRouter · licence unknown · <strong>http only</strong>',
  ],
])('a word each says what a download is, and which programs read it: %#', (texts, source, expected) => {
  expect(html`${downloadSummary({ texts }, { baseUrl: 'https://a.example.org/', ...source } as never)}`.text).toBe(
    expected,
  );
});

const checksum = (sha1: string | null): string =>
  JSON.stringify({ checksums: [{ lastModified: '2024-05-01T00:00:00Z', contentLength: 7, sha1 }] });
const HASH = '483AF8EEF96B20864776F019D4537B3750C1173D';

test.each([
  [['{}', '{}'], ['Size, date and checksum are not known yet: the list has not been compared with the server.']],
  [[checksum(HASH), '{}'], ['Size, date and checksum of 1 of 2 files are not known yet: the list']],
  [[checksum(null)], ['The checksum is not known: the server does not state it.']],
  [
    [checksum(null), checksum(HASH), '{}'],
    ['checksum of 1 of 3 files are not known yet', 'The checksum of 1 of 3 files is not known:'],
  ],
  [[checksum(HASH)], []],
])('what is not known of files, and why: %j', (files, said) => {
  const page = pageOf('empty', {
    'datasources/empty/files.yaml': files.map((entry, at) => `${at}.zip: ${entry}\n`).join(''),
  });
  const sentences = [...page.matchAll(/<p class="soft">([^<]* not known[^<]*)</g)].map(([, text]) => text);
  expect(sentences).toEqual(said.map((part) => expect.stringContaining(part)));
  expect(pageOf('empty', { 'datasources/empty/files.yaml': 'a.zip: {}\n' })).not.toContain('data-contents');
});
