/** The pages of a site: for people who look for maps. */
import { CRAWLER_FILES, type Language } from '../../../contract/pages.ts';
import { type Asset, textAsset } from '../asset.ts';
import { programFiles } from '../programs/programs.ts';
import { aboutPage } from './about-page.ts';
import { addMapPage, knownCatalogFile } from './add-page.ts';
import { categoryPage } from './category-page.ts';
import { dataSourcePages } from './data-source-page.ts';
import { editionPage } from './edition-page.ts';
import { indexPage } from './index-page.ts';
import { notFoundPage } from './not-found-page.ts';
import type { PagesInput } from './page-layout.ts';
import { type KnownServer, knownServers } from './server-facts.ts';
import { serverPage } from './server-page.ts';

/** Renders every page in every language of the catalog, and the files that they load. */
export function* renderPages(input: PagesInput): Generator<Asset> {
  const { catalog, parts } = input;
  const servers = knownServers(input);
  const addresses: string[] = [];
  for (const page of madePages(input, servers)) {
    if (page.path.endsWith(INDEX)) addresses.push(`${catalog.serviceUrl}/${page.path.slice(0, -INDEX.length)}`);
    yield page;
  }
  for (const language of catalog.languages) yield notFoundPage(input, language);
  const { robots, sitemap } = CRAWLER_FILES;
  yield textAsset(robots, `User-agent: *\nAllow: /\n\nSitemap: ${catalog.serviceUrl}/${sitemap}\n`, null);
  yield textAsset(sitemap, sitemapOf(addresses), null);
  for (const file of parts.files) yield { ...file, origin: null };
}

/** Whether the owner of a catalog may publish another file in the place of this one. */
export function isReplaceable(path: string): boolean {
  return path === CRAWLER_FILES.robots || /^(?:[a-z]+\/)?404\.html$/.test(path);
}

const INDEX = 'index.html';

/** The pages, and what they load of the catalog. */
function* madePages(input: PagesInput, servers: readonly KnownServer[]): Generator<Asset> {
  for (const language of input.catalog.languages) yield* pagesIn(input, servers, language);
  for (const datasource of input.catalog.datasources) yield* dataSourcePages(input, datasource);
  yield* programFiles(input.catalog);
  yield knownCatalogFile(input.catalog);
}

function* pagesIn(input: PagesInput, servers: readonly KnownServer[], language: Language): Generator<Asset> {
  yield indexPage(input, servers, language);
  for (const known of servers) yield serverPage(input, known, language);
  for (const category of input.catalog.categories) yield categoryPage(input, category, language);
  for (const edition of input.catalog.editions) yield editionPage(input, edition, language);
  yield aboutPage(input, language);
  yield addMapPage(input, language);
}

/** So many addresses the protocol allows in one file. Where there are more, search engines follow links to the rest. */
const MOST_ADDRESSES = 50_000;

/** The addresses of pages for search engines. They are encoded, but for what means something in XML. */
function sitemapOf(addresses: readonly string[]): string {
  const urls = addresses.slice(0, MOST_ADDRESSES).map((address) => {
    return `<url><loc>${address.replaceAll('&', '&amp;').replaceAll("'", '&apos;')}</loc></url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}
