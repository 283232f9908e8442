import { expect, test } from 'vitest';
import { historyOf } from '../../../../build/model/history.ts';
import { indexPage } from '../../../../build/render/pages/index-page.ts';
import { knownServers } from '../../../../build/render/pages/server-facts.ts';
import type { Language } from '../../../../contract/pages.ts';
import { type Files, SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

function pageOf(files: Files, language: Language = 'en'): string {
  const parts = { script: 'assets/main.js', style: 'assets/main.css', files: [] };
  const input = { catalog: modelled(files), history: historyOf(null), parts, fileBytes: null };
  return Buffer.from(indexPage(input, knownServers(input), language).content).toString();
}

test('lists everything, with its numbers', () => {
  const page = pageOf(SMALL);
  expect(page).toContain('1 base map · 1 overlay · 2 data sources');
  expect([...page.matchAll(/data-list="(\w+)"/g)].map(([, kind]) => kind)).toEqual([
    'mapserver',
    'overlayserver',
    'datasource',
    'edition',
    'category',
  ]);
  expect(page).toContain('<a href="./mapservers/one/"><bdi>One</bdi></a>');
  expect(page).toContain('data-search="one server one one openstreetmap a.example.org b.example.org"');
  expect(page).toContain('data-flags="overlay inactive http no-token language" data-min="3" data-max="17"');
});

test('a map is found by the name of its file, which is the one in addresses', () => {
  const { 'mapservers/one.yaml': one = '', ...others } = SMALL;
  expect(pageOf({ ...others, 'mapservers/shared-link.yaml': one })).toMatch(/data-search="[^"]* shared-link /);
});

test('says so where nothing is in the catalog, and has no search', () => {
  const page = pageOf({ 'site.yaml': SMALL['site.yaml'] as string });
  expect(page).toContain('Nothing is in this catalog yet.');
  expect(page).not.toContain('<form');
  expect(page).toContain('<a class="button main" href="./add/">Add a map</a>');
});

test('asks nobody to choose a map where there is none, and says how one is added', () => {
  const others = Object.entries(SMALL).filter(([path]) => !/^(map|overlay)servers\//.test(path));
  const page = pageOf(Object.fromEntries(others));
  expect(page).toContain('There is no map yet.');
  expect(page).not.toContain('Choose a map.');
  expect(page).toContain('href="./add/">Add a map</a>');
});

test('offers to show only what can be shown', () => {
  const paid = String(SMALL['mapservers/one.yaml']).replace(/urlPattern: .*/, '$&?key=${PAID_KEY}');
  const page = pageOf({ ...SMALL, 'mapservers/one.yaml': paid });
  const row = page.slice(page.indexOf('data-kind="mapserver"'), page.indexOf('</li>'));
  expect(row).toContain('needs a token');
  expect(row).not.toContain('<button');
});

test('is in German as well', () => {
  expect(pageOf(SMALL, 'de')).toContain('1 Grundkarte · 1 Overlay · 2 Datenquellen');
});

test('a root without a name is left out of the tree, and what is below others is closed', () => {
  const page = pageOf(SMALL);
  const tree = page.slice(page.indexOf('<ul class="tree">'));
  expect(tree.indexOf('>Bike <')).toBeLessThan(tree.indexOf('>Å<'));
  expect(tree).toContain('<details><summary aria-label="Below Bike "></summary><ul>');
  expect(tree).not.toContain('categories/1/');
});

test('ten thousand categories, each below the one before, are a page', () => {
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    index === 0 ? '- { id: 1, name: a }' : `- { id: ${index + 1}, name: a${index}, parent: ${index} }`,
  );
  const page = pageOf({ ...SMALL, 'categories.yaml': `${lines.join('\n')}\n` });
  expect(page.match(/data-kind="category"/g)?.length).toBe(10_000);
});
