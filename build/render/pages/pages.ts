/** The pages of a site: for people who look for maps. */
import type { Language } from '../../../contract/pages.ts';
import type { Catalog } from '../../model/catalog.ts';
import type { History } from '../../model/history.ts';
import type { Asset, PageParts } from '../asset.ts';
import { categoryPage } from './category-page.ts';
import { dataSourcePages } from './data-source-page.ts';
import { editionPage } from './edition-page.ts';
import { indexPage } from './index-page.ts';

/** What pages need. */
export interface PagesInput {
  readonly catalog: Catalog;
  readonly history: History;
  readonly parts: PageParts;
  /** Bytes of one file that the host takes; null for any number. */
  readonly fileBytes: number | null;
}

/** Renders every page in every language of the catalog, and the files that they load. */
export function* renderPages(input: PagesInput): Generator<Asset> {
  for (const language of input.catalog.languages) yield* pagesIn(input, language);
  const { catalog, parts, fileBytes } = input;
  for (const datasource of catalog.datasources) yield* dataSourcePages(datasource, catalog, parts, fileBytes);
  for (const file of input.parts.files) yield { ...file, origin: null };
}

function* pagesIn({ catalog, parts }: PagesInput, language: Language): Generator<Asset> {
  yield indexPage(catalog, parts, language);
  for (const category of catalog.categories) yield categoryPage(catalog, category, parts, language);
  for (const edition of catalog.editions) yield editionPage(catalog, edition, parts, language);
}
