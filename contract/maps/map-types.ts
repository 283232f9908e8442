/** The lists and types of maps: which members say where their pictures come from, and which of these are addresses. */

/** The lists of maps, each with the role of its records. */
export const MAP_LISTS = { mapservers: 'mapserver', overlayservers: 'overlayserver', maps: 'map' } as const;

/** A list of maps. */
export type MapList = keyof typeof MAP_LISTS;

interface TypeRow {
  /** The members that only maps of this type have, in the order of documents. */
  readonly members: readonly string[];
  /** Those of them that are addresses, in which access tokens can be filled in. */
  readonly addresses: readonly string[];
  /** Those without which nothing can be drawn, beside an address. */
  readonly needed?: readonly string[];
  /** Whether its maps are drawn from data, not from pictures. */
  readonly isData?: true;
  /** If a map is one file, which is its `url`: the name of its format, whose small letters are the ending of its name. */
  readonly format?: string;
}

const [TILES, OF_TILES] = [['hosts', 'urlPattern'], ['urlPattern']] as const;

const SERVICE = ['service', 'layers', 'styles', 'format', 'version', 'crs', 'transparent'] as const;

/** Every type of map, as `type` states it. `/v1/` has only the first. */
export const MAP_TYPES = {
  /** Tiles by zoom level, column and row, counted from the north. */
  xyz: { members: TILES, addresses: OF_TILES },
  /** Tiles whose rows are counted from the south. */
  tms: { members: TILES, addresses: OF_TILES },
  /** Layers of a Web Map Service. */
  wms: { members: SERVICE, addresses: ['service'], needed: ['layers', 'crs'] },
  /** Vector tiles with a MapLibre style, or without. */
  vector: { members: ['style', 'tiles', 'schema'], addresses: ['style', 'tiles'], isData: true },
  /** An archive of tiles that is read in parts. */
  pmtiles: { members: ['url', 'style'], addresses: ['url', 'style'], isData: true, format: 'PMTiles' },
} as const satisfies Readonly<Record<string, TypeRow>>;

/** How the program calls a map of a type that `/v1/` does not have. */
export const CALLED: Readonly<Record<NewType, string>> = {
  tms: 'tiles with flipped rows',
  wms: 'a WMS',
  vector: 'a vector style',
  pmtiles: 'a PMTiles archive',
};

/** A type of map. */
export type MapType = keyof typeof MAP_TYPES;

/** The types that `/v1/` does not have: those of the records in `maps/`. */
export const NEW_TYPES = Object.keys(MAP_TYPES).filter((type): type is NewType => type !== 'xyz');

/** What is known of a type; undefined of one that is not known. */
export function rowOf(type: unknown): TypeRow | undefined {
  return Object.hasOwn(MAP_TYPES, String(type)) ? MAP_TYPES[type as MapType] : undefined;
}

/** Whether a record has what a map of its type is drawn with, beside an address. */
export function hasNeeded(record: Readonly<Record<string, unknown>>): boolean {
  return (rowOf(record['type'])?.needed ?? []).every((key) => record[key] !== undefined);
}

/** Whether maps of a type are drawn from data, not from pictures; false for none. */
export function isDrawnFromData(type: string | undefined): boolean {
  return rowOf(type)?.isData === true;
}

/** The deepest zoom level of a map that is drawn from data, which has no tiles of its own there. */
export const DEEPEST_OF_DATA = 22;

/** A type that `/v1/` does not have. */
export type NewType = Exclude<MapType, 'xyz'>;

/** The names of members below `/v2/` that differ from those in files: there `url` is the address of a document. */
export const PUBLISHED_MEMBER_NAMES: Readonly<Partial<Record<string, string>>> = { url: 'archiveUrl' };

/** The names below `/v2/` of the members that only maps of a type have; none of a type that is not known. */
export function publishedMembers(type: unknown): string[] {
  return (rowOf(type)?.members ?? []).map((key) => PUBLISHED_MEMBER_NAMES[key] ?? key);
}

/** The members below `/v2/` that maps of every type can have, before those of their type; the copyright follows them. */
export const COMMON_MEMBERS = ['name', 'overlay', 'minZoom', 'maxZoom', 'active'] as const;

/** The addresses of a record, which may lack any member, by their keys; of one without a type its `urlPattern`. */
export function mapAddresses(record: object): (readonly [key: string, address: string])[] {
  const { type = 'xyz' } = record as { readonly type?: string };
  const found: [string, string][] = [];
  for (const key of rowOf(type)?.addresses ?? []) {
    const address = (record as Readonly<Record<string, unknown>>)[key];
    if (typeof address === 'string') found.push([key, address]);
  }
  return found;
}

/** What only maps of its type have of a record, without what all have that are tiles. */
export function typeMembersOf(record: object): Readonly<Record<string, unknown>> {
  const { type } = record as { readonly type: MapType };
  const its: readonly string[] = MAP_TYPES[type].members.filter((key) => key !== 'hosts' && key !== 'urlPattern');
  return Object.fromEntries(Object.entries(record).filter(([key, value]) => value !== undefined && its.includes(key)));
}

/** The host names of a record: those that it lists, else those of its addresses, each once. */
export function mapHosts(record: object): string[] {
  const { hosts } = record as { readonly hosts?: unknown };
  if (Array.isArray(hosts)) return hosts.filter((host): host is string => typeof host === 'string');
  const named = mapAddresses(record).flatMap(([, address]) => /^https?:\/\/([^/?:#]+)/i.exec(address)?.[1] ?? []);
  return [...new Set(named)];
}

/** What such a service speaks; its maps are of the type of this name. */
export const SERVICE_PROTOCOL = 'WMS';
