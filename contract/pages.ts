/** The paths of the pages of a site, and of files made for them: outside of `/v1/`, no part of the interface. */

import type { JsonObject } from './base/parse-json.ts';
import type { AttributionPart, MapSource, TileServerSource } from './generated/catalog.types.ts';

/** The languages of the pages. */
export const LANGUAGES = ['en', 'de'] as const;

/** A language of the pages. */
export type Language = (typeof LANGUAGES)[number];

/** The roles of records that have a page each, with the folder of their pages. */
export const RECORD_FOLDERS = {
  mapserver: 'mapservers',
  overlayserver: 'overlayservers',
  map: 'maps',
  datasource: 'datasources',
  category: 'categories',
  edition: 'editions',
} as const;

/** A role of records that has a page. */
export type RecordRole = keyof typeof RECORD_FOLDERS;

/** A page: one that every site has, that of a record, or one on which a list of the home page goes on. */
export type PageName =
  | 'index'
  | 'about'
  | 'add'
  | 'changes'
  | { readonly role: RecordRole; readonly name: string | number }
  | { readonly role: 'list'; readonly list: 'mapservers' | 'overlayservers'; readonly part: number };

/** The path of a page from the root of the site, `mapservers/openstreetmap/`. The first language has no folder. */
export function pagePath(page: PageName, language: Language, first: Language): string {
  const folder = language === first ? '' : `${language}/`;
  if (page === 'index') return folder;
  if (typeof page === 'string') return `${folder}${page}/`;
  if (page.role === 'list') return `${folder}${page.list}/list/${page.part}/`;
  return `${folder}${RECORD_FOLDERS[page.role]}/${encodeURIComponent(page.name)}/`;
}

/** The folder of scripts, styles and images of the pages. File names contain a hash of the content. */
export const ASSETS_FOLDER = 'assets/';

/** The `Cache-Control` of that folder: browsers may keep its files for a year. */
export const ASSETS_LIFETIME = 'public, max-age=31536000, immutable';

/** What the "Add a map" page compares a new map with: a `KnownCatalog`. Its path is from the root of the site. */
export const KNOWN_CATALOG_FILE = 'add/known.json';

/** What the files of all data sources cover, for the search: `CatalogCoverage`. Its path is from the root of the site. */
export const COVERAGE_FILE = 'coverage.json';

/** The page of the frame that draws maps from data. Its path is from the root of the site; it is in no language. */
export const FRAME_PAGE = 'frame/';

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

/** The files that are made for each data source, beside its page in the first language. */
export const DATA_SOURCE_FILES = {
  /** Every file of the data source, for its page; see `file-list.ts`. Its shape may change with the program. */
  list: 'files.json',
  /** The contents of its archives, for its page. Its shape may change with the program's version. */
  contents: 'contents.json',
  /** The boxes of its files as GeoJSON, for any map program. */
  boxes: 'boxes.geojson',
} as const;

/** The name of a file that is made for a data source. */
export type DataSourceFile = keyof typeof DATA_SOURCE_FILES;

/** The path of a file of a data source, from the root of the site. */
export function dataSourceFilePath(id: string, file: DataSourceFile): string {
  return `${RECORD_FOLDERS.datasource}/${encodeURIComponent(id)}/${DATA_SOURCE_FILES[file]}`;
}

/** The folder of the files for map programs that contain many maps. */
export const PROGRAMS_FOLDER = 'programs/';

/** The files for search engines. */
export const CRAWLER_FILES = { robots: 'robots.txt', sitemap: 'sitemap.xml' } as const;
