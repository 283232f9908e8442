/** Everything of a kind that a site has of a whole catalog; a build makes it a few records at a time. */

import { type History, historyOf } from '../../build/history/history.ts';
import type { Catalog, CatalogOutline } from '../../build/model/catalog.ts';
import { catalogMaps, mapId } from '../../build/model/catalog.ts';
import type { Statuses } from '../../build/model/statuses.ts';
import { ownProgramFiles, programLists } from '../../build/programs/forms.ts';
import { type Asset, memorySink, textAssets } from '../../build/render/core/asset.ts';
import type { TimeOf } from '../../build/render/core/document-sources.ts';
import { CONFIGURATIONS } from '../../build/render/hosts/all-configurations.ts';
import { dataSourceFacts, dataSourcePages } from '../../build/render/pages/data-source/data-source-page.ts';
import type { PagesInput } from '../../build/render/pages/layout/page-layout.ts';
import { categoryPages, commonPages, mapPages, sitemapFile } from '../../build/render/pages/render-pages.ts';
import { type Site, SiteAssembly } from '../../build/render/site.ts';
import type { SiteParts } from '../../build/render/site-parts.ts';
import { documentsOf, hashDocuments, listDocuments } from '../../build/render/v1/documents.ts';
import { mapDocuments } from '../../build/render/v2/map-documents.ts';
import { withdrawnFile, withdrawnRecords } from '../../build/render/v2/withdrawn.ts';
import { HOSTS, type Host } from '../../contract/hosts.ts';

/** A site with every file in memory. */
export interface SiteInMemory extends Site {
  readonly assets: readonly Asset[];
}

/** Renders a site in memory. */
export function renderSite(
  catalog: Catalog,
  history: History,
  parts: SiteParts,
  host: Host = HOSTS.pages,
  isCompressed = false,
): SiteInMemory {
  const { assets, sink } = memorySink();
  const assembly = new SiteAssembly(
    { catalog, history, parts, host, configurations: CONFIGURATIONS, isCompressed },
    sink,
  );
  for (const source of catalog.datasources) assembly.dataSource(source);
  return { ...assembly.finish(catalog), assets };
}

/** Renders all documents of a catalog. */
export function* renderDocuments(catalog: Catalog, timeOf: TimeOf = () => null): Generator<Asset> {
  yield* listDocuments(catalog, timeOf);
  yield* documentsOf('category', catalog.categories, catalog, timeOf);
  yield* documentsOf('edition', catalog.editions, catalog, timeOf);
  yield* documentsOf('datasource', catalog.datasources, catalog, timeOf);
  for (const source of catalog.datasources) yield* hashDocuments(source, timeOf);
}

/** What is known of the maps of a catalog, without the documents of tiles. */
export function allMapDocuments(
  catalog: CatalogOutline,
  statuses: Statuses | null = null,
  history: History = historyOf(null),
): Asset[] {
  const documents = [
    ...mapDocuments(catalog, history, null, statuses),
    withdrawnFile(catalog.serviceUrl, withdrawnRecords(catalog, history), null),
  ];
  return documents.filter(({ path }) => !path.startsWith('v2/at/5/'));
}

/** Every page in every language of a catalog, the files that they load, and those for map programs. */
export function allPages(input: Omit<PagesInput, 'catalog'> & { readonly catalog: Catalog }): Asset[] {
  const { catalog } = input;
  const pages = [
    ...catalog.datasources.flatMap((source) => {
      const { facts, assets } = dataSourceFacts(source, null);
      return [...assets, ...dataSourcePages(input, facts)];
    }),
    ...categoryPages(input),
    ...catalogMaps(catalog).flatMap((map) => [...mapPages(input, map)]),
    ...commonPages(input),
    ...allProgramFiles(catalog),
  ];
  return [...pages, sitemapFile(catalog, pages)];
}

/** All files for map programs. */
export function allProgramFiles(catalog: CatalogOutline): Asset[] {
  const own = catalogMaps(catalog).flatMap((map) => [
    ...textAssets('part', ownProgramFiles(map), `${mapId(map)}.yaml`),
  ]);
  return [...textAssets('derived', programLists(catalog)), ...own];
}
