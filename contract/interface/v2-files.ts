/** The handler gets no request below `/v2/`. */
import { READ_STATIC, type Role } from './v1-routes.ts';
import { READ_BY_PAGES, V2_PREFIX } from './v2-paths.ts';

export function isBelowV2(path: string): boolean {
  return path.startsWith(`${V2_PREFIX}/`);
}

/** The zoom level of the tiles by which maps are found at a place. */
export const INDEX_ZOOM = 5;

/** `:id`, `:x` and `:y` in a path are filled in. */
export interface V2File {
  readonly path: string;
  readonly contentType: string;
  readonly methods: readonly string[];
  readonly name: string;
  readonly description: string;
  readonly schema: 'maps' | 'map' | 'providers' | 'at' | 'world' | 'withdrawn' | 'status' | 'badge' | 'keys' | 'hashes';
  readonly role: Role;
}

const ROLES: Partial<Record<V2File['schema'], Role>> = {
  maps: 'derived',
  withdrawn: 'derived',
  at: 'part',
  world: 'part',
  status: 'part',
  badge: 'part',
};

const file = (schema: V2File['schema'], path: string, contentType: string, name: string, description: string) => {
  const about = { contentType, name, description, role: ROLES[schema] ?? 'document' };
  return { schema, path: V2_PREFIX + path, methods: READ_STATIC, ...about } satisfies V2File;
};

const GEOJSON = 'application/geo+json';

const JSON_TYPE = 'application/json';

export const V2_FILES = {
  maps: file('maps', READ_BY_PAGES.maps, GEOJSON, 'Maps', 'Every map with its simplified area, as GeoJSON.'),
  map: file('map', '/mapservers/:id.json', JSON_TYPE, 'Map', 'One map with its area, as a feature of GeoJSON.'),
  overlay: file('map', '/overlayservers/:id.json', JSON_TYPE, 'Overlay', 'One overlay, in the form of a map.'),
  typed: file(
    'map',
    '/maps/:id.json',
    JSON_TYPE,
    'Map of another type',
    'One map of another type, in the form of a map.',
  ),
  providers: file('providers', '/providers.json', JSON_TYPE, 'Providers', 'Who runs the maps, and on what terms.'),
  withdrawn: file(
    'withdrawn',
    READ_BY_PAGES.withdrawn,
    JSON_TYPE,
    'Withdrawn',
    'What was removed or switched off, and why.',
  ),
  at: file('at', `/at/${INDEX_ZOOM}/:x/:y.json`, JSON_TYPE, 'Maps here', 'The maps of a tile, the best first.'),
  world: file(
    'world',
    '/at/world.json',
    JSON_TYPE,
    'Maps of the world',
    'The maps of the whole world, the best first.',
  ),
  status: file('status', '/status.json', JSON_TYPE, 'Status', 'Which maps work, and how they did on the last 30 days.'),
  mapBadge: file(
    'badge',
    '/status/mapservers/:id.badge.json',
    JSON_TYPE,
    'Map badge',
    'Whether a map works, for shields.io.',
  ),
  overlayBadge: file(
    'badge',
    '/status/overlayservers/:id.badge.json',
    JSON_TYPE,
    'Overlay badge',
    'Whether an overlay works, for shields.io.',
  ),
  typedBadge: file(
    'badge',
    '/status/maps/:id.badge.json',
    JSON_TYPE,
    'Badge of a map of another type',
    'Whether a map of another type works, for shields.io.',
  ),
  hashes: file(
    'hashes',
    '/datasources/:id.json',
    JSON_TYPE,
    'Hashes',
    'The kind, publisher and licence of a data source, and the SHA-256 of its files, if any is known.',
  ),
  keys: file('keys', '/keys.json', JSON_TYPE, 'Keys', 'The public keys that the catalog is signed with.'),
} as const satisfies Record<string, V2File>;

export const V2_SCHEMAS_PATH = `${V2_PREFIX}/schemas`;

export function v2Path(file: keyof typeof V2_FILES, parts: Readonly<Record<string, string | number>> = {}): string {
  return V2_FILES[file].path.replace(/:(\w+)/g, (_, name) => String(parts[name]));
}

/** @param id list and file name: `mapservers/OpenTopoMap` */
export const mapDocumentPath = (id: string): string => `${V2_PREFIX}/${id}.json`;

/** @param id as above */
export const mapBadgePath = (id: string): string => `${V2_PREFIX}/status/${id}.badge.json`;

/** Members that `/v1/` lacks, in document order. */
export const DATA_SOURCE_MEMBERS = ['kind', 'publisher', 'licence', 'maxAge'] as const;
