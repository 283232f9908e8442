/** Which file stands where in a catalog folder. */
import { closestTo } from '../../contract/text.ts';

/** What a catalog file holds; the name of its schema, too. */
export type FileKind =
  | 'site'
  | 'tileserver'
  | 'datasource'
  | 'files'
  | 'maps'
  | 'themes'
  | 'categories'
  | 'edition'
  | 'removals';

/** A kind of file and where files of the kind stand, `*` being the one name that is free. */
interface Place {
  readonly kind: FileKind;
  readonly path: string;
}

/** Every place a catalog file can stand. */
export const LAYOUT: readonly Place[] = [
  { kind: 'site', path: 'site.yaml' },
  { kind: 'tileserver', path: 'mapservers/*.yaml' },
  { kind: 'tileserver', path: 'overlayservers/*.yaml' },
  { kind: 'datasource', path: 'datasources/*/datasource.yaml' },
  { kind: 'files', path: 'datasources/*/files.yaml' },
  { kind: 'maps', path: 'datasources/*/maps.yaml' },
  { kind: 'themes', path: 'datasources/*/themes.yaml' },
  { kind: 'categories', path: 'categories.yaml' },
  { kind: 'edition', path: 'editions/*.yaml' },
  { kind: 'removals', path: 'removals.yaml' },
];

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

/** Whether catalog files stand in a folder or below it; its path ends in `/`, and the catalog folder's is empty. */
export function hasPlaceIn(folder: string): boolean {
  return folder === '' || FOLDERS.some((expression) => expression.test(folder));
}

/** The path that was probably meant by one where nothing belongs; null where that cannot be told. */
export function suggestPath(path: string): string | null {
  const withEnding = path.replace(/\.(?:yml|yaml|json|YAML|YML)$/, '.yaml');
  const segments = withEnding.split('/');
  const candidates = LAYOUT.map((place) => place.path.split('/')).filter(
    (pattern) => pattern.length === segments.length,
  );
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
  return id ? `datasources/${id}/datasource.yaml` : null;
}

/** Why a free name cannot stand in a path; null where it can. */
export function nameProblem(name: string): string | null {
  if (name.length > 64) return 'it is longer than 64 characters';
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return 'use lower-case letters, digits and single hyphens';
  if (/^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(name)) return 'Windows reserves it';
  return null;
}
