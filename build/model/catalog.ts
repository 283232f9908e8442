/** The published catalog, independent of files, formats and addresses, in the order of publication. */
import type { Language } from '../../contract/base/languages.ts';
import type { Section } from '../../contract/data-sources/sections.ts';
import type {
  BoundingBox,
  Checksum,
  DataSourceSource,
  EditionSource,
  MapSource,
  ProbePlace,
  ProviderSource,
  RemovalSource,
  TileServerSource,
  UpstreamSource,
} from '../../contract/generated/catalog.types.ts';
import type { MapArea } from '../../contract/maps/geometry.ts';
import type { MapList, MapType, NewType } from '../../contract/maps/map-types.ts';
import type { KnownCatalog, PageSource } from '../../contract/pages/page-data.ts';

/** Who runs maps, and on what terms. */
export interface Provider extends Readonly<ProviderSource> {
  /** Its file name without the extension. */
  readonly id: string;
}

/** The members that maps have in another form than their files. */
type Changed =
  | 'active'
  | 'hosts'
  | 'urlPattern'
  | 'minZoom'
  | 'maxZoom'
  | 'probe'
  | 'area'
  | 'since'
  | 'until'
  | 'updates';

/** What maps of all types have. `PROVIDER_MEMBERS` are those of the provider unless the map has its own. */
interface CommonMembers extends Readonly<Omit<TileServerSource, Changed>> {
  /** The label that people pick, unique in its list: of a map in `maps/` its name. */
  readonly id: string;
  readonly active: boolean;
  /** The host names that it needs: those that it lists, else those of its addresses. */
  readonly hosts: readonly string[];
  /** Its file name without the extension, which is part of its page's address. */
  readonly fileName: string;
  /** The names of its access tokens that are not set. Without them its server refuses requests. */
  readonly unsetTokens: readonly string[];
  /** The name of its access token, set or not; of several the first, and null without one. */
  readonly needsToken: string | null;
  /** The area that it covers; null if that is not known. */
  readonly area: MapArea | null;
  /** From when and until when it shows the world: years, months or days. */
  readonly since?: string;
  readonly until?: string;
  /** How often it changes with the world, or the year that it shows. */
  readonly updates?: string;
  /** A place with tiles, if it does not cover the whole world. Not part of the interface. */
  readonly probe: ProbePlace | null;
}

/** What only maps of a type have: those of the type `xyz` are the records of `/v1/`. */
type OwnMembers<Source = TileServerSource | MapSource> = Source extends MapSource
  ? { readonly list: 'maps'; readonly overlay?: true } & PageSource<Source> &
      Readonly<Pick<Source, Extract<keyof Source, 'minZoom' | 'maxZoom' | 'urlPattern'>>>
  : { readonly list: Exclude<MapList, 'maps'>; readonly type: 'xyz' } & Readonly<
      Pick<TileServerSource, 'minZoom' | 'maxZoom' | 'urlPattern'>
    >;

/** A map, with its access tokens filled in. */
export type CatalogMap<Type extends MapType = MapType> = CommonMembers & Extract<OwnMembers, { readonly type: Type }>;

/** A checksum history, oldest first. */
export type ChecksumHistory = readonly Checksum[];

/** A file inside an archive, with its own history. */
export interface Fragment {
  readonly key: string;
  readonly checksums: ChecksumHistory;
}

/** Specification, file, map and theme entry. */
export interface Entry {
  readonly path: string;
  readonly checksums: ChecksumHistory;
  readonly fragments: readonly Fragment[];
  readonly boundingbox?: BoundingBox | undefined;
  /** For themes; empty if missing. */
  readonly imageurl: string;
}

/** The number of a data source's entries in each section. */
export type EntryCounts = Readonly<Record<Section, number>>;

