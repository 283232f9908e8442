import { describe, expect, test } from 'vitest';
import { dataSourceFacts, dataSourcePages } from '../../../../build/render/pages/data-source-page.ts';
import { type Files, SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

const PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };
const SITE = `${SMALL['site.yaml']}languages: [en, de]\n`;

/** The files of the pages of a data source, by path. */
function pagesOf(id: string, files: Files, fileBytes: number | null = null): Map<string, string> {
  const catalog = modelled({ ...SMALL, 'site.yaml': SITE, ...files });
  const datasource = catalog.datasources.find((each) => each.id === id);
  if (!datasource) throw new Error(`no ${id}`);
  const history = { lastChange: () => null, log: [] };
  const made = dataSourceFacts(datasource, fileBytes);
  const assets = [...made.assets, ...dataSourcePages({ catalog, history, parts: PARTS, fileBytes }, made.facts)];
  return new Map(assets.map(({ path, content }) => [path, new TextDecoder().decode(content)]));
}

const pageOf = (id: string, files: Files = {}): string => pagesOf(id, files).get(`datasources/${id}/index.html`) ?? '';

test('says what there is, how large it is, and who uses it', () => {
  const page = pageOf('maps');
  expect(page).toContain('<h1 dir="auto">Maps</h1>');
  expect(page).toContain('unpack each archive, with the folders inside it');
  expect(page).toContain('<dd>2 maps</dd>');
  expect(page).toContain('<dd>415\u00a0B (known of 1)</dd>');
  expect(page).toContain('<time datetime="2025-01-01">1 Jan 2025</time>');
  expect(page).toContain('href="../../editions/offline/"');
  expect(page).toContain('href="../../v1/datasources/maps/"');
  expect(page).toContain('data-list="../../datasources/maps/files.json"');
  expect(page).toContain('<details><summary>1</summary><ul><li><bdi>a.map</bdi></li></ul></details>');
  expect(page).toContain('class="edit"');
});

test('says it in every language, of the same files', () => {
  const page = pagesOf('maps', {}).get('de/datasources/maps/index.html');
  expect(page).toContain('<dd>2 Karten</dd>');
  expect(page).toContain('1. Jan. 2025');
  expect(page).toContain('data-list="../../../datasources/maps/files.json"');
});

describe('where something is not there', () => {
  test('no files: no list, no map, no history', () => {
    const page = pageOf('empty');
    expect(page).toContain('No files are listed yet.');
    expect(page).not.toMatch(/<table|coverage|<svg class="history|data-list/);
    expect([...pagesOf('empty', {}).keys()]).toEqual([
      'datasources/empty/index.html',
      'de/datasources/empty/index.html',
    ]);
  });

  test('no boxes and no versions: no map, and no columns for them', () => {
    const page = pageOf('empty', { 'datasources/empty/files.yaml': 'a.zip: {}\n' });
    expect(page).toContain('data-column="path"');
    expect(page).not.toMatch(/coverage-map|boxes\.geojson|data-column="(?:size|day|versions|parts)"|class="history"/);
  });

  test('no list that the host would take: the rows, and nothing that a script would load', () => {
    const made = pagesOf('maps', {}, 10);
    const page = made.get('datasources/maps/index.html');
    expect(page).toContain('a.zip');
    expect(page).not.toMatch(/data-list|data-contents|boxes\.geojson/);
    expect([...made.keys()].filter((path) => path.endsWith('json'))).toEqual([]);
  });
});

describe('names as nobody would write them', () => {
  const longest = `${'a'.repeat(196)}.zip`;
  test.each([
    ['markup', '<script>alert(1)</script>'],
    ['quotes', `"' onmouseover='alert(1)'`],
    ['from right to left', 'مصر خريطة.zip'],
    ['an emoji', '🗺️ maps 😀.zip'],
    ['200 characters', longest],
    ['an ampersand', 'a&amp;b &lt;.zip'],
  ])('%s', (_, name) => {
    const label = JSON.stringify(name);
    const path = JSON.stringify(name.replaceAll(/[:#?/]/g, '-'));
    const page = pageOf('empty', {
      'datasources/empty/datasource.yaml': `name: ${label}\nbaseUrl: https://files.example.org/\ndirectory: empty\naction: Copy\n`,
      'datasources/empty/files.yaml': `${path}:\n  fragments:\n    ${path}: []\n`,
    });
    expect(page).not.toMatch(/<script>|<[^>]*\son\w+='/);
    const escaped = name
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;');
    expect(page).toContain(`<h1 dir="auto">${escaped}</h1>`);
    expect(page).toContain(`<bdi class="name">${escaped.replaceAll(/[:?/]/g, '-')}</bdi>`);
  });
});

test('of 14,000 files the page has the first hundred, and links to the rest', () => {
  const entries = Array.from({ length: 14_000 }, (_, index) => `N${String(index).padStart(5, '0')}.zip: {}\n`);
  const page = pageOf('empty', { 'datasources/empty/files.yaml': entries.join('') });
  expect(page.match(/<tr>/g)).toHaveLength(101);
  expect(page).toContain('The first 100 of 14,000 files.');
  expect(page.length).toBeLessThan(40_000);
});
