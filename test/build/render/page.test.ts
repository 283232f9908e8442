import { expect, test } from 'vitest';
import { pageHtml } from '../../../build/render/page.ts';
import { LISTS, pathOf } from '../../../contract/routes.ts';
import { modelled } from '../../support/check.ts';

test('links every list, with its number of records', () => {
  const page = pageHtml(modelled());
  const rows = [...page.matchAll(/<a href="([^"]+)">\1<\/a><\/td><td class="count">(\d+)</g)];
  expect(rows.map(([, path, count]) => [path, Number(count)])).toEqual([
    ['/v1/mapservers/', 1],
    ['/v1/overlayservers/', 1],
    ['/v1/datasources/', 2],
    ['/v1/categories/', 3],
    ['/v1/editions/', 1],
  ]);
  expect(rows.map(([, path]) => path)).toEqual(LISTS.map((list) => pathOf(list)));
});

test('leads programs to the description, the whole catalog and the changes', () => {
  const page = pageHtml(modelled());
  expect(page).toContain('<link rel="service-desc" type="application/json" href="/v1/openapi.json">');
  expect(page).toContain('<link rel="alternate" type="application/atom+xml" title="Changes" href="/changes.atom">');
  expect(page).toContain('<link rel="alternate" type="application/feed+json" title="Changes" href="/changes.json">');
  expect(page).toContain('<a href="/v1/all.json">');
});

test('has the text of the catalog as text', () => {
  const catalog = { ...modelled(), title: '<b>"A" & B</b>', repository: 'https://git.example.org/?a="1"&b' };
  const page = pageHtml(catalog);
  expect(page).toContain('<title>&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;</title>');
  expect(page).toContain('<h1>&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;</h1>');
  expect(page).toContain('href="https://git.example.org/?a=&quot;1&quot;&amp;b"');
});
