/**
 * The only place that knows the path, methods and links of each kind of resource.
 *
 * See "Endpoints" of `docs/interface.md`. Build, edge handler, `cartalog verify` and the tests get paths from this
 * module and never write the path of a resource themselves.
 */

/** The methods of everything that is published. */
export const READ = ['GET', 'HEAD', 'OPTIONS'] as const;

/** The methods of what is served without the handler. */
export const READ_STATIC = ['GET', 'HEAD'] as const;

/** The methods in the `Allow` of a data source; `edge/intent.ts` decides how each is answered. */
const READ_AND_WRITE = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** One kind of resource. */
export interface Route {
  /** The path, with `:id` in place of the id of one resource. Always ends in `/`. */
  readonly path: string;
  /** The methods in `Allow`, in this order. */
  readonly methods: readonly string[];
  /** Whether its JSON has links; where it does not, `format=json` and `format=api` are the same document. */
  readonly links: boolean;
  /** The name and description in the response to OPTIONS. */
  readonly name: string;
  readonly description: string;
}

/** Every kind of resource, by name. */
export const ROUTES = {
  service: {
    path: '/v1/',
    methods: READ,
    links: true,
    name: 'Catalog',
    description: 'The addresses of the five lists.',
  },
  mapservers: {
    path: '/v1/mapservers/',
    methods: READ,
    links: false,
    name: 'Map servers',
    description: 'Every map tile server: the base layers.',
  },
  overlayservers: {
    path: '/v1/overlayservers/',
    methods: READ,
    links: false,
    name: 'Overlay servers',
    description: 'Every overlay tile server: layers drawn over a base layer.',
  },
  datasources: {
    path: '/v1/datasources/',
    methods: READ,
    links: true,
    name: 'Data sources',
    description: 'Every named group of downloadable files.',
  },
  datasource: {
    path: '/v1/datasources/:id/',
    methods: READ_AND_WRITE,
    links: false,
    name: 'Data source',
    description: 'One group of downloadable files with the checksum history of each.',
  },
  categories: {
    path: '/v1/categories/',
    methods: READ,
    links: true,
    name: 'Categories',
    description: 'Every category, by number.',
  },
  category: {
    path: '/v1/categories/:id/',
    methods: READ,
    links: true,
    name: 'Category',
    description: 'One category, its parent and the categories below it.',
  },
  editions: {
    path: '/v1/editions/',
    methods: READ,
    links: true,
    name: 'Editions',
    description: 'Every edition.',
  },
  edition: {
    path: '/v1/editions/:id/',
    methods: READ,
    links: true,
    name: 'Edition',
    description: 'One edition and the data sources it uses.',
  },
} as const satisfies Record<string, Route>;

/** The name of a kind of resource. */
export type RouteName = keyof typeof ROUTES;

/** One resource: its kind and, where the kind has many, its id. */
export interface Resource {
  readonly route: RouteName;
  readonly id?: string;
}

/** The five lists that the service document links to, in this order. */
export const LISTS = [
  'mapservers',
  'overlayservers',
  'datasources',
  'categories',
  'editions',
] as const satisfies RouteName[];

/** The version prefix that all paths live under, without a trailing slash. */
export const PREFIX = '/v1';

/** The path of a resource, `/v1/datasources/srtm3/` for example. */
export function pathOf(route: RouteName, id?: string | number): string {
  return ROUTES[route].path.replace(':id', () => encodeURIComponent(String(id)));
}

/**
 * The resource at a request path, or null where no kind of resource has a path like it.
 *
 * Percent-encoded characters are decoded, but an encoded slash is part of an id, not a separator. The trailing slash is
 * required. Whether a resource with that id exists is not checked.
 */
export function resourceAt(path: string): Resource | null {
  const segments = decodedSegments(path);
  if (!segments) return null;
  for (const [route, wanted] of PATTERNS) {
    if (wanted.length !== segments.length) continue;
    let id: string | undefined;
    const matches = wanted.every((part, index) => {
      const segment = segments[index] as string;
      if (part !== ':id') return part === segment;
      id = segment;
      return segment !== '';
    });
    if (matches) return id === undefined ? { route } : { route, id };
  }
  return null;
}

/** The parts of the path of each kind of resource. */
const PATTERNS = (Object.keys(ROUTES) as RouteName[]).map((route) => [route, ROUTES[route].path.split('/')] as const);

/** The parts of a request path between its slashes, percent-decoded; null where that cannot be done. */
export function decodedSegments(path: string): string[] | null {
  try {
    const segments = path.split('/');
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return null;
  }
}
