/** The files that tell Cloudflare of headers, redirects and the handler. */
import { type Asset, textAsset } from '../asset.ts';
import { headersFile } from '../headers.ts';
import { redirectsFile, routesFile, workerModule } from '../routing.ts';
import type { ConfigurationInput } from './configuration.ts';

/** The files of Cloudflare Pages. */
export function pagesFiles({ published, parts, headerRules }: ConfigurationInput): Asset[] {
  return [
    textAsset('_headers', headersFile(parts.headers, headerRules), null),
    textAsset('_redirects', redirectsFile(), null),
    textAsset('_routes.json', routesFile(), null),
    textAsset('_worker.js', workerModule(published, parts.handler), null),
  ];
}

/** The files of Cloudflare Workers: the same, and which of them are not published. */
export function workersFiles(input: ConfigurationInput): Asset[] {
  const notPublished = ['_routes.json', '_worker.js'];
  return [...pagesFiles(input), textAsset('.assetsignore', `${notPublished.join('\n')}\n`, null)];
}
