/** The sixth stage: the catalog becomes the files of the site, among them every document in every rendition. */

import { HOSTS, type Host, type HostName } from '../../contract/hosts.ts';
import { PLAIN_FILES, plainFileAt } from '../../contract/plain-files.ts';
import type { Published } from '../../contract/published.ts';
import {
  fileOf,
  type Link,
  linksFor,
  RENDITIONS,
  type RenditionName,
  renditionsOf,
} from '../../contract/renditions.ts';
import { PREFIX, pathOf, type RouteName, resourceAt } from '../../contract/routes.ts';
import type { Catalog, Category, DataSource, Edition } from '../model/catalog.ts';
import type { History } from '../model/history.ts';
import { type Asset, type SiteParts, textAsset } from './asset.ts';
import { changesAtom, changesJson } from './change-feeds.ts';
import { withDistinctTimes } from './file-times.ts';
import { publishedOf } from './handler-table.ts';
import { ASSETS_RULE, type HeaderRule, headerRules, PROGRAM_RULES, shareOut } from './headers.ts';
import { apacheFiles } from './hosts/apache.ts';
import { caddyFiles } from './hosts/caddy.ts';
import { pagesFiles, workersFiles } from './hosts/cloudflare.ts';
import type { Configuration } from './hosts/configuration.ts';
import { nginxFiles } from './hosts/nginx.ts';
import { categoryJson, dataSourceJson, editionJson, JSON_LISTS } from './json.ts';
import { openApiJson } from './openapi.ts';
import { bareNotFoundPage } from './pages/not-found-page.ts';
import { isReplaceable, renderPages } from './pages/render-pages.ts';
import { compressedCopies } from './precompress.ts';
import { manifestJson } from './published-manifest.ts';
import { sourcesOf } from './sources.ts';
import { withWholeCatalog } from './whole-catalog.ts';
import { categoryXml, dataSourceXml, dataSourceXmlWithSource, editionXml, XML_LISTS } from './xml.ts';

/** A rendered site. */
export interface Site {
  /** The host that it is for. */
  readonly host: Host;
  readonly assets: readonly Asset[];
  readonly headerRules: readonly HeaderRule[];
  /** Header rules that the host does not take, so that they hold only where the handler runs. */
  readonly handlerRules: readonly HeaderRule[];
  /** What its handler knows. */
  readonly published: Published;
}

/**
 * Renders everything. The same catalog, history, parts and host always give the same bytes.
 *
 * @param isCompressed whether there are compressed copies beside the files, where the host sends them
 */
export function renderSite(
  catalog: Catalog,
  history: History,
  parts: SiteParts,
  host: Host = HOSTS.pages,
  isCompressed = false,
): Site {
  const withCopies = isCompressed && host.sendsCopies;
  const { page } = parts;
  const rules = [...headerRules(catalog, history), ...(page ? [...PROGRAM_RULES, ASSETS_RULE] : [])];
  const { inFile, inHandler } = shareOut(rules, parts.headers, host.limits.headerRules);
  const publicFiles = parts.publicFiles.map((file) => ({ ...file, origin: null }));
  const served = renderServed(catalog, history, publicFiles, host);
  const paths = served.map(({ path }) => `/${path}`);
  const handled = paths.filter((path) => path.startsWith(`${PREFIX}/`) && plainFileAt(path) !== null);
  const published = publishedOf(catalog, handled, inHandler);
  const inRoot = (asset: Asset): Asset => (host.root === '' ? asset : { ...asset, path: host.root + asset.path });
  const assets = [
    ...CONFIGURATIONS[host.name]({ catalog, history, published, parts, headerRules: inFile, isCompressed: withCopies }),
    ...served.map(inRoot),
  ];
  const ofOwner = new Set(publicFiles.map(({ path }) => path));
  const { fileBytes } = host.limits;
  for (const asset of page ? renderPages({ catalog, history, parts: page, fileBytes }) : [bareNotFoundPage()]) {
    if (!isReplaceable(asset.path) || !ofOwner.has(asset.path)) assets.push(inRoot(asset));
  }
  if (withCopies) for (const copy of compressedCopies([...assets], host.root)) assets.push(copy);
  const timed = host.runsHandler ? assets : withDistinctTimes(assets);
  return { host, assets: timed, headerRules: inFile, handlerRules: inHandler, published };
}

/** The configuration of every host. */
const CONFIGURATIONS: Readonly<Record<HostName, Configuration>> = {
  pages: pagesFiles,
  workers: workersFiles,
  nginx: nginxFiles,
  caddy: caddyFiles,
  apache: apacheFiles,
  generic: () => [],
};

/** Renders what the manifest may list, and the manifest: documents and plain files, those of `public/` among them. */
function renderServed(catalog: Catalog, history: History, publicFiles: readonly Asset[], host: Host): Asset[] {
  const lastChange: TimeOf = (route, id) => history.lastChange(sourcesOf(route, id));
  // Git does not know when an access token last changed; what has one is not said to be as old as its record.
  const isKnown = (route: RouteName): boolean => !catalog.withTokens.some((list) => list === route);
  // Where the handler runs, the rules say when a document last changed; elsewhere the time of its file does.
  const timeOf: TimeOf = host.runsHandler ? () => null : lastChange;
  const { serviceUrl } = catalog;
  const whole = withWholeCatalog([...renderDocuments(catalog, timeOf)], serviceUrl, host.limits.fileBytes);
  const plain = (file: keyof typeof PLAIN_FILES, text: Text): Asset =>
    textAsset(PLAIN_FILES[file].path.slice(1), text, null);
  // These follow from all files of the catalog.
  const derived = [
    ...whole.parts,
    plain('changes', changesJson(catalog, history.log)),
    plain('changesAtom', changesAtom(catalog, history.log)),
  ];
  const modified = history.lastChange(['']);
  const timed = host.runsHandler ? derived : derived.map((asset) => ({ ...asset, modified }));
  const files = [...publicFiles, plain('openapi', openApiJson(catalog)), ...timed, ...whole.documents];
  const documents = new Set(whole.documents);
  const manifest = manifestJson(serviceUrl, files, (asset) => {
    if (timed.includes(asset)) return catalog.withTokens.length > 0 ? null : modified;
    // The others change with the program.
    const resource = documents.has(asset) ? resourceAt(folderOf(asset)) : null;
    return resource && isKnown(resource.route) ? lastChange(resource.route, resource.id) : null;
  });
  return [...files, plain('manifest', manifest)];
}

/** The address of the folder that a file is in. */
function folderOf({ path }: Asset): string {
  return `/${path.slice(0, path.lastIndexOf('/') + 1)}`;
}

/** Says when the documents of a resource last changed, in seconds since 1970; null where that is not known. */
export type TimeOf = (route: RouteName, id?: string | number) => number | null;

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
export function* renderDocuments(catalog: Catalog, timeOf: TimeOf = () => null): Generator<Asset> {
  for (const rendition of Object.keys(RENDITIONS) as RenditionName[]) {
    const renderer = RENDERERS[rendition];
    const link = linksFor(catalog.serviceUrl, RENDITIONS[rendition]);
    const isStored = (route: RouteName): boolean => renditionsOf(route).includes(rendition);
    const asset = (route: RouteName, id: string | number | undefined, text: Text, origin: string): Asset =>
      textAsset(`${pathOf(route, id).slice(1)}${fileOf(route, rendition)}`, text, origin, timeOf(route, id));

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
