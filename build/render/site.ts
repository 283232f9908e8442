/** The sixth stage: the catalog becomes the files of the site. */
import type { Catalog } from '../model/catalog.ts';
import type { History } from '../model/history.ts';
import { type Asset, renderDocuments, textAsset } from './documents.ts';
import { type HeaderRule, headerRules, headersFile } from './headers.ts';
import { pageHtml } from './page.ts';
import { publishedOf, redirectsFile, routesFile, workerModule } from './routing.ts';

/** The parts of a site that do not come from the catalog. */
export interface SiteParts {
  /** The hand-written `_headers`. */
  readonly headers: string;
  /** The compiled edge handler. */
  readonly handler: string;
  /** Files that are published as they are, byte for byte. */
  readonly publicFiles: readonly Pick<Asset, 'path' | 'content'>[];
}

/** A rendered site. */
export interface Site {
  readonly assets: readonly Asset[];
  readonly headerRules: readonly HeaderRule[];
}

/** Renders everything. The same catalog, history and parts always give the same bytes. */
export function renderSite(catalog: Catalog, history: History, parts: SiteParts): Site {
  const rules = headerRules(catalog, history);
  const own = (path: string, text: string): Asset => textAsset(path, text, null);
  const assets = [
    ...parts.publicFiles.map((file) => ({ ...file, origin: null })),
    own('index.html', pageHtml(catalog)),
    own('_headers', headersFile(parts.headers, rules)),
    own('_redirects', redirectsFile()),
    own('_routes.json', routesFile()),
    own('_worker.js', workerModule(publishedOf(catalog), parts.handler)),
    ...renderDocuments(catalog),
  ];
  return { assets, headerRules: rules };
}
