import type { Documents } from '../../contract/generated/catalog.types.ts';

/** In a path, `*` is a name that the catalog's editors choose. */
export const CATALOG_LAYOUT = [
  { role: 'site', path: 'site.yaml', schema: 'site' },
  { role: 'mapserver', path: 'mapservers/*.yaml', schema: 'tileserver' },
  { role: 'overlayserver', path: 'overlayservers/*.yaml', schema: 'tileserver' },
  { role: 'map', path: 'maps/*.yaml', schema: 'map' },
  { role: 'datasource', path: 'datasources/*/datasource.yaml', schema: 'datasource' },
  { role: 'files', path: 'datasources/*/files.yaml', schema: 'files' },
  { role: 'maps', path: 'datasources/*/maps.yaml', schema: 'maps' },
  { role: 'themes', path: 'datasources/*/themes.yaml', schema: 'themes' },
  { role: 'categories', path: 'categories.yaml', schema: 'categories' },
  { role: 'edition', path: 'editions/*.yaml', schema: 'edition' },
  { role: 'provider', path: 'providers/*.yaml', schema: 'provider' },
  { role: 'area', path: 'areas/*.geojson', schema: 'area' },
  { role: 'removals', path: 'removals.yaml', schema: 'removals' },
  { role: 'keys', path: 'keys.yaml', schema: 'keys' },
] as const;

type LayoutRow = (typeof CATALOG_LAYOUT)[number];

export type FileRole = LayoutRow['role'];

export type ValueOf = { [Row in LayoutRow as Row['role']]: NonNullable<Documents[`${Row['schema']}.json`]> };

/** A file in `schemas/catalog/`, without its ending. */
export type SchemaName = LayoutRow['schema'];

export interface SourceFile {
  readonly path: string;
  readonly role: FileRole;
  /** What editors chose, such as the id of a data source; null for a role with one file. */
  readonly name: string | null;
}

const ROWS = new Map<FileRole, LayoutRow>(CATALOG_LAYOUT.map((row) => [row.role, row]));

export function schemaOf(role: FileRole): SchemaName {
  return (ROWS.get(role) as LayoutRow).schema;
}

export function pathOfRole(role: FileRole, name = ''): string {
  return (ROWS.get(role) as LayoutRow).path.replace('*', () => name);
}

export type Match = Pick<SourceFile, 'role' | 'name'>;

const MATCHERS = CATALOG_LAYOUT.map(({ role, path }) => ({
  role,
  expression: new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '([^/]+)')}$`),
}));

export function matchCatalogLayout(path: string): Match | null {
  for (const { role, expression } of MATCHERS) {
    const match = expression.exec(path);
    if (match) return { role, name: match[1] ?? null };
  }
  return null;
}

const FOLDERS = CATALOG_LAYOUT.flatMap(({ path }) => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}).map((path) => new RegExp(`^${path.replace('*', '[^/]+')}/$`));

/** Whether catalog files belong in the folder or below it. @param folder ends in `/`; empty for the catalog folder */
export function isCatalogLayoutFolder(folder: string): boolean {
  return folder === '' || FOLDERS.some((expression) => expression.test(folder));
}
