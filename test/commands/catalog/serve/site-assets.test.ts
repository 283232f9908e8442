import { expect, test } from 'vitest';
import { siteAssets } from '../../../../commands/catalog/serve/site-assets.ts';

const FILES = new Map(['404.html', 'de/404.html'].map((path) => [path, { content: Buffer.from(path), sha256: '' }]));

test.each([
  ['/a', '404.html'],
  ['/de/a/b/c', 'de/404.html'],
  [`/de/${'a/'.repeat(900)}`, 'de/404.html'],
  // No file of a site has so long a path, so its folders are not looked through.
  [`/de/${'a/'.repeat(8_000)}`, '404.html'],
])('what is missing is answered with the page of the nearest folder: %.20s', async (path, page) => {
  const { status, body } = await siteAssets((name) => FILES.get(name))(new Request(`http://a.example${path}`));
  expect([status, String(body)]).toEqual([404, page]);
});