/** A data source without its entries, which may be megabytes and which most of a site doesn't need. */
export interface DataSourceSummary extends Readonly<Omit<DataSourceSource, 'maxAge' | 'needsSha1' | 'source'>> {
  readonly id: string;
  /** For how many seconds a client may cache it without revalidation; null if it must always revalidate. */
  readonly maxAge: number | null;
  /** Whether clients compare the SHA-1 of its files with their own copies. */
  readonly needsSha1: boolean;
  readonly source: UpstreamSource | null;
  readonly counts: EntryCounts;
}

/** Specification, data source detail. */
export interface DataSource extends DataSourceSummary, Readonly<Record<keyof EntryCounts, readonly Entry[]>> {}

/** Specification, category. */
export interface Category {
  readonly id: number;
  readonly name: string;
  readonly parent: Category | null;
  readonly children: readonly Category[];
}

/** Specification, edition. */
export interface Edition extends Readonly<EditionSource> {
  readonly id: string;
}

/** A catalog without errors, and without the entries of its data sources. */
export interface CatalogOutline {
  readonly title: string;
  /** Without a trailing slash. */
  readonly serviceUrl: string;
  readonly repository: string;
  /** The published branch of the repository, which people edit. */
  readonly branch: string;
  /** The languages of the pages; the first has addresses without a language. */
  readonly languages: readonly Language[];
  readonly mapservers: readonly CatalogMap<'xyz'>[];
  readonly overlayservers: readonly CatalogMap<'xyz'>[];
  /** The maps of other types than those of `/v1/`. */
  readonly maps: readonly CatalogMap<NewType>[];
  readonly datasources: readonly DataSourceSummary[];
  readonly categories: readonly Category[];
  readonly editions: readonly Edition[];
  readonly providers: readonly Provider[];
  /** The list of its public keys and the signature of the list, as they are published; null if it has none. */
  readonly keys: { readonly list: string; readonly signature: string | null } | null;
  /** What is removed on purpose, with the reasons. */
  readonly removals: readonly RemovalSource[];
  /** The file name of the map of `mapservers` that the front page may draw; null if none is chosen. */
  readonly home: string | null;
  /** The lists of `/v1/` with access tokens from the environment: git does not know when these last changed. */
  readonly withTokens: readonly ('mapservers' | 'overlayservers')[];
  /** What new maps are compared with: those of the files, by path, and the names of access tokens. */
  readonly known: KnownCatalog;
}

/** Everything that a catalog publishes. */
export interface Catalog extends CatalogOutline {
  readonly datasources: readonly DataSource[];
}

/** All maps, list by list. */
export function catalogMaps({ mapservers, overlayservers, maps }: Pick<CatalogOutline, MapList>): CatalogMap[] {
  return [...mapservers, ...overlayservers, ...maps];
}

/** The folder and file name of a map, which is its id below `/v2/`: `mapservers/openstreetmap`. */
export function mapId({ list, fileName }: Pick<CatalogMap, 'list' | 'fileName'>): string {
  return `${list}/${fileName}`;
}

/** Whether a map is drawn over another one: only one of another type says so itself. */
export function isOverlay({ list, overlay }: { readonly list: MapList; readonly overlay?: boolean }): boolean {
  return list === 'maps' ? overlay === true : list === 'overlayservers';
}

/** Whether a request needs a Referer that anybody may send: what the terms forbid wins. */
export function needsReferer({ needs, forbids }: Pick<TileServerSource, 'needs' | 'forbids'>): boolean {
  return needs?.includes('referer') === true && !forbids?.includes('other-referer');
}

/** Whether the picture of a map may be shown: its provider allows it, and the map does not forbid it. */
export function allowsPicture(
  providers: readonly Pick<Provider, 'id' | 'pictures'>[],
): (map: Pick<TileServerSource, 'provider' | 'picture'>) => boolean {
  const allowing = new Set(providers.filter(({ pictures }) => pictures === 'allowed').map(({ id }) => id));
  return ({ provider, picture }) => picture !== false && allowing.has(provider ?? '');
}
