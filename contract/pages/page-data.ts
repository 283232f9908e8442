import type { JsonObject } from '../base/json-values.ts';
import type { AttributionPart, MapSource, TileServerSource } from '../generated/catalog.types.ts';

/** Pages of `cartalog serve` poll this `LiveReport`. Its path is from the root of the site. */
export const LIVE_FILE = 'live.json';

export interface LiveReport {
  /** Changes with each site; a page loaded with another version is out of date. */
  readonly site: string;
  /** Errors first. If there are errors, the site is the previous one. */
  readonly problems: readonly LiveProblem[];
  /** Errors that are not listed. */
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

/** What `/add/` compares a new map with. */
export interface KnownCatalog {
  readonly accessTokens: readonly string[];
  /**
   * Every map, including unpublished ones. They are tuples, because objects would be longer. A record in `maps/` has
   * its name, and the members that tell its tiles from others.
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
  /** Why maps are not in use, by `kind/fileName`: `mapserver/google-terrain`. */
  readonly offReasons?: Readonly<Record<string, NonNullable<TileServerSource['offReason']>>>;
}

/** The type of a map, and the members that only maps of that type have. */
export type PageSource<Source = MapSource> = Source extends MapSource
  ? Readonly<Pick<Source, Exclude<keyof Source, keyof TileServerSource | 'overlay'>>>
  : never;

export interface PageMap {
  /** `mapservers/openstreetmap`: the folder of its page and its file name. */
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
  /** Its licence, or words for terms of its own, and their address. */
  readonly usage?: readonly [text: string, address: string];
  /** Access tokens that are not set. */
  readonly unset: readonly string[];
  /** The urlPattern has the user's tokens, which stay in the browser. */
  readonly hasOwnToken?: true;
  /** The address of its page, relative to the page that shows the map. */
  readonly page: string;
  /** A view with tiles: latitude, longitude and zoom level. */
  readonly probe?: readonly [number, number, number];
  /** The view of a map of the whole world: latitude, longitude, zoom level and the name of the place. */
  readonly opening?: readonly [number, number, number, string];
  /** Missing if the area is the world, or unknown. */
  readonly bounds?: readonly [west: number, south: number, east: number, north: number];
}
