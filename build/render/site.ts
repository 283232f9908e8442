/** The sixth stage: the catalog becomes the files of the site, among them every document in every rendition. */

import { HOST_LIMITS } from '../../contract/limits.ts';
import type { Published } from '../../contract/published.ts';
import {
  fileOf,
  type Link,
  linksFor,
  RENDITIONS,
  type RenditionName,
  renditionsOf,
} from '../../contract/renditions.ts';
import { pathOf, type RouteName } from '../../contract/routes.ts';
import type { Catalog, Category, DataSource, Edition } from '../model/catalog.ts';
import { ALL_COMMITTED, type History } from '../model/history.ts';
import { type HeaderRule, headerRules, headersFile } from './headers.ts';
import { categoryJson, dataSourceJson, editionJson, JSON_LISTS } from './json.ts';
import { pageHtml } from './page.ts';
import { publishedOf, redirectsFile, routesFile, workerModule } from './routing.ts';
import { categoryXml, dataSourceXml, dataSourceXmlWithSource, editionXml, XML_LISTS } from './xml.ts';

/** One file of the published site. */
export interface Asset {
  /** Inside the site, with `/` and without a leading one. */
  readonly path: string;
  /** UTF-8. Bytes and not text, because V8 needs many times the memory to assemble tens of megabytes of text. */
  readonly content: Uint8Array;
  /** The catalog file that most of it comes from, for a diagnostic about it; null for files of the site itself. */
  readonly origin: string | null;
}

/** An asset from its text, whole or in pieces that follow each other. */
export function textAsset(path: string, text: string | Iterable<string>, origin: string | null): Asset {
  const content =
    typeof text === 'string' ? Buffer.from(text) : Buffer.concat(Array.from(text, (piece) => Buffer.from(piece)));
  return { path, content, origin };
}

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
  /** `_headers` as it is once the whole catalog is committed: no build of it needs more rules. */
  readonly committedHeaders: string;
  /** What its handler knows. */
  readonly published: Published;
}

/** Renders everything. The same catalog, history and parts always give the same bytes. */
export function renderSite(catalog: Catalog, history: History, parts: SiteParts): Site {
  // No build needs more rules than once all is committed; where these are too many, the history need not be asked.
  const committed = headerRules(catalog, ALL_COMMITTED);
  const rules = committed.length > HOST_LIMITS.headerRules ? committed : headerRules(catalog, history);
  const published = publishedOf(catalog);
  const own = (path: string, text: string): Asset => textAsset(path, text, null);
  const assets = [
    ...parts.publicFiles.map((file) => ({ ...file, origin: null })),
    own('index.html', pageHtml(catalog)),
    own('_headers', headersFile(parts.headers, rules)),
    own('_redirects', redirectsFile()),
    own('_routes.json', routesFile()),
    own('_worker.js', workerModule(published, parts.handler)),
    ...renderDocuments(catalog),
  ];
  const committedHeaders = headersFile(parts.headers, committed);
  return { assets, headerRules: rules, committedHeaders, published };
}

/** A document, whole or in pieces. */
type Text = string | Iterable<string>;

/** Renders the documents of one rendition. A new rendition needs its own renderer. */
interface Renderer {
  readonly lists: { readonly [K in RouteName]?: (catalog: Catalog, link: Link) => Text };
  /** Returns null for a data source that the rendition leaves out. */
  readonly datasource: (datasource: DataSource, link: Link) => Text | null;
  readonly category: (category: Category, link: Link) => Text;
  readonly edition: (edition: Edition, link: Link) => Text;
}

const JSON_RENDERER: Renderer = {
  lists: JSON_LISTS,
  datasource: dataSourceJson,
  category: categoryJson,
  edition: editionJson,
};

const XML_RENDERER: Renderer = {
  lists: XML_LISTS,
  datasource: dataSourceXml,
  category: categoryXml,
  edition: editionXml,
};

const RENDERERS: Readonly<Record<RenditionName, Renderer>> = {
  json: JSON_RENDERER,
  api: JSON_RENDERER,
  xml: XML_RENDERER,
  'xml-source': { ...XML_RENDERER, datasource: dataSourceXmlWithSource },
};

/** Renders the documents, one at a time. */
export function* renderDocuments(catalog: Catalog): Generator<Asset> {
  for (const rendition of Object.keys(RENDITIONS) as RenditionName[]) {
    const renderer = RENDERERS[rendition];
    const link = linksFor(catalog.serviceUrl, RENDITIONS[rendition]);
    const isStored = (route: RouteName): boolean => renditionsOf(route).includes(rendition);
    const asset = (route: RouteName, id: string | number | undefined, text: Text, origin: string): Asset =>
      textAsset(`${pathOf(route, id).slice(1)}${fileOf(route, rendition)}`, text, origin);

    for (const [route, render] of Object.entries(renderer.lists) as [
      RouteName,
      Required<Renderer['lists']>[RouteName],
    ][]) {
      if (isStored(route)) yield asset(route, undefined, render(catalog, link), ORIGINS[route] ?? 'site.yaml');
    }
    for (const datasource of isStored('datasource') ? catalog.datasources : []) {
      const origin = `datasources/${datasource.id}/datasource.yaml`;
      const text = renderer.datasource(datasource, link);
      if (text !== null) yield asset('datasource', datasource.id, text, origin);
    }
    for (const category of isStored('category') ? catalog.categories : []) {
      yield asset('category', category.id, renderer.category(category, link), 'categories.yaml');
    }
    for (const edition of isStored('edition') ? catalog.editions : []) {
      yield asset('edition', edition.id, renderer.edition(edition, link), `editions/${edition.id}.yaml`);
    }
  }
}

/** The catalog file or folder that the content of each list comes from. */
const ORIGINS: Partial<Record<RouteName, string>> = {
  mapservers: 'mapservers',
  overlayservers: 'overlayservers',
  datasources: 'datasources',
  categories: 'categories.yaml',
  editions: 'editions',
};
