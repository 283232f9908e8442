/** A whole service in memory: a catalog built for its address, with the edge handler in front. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { isSound } from '../../build/diagnostics/diagnostic.ts';
import { catalogHistoryOf } from '../../build/history/history.ts';
import type { Catalog } from '../../build/model/catalog.ts';
import { catalogModelOf } from '../../build/model/model.ts';
import type { CatalogFolder } from '../../build/read/folder.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import type { FetchServed } from '../../commands/upstream/import/service/service.ts';
import { plainFileAt, servedAddressOf } from '../../contract/interface/served-files.ts';
import { V1_PREFIX } from '../../contract/interface/v1-routes.ts';
import { isBelowV2 } from '../../contract/interface/v2-files.ts';
import { createHandler } from '../../edge/handler.ts';
import { memoryFolder, SMALL } from './catalogs.ts';
import { assetsOf } from './site-server.ts';
import { renderSite } from './whole-site.ts';

/**
 * The documents of the API by path, as `cartalog build` writes them without any access token.
 *
 * @param changed what is published in place of the catalog
 */
export const documentsOf = (
  folder: CatalogFolder,
  serviceUrl: string | null = null,
  changed: (catalog: Catalog) => Catalog = (catalog) => catalog,
): Map<string, string> => documentsIn(siteOfFolder(folder, serviceUrl, changed));

type Site = ReturnType<typeof siteOfFolder>;

function documentsIn({ files }: Site): Map<string, string> {
  const isCompared = (path: string): boolean =>
    path.startsWith('v1/') ? plainFileAt(`/${path}`) === null : isBelowV2(`/${path}`) && !IS_OF_REPOSITORY.test(path);
  const documents = [...files].filter(([path]) => isCompared(path));
  return new Map(documents.map(([path, content]) => [path, String(content)]));
}

/** What is not of maps, places and providers. */
const IS_OF_REPOSITORY = /^v2\/(?:schemas|withdrawn|keys|status)/;

function siteOfFolder(
  folder: CatalogFolder,
  serviceUrl: string | null,
  changed = (catalog: Catalog) => catalog,
  history = catalogHistoryOf(null),
) {
  const { content, diagnostics } = checkCatalog(folder, { environment: {}, requireTokens: false });
  if (!isSound(diagnostics)) throw new Error(JSON.stringify(diagnostics.slice(0, 5)));
  const catalog = changed(catalogModelOf(content, { serviceUrl, environment: {} }));
  const { assets, published, headerRules } = renderSite(catalog, history, {
    headers: '',
    handler: '',
    publicFiles: [],
    page: null,
  });
  const documents = assets.filter(({ path }) => servedAddressOf(path) !== null || isRootFile(`/${path}`));
  return { files: new Map(documents.map(({ path, content }) => [path, Buffer.from(content)])), published, headerRules };
}

/** Whether a path is that of a plain file which does not go through the handler. */
const isRootFile = (path: string): boolean =>
  isBelowV2(path) || (!path.startsWith(`${V1_PREFIX}/`) && plainFileAt(path) !== null);

export const deploymentOf = (
  folder: CatalogFolder,
  serviceUrl: string | null = null,
  history = catalogHistoryOf(null),
): ((request: Request) => Promise<Response>) => handlerOf(siteOfFolder(folder, serviceUrl, undefined, history));

/** A deployment of a catalog, and its documents: built once for both. */
export function publishedBy(folder: CatalogFolder, serviceUrl: string) {
  const site = siteOfFolder(folder, serviceUrl);
  return { respond: handlerOf(site), documents: documentsIn(site) };
}

function handlerOf({ files, published, headerRules }: Site): (request: Request) => Promise<Response> {
  const rules = headerRules.map(({ path, headers }) => ({ prefix: path.replace('*', ''), headers }));
  const env = assetsOf({
    files,
    headersOf: (path) =>
      Object.fromEntries(rules.filter(({ prefix }) => path.startsWith(prefix)).flatMap(({ headers }) => headers)),
  });
  const handler = createHandler(published);
  return async (request) => {
    const { pathname } = new URL(request.url);
    return isRootFile(pathname) ? await env.ASSETS.fetch(request) : await handler.fetch(request, env);
  };
}

/** Changes what a service answers; null for what it would answer without. */
export type Answering = (path: string) => { status?: number; body?: string } | null;

export function fetchFrom(
  respond: (request: Request) => Promise<Response>,
  answering: Answering = () => null,
): { fetch: FetchServed; paths: string[] } {
  const paths: string[] = [];
  return {
    paths,
    async fetch(url, accept) {
      const { pathname, search } = new URL(url);
      paths.push(pathname + search);
      const other = answering(pathname + search);
      const response = other ?? (await respond(new Request(url, { headers: { Accept: accept } })));
      if (!(response instanceof Response))
        return { status: response.status ?? 200, body: Buffer.from(response.body ?? ''), maxAge: null };
      const maxAge = /max-age=(\d+)/.exec(response.headers.get('Cache-Control') ?? '')?.[1];
      const body = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, body, maxAge: maxAge === undefined ? null : Number(maxAge) };
    },
  };
}

/** Serves a deployment on a port of this machine until the test ends. @param make is told the address */
export async function listen(make: (url: string) => (request: Request) => Promise<Response>): Promise<string> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const respond = make(url);
  server.on('request', async (incoming, outgoing) => {
    const headers = { Accept: String(incoming.headers.accept ?? '*/*') };
    const response = await respond(new Request(url + incoming.url, { method: incoming.method ?? 'GET', headers }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  onTestFinished(() => void server.close());
  return url;
}

/** Serves the small catalog. @returns its address, and the paths that it was asked for */
export async function serveSmall(
  answer: (path: string) => Response | null | Promise<Response | null> = () => null,
): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = [];
  const url = await listen((address) => {
    const respond = deploymentOf(memoryFolder(SMALL), address);
    return async (request) => {
      const { pathname, search } = new URL(request.url);
      paths.push(pathname + search);
      return (await answer(pathname + search)) ?? respond(request);
    };
  });
  return { url, paths };
}

/** Serves for as long as a test runs. @returns the address */
export async function serverWith(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
