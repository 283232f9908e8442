import { oneFileFolder } from '../../../../build/read/folder.ts';
import { pathOfRole } from '../../../../build/read/layout.ts';
import { loadCatalogFile } from '../../../../build/run/load-file.ts';
import { byCodePoint } from '../../../../contract/base/text.ts';
import { CATALOG_FOLDER } from '../workflow.ts';

/** Texts are not escaped. */
export type Merge =
  | {
      readonly outcome: 'merged';
      readonly base: string;
      readonly commit: string;
      /** All but catalog files, the most important first: names in the root, paths in the catalog folder. */
      readonly elsewhere: readonly string[];
      /** A line for each change of site.yaml. */
      readonly settings: readonly string[];
    }
  | { readonly outcome: 'conflict'; readonly base: string; readonly files: readonly string[] }
  | { readonly outcome: 'failed'; readonly base: string; readonly reason: string }
  /** The pull request has newer commits. */
  | { readonly outcome: 'moved' };

export const MERGE_FILE = 'merge.json';

export interface TreeEntry {
  /** `100644` for a file, `000000` for nothing. */
  readonly mode: string;
  readonly id: string;
}

/** A folder that becomes a file has two. */
interface TreeChange {
  readonly path: string;
  readonly before: TreeEntry;
  readonly after: TreeEntry;
}

/** @param fields of `git diff-tree --raw -z`: `:100644 100644 <id before> <id after> M`, then the path */
export function treeChangesIn(fields: readonly string[]): TreeChange[] {
  const changes: TreeChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const path = fields[index + 1] as string;
    const [oldMode = '', mode = '', oldId = '', id = ''] = (fields[index] as string).slice(1).split(' ');
    changes.push({ path, before: { mode: oldMode, id: oldId }, after: { mode, id } });
  }
  return changes;
}

const FOLDER = '040000';
const SUBMODULE = '160000';
const NOTHING = '000000';

/** Files that change workflows, npm, git, wrangler or the published site once merged. */
const TAKES_EFFECT: ReadonlySet<string> = new Set([
  '.env',
  '.gitattributes',
  '.github',
  '.gitmodules',
  '.npmrc',
  '.wrangler',
  '_headers',
  'binding.gyp',
  'catalog/.gitattributes',
  'npm-shrinkwrap.json',
  'package-lock.json',
  'package.json',
  'public',
  'vendor',
  'wrangler.json',
  'wrangler.jsonc',
  'wrangler.toml',
]);

/**
 * Readers may see only the first changes. Few paths can meet the first two conditions, so invented names cannot push
 * these out of sight.
 */
const ORDER: readonly ((change: ChangedPath) => boolean)[] = [
  ({ path }) => TAKES_EFFECT.has(path),
  ({ isNew }) => !isNew,
  ({ path }) => path.endsWith('/.gitattributes'),
  ({ path }) => /(?:^|\/)\./.test(path),
  () => true,
];

/**
 * Changes that are not seen on the site, which the program of main builds. In the catalog folder, these are submodules
 * and names with a leading dot (`.gitattributes`).
 * @param root the fields of `git diff-tree --raw -z` for both trees
 * @param inside the same for the catalog folder, recursively
 */
export function changedElsewhere(root: readonly string[], inside: readonly string[]): string[] {
  const places = changedPaths(root).filter(
    ({ path, modes }) => path !== CATALOG_FOLDER || modes.some((mode) => mode !== FOLDER),
  );
  const others = changedPaths(inside).filter(({ path, modes }) => /\/\./.test(path) || modes.includes(SUBMODULE));
  const rankOf = (change: ChangedPath): number => ORDER.findIndex((matches) => matches(change));
  return [...places, ...others]
    .sort((a, b) => rankOf(a) - rankOf(b) || byCodePoint(a.path, b.path))
    .map(({ path, modes }) => (modes.includes(FOLDER) ? `${path}/` : path));
}

interface ChangedPath {
  readonly path: string;
  readonly modes: readonly string[];
  readonly isNew: boolean;
}

function changedPaths(fields: readonly string[]): ChangedPath[] {
  const paths = new Map<string, ChangedPath>();
  for (const { path, before, after } of treeChangesIn(fields)) {
    const { modes, isNew } = paths.get(path) ?? { modes: [], isNew: true };
    paths.set(path, { path, modes: [...modes, before.mode, after.mode], isNew: isNew && before.mode === NOTHING });
  }
  return [...paths.values()];
}

/** Settings that decide addresses and what is published. */
const FIRST_SETTINGS = ['serviceUrl', 'repository', 'accessTokens', 'target'];

/** One for each differing value or item; not escaped. */
export function changedSiteSettings(before: Uint8Array, after: Uint8Array): string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const others = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => !FIRST_SETTINGS.includes(key),
  );
  return [...FIRST_SETTINGS, ...others.sort(byCodePoint)].flatMap((key) => changesOf(key, old[key], now[key]));
}

function valuesOf(text: Uint8Array): Record<string, unknown> {
  const { value } = loadCatalogFile(oneFileFolder(text), { path: pathOfRole('site'), role: 'site', name: null });
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function changesOf(key: string, before: unknown, after: unknown): string[] {
  const [oldText, newText] = [before, after].map((value) => JSON.stringify(value) ?? 'none');
  if (oldText === newText) return [];
  if (!Array.isArray(before ?? []) || !Array.isArray(after ?? [])) return [`${key}: ${oldText} -> ${newText}`];
  const [oldItems, newItems] = [before, after].map((list) => new Set((list as unknown[] | undefined) ?? []));
  const added = [...(newItems ?? [])].filter((item) => !oldItems?.has(item));
  const removed = [...(oldItems ?? [])].filter((item) => !newItems?.has(item));
  return [
    ...added.map((item) => `${key}: + ${JSON.stringify(item)}`),
    ...removed.map((item) => `${key}: - ${JSON.stringify(item)}`),
  ];
}
