/**
 * `_headers` and `_redirects` are for static files, `_worker.js` is the edge handler, `_routes.json` names its
 * requests.
 */
import { answerBody } from '../../../contract/interface/http-answers.ts';
import { HANDLED_PATHS, type Published, workerModule } from '../../../contract/interface/published.ts';
import { renditionFileOf, renditionsOf } from '../../../contract/interface/v1-renditions.ts';
import { ROUTES, type Route, type RouteName, V1_PREFIX, v1Path } from '../../../contract/interface/v1-routes.ts';
import { V2_PREFIX } from '../../../contract/interface/v2-paths.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import { type Asset, textAsset } from '../core/asset.ts';
import { type ConfigurationInput, type Configurations, configurationFile } from './configuration-input.ts';
import type { HeaderRule } from './headers.ts';

function pagesFiles({ published, handler, headersFile }: ConfigurationInput): Asset[] {
  return [
    textAsset('configuration', '_headers', headersFile),
    textAsset('configuration', '_redirects', redirectsFile()),
    textAsset('configuration', '_routes.json', routesFile()),
    textAsset('configuration', '_worker.js', workerModule(published, handler)),
    // The host sends the nearest one, with the headers of the requested path.
    configurationFile(`${V2_PREFIX.slice(1)}/404.html`, JSON.stringify(answerBody('unknownPath', {}))),
  ];
}

function workersFiles(input: ConfigurationInput): Asset[] {
  const notPublished = ['_routes.json', '_worker.js'];
  return [...pagesFiles(input), configurationFile('.assetsignore', notPublished.join('\n'))];
}

export const CLOUDFLARE_CONFIGURATIONS = { pages: pagesFiles, workers: workersFiles } satisfies Configurations;

/**
 * Paths to documents, and redirects to the trailing slash. The first matching rule applies, once; rules without a
 * placeholder must come first.
 */
export function redirectsFile(): string {
  const routes = Object.entries(ROUTES) as [RouteName, Route][];
  const lists = routes.filter(([, { path }]) => !path.includes(':id')).map(([name]) => name);
  const details = routes.filter(([, { path }]) => path.includes(':id')).map(([, { path }]) => path);
  const withDetails = lists.filter((list) => details.includes(`${ROUTES[list].path}:id/`) && list !== 'service');
  const rules = [
    // The handler requests these by name, which would otherwise match as ids.
    ...withDetails.flatMap((list) =>
      renditionsOf(list)
        .map((rendition) => v1Path(list) + renditionFileOf(list, rendition))
        .map((file) => [file, file, 200]),
    ),
    ...lists.map((list) => [v1Path(list).slice(0, -1), v1Path(list), 308]),
    [v1Path('service'), `${v1Path('service')}index.json`, 200],
    ...details.map((path) => [path.slice(0, -1), path, 308]),
    [`${V1_PREFIX}/*/`, `${V1_PREFIX}/:splat/index.json`, 200],
  ];
  return `${rules.map((rule) => rule.join(' ')).join('\n')}\n`;
}

/** @param rules header rules beyond the host's limit */
export function publishedForHandler(
  catalog: CatalogOutline,
  files: readonly string[],
  rules: readonly HeaderRule[] = [],
): Published {
  const headers = rules.flatMap(({ path, own }) => (own ? [[path.replace(/\*$/, ''), own] as const] : []));
  return {
    repository: catalog.repository,
    ids: {
      datasource: catalog.datasources.map(({ id }) => id),
      category: catalog.categories.map(({ id }) => String(id)),
      edition: catalog.editions.map(({ id }) => id),
    },
    withSource: catalog.datasources.filter(({ source }) => source).map(({ id }) => id),
    files,
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
  };
}

export function routesFile(): string {
  return `${JSON.stringify({ version: 1, include: HANDLED_PATHS, exclude: [] })}\n`;
}
