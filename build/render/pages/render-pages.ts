import { CRAWLER_FILES, FRAME_PAGE } from '../../../contract/pages/pages.ts';
import { type CatalogOutline, catalogMaps, type DataSource } from '../../model/catalog.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import { aspectSources, mapAspects } from '../aspects/all-aspects.ts';
import { type Asset, type FileRecord, textAsset } from '../core/asset.ts';
import { barePages } from '../hosts/configuration-input.ts';
import { filesInRoot, type Publication, type SiteView } from '../publication.ts';
import type { PageParts } from '../site-parts.ts';
import { categoryInputs } from '../v1/documents.ts';
import { addMapPage, knownCatalogFile } from './add-page.ts';
import { changesPage } from './changes-page.ts';
import { dataSourcePages } from './data-source/data-source-page.ts';
import { coverageFile, dataSourceFacts } from './data-source/files-index.ts';
import { framePage, needsFramePage } from './frame-page.ts';
import type { PagesInput } from './layout/page-layout.ts';
import { indexPage } from './lists/index-page.ts';
import { listPages } from './lists/list-pages.ts';
import { mapPages } from './map/map-page.ts';
import { mapProviderOf } from './map/map-summary.ts';
import { mapBelowOverlay } from './map/shown-maps.ts';
import { aboutPage, categoryPage, editionPage, notFoundPage } from './text-pages.ts';

const hasPages = ({ parts }: SiteView): boolean => parts.page !== null;

/** All pages share one input. After the last data source, a second one has the counts of the catalog. */
const pagesOf = (site: SiteView): PagesInput => inputOf(site)(site.catalog);

const inputOf = memoizedByObject((site: SiteView) =>
  memoizedByObject((_: CatalogOutline): PagesInput => {
    const { host, parts } = site;
    const page = parts.page as PageParts;
    // An unknown host may not answer for folders. `serve` does, for any host.
    const documentFile = host.name === 'generic' && !page.isLive ? 'index.json' : undefined;
    return { ...aspectSources(site), parts: page, documentFile };
  }),
);

/** Made once for a data source's page and the files that it loads. */
export const madeOfEntries = memoizedByObject(({ host }: SiteView) =>
  memoizedByObject((source: DataSource) => dataSourceFacts(source, host.limits.fileBytes)),
);

/** A site without pages has only the boxes, which programs read. */
export const DATA_SOURCE_LISTS: Publication = {
  ofEntries(source, site) {
    const { assets } = madeOfEntries(site)(source);
    return hasPages(site) ? assets : assets.filter(({ role }) => role !== 'page');
  },
};

export const DATA_SOURCE_PAGES: Publication = {
  when: hasPages,
  ofDataSource: ({ facts }, site) => dataSourcePages(pagesOf(site), facts),
};

/** What one file has about all data sources. */
const coverageIn = memoizedByObject((_: SiteView) => new Map<string, string>());

export const COVERAGE: Publication = {
  when: hasPages,
  ofDataSource({ facts: { coverage, datasource } }, site) {
    if (coverage !== '') coverageIn(site).set(datasource.id, coverage);
    return [];
  },
  files: (site) => [coverageFile(coverageIn(site), catalogMaps(site.catalog), site.host.limits.fileBytes)],
};

export const CATEGORY_PAGES: Publication = {
  when: hasPages,
  inputs: ({ catalog }) => categoryInputs(catalog),
  *files(site) {
    const { categories, languages } = site.catalog;
    for (const language of languages)
      for (const category of categories) yield categoryPage(pagesOf(site), category, language);
  },
};

export const MAP_PAGES: Publication = {
  when: hasPages,
  besideMap: (map, site) => [
    mapAspects(map, aspectSources(site)),
    mapProviderOf(site.catalog, map),
    mapBelowOverlay(site.catalog),
  ],
  ofMap: (map, site) => mapPages(pagesOf(site), map),
};

/** All other pages; the owner of a catalog may replace some. */
export const COMMON_PAGES: Publication = {
  *files(site) {
    const { page, publicFiles } = site.parts;
    const ofOwner = new Set(publicFiles.map(({ path }) => path));
    const isReplaced = (path: string): boolean => ofOwner.has(path) && (!page || isReplaceable(path));
    for (const asset of page ? commonPages(pagesOf(site)) : barePages()) if (!isReplaced(asset.path)) yield asset;
  },
};

export const SITEMAP: Publication = {
  isLast: true,
  when: hasPages,
  files: (site) => [sitemapFile(site.catalog, filesInRoot(site))],
};

function* commonPages(input: PagesInput): Generator<Asset> {
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
  const isFramed = needsFramePage(catalog);
  if (isFramed && parts.frame) yield framePage(parts.frame);
  for (const file of parts.files)
    if (isFramed || (file.path !== script && file.path !== style)) yield { ...file, role: 'asset', origin: null };
}

export function isReplaceable(path: string): boolean {
  return path === CRAWLER_FILES.robots || /^(?:[a-z]+\/)?404\.html$/.test(path);
}

/** The sitemap protocol's limit for a file. Links lead to further pages. */
const MAX_ADDRESSES = 50_000;

/** In an encoded address, XML only gives `&` and `'` a meaning. */
function sitemapFile({ serviceUrl }: CatalogOutline, files: readonly Pick<FileRecord, 'path'>[]): Asset {
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
