/** A deployment under test: what its lists contain, and its responses so far. */
import { pathOf, ROUTES, type RouteName, resourceAt } from '../../contract/routes.ts';

/** A request that a check sends. */
export interface HttpRequest {
  /** `GET` where it is left out. */
  readonly method?: string;
  /** Path and query, sent exactly as they are written here. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response to a request. */
export interface HttpResponse {
  readonly request: HttpRequest;
  readonly status: number;
  /** The value of a header, null where it is missing. */
  header(name: string): string | null;
  readonly text: string;
  /** The body as JSON. @throws SyntaxError */
  json(): unknown;
}

/** Sends a request. Rejects with the system's error where there is no response. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** The path of the request that got this response, without its query. */
export function requestPath({ request }: HttpResponse): string {
  return request.path.split('?')[0] as string;
}

/** Most checks request only this many details of each kind. */
const SAMPLE = 3;

/** What checks know of a deployment. */
export interface Deployment {
  /** What its links begin with, without a trailing slash. */
  readonly serviceUrl: string;
  /** The paths of all lists and of the service document. */
  readonly lists: readonly string[];
  /** The paths of all details of a kind that the lists link to. */
  details(route: 'datasource' | 'category' | 'edition'): readonly string[];
  /** The lists, and some details of each kind. */
  readonly paths: readonly string[];
  /** Sends a request; the response to a GET without headers is cached. */
  send: Send;
}

const LIST_OF = { datasource: 'datasources', category: 'categories', edition: 'editions' } as const;

/**
 * Reads the lists of a deployment. A list that cannot be read counts as empty; the checks of that list then fail.
 */
export async function discover(serviceUrl: string, send: Send): Promise<Deployment> {
  const cache = new Map<string, Promise<HttpResponse>>();
  const sendCached: Send = (request) => {
    if (!isPlainGet(request)) return send(request);
    const cached = cache.get(request.path);
    if (cached) return cached;
    const response = send(request);
    cache.set(request.path, response);
    // Without a response the next check tries again.
    response.catch(() => cache.delete(request.path));
    return response;
  };
  const detailsOf = async (route: keyof typeof LIST_OF): Promise<string[]> => {
    const paths = await sendCached({ path: pathOf(LIST_OF[route]) }).then(linkedPaths, () => []);
    return paths.filter((path) => resourceAt(path)?.route === route);
  };
  const details = {
    datasource: await detailsOf('datasource'),
    category: await detailsOf('category'),
    edition: await detailsOf('edition'),
  };
  const lists = (Object.keys(ROUTES) as RouteName[])
    .filter((name) => !ROUTES[name].path.includes(':id'))
    .map((name) => pathOf(name));
  const samples = Object.values(details).flatMap((paths) => paths.slice(0, SAMPLE));
  return {
    serviceUrl,
    lists,
    details: (route) => details[route],
    paths: [...lists, ...samples],
    send: sendCached,
  };
}

function isPlainGet({ method = 'GET', headers, body }: HttpRequest): boolean {
  return method === 'GET' && body === undefined && Object.keys(headers ?? {}).length === 0;
}

function linkedPaths(response: HttpResponse): string[] {
  try {
    const items = response.json();
    if (!Array.isArray(items)) return [];
    const urls = items
      .map((item: { url?: unknown }) => item?.url)
      .filter((url): url is string => typeof url === 'string');
    return urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).pathname);
  } catch {
    return [];
  }
}
