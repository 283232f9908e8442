/**
 * The only place that knows where the pages of a site are, and the files that are made for them. They are outside of `/v1/`,
 * so that nothing of them is part of the interface.
 */

/** The languages that there are texts for. */
export const LANGUAGES = ['en', 'de'] as const;

/** A language of the pages. */
export type Language = (typeof LANGUAGES)[number];

/** The kinds of record that have a page each, with the folder of their pages. */
export const RECORD_FOLDERS = {
  mapserver: 'mapservers',
  overlayserver: 'overlayservers',
  datasource: 'datasources',
  category: 'categories',
  edition: 'editions',
} as const;

/** A kind of record that has a page. */
export type RecordKind = keyof typeof RECORD_FOLDERS;

/** Which page: one that every site has, or that of a record. */
export type PageName = 'index' | 'about' | 'add' | { readonly kind: RecordKind; readonly name: string | number };

/**
 * Where a page is, from the root of the site: `mapservers/openstreetmap/`; empty for the first one. The first language of a
 * catalog has no folder of its own.
 */
export function pagePath(page: PageName, language: Language, first: Language): string {
  const folder = language === first ? '' : `${language}/`;
  if (page === 'index') return folder;
  if (typeof page === 'string') return `${folder}${page}/`;
  return `${folder}${RECORD_FOLDERS[page.kind]}/${encodeURIComponent(page.name)}/`;
}

/** The folder of scripts, styles and pictures of the pages. Names in it change with their content. */
export const ASSETS_FOLDER = 'assets/';

/** The `Cache-Control` of what is in it: browsers may keep it for a year. */
export const ASSETS_LIFETIME = 'public, max-age=31536000, immutable';

/** The file, from the root of a site, with what the page that adds a map compares a new one with: a `KnownCatalog`. */
export const KNOWN_CATALOG_FILE = 'add/known.json';

/** The file, from the root of a site that `cartalog serve` serves, in which pages read that they have changed: a `LiveReport`. */
export const LIVE_FILE = 'live.json';

/** What a page that is served from the files of a catalog is told of them. */
export interface LiveReport {
  /** Another one for each site, and when what is gone no longer answers: a page that was loaded before is not the newest any more. */
  readonly site: string;
  /** What is wrong with the files as they are now, errors first; if there are any, the site is that of before. */
  readonly problems: readonly LiveProblem[];
  /** How many errors more there are. */
  readonly more: number;
}

/** A problem of a catalog file. */
export interface LiveProblem {
  readonly severity: 'error' | 'warning';
  /** `catalog/mapservers/one.yaml:3:7` */
  readonly place: string;
  readonly message: string;
  /** The page of the record, from the root of the pages of a language; null if it has none. */
  readonly page: string | null;
}

/** What a new tile server is compared with, as the files of a catalog have it. */
export interface KnownCatalog {
  /** The environment variables that a urlPattern can name. */
  readonly accessTokens: readonly string[];
  /** Every tile server, also those that are not published. */
  readonly servers: readonly WrittenServer[];
}

/** A tile server, as short as it can be written: kind, name of its file, id, hosts, urlPattern. */
export type WrittenServer = readonly [
  kind: 'mapserver' | 'overlayserver',
  fileName: string,
  id: string,
  hosts: readonly string[],
  urlPattern: string,
];

/** A tile server as pages give it to scripts: all that a map needs to show it. */
export interface PageServer {
  /** `mapservers/openstreetmap`: the folder of its page, with its file name. */
  readonly key: string;
  readonly kind: 'mapserver' | 'overlayserver';
  readonly id: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly hosts: readonly string[];
  readonly urlPattern: string;
  readonly copyright: string;
  /** The names of its access tokens that are not set. */
  readonly unset: readonly string[];
  /** The address of its page, relative to the page that it is on. */
  readonly page: string;
  /** A place where it has tiles: latitude, longitude and zoom level. */
  readonly probe?: readonly [number, number, number];
}

/** The files that are made for each data source, by what they have. All of them are beside its page in the first language. */
export const DATA_SOURCE_FILES = {
  /** Every file of the data source, for its page; see `file-list.ts`. Its shape may change with the program. */
  list: 'files.json',
  /** What its archives contain, for its page. Its shape may change with the program. */
  contents: 'contents.json',
  /** The boxes of its files as GeoJSON, for any map program. */
  boxes: 'boxes.geojson',
} as const;

/** A file that is made for a data source. */
export type DataSourceFile = keyof typeof DATA_SOURCE_FILES;

/** Where a file of a data source is, from the root of the site. */
export function dataSourceFilePath(id: string, file: DataSourceFile): string {
  return `${RECORD_FOLDERS.datasource}/${encodeURIComponent(id)}/${DATA_SOURCE_FILES[file]}`;
}

/** The files for map programs that a tile server has beside its page. */
export const SERVER_FILES = { tilejson: 'tilejson.json', maplibre: 'style.json' } as const;

/** Where such a file is, from the root of the site. It is the same file in every language of the pages. */
export function serverFilePath(
  kind: PageServer['kind'],
  fileName: string,
  file: (typeof SERVER_FILES)[keyof typeof SERVER_FILES],
): string {
  return `${RECORD_FOLDERS[kind]}/${fileName}/${file}`;
}

/** The folder of the files for map programs that have many tile servers in them. */
export const PROGRAMS_FOLDER = 'programs/';

/** Where these files are, from the root of the site. */
export const PROGRAM_FILES = {
  leaflet: `${PROGRAMS_FOLDER}leaflet-providers.json`,
  josm: `${PROGRAMS_FOLDER}josm.xml`,
  qgis: `${PROGRAMS_FOLDER}qgis.xml`,
  // The name that OruxMaps looks for.
  oruxmaps: `${PROGRAMS_FOLDER}onlinemapsources.xml`,
  locus: `${PROGRAMS_FOLDER}locus.xml`,
} as const;

/** The files for search engines. */
export const CRAWLER_FILES = { robots: 'robots.txt', sitemap: 'sitemap.xml' } as const;

const PAGE_FILE = new RegExp(
  `^(?:(?:${LANGUAGES.join('|')})/)?(?:index\\.html|404\\.html|(?:about|add|${Object.values(RECORD_FOLDERS).join('|')})/.*)$` +
    `|^(?:${ASSETS_FOLDER}|${PROGRAMS_FOLDER})|^(?:${Object.values(CRAWLER_FILES).join('|').replaceAll('.', '\\.')})$`,
);

/**
 * Whether a file of a site, by its path from the root, is made for its pages. These follow from the records and from the
 * version of the program, and their shape is no part of the interface.
 */
export function isMadeForPages(path: string): boolean {
  return PAGE_FILE.test(path);
}
