/** The pages of a site: for people who look for maps. */
import type { Language } from '../../../contract/pages.ts';
import type { Asset } from '../asset.ts';
import { aboutPage } from './about-page.ts';
import { addPage, knownCatalogFile } from './add-page.ts';
import { indexPage } from './index-page.ts';
import type { PagesInput } from './layout.ts';
import { type KnownServer, knownServers } from './server-facts.ts';
import { serverPage } from './server-page.ts';

/** Renders every page in every language of the catalog, and the files that they load. */
export function* renderPages(input: PagesInput): Generator<Asset> {
  const servers = knownServers(input);
  for (const language of input.catalog.languages) yield* pagesIn(input, servers, language);
  yield knownCatalogFile(input.catalog);
  for (const file of input.parts.files) yield { ...file, origin: null };
}

function* pagesIn(input: PagesInput, servers: readonly KnownServer[], language: Language): Generator<Asset> {
  yield indexPage(input, servers, language);
  for (const known of servers) yield serverPage(input, known, language);
  yield aboutPage(input, language);
  yield addPage(input, language);
}
