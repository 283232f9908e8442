/** What a page of a catalog without a history is made from. */
import { catalogHistoryOf } from '../../build/history/history.ts';
import type { Catalog } from '../../build/model/catalog.ts';
import { pageContext } from '../../build/render/pages/layout/page-layout.ts';
import type { Language } from '../../contract/base/languages.ts';

const PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };

export const contextOf = (
  catalog: Catalog,
  language: Language = 'en',
  address: Parameters<typeof pageContext>[1] = 'index',
) => pageContext({ catalog, history: catalogHistoryOf(null), parts: PARTS }, address, language);
