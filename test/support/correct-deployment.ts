/** A correct deployment in memory, and what breaks its documents. */

import { catalogHistoryOf } from '../../build/history/history.ts';
import { catalogModelOf } from '../../build/model/model.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { type HttpResponse, memoizedJsonOf, type Send } from '../../cli/network/http.ts';
import type { HttpRequest } from '../../cli/network/transport.ts';
import { readSiteParts } from '../../cli/program/read-site-parts.ts';
import type { Verdict } from '../../commands/site/verify/verdict.ts';
import { runContract } from '../../commands/site/verify/verify.ts';
import { PLAIN_FILES } from '../../contract/interface/plain-files.ts';
import { ROUTES, resourceAt } from '../../contract/interface/v1-routes.ts';
import { isBelowV2, V2_FILES } from '../../contract/interface/v2-files.ts';
import { createHandler } from '../../edge/handler.ts';
import { type Files, MAPPED, memoryFolder } from './catalogs.ts';
import { statusesOfAll } from './observed.ts';
import { assetsOf, responseOf, sendTo } from './site-server.ts';
import { renderSite } from './whole-site.ts';

export const BASE = 'https://catalog.example.org';

/** A catalog that knows a SHA-256. */
export const HASHED = {
  ...MAPPED,
  'maps/over.yaml':
    'type: wms\nname: Over\noverlay: true\nminZoom: 0\nmaxZoom: 9\nactive: false\nservice: https://ows.example.org/wms\nlayers: [a]\nformat: image/png\nversion: 1.3.0\ncrs: [EPSG:3857]\ncopyright: OpenStreetMap\ncountries: [CH]\n',
  'maps/vector.yaml':
    'type: vector\nname: Vector\nstyle: https://tiles.example.org/style.json\ncopyright: OpenStreetMap\narea: world\n',
  'datasources/maps/files.yaml': `new.zip:\n  checksums:\n    - { lastModified: 2025-01-01T00:00:00Z, contentLength: 1, sha1: null, sha256: "${'AB'.repeat(32)}" }\n`,
};

export function correctDeployment(catalogFiles: Files = HASHED): Send {
  const { content } = checkCatalog(memoryFolder(catalogFiles), { environment: {}, requireTokens: false });
  const catalog = catalogModelOf(content, { serviceUrl: BASE, environment: {} });
  const log = [1, 2].map((time) => ({
    commit: String(time).repeat(40),
    time: 1_767_323_045 - time,
    subject: 'Change',
    files: [{ path: 'site.yaml', change: 'changed' as const }],
  }));
  const { assets, published } = renderSite(
    catalog,
    { ...catalogHistoryOf({ times: new Map(), uncommitted: new Set() }), log },
    {
      ...readSiteParts(),
      statuses: statusesOfAll(catalog),
    },
  );
  const files = new Map(assets.map(({ path, content }) => [path, content]));
  const env = assetsOf({
    files,
    headersOf(path) {
      const resource = resourceAt(path.replace(/[^/]+$/, ''));
      return {
        'Cache-Control': resource?.id === 'maps' ? 'max-age=7200' : 'public, max-age=0, must-revalidate',
        'Last-Modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
        Allow: resource ? ROUTES[resource.route].methods.join(', ') : '',
      };
    },
  });
  const handled = sendTo(createHandler(published), env, BASE);
  const atRoot = (request: HttpRequest, path: string, type: string): HttpResponse => {
    const headers = new Headers({
      'Content-Type': type,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Allow, ETag',
      'Cache-Control': 'public, max-age=0, must-revalidate',
      Allow: 'GET, HEAD',
    });
    if (!['GET', 'HEAD'].includes(request.method ?? 'GET')) return responseOf(request, 405, headers, '');
    return responseOf(request, 200, headers, String(Buffer.from(files.get(path) ?? '')));
  };
  const notFoundBelowMaps = (request: HttpRequest): HttpResponse => ({
    ...atRoot(request, 'v2/404.html', 'application/json'),
    status: 404,
  });
  return async (request) => {
    const file = Object.values(PLAIN_FILES).find(({ path }) => path === request.path && !path.startsWith('/v1/'));
    if (file) return atRoot(request, file.path.slice(1), file.contentType);
    const known = Object.values(V2_FILES).find(({ path }) => path === request.path);
    if (isBelowV2(request.path) && files.has(request.path.slice(1)))
      return atRoot(request, request.path.slice(1), known?.contentType ?? 'application/json');
    if (isBelowV2(request.path)) return notFoundBelowMaps(request);
    if (request.path === '/') return atRoot(request, 'index.html', 'text/html');
    if (!/^\/v1(?:[/?]|$)/.test(request.path) || /package\.json/.test(request.path))
      return responseOf(request, 404, new Headers(), '');
    return handled(request);
  };
}

/** What may be in place of any document. */
export const BROKEN_TEXTS = [
  '<html>\n::error::owned\n</html>',
  'null',
  '[]',
  '[null]',
  '{}',
  '{"features":[null]}',
  '{"features":{},"maps":1,"providers":1,"withdrawn":{},"items":1,"files":[{}],"detail":1,"url":1,"parent":"owned"}',
  '['.repeat(50),
];

/** Texts of engines and of the document in a message. */
export const QUOTES_OR_CRASHES = /Cannot|not iterable|not a function|error::|Unexpected/;

export function withText(response: HttpResponse, text: string): HttpResponse {
  return { ...response, text, json: memoizedJsonOf(response.request.path, text) };
}

export const run = (send: Send): Promise<Verdict[]> => runContract(send, { serviceUrl: BASE, layer: 'edge' });
