import { describe, expect, test } from 'vitest';
import { historyOf } from '../../../../build/model/history.ts';
import type { PagesInput } from '../../../../build/render/pages/page-layout.ts';
import {
  bareNotFoundPage,
  categoryPage,
  editionPage,
  notFoundPage,
} from '../../../../build/render/pages/text-pages.ts';
import type { Language } from '../../../../contract/pages.ts';
import { type Files, SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

const PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };
const inputOf = (files: Files): PagesInput => ({
  catalog: modelled({ ...SMALL, ...files }),
  history: historyOf(null),
  parts: PARTS,
  fileBytes: null,
});

describe('the page of a category', () => {
  function pageOf(id: number, categories = SMALL['categories.yaml'] as string, language: Language = 'en'): string {
    const input = inputOf({ 'categories.yaml': categories });
    const category = input.catalog.categories.find((each) => each.id === id);
    if (!category) throw new Error(`no ${id}`);
    const { path, content } = categoryPage(input, category, language);
    expect(path).toBe(`${language === 'en' ? '' : `${language}/`}categories/${id}/index.html`);
    return Buffer.from(content).toString();
  }

  test('has a name for the top of the tree, and what is below it', () => {
    const page = pageOf(1);
    expect(page).toContain('<h1 dir="auto">All categories</h1>');
    expect(page).toContain('<a href="../../categories/10/"><bdi>Bike</bdi></a> <span class="soft">1 below it</span>');
    expect(page).not.toContain('<ol>');
  });

  test('says where it is in the tree', () => {
    const page = pageOf(2);
    const path = page.slice(page.indexOf('<ol>'), page.indexOf('</ol>'));
    expect([...path.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name]) => name)).toEqual(['All categories', 'Bike']);
    expect(page).toContain('There is nothing below this category.');
    expect(page).toContain('href="../../v1/categories/2/"');
  });

  test('has its number if it has no name, and markup is text', () => {
    expect(pageOf(7, '- { id: 7, name: " " }\n', 'de')).toContain('<h1 dir="auto">Kategorie 7</h1>');
    expect(pageOf(7, '- { id: 7, name: "<b>" }\n')).toContain('<h1 dir="auto">&lt;b&gt;</h1>');
  });
});

test.each([
  [
    'name: "Off <i>line</i>"\ndatasources: [maps, empty]\n',
    [
      '<h1 dir="auto">Off &lt;i&gt;line&lt;/i&gt;</h1>',
      '<a href="../../datasources/maps/"><bdi>Maps</bdi></a> <span class="soft">2 maps</span>',
      '<a href="../../datasources/empty/"><bdi>Empty</bdi></a> <span class="soft">0 files</span>',
      'href="../../v1/editions/offline/"',
    ],
  ],
  ['name: Offline\ndatasources: []\n', ['This edition offers no downloads.']],
])('the page of an edition: %j', (edition, texts) => {
  const input = inputOf({ 'editions/offline.yaml': edition });
  const [first] = input.catalog.editions;
  if (!first) throw new Error('no edition');
  const page = Buffer.from(editionPage(input, first, 'en').content).toString();
  for (const text of texts) expect(page).toContain(text);
});

test('links of the page for unknown addresses begin at the root, because it is shown at any address', () => {
  const { path, content } = notFoundPage(inputOf({ 'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\n` }), 'de');
  const page = Buffer.from(content).toString();
  expect(path).toBe('de/404.html');
  expect(page).toContain(`<link rel="stylesheet" href="/assets/main.css">`);
  expect(page).toContain(`<a class="button main" href="/de/">Zum Katalog</a>`);
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).not.toContain('rel="canonical"');
  // A site without pages has one that loads nothing.
  expect(Buffer.from(bareNotFoundPage().content).toString()).not.toMatch(/src=|stylesheet/);
});
