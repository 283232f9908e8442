/** The pages of a site for people. */
import { CRAWLER_FILES, FRAME_PAGE } from '../../../contract/pages.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps } from '../../model/catalog.ts';
import { type Asset, type FileRecord, textAsset } from '../core/asset.ts';
import { addMapPage, knownCatalogFile } from './add-page.ts';
import { changesPage } from './changes-page.ts';
import { framePage, hasFrame } from './frame-page.ts';
import type { PagesInput } from './layout/page-layout.ts';
import { indexPage } from './lists/index-page.ts';
import { listPages } from './lists/list-pages.ts';
import { mapPage } from './map/map-page.ts';
import { aboutPage, categoryPage, editionPage, notFoundPage } from './text-pages.ts';

/** The pages of all categories, in every language. */
export function* categoryPages(input: PagesInput): Generator<Asset> {
  const { categories, languages } = input.catalog;
  for (const language of languages) {
    for (const category of categories) yield categoryPage(input, category, language);
  }
}

/** The pages of a map, in every language. */
export function* mapPages(input: PagesInput, map: CatalogMap): Generator<Asset> {
  for (const language of input.catalog.languages) yield mapPage(input, map, language);
}

/** The pages that are made from the whole catalog, in every language, and the files that all pages load. */
export function* commonPages(input: PagesInput): Generator<Asset> {
  const { catalog, parts } = input;
  const maps = catalogMaps(catalog);
  for (const language of catalog.languages) {
    yield indexPage(input, maps, language);
    yield* listPages(input, maps, language);
    for (const edition of catalog.editions) yield editionPage(input, edition, language);
    yield aboutPage(input, language);
    yield addMapPage(input, language);
    yield changesPage(input, language);
    yield notFoundPage(input, language);
  }
  yield knownCatalogFile(catalog);
  const { robots, sitemap } = CRAWLER_FILES;
  yield textAsset('page', robots, `User-agent: *\nAllow: /\n\nSitemap: ${catalog.serviceUrl}/${sitemap}\n`);
  const { script, style } = parts.frame ?? {};
  const isFramed = hasFrame(catalog);
  if (isFramed && parts.frame) yield framePage(parts.frame);
  for (const file of parts.files)
    if (isFramed || (file.path !== script && file.path !== style)) yield { ...file, role: 'asset', origin: null };
}

/** Whether the owner of a catalog may replace this file. */
export function isReplaceable(path: string): boolean {
  return path === CRAWLER_FILES.robots || /^(?:[a-z]+\/)?404\.html$/.test(path);
}

/** The sitemap protocol's limit of addresses in one file. Search engines find further pages by links. */
const MAX_ADDRESSES = 50_000;

/** The sitemap: the addresses of all pages, encoded except for characters with a meaning in XML. */
export function sitemapFile({ serviceUrl }: CatalogOutline, files: readonly Pick<FileRecord, 'path'>[]): Asset {
  const folders = files
    .flatMap(({ path }) => /^(|.*\/)index\.html$/.exec(path)?.[1] ?? [])
    .filter((one) => one !== FRAME_PAGE);
  const urls = folders.slice(0, MAX_ADDRESSES).map((folder) => {
    const address = `${serviceUrl}/${folder}`.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
    return `<url><loc>${address}</loc></url>\n`;
  });
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
  return textAsset('page', CRAWLER_FILES.sitemap, text);
}
