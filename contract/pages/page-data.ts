/** What pages pass to their scripts, in themselves and in files. */
import type { JsonObject } from '../base/json-values.ts';
import type { AttributionPart, MapSource, TileServerSource } from '../generated/catalog.types.ts';

/** The file that pages of `cartalog serve` poll for changes: a `LiveReport`. Its path is from the root of the site. */
export const LIVE_FILE = 'live.json';

/** The state of the catalog that pages of `cartalog serve` show. */
export interface LiveReport {
  /** Changes with each site; a page that was loaded with another version is out of date. */
  readonly site: string;
  /** The problems of the current files, errors first. If there are errors, the site is the previous one. */
  readonly problems: readonly LiveProblem[];
  /** The number of errors that are not listed. */
  readonly more: number;
}

/** A problem of a catalog file. */
export interface LiveProblem {
  readonly severity: 'error' | 'warning';
  /** `catalog/mapservers/one.yaml:3:7` */
  readonly place: string;
  readonly message: string;
  /** The page of the record, relative to the root of its language; null if it has none. */
  readonly page: string | null;
}

/** What a new map is compared with: what the files of a catalog contain. */
export interface KnownCatalog {
  /** The environment variables that a urlPattern may name. */
  readonly accessTokens: readonly string[];
  /**
   * Every map, including unpublished ones, as a tuple, which is short. One of another type than those of `/v1/` has its
   * name, and the members that tell its tiles from others.
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
}

/** Where the pictures of a map come from that has another type than those of `/v1/`. */
export type PageSource<Source = MapSource> = Source extends MapSource
  ? Readonly<Pick<Source, Exclude<keyof Source, keyof TileServerSource | 'overlay'>>>
  : never;

/** A map as pages show it, and pass it to scripts. */
export interface PageMap {
  /** `mapservers/openstreetmap`: the folder of its page and its file name. */
  readonly key: string;
  /** The list of the page in which it is: that of maps, or that of overlays. */
  readonly kind: 'mapserver' | 'overlayserver';
  readonly id: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly hosts: readonly string[];
  /** The address of its tiles, or if it has none, its first address. */
  readonly urlPattern: string;
  /** Of a map of another type than those of `/v1/`. */
  readonly source?: PageSource;
  readonly copyright: string;
  /** What must be shown on the map, if that is stated. */
  readonly attribution?: readonly AttributionPart[];
  /** Its licence, or the words for its terms of use if only these are stated, and their address. */
  readonly usage?: readonly [text: string, address: string];
  /** The names of its access tokens that are not set. */
  readonly unset: readonly string[];
  /** Whether the urlPattern has tokens of the user, which stay in the browser. */
  readonly hasOwnToken?: true;
  /** The address of its page, relative to the current page. */
  readonly page: string;
  /** A view in which it has tiles: latitude, longitude and zoom level. */
  readonly probe?: readonly [number, number, number];
  /** Its area as a box, unless that is the world or unknown. */
  readonly bounds?: readonly [west: number, south: number, east: number, north: number];
}
