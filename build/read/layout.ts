/** Which file belongs where in a catalog folder. */
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { closestTo } from '../../contract/text.ts';

/** What a catalog file holds. */
export type FileKind =
  | 'site'
  | 'mapserver'
  | 'overlayserver'
  | 'datasource'
  | 'files'
  | 'maps'
  | 'themes'
  | 'categories'
  | 'edition'
  | 'removals';

/** The name of a schema in `schemas/catalog/`, without its ending. Map and overlay servers are written alike. */
export type SchemaName = Exclude<FileKind, 'mapserver' | 'overlayserver'> | 'tileserver';

/** One kind of file. */
export interface LayoutRow {
  readonly kind: FileKind;
  /** The path of such a file inside the catalog folder, `*` being the one name that is free. */
  readonly path: string;
  readonly schema: SchemaName;
}

/** Every kind of file, and where its files are. */
export const LAYOUT: readonly LayoutRow[] = [
  { kind: 'site', path: 'site.yaml', schema: 'site' },
  { kind: 'mapserver', path: 'mapservers/*.yaml', schema: 'tileserver' },
  { kind: 'overlayserver', path: 'overlayservers/*.yaml', schema: 'tileserver' },
  { kind: 'datasource', path: 'datasources/*/datasource.yaml', schema: 'datasource' },
  { kind: 'files', path: 'datasources/*/files.yaml', schema: 'files' },
  { kind: 'maps', path: 'datasources/*/maps.yaml', schema: 'maps' },
  { kind: 'themes', path: 'datasources/*/themes.yaml', schema: 'themes' },
  { kind: 'categories', path: 'categories.yaml', schema: 'categories' },
  { kind: 'edition', path: 'editions/*.yaml', schema: 'edition' },
  { kind: 'removals', path: 'removals.yaml', schema: 'removals' },
];

const ROWS = new Map(LAYOUT.map((row) => [row.kind, row]));

/** The schema of a kind of file. */
export function schemaOf(kind: FileKind): SchemaName {
  return (ROWS.get(kind) as LayoutRow).schema;
}

/** The path of a file of a kind, from its free name where the kind has one. */
export function pathOfKind(kind: FileKind, name = ''): string {
  return (ROWS.get(kind) as LayoutRow).path.replace('*', () => name);
}

/** A path matched with the layout: what the file holds, and the free name in its path, if it has one. */
export interface Match {
  readonly kind: FileKind;
  readonly name: string | null;
}

const MATCHERS = LAYOUT.map(({ kind, path }) => ({
  kind,
  expression: new RegExp(`^${path.replaceAll('.', '\\.').replace('*', '([^/]+)')}$`),
}));

/** What belongs at a path inside the catalog folder; null where nothing does. */
export function matchLayout(path: string): Match | null {
  for (const { kind, expression } of MATCHERS) {
    const match = expression.exec(path);
    if (match) return { kind, name: match[1] ?? null };
  }
  return null;
}

const FOLDERS = LAYOUT.flatMap(({ path }) => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}).map((path) => new RegExp(`^${path.replace('*', '[^/]+')}/$`));

/** Whether catalog files belong in a folder or below it; its path ends in `/`, and the catalog folder's is empty. */
export function hasPlaceIn(folder: string): boolean {
  return folder === '' || FOLDERS.some((expression) => expression.test(folder));
}

/** The path that was probably meant by one where nothing belongs; null where that cannot be told. */
export function suggestPath(path: string): string | null {
  const withEnding = path.replace(/\.(?:yml|yaml|json|YAML|YML)$/, '.yaml');
  const segments = withEnding.split('/');
  const candidates = LAYOUT.map((row) => row.path.split('/')).filter((pattern) => pattern.length === segments.length);
  for (const pattern of candidates) {
    const corrected = pattern.map((part, index) => {
      const segment = segments[index] as string;
      if (!part.includes('*')) return closestTo(segment, [part]) ?? null;
      return part === '*' || segment.endsWith('.yaml') ? segment : null;
    });
    const suggestion = corrected.every((part) => part !== null) ? corrected.join('/') : null;
    if (suggestion && suggestion !== path) return suggestion;
  }
  const id = /^datasources\/([^/]+)\.yaml$/.exec(withEnding)?.[1];
  return id ? pathOfKind('datasource', id) : null;
}

/** Why a free name cannot be used in a path; null where it can. */
export function nameProblem(name: string): string | null {
  if (name.length > INPUT_LIMITS.nameLength) return `it is longer than ${INPUT_LIMITS.nameLength} characters`;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return 'use lower-case letters, digits and single hyphens';
  if (/^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(name)) return 'Windows reserves it';
  return null;
}
