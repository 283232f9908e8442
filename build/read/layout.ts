/** The layout of a catalog folder: which files belong in it, and their paths. */

import { INPUT_LIMITS } from '../../contract/base/limits.ts';
import { closestWordTo } from '../../contract/base/text.ts';
import { SECTIONS } from '../../contract/data-sources/sections.ts';
import type { Documents } from '../../contract/generated/catalog.types.ts';
import { searchableText } from '../../contract/words/search-text.ts';

/** Every role of files, with the paths of its files inside the catalog folder; `*` stands for the free name. */
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

/** The role of a catalog file: what it is for, and so what it contains. */
export type FileRole = LayoutRow['role'];

/** The content type of each kind of file. */
export type ValueOf = { [Row in LayoutRow as Row['role']]: NonNullable<Documents[`${Row['schema']}.json`]> };

/** The name of a schema in `schemas/catalog/`, without its extension. Map and overlay servers share one. */
export type SchemaName = LayoutRow['schema'];

/** A catalog file that has not been read yet. */
export interface SourceFile {
  /** Inside the catalog folder, with `/`. */
  readonly path: string;
  readonly role: FileRole;
  /** The free name in its path: the id of a data source or edition; null if the path has no free name. */
  readonly name: string | null;
}

const ROWS = new Map<FileRole, LayoutRow>(CATALOG_LAYOUT.map((row) => [row.role, row]));

/** The schema of the files of a role. */
export function schemaOf(role: FileRole): SchemaName {
  return (ROWS.get(role) as LayoutRow).schema;
}

/** The path of a file of a role, given its free name if the role has one. */
export function pathOfRole(role: FileRole, name = ''): string {
  return (ROWS.get(role) as LayoutRow).path.replace('*', () => name);
}

/** The role of the file at a path, and the free name in the path, if it has one. */
export type Match = Pick<SourceFile, 'role' | 'name'>;

const MATCHERS = CATALOG_LAYOUT.map(({ role, path }) => ({
  role,
  expression: new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '([^/]+)')}$`),
}));

/** The role of the file at a path inside the catalog folder; null if nothing belongs there. */
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

/** Whether catalog files belong in a folder or below it. Its path ends in `/`; that of the catalog folder is empty. */
export function isCatalogLayoutFolder(folder: string): boolean {
  return folder === '' || FOLDERS.some((expression) => expression.test(folder));
}

/** Replaces an extension that editors and browsers write (`.yml`, `.yaml.txt`) by that of most catalog files. */
function withEnding(path: string): string {
  return path.replace(/\.(?:ya?ml|json|geojson|txt)(?:\.txt)?$/i, '.yaml');
}

/** What programs add to the name of a file's earlier version. */
const BACKUP = /(?:\.ya?ml)?(?:\.(?:bak|backup|orig|old|rej|save)|~)$/i;

/** Whether a file is a copy that an editor or git left next to the file itself. */
export function isBackup(path: string): boolean {
  return BACKUP.test(path);
}

/** The path that was probably meant, for one that is not in the layout; null if none is close enough. */
export function suggestPath(path: string): string | null {
  if (isBackup(path)) return null;
  const inside = path.replace(/^catalog\//, '');
  if (inside !== path) return matchCatalogLayout(inside) ? inside : suggestPath(inside);
  const edition = /^editions\/([^/]+)\/edition\.ya?ml$/.exec(path)?.[1];
  if (edition) return pathOfRole('edition', allowed(edition));
  const segments = withEnding(path).split('/');
  const suggestions = CATALOG_LAYOUT.map((row) => corrected(segments, row.path.split('/')));
  const found = suggestions.find((suggestion) => suggestion && suggestion !== path);
  if (found) return found;
  const id = /^datasources\/([^/]+)\.yaml$/.exec(segments.join('/'))?.[1];
  if (id) return pathOfRole('datasource', id);
  // In these folders the name is free, so a file without an extension is probably a record.
  return /^(?:mapservers|overlayservers|maps|editions)\/[a-z0-9-]+$/.test(path) ? `${path}.yaml` : null;
}

/** The segments of a path, corrected to a row of the layout; null if one of them differs too much. */
function corrected(segments: readonly string[], pattern: readonly string[]): string | null {
  const isInFolder = pattern.at(-1)?.startsWith('*.');
  // Such files are directly in the first folder.
  const given = isInFolder && segments.length > 2 ? [segments[0] as string, segments.at(-1) as string] : segments;
  if (given.length !== pattern.length) return null;
  const parts = pattern.map((part, index) => {
    const segment = given[index] as string;
    if (part === '*') return allowed(segment);
    if (part.startsWith('*.')) return segment.endsWith('.yaml') ? allowed(segment.slice(0, -5)) + part.slice(1) : null;
    // All names have the same extension, so it does not count as similar.
    const stem = closestWordTo(segment.replace(/\.yaml$/, ''), [part.replace(/\.yaml$/, '')]);
    return stem !== null && segment.endsWith('.yaml') === part.endsWith('.yaml') ? part : null;
  });
  return parts.every((part) => part !== null) ? parts.join('/') : null;
}

/** The allowed name that is like another one. */
function allowed(name: string): string {
  return fileNameProblem(name) === null ? name : fileNameFor(name) || name;
}

const RECORDS: readonly FileRole[] = ['mapserver', 'overlayserver', 'map', 'datasource', 'edition'];
const IN_FOLDER: readonly FileRole[] = ['datasource', ...SECTIONS];

/** The possible paths of a YAML file, depending on its content, if its own path suggests none; else empty. */
export function possibleCatalogPaths(path: string): string[] {
  const [, name] = /^(.+?)\.(?:ya?ml|json)(?:\.txt)?$/is.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
  if (!name) return [];
  const role = IN_FOLDER.find((role) => role === name);
  const [, outer, inner] = /^datasources\/([^/]+)\/([^/]+)\//.exec(path) ?? [];
  if (role && outer && inner) return [outer, inner].map((id) => pathOfRole(role, id));
  if (role && !path.includes('/')) return [pathOfRole(role, '<id>')];
  const folder = /^datasources\/([^/]+)\//.exec(path)?.[1];
  if (folder) return SECTIONS.map((role) => pathOfRole(role, folder));
  return RECORDS.map((role) => pathOfRole(role, allowed(name)));
}

const GOOD_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Why a free name cannot be used in a path; null if it can. */
export function fileNameProblem(name: string): string | null {
  if (name.length > INPUT_LIMITS.nameLength) return `it is longer than ${INPUT_LIMITS.nameLength} characters`;
  if (!GOOD_NAME.test(name)) return `use lower-case letters, digits and single hyphens${likeName(name)}`;
  if (/^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(name)) return 'Windows reserves it';
  return null;
}

/** The same name in the allowed characters, as the end of a sentence; empty if letters would be lost. */
function likeName(name: string): string {
  const like = name
    .toLowerCase()
    .replace(/[\s_.-]+/g, '-')
    .replace(/^-|-$/g, '');
  return GOOD_NAME.test(like) ? `, like ${like}` : '';
}

/** The file name for a label: lower-case ASCII letters and digits with single hyphens; empty if it has neither. */
export function fileNameFor(label: string): string {
  return searchableText(label)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, INPUT_LIMITS.nameLength)
    .replace(/^-|-$/g, '');
}
