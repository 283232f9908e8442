import { expect, test } from 'vitest';
import { historyOf } from '../../../../build/model/history.ts';
import { bareNotFoundPage, notFoundPage } from '../../../../build/render/pages/not-found-page.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';

test('links begin at the root of the host, because the page is shown at any address', () => {
  const catalog = { ...modelled(SMALL), languages: ['en', 'de'] as const };
  const parts = { script: 'assets/main.js', style: 'assets/main.css', files: [] };
  const { path, content } = notFoundPage({ catalog, history: historyOf(null), parts, fileBytes: null }, 'de');
  const page = Buffer.from(content).toString();
  expect(path).toBe('de/404.html');
  expect(page).toContain(`<link rel="stylesheet" href="/assets/main.css">`);
  expect(page).toContain(`<a class="button main" href="/de/">Zum Katalog</a>`);
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).not.toContain('rel="canonical"');
});

test('a site without pages has one that loads nothing', () => {
  const page = Buffer.from(bareNotFoundPage().content).toString();
  expect(page).not.toMatch(/src=|stylesheet/);
});
