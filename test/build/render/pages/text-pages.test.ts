import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import { barePages } from '../../../../build/render/hosts/configuration-input.ts';
import { readSiteParts } from '../../../../cli/program/read-site-parts.ts';
import { HOSTS, type HostName } from '../../../../contract/hosts.ts';
import { LIST_ROUTES } from '../../../../contract/interface/v1-routes.ts';
import { memoryFolder, SMALL } from '../../../support/catalogs.ts';
import { modelled, rendered } from '../../../support/check.ts';
import { renderSite } from '../../../support/whole-site.ts';

test('a site without pages has a page with the lists, and one for unknown addresses, that load nothing', () => {
  const [index, notFound] = barePages().map(({ content }) => Buffer.from(content).toString());
  for (const list of LIST_ROUTES) expect(index).toContain(`href="/v1/${list}/"`);
  for (const page of [index, notFound]) expect(page).not.toMatch(/src=|stylesheet/);
});

test('the site of a chain of categories grows with their number: a page names the eight above it', async () => {
  const sizeOf = async (length: number) => {
    const chain = Array.from({ length }, (_, n) => `- { id: ${n + 1}, name: C${n}${n > 0 ? `, parent: ${n}` : ''} }\n`);
    const files = { ...SMALL, 'categories.yaml': chain.join('') };
    const { site } = await rendered(memoryFolder(files), { readParts: readSiteParts });
    return (site?.files ?? [])
      .filter(({ path }) => path.includes('categories/'))
      .reduce((sum, { size }) => sum + size, 0);
  };
  const [some, twice] = [await sizeOf(200), await sizeOf(400)];
  expect(twice / some).toBeLessThan(2.1);
});

function fileOf(path: string, host: HostName = 'pages'): string {
  const catalog = modelled({ ...SMALL, 'site.yaml': `${SMALL['site.yaml']}languages: [de, en]\n` });
  const { assets } = renderSite(catalog, catalogHistoryOf(null), readSiteParts(), HOSTS[host]);
  return Buffer.from(assets.find((asset) => asset.path === path)?.content ?? '').toString();
}

test('the page about the catalog says first what it is for, then what programs need', () => {
  const order = [...fileOf('en/about/index.html').matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
  expect(order).toEqual(['whom', 'use', 'contribute', 'privacy', 'programs-title', 'interface', 'sources']);
});

test('it promises nothing of how maps work without observations', () =>
  expect(fileOf('en/about/index.html')).toContain('read under its title what it requires'));

test.each(['404.html', 'en/404.html'])('%s is in every language, because many hosts have one for all', (path) => {
  const page = fileOf(path);
  for (const text of ['Nicht gefunden', 'Not found', 'href="/"', 'href="/en/"']) expect(page).toContain(text);
});

test.each<[HostName, string, string]>([
  ['pages', 'index.html', './v1/mapservers/'],
  ['generic', 'index.html', './v1/mapservers/index.json'],
  ['generic', 'about/index.html', '../v1/editions/index.json'],
  ['generic', 'categories/10/index.html', '../../v1/categories/10/index.json'],
  ['generic', 'datasources/maps/index.html', '../../v1/datasources/maps/index.json'],
])('on %s, %s links to the JSON %s', (host, path, link) => expect(fileOf(path, host)).toContain(`href="${link}"`));
