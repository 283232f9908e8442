/** Everything of a kind that a site has of a whole catalog; a build makes it a few records at a time. */
import type { Catalog, CatalogOutline } from '../../build/model/catalog.ts';
import type { Asset } from '../../build/render/asset.ts';
import { dataSourceFacts, dataSourcePages } from '../../build/render/pages/data-source-page.ts';
import type { PagesInput } from '../../build/render/pages/page-layout.ts';
import { categoryPages, commonPages, serverFiles, sitemapFile } from '../../build/render/pages/render-pages.ts';
import { knownServers } from '../../build/render/pages/server-facts.ts';
import { catalogServers, ownProgramFiles, programLists } from '../../build/render/programs/programs.ts';

/** Every page in every language of a catalog, and the files that they load. */
export function allPages(input: Omit<PagesInput, 'catalog'> & { readonly catalog: Catalog }): Asset[] {
  const { catalog } = input;
  const pages = [
    ...catalog.datasources.flatMap((source) => {
      const { facts, assets } = dataSourceFacts(source, input.fileBytes);
      return [...assets, ...dataSourcePages(input, facts)];
    }),
    ...categoryPages(input),
    ...knownServers(input).flatMap((known) => [...serverFiles(input, known)]),
    ...commonPages(input),
  ];
  return [...pages, sitemapFile(catalog, pages)];
}

/** All files for map programs. */
export function allProgramFiles(catalog: CatalogOutline): Asset[] {
  return [...programLists(catalog), ...catalogServers(catalog).flatMap((server) => [...ownProgramFiles(server)])];
}
