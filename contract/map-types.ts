/** The types of maps: which members say where their pictures come from, and which of these are addresses. */
import type { MapSource } from './generated/catalog.types.ts';

/** What is known of a type. */
interface TypeRow {
  /** The members that only maps of this type have, in the order of documents. */
  readonly members: readonly string[];
  /** Those of them that are addresses, in which access tokens can be filled in. */
  readonly addresses: readonly string[];
}

/** Every type of map, as `type` states it. `/v1/` has only the first. */
export const MAP_TYPES = {
  /** Tiles by zoom level, column and row, counted from the north. */
  xyz: { members: ['hosts', 'urlPattern'], addresses: ['urlPattern'] },
  /** Tiles whose rows are counted from the south. */
  tms: { members: ['hosts', 'urlPattern'], addresses: ['urlPattern'] },
  /** Layers of a Web Map Service. */
  wms: {
    members: ['service', 'layers', 'styles', 'format', 'version', 'crs', 'transparent'],
    addresses: ['service'],
  },
  /** Vector tiles with a MapLibre style, or without. */
  vector: { members: ['style', 'tiles', 'schema'], addresses: ['style', 'tiles'] },
  /** An archive of tiles that is read in parts. */
  pmtiles: { members: ['url', 'style'], addresses: ['url', 'style'] },
} as const satisfies Readonly<Record<string, TypeRow>>;

/** A type of map. */
export type MapType = keyof typeof MAP_TYPES;

/** The types that `/v1/` does not have: those of the records in `maps/`. */
export const NEW_TYPES = Object.keys(MAP_TYPES).filter((type): type is NewType => type !== 'xyz');

/** Whether maps of a type are drawn from data, not from pictures; false for none. */
export function isDrawnFromData(type: string | undefined): boolean {
  return type === 'vector' || type === 'pmtiles';
}

/** A type that `/v1/` does not have. */
export type NewType = Exclude<MapType, 'xyz'>;

/** The record of a map of a type, as its file has it. */
export type SourceOf<Type extends NewType> = Extract<MapSource, { type: Type }>;

/** The members of a record of a type that no tile server has. */
export type OwnMembers<Type extends NewType> = Readonly<
  Pick<
    SourceOf<Type>,
    Extract<keyof SourceOf<Type>, 'type' | Exclude<(typeof MAP_TYPES)[Type]['members'][number], 'hosts' | 'urlPattern'>>
  >
>;

/** The names of members below `/v2/` that differ from those in files: there `url` is the address of a document. */
export const PUBLISHED_AS: Readonly<Partial<Record<string, string>>> = { url: 'archiveUrl' };

/** The names below `/v2/` of the members that only maps of a type have; none of a type that is not known. */
export function publishedMembers(type: unknown): string[] {
  const row: TypeRow | undefined = Object.hasOwn(MAP_TYPES, String(type)) ? MAP_TYPES[type as MapType] : undefined;
  return (row?.members ?? []).map((key) => PUBLISHED_AS[key] ?? key);
}

/** The members below `/v2/` that maps of every type can have, before those of their type; the copyright follows them. */
export const COMMON_MEMBERS = ['name', 'overlay', 'minZoom', 'maxZoom', 'active'] as const;

/** The addresses of a record, which may lack any member, by their keys; of a tile server its `urlPattern`. */
export function addressesIn(record: object): (readonly [key: string, address: string])[] {
  const { type = 'xyz' } = record as { readonly type?: string };
  const row: TypeRow | undefined = Object.hasOwn(MAP_TYPES, type) ? MAP_TYPES[type as MapType] : undefined;
  return (row?.addresses ?? []).flatMap((key) => {
    const address = (record as Readonly<Record<string, unknown>>)[key];
    return typeof address === 'string' ? [[key, address] as const] : [];
  });
}

/** Whether an address of vector tiles is that of one tile, and not that of a TileJSON. */
export function isTileTemplate(tiles: string): boolean {
  return /\{[xyz]\}/.test(tiles);
}

/** Whether an address is that of a PMTiles archive, by its name. */
export function isArchive(address: string): boolean {
  return /\.pmtiles(?:[?#]|$)/i.test(address);
}

/** Whether an address is that of a TileJSON, which describes tiles and not how they look, by its name. */
export function isTileJson(address: string): boolean {
  return /\/(?:tiles?|metadata|[^/?#]*tilejson[^/?#]*)(?:\.json)?(?:[?#]|$)|\/data\/[^/?#]+\.json(?:[?#]|$)/i.test(
    address,
  );
}

/** The host names of a record: those that it lists, else those of its addresses, each once. */
export function hostsIn(record: object): string[] {
  const { hosts } = record as { readonly hosts?: unknown };
  if (Array.isArray(hosts)) return hosts.filter((host): host is string => typeof host === 'string');
  const named = addressesIn(record).flatMap(([, address]) => /^https?:\/\/([^/?:#]+)/i.exec(address)?.[1] ?? []);
  return [...new Set(named)];
}

/** Whether an address is that of a style, a TileJSON or an archive, and not of a service. */
export const isMapAddress = (source: string): boolean =>
  /^https?:\/\/[^?#]*(?:\.(?:json|pmtiles)|\/styles?\/[^/?#]+)(?:[?#]|$)/i.test(source) && !source.includes('/v1/');
