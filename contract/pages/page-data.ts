import type { JsonObject } from '../base/json-values.ts';
import type { AttributionPart, MapSource, TileServerSource } from '../generated/catalog.types.ts';

/** The path of the `LiveReport`, from the site's root. Pages of `cartalog serve` poll it. */
export const LIVE_FILE = 'live.json';

export interface LiveReport {
  /** Differs each time a site is made; a page with another one is out of date. */
  readonly site: string;
  /** Errors first; with errors, the site is the previous one. */
  readonly problems: readonly LiveProblem[];
  /** Errors not listed. */
  readonly more: number;
}

export interface LiveProblem {
  readonly severity: 'error' | 'warning';
  /** `catalog/mapservers/one.yaml:3:7` */
  readonly place: string;
  readonly message: string;
  /** The page of the record, relative to the root of its language. */
  readonly page: string | null;
}

/** What `/add/` knows of the catalog, to compare a new map. */
export interface KnownCatalog {
  readonly accessTokens: readonly string[];
  /**
   * Every map, even if unpublished. Objects would be longer than tuples. A record in `maps/` has its name, and the
   * members that tell its tiles from others.
   */
  readonly servers: readonly (
    | readonly [
        kind: 'mapserver' | 'overlayserver',
        fileName: string,
        id: TileServerSource['id'],
        hosts: TileServerSource['hosts'],
        urlPattern: TileServerSource['urlPattern'],
      ]
    | readonly [kind: 'map', fileName: string, name: MapSource['name'], members: JsonObject]
  )[];
  /** By domain or host, and there by field of the form: what all of its maps state alike, or an empty text. */
  readonly domains?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Why maps are not in use, by `kind/fileName`: `mapserver/google-terrain`. */
  readonly offReasons?: Readonly<Record<string, NonNullable<TileServerSource['offReason']>>>;
}

/** A map's type, and members that only this type has. */
export type PageSource<Source = MapSource> = Source extends MapSource
  ? Readonly<Pick<Source, Exclude<keyof Source, keyof TileServerSource | 'overlay'>>>
  : never;

export interface PageMap {
  /** `mapservers/openstreetmap`: its page's folder and its file name. */
  readonly key: string;
  readonly kind: 'mapserver' | 'overlayserver';
  readonly id: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly hosts: readonly string[];
  /** The address of its tiles; without tiles, its first address. */
  readonly urlPattern: string;
  readonly source?: PageSource;
  readonly copyright: string;
  readonly attribution?: readonly AttributionPart[];
  /** The licence, or words for its own terms, and their address. */
  readonly usage?: readonly [text: string, address: string];
  /** Access tokens not set. */
  readonly unset: readonly string[];
  /** The urlPattern has the user's tokens, which stay in the browser. */
  readonly hasOwnToken?: true;
  /** Relative to the page that shows the map. */
  readonly page: string;
  /** A place with tiles: latitude, longitude and zoom level. */
  readonly probe?: readonly [number, number, number];
  /** Where a map of the whole world opens: latitude, longitude, zoom level and name of the place. */
  readonly opening?: readonly [number, number, number, string];
  /** Missing for the world, or if unknown. */
  readonly bounds?: readonly [west: number, south: number, east: number, north: number];
}
