/** The paths of the pages of a site, and of files made for them: outside of `/v1/`, no part of the interface. */
import type { Language } from '../base/languages.ts';

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
