export const READ = ['GET', 'HEAD', 'OPTIONS'] as const;

/** Served without the handler. */
export const READ_STATIC = ['GET', 'HEAD'] as const;

const READ_AND_WRITE = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** docs/interface.md explains each. */
export type Role = 'document' | 'derived' | 'part' | 'copy' | 'page' | 'asset' | 'configuration';

export interface Route {
  /** Ends in `/`; `:id` is an id. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Without links, `format=json` and `format=api` are one document. */
  readonly links: boolean;
  readonly name: string;
  readonly description: string;
}

const route = (path: string, name: string, description: string, others: Partial<Route> = {}): Route => {
  return { path, methods: READ, links: true, name, description, ...others };
};

export const ROUTES = {
  service: route('/v1/', 'Catalog', 'The addresses of the five lists.'),
  mapservers: route('/v1/mapservers/', 'Map servers', 'Every map tile server: the base layers.', { links: false }),
  overlayservers: route(
    '/v1/overlayservers/',
    'Overlay servers',
    'Every overlay tile server: layers drawn over a base layer.',
    { links: false },
  ),
  datasources: route('/v1/datasources/', 'Data sources', 'Every named group of downloadable files.'),
  datasource: route(
    '/v1/datasources/:id/',
    'Data source',
    'One group of downloadable files with the checksum history of each.',
    { methods: READ_AND_WRITE, links: false },
  ),
  categories: route('/v1/categories/', 'Categories', 'Every category, by number.'),
  category: route('/v1/categories/:id/', 'Category', 'One category, its parent and the categories below it.'),
  editions: route('/v1/editions/', 'Editions', 'Every edition.'),
  edition: route('/v1/editions/:id/', 'Edition', 'One edition and the data sources it uses.'),
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

export interface Resource {
  readonly route: RouteName;
  readonly id?: string;
}

/** In the order of the service document. */
export const LIST_ROUTES = [
  'mapservers',
  'overlayservers',
  'datasources',
  'categories',
  'editions',
] as const satisfies RouteName[];

export const V1_PREFIX = '/v1';

export function v1Path(route: RouteName, id?: string | number): string {
  return ROUTES[route].path.replace(':id', () => encodeURIComponent(String(id)));
}

/** `path` has a trailing slash; an encoded slash is part of an id. The resource may not exist. */
export function resourceAt(path: string): Resource | null {
  const segments = decodedSegments(path) ?? [];
  for (const [route, wanted] of PATTERNS) {
    const hasParts = wanted.every((part, index) =>
      part === ':id' ? segments[index] !== '' : part === segments[index],
    );
    if (!hasParts || wanted.length !== segments.length) continue;
    const id = segments[wanted.indexOf(':id')];
    return id === undefined ? { route } : { route, id };
  }
  return null;
}

const PATTERNS = (Object.keys(ROUTES) as RouteName[]).map((route) => [route, ROUTES[route].path.split('/')] as const);

export function decodedSegments(path: string): string[] | null {
  try {
    const segments = path.split('/');
    return path.includes('%') ? segments.map(decodeURIComponent) : segments;
  } catch {
    return null;
  }
}
