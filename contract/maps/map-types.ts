export const MAP_LISTS = { mapservers: 'mapserver', overlayservers: 'overlayserver', maps: 'map' } as const;

export type MapList = keyof typeof MAP_LISTS;

interface TypeTraits {
  /** Members that only maps of this type have, in document order. */
  readonly members: readonly string[];
  /** Members with access tokens. */
  readonly addresses: readonly string[];
  /** Members that are needed to draw, beside an address. */
  readonly needed?: readonly string[];
  readonly isData?: true;
  /** The map is one file, its `url`, which ends in this, in lower case. */
  readonly format?: string;
}

const [TILES, TILE_ADDRESSES] = [['hosts', 'urlPattern'], ['urlPattern']] as const;

const SERVICE = ['service', 'layers', 'styles', 'format', 'version', 'crs', 'transparent'] as const;

/** By `type`. `/v1/` has only the first. */
export const MAP_TYPES = {
  /** Rows are counted from the north. */
  xyz: { members: TILES, addresses: TILE_ADDRESSES },
  /** Rows are counted from the south. */
  tms: { members: TILES, addresses: TILE_ADDRESSES },
  arcgis: { members: ['service', 'layers', 'format', 'transparent'], addresses: ['service'] },
  wms: { members: SERVICE, addresses: ['service'], needed: ['layers', 'crs'] },
  vector: { members: ['style', 'tiles', 'schema'], addresses: ['style', 'tiles'], isData: true },
  pmtiles: { members: ['url', 'style'], addresses: ['url', 'style'], isData: true, format: 'PMTiles' },
} as const satisfies Readonly<Record<string, TypeTraits>>;

export const TYPE_NOUNS: Readonly<Record<NewType, string>> = {
  tms: 'tiles with flipped rows',
  arcgis: 'a service of ArcGIS',
  wms: 'a WMS',
  vector: 'a vector style',
  pmtiles: 'a PMTiles archive',
};

export type MapType = keyof typeof MAP_TYPES;

export const NEW_TYPES = Object.keys(MAP_TYPES).filter((type): type is NewType => type !== 'xyz');

export function typeTraits(type: unknown): TypeTraits | undefined {
  return Object.hasOwn(MAP_TYPES, String(type)) ? MAP_TYPES[type as MapType] : undefined;
}

export function hasNeeded(record: Readonly<Record<string, unknown>>): boolean {
  return (typeTraits(record['type'])?.needed ?? []).every((key) => record[key] !== undefined);
}

export function isDrawnFromData(type: string | undefined): boolean {
  return typeTraits(type)?.isData === true;
}

/** The deepest zoom level at which maps of data are drawn. Their tiles end earlier. */
export const DEEPEST_OF_DATA = 22;

export type NewType = Exclude<MapType, 'xyz'>;

/** Below `/v2/`, `url` is the address of a document. */
export const PUBLISHED_MEMBER_NAMES: Readonly<Partial<Record<string, string>>> = { url: 'archiveUrl' };

export function publishedMembers(type: unknown): string[] {
  return (typeTraits(type)?.members ?? []).map((key) => PUBLISHED_MEMBER_NAMES[key] ?? key);
}

export const COMMON_MEMBERS = ['name', 'overlay', 'minZoom', 'maxZoom', 'active'] as const;

/** The record may lack any member; without a type it is `xyz`. */
export function mapAddresses(record: object): (readonly [key: string, address: string])[] {
  const { type = 'xyz' } = record as { readonly type?: string };
  const found: [string, string][] = [];
  for (const key of typeTraits(type)?.addresses ?? []) {
    const address = (record as Readonly<Record<string, unknown>>)[key];
    if (typeof address === 'string') found.push([key, address]);
  }
  return found;
}

export function typeMembersOf(record: object): Readonly<Record<string, unknown>> {
  const { type } = record as { readonly type: MapType };
  const typeMembers: readonly string[] = MAP_TYPES[type].members.filter(
    (key) => key !== 'hosts' && key !== 'urlPattern',
  );
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => value !== undefined && typeMembers.includes(key)),
  );
}

/** The hosts that the record lists, or else those of its addresses. */
export function mapHosts(record: object): string[] {
  const { hosts } = record as { readonly hosts?: unknown };
  if (Array.isArray(hosts)) return hosts.filter((host): host is string => typeof host === 'string');
  const named = mapAddresses(record).flatMap(([, address]) => /^https?:\/\/([^/?:#]+)/i.exec(address)?.[1] ?? []);
  return [...new Set(named)];
}

export const SERVICE_PROTOCOL = 'WMS';
