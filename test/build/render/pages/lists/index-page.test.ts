import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../../build/history/history.ts';
import { catalogMaps } from '../../../../../build/model/catalog.ts';
import { indexPage } from '../../../../../build/render/pages/lists/index-page.ts';
import { type Files, SMALL } from '../../../../support/catalogs.ts';
import { modelled } from '../../../../support/check.ts';

function pageOf(files: Files): string {
  const parts = { script: 'assets/main.js', style: 'assets/main.css', files: [] };
  const input = { catalog: modelled(files), history: catalogHistoryOf(null), parts };
  return Buffer.from(indexPage(input, catalogMaps(input.catalog), 'en').content).toString();
}

test('asks nobody to choose a map where there is none, and says how one is added', () => {
  const others = Object.entries(SMALL).filter(([path]) => !/^(map|overlay)servers\//.test(path));
  const page = pageOf(Object.fromEntries(others));
  expect(page).toContain('There is no map yet.');
  expect(page).not.toContain('Choose a map.');
  expect(page).toContain('href="./add/">Add a map</a>');
});

test('ten thousand categories, each below the one before, are a page', () => {
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    index === 0 ? '- { id: 1, name: a }' : `- { id: ${index + 1}, name: a${index}, parent: ${index} }`,
  );
  const page = pageOf({ ...SMALL, 'categories.yaml': `${lines.join('\n')}\n` });
  expect(page.match(/data-kind="category"/g)?.length).toBe(10_000);
});

test('data sources without files are no downloads, but are linked', () => {
  const withoutFiles = Object.entries(SMALL).filter(([path]) => path !== 'datasources/maps/maps.yaml');
  const [some, none] = [pageOf(SMALL), pageOf(Object.fromEntries(withoutFiles))];
  expect(some).toMatch(
    /Downloads <span class="count">1<.*Without files yet: <a href=".\/datasources\/empty\/"><bdi>Empty</s,
  );
  expect(none).not.toContain('data-kind="datasource"');
  expect(none).toMatch(/Without files yet: <a [^>]*><bdi>Empty<\/bdi><\/a>, <a [^>]*><bdi>Maps</);
});

test('says at their list what collections are', () => {
  const page = pageOf({ ...SMALL, 'editions/one.yaml': 'id: one\nname: One\ndatasources: [maps]\n' });
  expect(page).toMatch(/Collections <span class="count">\d<.span><.h2>\n<p class="soft">A collection has/);
});
