/** Paths are relative to the site's root, and no part of the interface. */
import type { Language } from '../base/languages.ts';

export const RECORD_FOLDERS = {
  mapserver: 'mapservers',
  overlayserver: 'overlayservers',
  map: 'maps',
  datasource: 'datasources',
  category: 'categories',
  edition: 'editions',
} as const;

export type RecordRole = keyof typeof RECORD_FOLDERS;

/** A long `list` of the home page continues on pages; `part` counts them from 2. */
export type PageName =
  | 'index'
  | 'about'
  | 'add'
  | 'changes'
  | { readonly role: RecordRole; readonly name: string | number }
  | { readonly role: 'list'; readonly list: 'mapservers' | 'overlayservers'; readonly part: number };

/** `mapservers/openstreetmap/`. The first language has no folder. */
export function pagePath(page: PageName, language: Language, first: Language): string {
  const folder = language === first ? '' : `${language}/`;
  if (page === 'index') return folder;
  if (typeof page === 'string') return `${folder}${page}/`;
  if (page.role === 'list') return `${folder}${page.list}/list/${page.part}/`;
  return `${folder}${RECORD_FOLDERS[page.role]}/${encodeURIComponent(page.name)}/`;
}

export const ASSETS_FOLDER = 'assets/';

export const ASSETS_LIFETIME = 'public, max-age=31536000, immutable';

/** A `KnownCatalog`. */
export const KNOWN_CATALOG_FILE = 'add/known.json';

/** A `CatalogCoverage`. */
export const COVERAGE_FILE = 'coverage.json';

export const FRAME_PAGE = 'frame/';

export const DATA_SOURCE_FILES = {
  /** See `file-list.ts`. Its shape may change with the program. */
  list: 'files.json',
  /** Checksums, and contents of archives. Its shape may change with the program. */
  contents: 'contents.json',
  boxes: 'boxes.geojson',
} as const;

export type DataSourceFile = keyof typeof DATA_SOURCE_FILES;

export function dataSourceFilePath(id: string, file: DataSourceFile): string {
  return `${RECORD_FOLDERS.datasource}/${encodeURIComponent(id)}/${DATA_SOURCE_FILES[file]}`;
}

export const PROGRAMS_FOLDER = 'programs/';

export const CRAWLER_FILES = { robots: 'robots.txt', sitemap: 'sitemap.xml' } as const;
