/** The published catalog, in order of publication. It knows no files, formats and addresses. */
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

export interface Provider extends Readonly<ProviderSource> {
  readonly id: string;
}

/** Files have these in another form. */
type ReshapedMember =
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

/** `PROVIDER_MEMBERS` come from the provider unless the map has its own. */
interface CommonMembers extends Readonly<Omit<TileServerSource, ReshapedMember>> {
  /** The label that people pick, unique in its list; of a map in `maps/`, its name. */
  readonly id: string;
  readonly active: boolean;
  readonly hosts: readonly string[];
  /** Has no ending, and is in the address of the page. */
  readonly fileName: string;
  /** Tokens without a value: the server refuses requests without them. */
  readonly unsetTokens: readonly string[];
  /** The variable of its access token; null if it needs none. */
  readonly needsToken: string | null;
  readonly area: MapArea | null;
  readonly since?: string;
  readonly until?: string;
  /** How often the map is updated, or the year that it shows. */
  readonly updates?: string;
  /** A place with tiles. Not published. */
  readonly probe: ProbePlace | null;
}

/** Maps of the type `xyz` are in `/v1/`. */
type MembersByType<Source = TileServerSource | MapSource> = Source extends MapSource
  ? { readonly list: 'maps'; readonly overlay?: true } & PageSource<Source> &
      Readonly<Pick<Source, Extract<keyof Source, 'minZoom' | 'maxZoom' | 'urlPattern'>>>
  : { readonly list: Exclude<MapList, 'maps'>; readonly type: 'xyz' } & Readonly<
      Pick<TileServerSource, 'minZoom' | 'maxZoom' | 'urlPattern'>
    >;

/** With access tokens filled in. */
export type CatalogMap<Type extends MapType = MapType> = CommonMembers &
  Extract<MembersByType, { readonly type: Type }>;

/** Oldest first. */
export type ChecksumHistory = readonly Checksum[];

export interface Fragment {
  readonly key: string;
  readonly checksums: ChecksumHistory;
}

/** As `/v1/` publishes it. */
export interface Entry {
  readonly path: string;
  readonly checksums: ChecksumHistory;
  readonly fragments: readonly Fragment[];
  readonly boundingbox?: BoundingBox | undefined;
  /** Themes only; otherwise empty. */
  readonly imageurl: string;
}

export type EntryCounts = Readonly<Record<Section, number>>;

/** A data source without its entries, which may take megabytes, and which few files of a site need. */
export interface DataSourceSummary extends Readonly<Omit<DataSourceSource, 'maxAge' | 'needsSha1' | 'source'>> {
  readonly id: string;
  /** Seconds for which clients may use its lists; null if they must always ask. */
  readonly maxAge: number | null;
  /** Clients compare the SHA-1 of files with their copies. */
  readonly needsSha1: boolean;
  readonly source: UpstreamSource | null;
  readonly counts: EntryCounts;
}

export interface DataSource extends DataSourceSummary, Readonly<Record<keyof EntryCounts, readonly Entry[]>> {}

/** As `/v1/` publishes it. */
export interface Category {
  readonly id: number;
  readonly name: string;
  readonly parent: Category | null;
  readonly children: readonly Category[];
}

/** As `/v1/` publishes it. */
export interface Edition extends Readonly<EditionSource> {
  readonly id: string;
}

/** A catalog that has no errors, without the entries of its data sources. */
export interface CatalogOutline {
  readonly title: string;
  /** Without a trailing slash. */
  readonly serviceUrl: string;
  readonly repository: string;
  /** The branch that is published, and that people edit. */
  readonly branch: string;
  /** Addresses of pages do not name the first language. */
  readonly languages: readonly Language[];
  readonly mapservers: readonly CatalogMap<'xyz'>[];
  readonly overlayservers: readonly CatalogMap<'xyz'>[];
  readonly maps: readonly CatalogMap<NewType>[];
  readonly datasources: readonly DataSourceSummary[];
  readonly categories: readonly Category[];
  readonly editions: readonly Edition[];
  readonly providers: readonly Provider[];
  /** `/v2/keys.json` and its signature. Null without keys; the first list has no signature yet. */
  readonly keys: { readonly list: string; readonly signature: string | null } | null;
  readonly removals: readonly RemovalSource[];
  /** The file name of the map of `mapservers` that the home page may draw. */
  readonly home: string | null;
  /** Lists with access tokens from the environment: git does not know when they changed. */
  readonly withTokens: readonly ('mapservers' | 'overlayservers')[];
  readonly known: KnownCatalog;
}

export interface Catalog extends CatalogOutline {
  readonly datasources: readonly DataSource[];
}

export function catalogMaps({ mapservers, overlayservers, maps }: Pick<CatalogOutline, MapList>): CatalogMap[] {
  return [...mapservers, ...overlayservers, ...maps];
}

/** `mapservers/openstreetmap`. */
export function mapId({ list, fileName }: Pick<CatalogMap, 'list' | 'fileName'>): string {
  return `${list}/${fileName}`;
}

/** Only records in `maps/` state it. */
export function isOverlay({ list, overlay }: { readonly list: MapList; readonly overlay?: boolean }): boolean {
  return list === 'maps' ? overlay === true : list === 'overlayservers';
}

/** When a provider ended a map that is off, and where it says so; null if it does not. */
export function endOf({ active, ends }: Pick<CatalogMap, 'active' | 'ends'>): CatalogMap['ends'] | null {
  return active ? null : ends;
}

/** True if the server needs a `Referer`, unless the terms forbid that other programs send one. */
export function needsReferer({ needs, forbids }: Pick<TileServerSource, 'needs' | 'forbids'>): boolean {
  return needs?.includes('referer') === true && !forbids?.includes('other-referer');
}

/** True if the provider allows pictures, and the record does not forbid them. */
export function allowsPicture(
  providers: readonly Pick<Provider, 'id' | 'pictures'>[],
): (map: Pick<TileServerSource, 'provider' | 'picture'>) => boolean {
  const allowing = new Set(providers.filter(({ pictures }) => pictures === 'allowed').map(({ id }) => id));
  return ({ provider, picture }) => picture !== false && allowing.has(provider ?? '');
}
