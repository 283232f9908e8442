import { type HttpResponse, RunOverError, type Send } from '../../../cli/network/http.ts';
import type { HttpRequest } from '../../../cli/network/transport.ts';
import { parseUrl } from '../../../contract/base/text.ts';
import { LIST_ROUTES, type RouteName, resourceAt, v1Path } from '../../../contract/interface/v1-routes.ts';
import { RECORD_FOLDERS } from '../../../contract/pages/pages.ts';

export function requestPath({ request }: HttpResponse): string {
  return request.path.split('?')[0] as string;
}

/** Documents of each route that are requested for most statements. */
const SAMPLE = 3;

/** The most documents of each route that are requested for the other statements. */
const MAX_DETAILS = 1_000;

/** In characters: longer links are not followed. */
const LONGEST_LINK = 2_000;

/** In characters: other documents are requested again. */
const KEPT_CHARACTERS = 64 * 1024 * 1024;

/** Lists link to their documents. */
export const DETAIL_ROUTES = ['datasource', 'category', 'edition'] as const;

export type DetailRoute = (typeof DETAIL_ROUTES)[number];

export function isDetailRoute(route: RouteName): route is DetailRoute {
  return (DETAIL_ROUTES as readonly RouteName[]).includes(route);
}

export interface Deployment {
  /** Without a trailing slash. */
  readonly serviceUrl: string;
  readonly lists: readonly string[];
  details(route: DetailRoute): readonly string[];
  /** The number of links beyond `MAX_DETAILS`, which are not followed. */
  readonly unseen: number;
  isListed(route: DetailRoute, path: string): boolean;
  readonly paths: readonly string[];
  /** Caches GET without headers. */
  send: Send;
}

export function allDetails({ details }: Deployment): string[] {
  return DETAIL_ROUTES.flatMap((route) => details(route));
}

/** An unreadable list is empty; statements about it fail later. */
export async function discoverDeployment(serviceUrl: string, send: Send): Promise<Deployment> {
  const sendCached = caching(send);
  const all = {} as Record<DetailRoute, ReadonlySet<string>>;
  for (const route of DETAIL_ROUTES) {
    const paths = await sendCached({ path: v1Path(RECORD_FOLDERS[route]) }).then(linkedPaths, () => []);
    all[route] = new Set(paths.filter((path) => resourceAt(path)?.route === route));
  }
  const first = (route: DetailRoute, count: number): string[] => [...all[route]].slice(0, count);
  const lists = (['service', ...LIST_ROUTES] as const).map((name) => v1Path(name));
  return {
    serviceUrl,
    lists,
    details: (route) => first(route, MAX_DETAILS),
    unseen: DETAIL_ROUTES.reduce((sum, route) => sum + Math.max(0, all[route].size - MAX_DETAILS), 0),
    isListed: (route, path) => all[route].has(path),
    paths: [...lists, ...DETAIL_ROUTES.flatMap((route) => first(route, SAMPLE))],
    send: sendCached,
  };
}

function caching(send: Send): Send {
  const cache = new Map<string, Promise<HttpResponse>>();
  let kept = 0;
  let over: RunOverError | null = null;
  const sendWatched: Send = (request) =>
    send(request).catch((error) => {
      if (error instanceof RunOverError) over = error;
      throw error;
    });
  return async (request) => {
    // After a failure that ended the run, cached requests fail, too: no verdict must hold.
    if (over) throw over;
    if (!isPlainGet(request)) return sendWatched(request);
    const cached = cache.get(request.path);
    if (cached) return cached;
    const response = sendWatched(request);
    cache.set(request.path, response);
    response.then(
      ({ text }) => {
        if (kept + text.length > KEPT_CHARACTERS) cache.delete(request.path);
        else kept += text.length;
      },
      // The next statement retries.
      () => cache.delete(request.path),
    );
    return response;
  };
}

function isPlainGet({ method = 'GET', headers, body }: HttpRequest): boolean {
  return method === 'GET' && body === undefined && Object.keys(headers ?? {}).length === 0;
}

function linkedPaths(response: HttpResponse): string[] {
  try {
    const urls = (response.json() as ({ url?: unknown } | null)[]).map((item) => String(item?.url));
    return urls.flatMap((url) => (url.length < LONGEST_LINK && parseUrl(url)?.pathname) || []);
  } catch {
    return [];
  }
}
