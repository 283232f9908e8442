/** The pages of a site: for people who look for maps. */
import type { Language } from '../../../contract/pages.ts';
import type { Catalog } from '../../model/catalog.ts';
import type { History } from '../../model/history.ts';
import type { Asset, PageParts } from '../asset.ts';
import { programFiles } from '../programs/programs.ts';
import { indexPage } from './index-page.ts';

/** What pages need. */
export interface PagesInput {
  readonly catalog: Catalog;
  readonly history: History;
  readonly parts: PageParts;
}

/** Renders every page in every language of the catalog, and the files that they load. */
export function* renderPages(input: PagesInput): Generator<Asset> {
  for (const language of input.catalog.languages) yield* pagesIn(input, language);
  yield* programFiles(input.catalog);
  for (const file of input.parts.files) yield { ...file, origin: null };
}

function* pagesIn({ catalog, parts }: PagesInput, language: Language): Generator<Asset> {
  yield indexPage(catalog, parts, language);
}
