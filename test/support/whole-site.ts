/** Everything of a kind that a site has of a whole catalog, from the assembler of sites. */

import { catalogHistoryOf, type History } from '../../build/history/history.ts';
import type { Catalog, CatalogOutline } from '../../build/model/catalog.ts';
import type { Statuses } from '../../build/model/statuses.ts';
import { type Asset, memorySiteSink } from '../../build/render/core/asset.ts';
import { HOST_CONFIGURATIONS } from '../../build/render/hosts/all-configurations.ts';
import type { PagesInput } from '../../build/render/pages/layout/page-layout.ts';
import {
  CATEGORY_PAGES,
  COMMON_PAGES,
  COVERAGE,
  DATA_SOURCE_LISTS,
  DATA_SOURCE_PAGES,
  MAP_PAGES,
  SITEMAP,
} from '../../build/render/pages/render-pages.ts';
import { OWN_PROGRAM_FILES, PROGRAM_LISTS } from '../../build/render/program-files.ts';
import type { Publication } from '../../build/render/publication.ts';
import { PUBLICATIONS } from '../../build/render/publications.ts';
import { type Site, SiteAssembly } from '../../build/render/site.ts';
import type { SiteParts } from '../../build/render/site-parts.ts';
import {
  CATEGORY_DOCUMENTS,
  DATA_SOURCE_DOCUMENTS,
  EDITION_DOCUMENTS,
  HASHES,
  LISTS,
} from '../../build/render/v1/documents.ts';
import { MAP_DOCUMENTS } from '../../build/render/v2/map-documents.ts';
import { WITHDRAWN } from '../../build/render/v2/withdrawn.ts';
import { HOSTS, type Host } from '../../contract/hosts.ts';

export interface SiteInMemory extends Site {
  readonly assets: readonly Asset[];
}

export function renderSite(
  catalog: Catalog,
  history: History,
  parts: SiteParts,
  host: Host = HOSTS.pages,
  isCompressed = false,
  publications: Readonly<Record<string, Publication>> = PUBLICATIONS,
): SiteInMemory {
  const { assets, sink } = memorySiteSink();
  const input = { catalog, history, parts, host, configurations: HOST_CONFIGURATIONS, isCompressed };
  const assembly = new SiteAssembly(input, sink, undefined, publications);
  for (const source of catalog.datasources)
    assembly.dataSource(source.id, undefined, () => ({ source, hasFindings: false }));
  return { ...assembly.finish(catalog), assets };
}

const PARTS: SiteParts = { headers: '', handler: '', publicFiles: [], page: null };
const WITHOUT_GIT = catalogHistoryOf(null);

export function renderDocuments(catalog: Catalog): readonly Asset[] {
  const publications = { LISTS, CATEGORY_DOCUMENTS, EDITION_DOCUMENTS, DATA_SOURCE_DOCUMENTS, HASHES };
  return renderSite(catalog, WITHOUT_GIT, PARTS, HOSTS.pages, false, publications).assets;
}

/** What is known of the maps of a catalog, without the documents of tiles. */
export function allMapDocuments(catalog: Catalog, statuses: Statuses | null = null): Asset[] {
  const parts = { ...PARTS, statuses };
  const { assets } = renderSite(catalog, WITHOUT_GIT, parts, HOSTS.pages, false, { MAP_DOCUMENTS, WITHDRAWN });
  return assets.filter(({ path }) => !path.startsWith('v2/at/5/'));
}

/** Every page in every language of a catalog, the files that they load, and those for map programs. */
export function allPages({ catalog, history, parts }: PagesInput & { readonly catalog: Catalog }): readonly Asset[] {
  const pages = { DATA_SOURCE_LISTS, DATA_SOURCE_PAGES, COVERAGE, CATEGORY_PAGES, MAP_PAGES, COMMON_PAGES };
  const publications = { ...pages, PROGRAM_LISTS, OWN_PROGRAM_FILES, SITEMAP };
  return renderSite(catalog, history, { ...PARTS, page: parts }, HOSTS.pages, false, publications).assets;
}

export function allProgramFiles(catalog: CatalogOutline): readonly Asset[] {
  const outline = { ...catalog, datasources: [] };
  return renderSite(outline, WITHOUT_GIT, PARTS, HOSTS.generic, false, { PROGRAM_LISTS, OWN_PROGRAM_FILES }).assets;
}
