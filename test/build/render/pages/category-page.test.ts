import { expect, test } from 'vitest';
import { categoryPage } from '../../../../build/render/pages/category-page.ts';
import type { Language } from '../../../../contract/pages.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

const PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };

function pageOf(id: number, categories = SMALL['categories.yaml'] as string, language: Language = 'en'): string {
  const catalog = modelled({ ...SMALL, 'categories.yaml': categories });
  const category = catalog.categories.find((each) => each.id === id);
  if (!category) throw new Error(`no ${id}`);
  const history = { lastChange: () => null, log: [] };
  const { path, content } = categoryPage({ catalog, history, parts: PARTS, fileBytes: null }, category, language);
  expect(path).toBe(`${language === 'en' ? '' : `${language}/`}categories/${id}/index.html`);
  return new TextDecoder().decode(content);
}

test('the top of the tree has a name, and what is below it', () => {
  const page = pageOf(1);
  expect(page).toContain('<h1 dir="auto">All categories</h1>');
  expect(page).toContain('<a href="../../categories/10/"><bdi>Bike</bdi></a> <span class="soft">1 below it</span>');
  expect(page).not.toContain('<ol>');
});

test('a category says where it is in the tree', () => {
  const page = pageOf(2);
  const path = page.slice(page.indexOf('<ol>'), page.indexOf('</ol>'));
  expect([...path.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name]) => name)).toEqual(['All categories', 'Bike']);
  expect(page).toContain('There is nothing below this category.');
  expect(page).toContain('href="../../v1/categories/2/"');
});

test('a category without a name has its number, and one with markup is text', () => {
  expect(pageOf(7, '- { id: 7, name: " " }\n', 'de')).toContain('<h1 dir="auto">Kategorie 7</h1>');
  expect(pageOf(7, '- { id: 7, name: "<b>" }\n')).toContain('<h1 dir="auto">&lt;b&gt;</h1>');
});
