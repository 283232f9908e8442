/** A deployment under test: what it lists, and answers it gave before. */
import { pathOf, ROUTES, type RouteName, resourceAt } from '../../contract/routes.ts';

/** A request of a check. */
export interface Ask {
  readonly method?: string;
  /** Path and query, as they go out. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What came back. */
export interface Answer {
  readonly ask: Ask;
  readonly status: number;
  /** The value of a header, null where it is missing. */
  header(name: string): string | null;
  readonly text: string;
  /** The body as JSON. @throws SyntaxError */
  json(): unknown;
}

/** Sends a request. */
export type Send = (ask: Ask) => Promise<Answer>;

/** The path that was asked for, without its query. */
export function pathAsked({ ask }: Answer): string {
  return ask.path.split('?')[0] as string;
}

/** How many details of each kind most checks look at; links are followed all. */
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
  /** Sends a request; the answer to a plain GET is remembered. */
  send: Send;
}

const LIST_OF = { datasource: 'datasources', category: 'categories', edition: 'editions' } as const;

/** Reads the lists of a deployment. What cannot be read is taken for empty; the checks then say so. */
export async function discover(serviceUrl: string, send: Send): Promise<Deployment> {
  const remembered = new Map<string, Promise<Answer>>();
  const remember: Send = (ask) => {
    if (!isPlainGet(ask)) return send(ask);
    const known = remembered.get(ask.path) ?? send(ask);
    remembered.set(ask.path, known);
    return known;
  };
  const detailsOf = async (route: keyof typeof LIST_OF): Promise<string[]> => {
    const answer = await remember({ path: pathOf(LIST_OF[route]) });
    return linkedPaths(answer).filter((path) => resourceAt(path)?.route === route);
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
    send: remember,
  };
}

function isPlainGet({ method = 'GET', headers, body }: Ask): boolean {
  return method === 'GET' && body === undefined && Object.keys(headers ?? {}).length === 0;
}

function linkedPaths(answer: Answer): string[] {
  try {
    const items = answer.json();
    if (!Array.isArray(items)) return [];
    const urls = items
      .map((item: { url?: unknown }) => item?.url)
      .filter((url): url is string => typeof url === 'string');
    return urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).pathname);
  } catch {
    return [];
  }
}
