/** The result of merging a pull request, and what it changes besides the records of the catalog. */
import { loadFile, oneFileFolder, pathOfKind } from '../../build/pipeline.ts';
import { byCodePoint } from '../../contract/text.ts';
import { CATALOG } from './workflow.ts';

/** The result of merging a pull request. Texts in it are not escaped. */
export type Merge =
  | {
      readonly outcome: 'merged';
      /** The commit of main that it was merged into. */
      readonly base: string;
      readonly commit: string;
      /**
       * What it changes other than files of the catalog: names of the root, and paths inside the catalog folder. What
       * matters most comes first.
       */
      readonly elsewhere: readonly string[];
      /** What it changes in site.yaml, one value a line. */
      readonly settings: readonly string[];
    }
  /** These files changed on both sides. */
  | { readonly outcome: 'conflict'; readonly base: string; readonly files: readonly string[] }
  /** Git could not fetch or merge it, for this reason. */
  | { readonly outcome: 'failed'; readonly base: string; readonly reason: string }
  /** It has other commits by now, which have their own run. */
  | { readonly outcome: 'moved' };

/** The file of the result that holds a `Merge`. */
export const MERGE_FILE = 'merge.json';

/** A path in a tree of git. */
export interface TreeEntry {
  /** What it is: `100644` a file, `000000` nothing. */
  readonly mode: string;
  /** The id of its object. */
  readonly id: string;
}

/** One path that differs between two trees. A folder that becomes a file is listed twice. */
export interface TreeChange {
  readonly path: string;
  readonly before: TreeEntry;
  readonly after: TreeEntry;
}

/** Reads the fields that `git diff-tree --raw -z` prints: `:100644 100644 <id before> <id after> M`, then the path. */
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

/** What changes the behaviour of workflows, npm, git and wrangler, or what is published, as soon as it is merged. */
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
 * The order in which changes are listed; a reader may see only the first. The number of paths of the first two kinds is
 * limited: nobody can push another path out of sight with names that they make up.
 */
const ORDER: readonly ((change: ChangedPath) => boolean)[] = [
  ({ path }) => TAKES_EFFECT.has(path),
  ({ isNew }) => !isNew,
  ({ path }) => path.endsWith('/.gitattributes'),
  ({ path }) => /(?:^|\/)\./.test(path),
  () => true,
];

/**
 * Lists what a merge changes that is not a file of the catalog, and so not in the site that main's program builds of it. In
 * the catalog folder these are names that begin with a dot (attributes of git, for example) and submodules.
 *
 * @param root what `git diff-tree --raw -z` prints of the two trees, in fields
 * @param inside the same of the catalog folder, with all folders below
 */
export function changedElsewhere(root: readonly string[], inside: readonly string[]): string[] {
  const places = changedPaths(root).filter(
    ({ path, modes }) => path !== CATALOG || modes.some((mode) => mode !== FOLDER),
  );
  const others = changedPaths(inside).filter(({ path, modes }) => /\/\./.test(path) || modes.includes(SUBMODULE));
  const rankOf = (change: ChangedPath): number => ORDER.findIndex((isOfKind) => isOfKind(change));
  return [...places, ...others]
    .sort((a, b) => rankOf(a) - rankOf(b) || byCodePoint(a.path, b.path))
    .map(({ path, modes }) => (modes.includes(FOLDER) ? `${path}/` : path));
}

/** One path that differs between two trees. */
interface ChangedPath {
  readonly path: string;
  /** What it was and what it is. */
  readonly modes: readonly string[];
  /** Whether it did not exist before. */
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

/** The settings that decide where clients are sent and what is published come first. */
const FIRST_SETTINGS = ['serviceUrl', 'repository', 'accessTokens', 'target'];

/**
 * Returns one line for each value that differs between two texts of site.yaml, and for each item of a list; not escaped.
 *
 * @param before empty if there is no file; `after` likewise
 */
export function changedSettings(before: Uint8Array, after: Uint8Array): string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const others = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => !FIRST_SETTINGS.includes(key),
  );
  return [...FIRST_SETTINGS, ...others.sort(byCodePoint)].flatMap((key) => changesOf(key, old[key], now[key]));
}

function valuesOf(text: Uint8Array): Record<string, unknown> {
  const { value } = loadFile(oneFileFolder(text), { path: pathOfKind('site'), kind: 'site', name: null });
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function changesOf(key: string, before: unknown, after: unknown): string[] {
  const [old, now] = [before, after].map((value) => JSON.stringify(value) ?? 'none');
  if (old === now) return [];
  if (!Array.isArray(before ?? []) || !Array.isArray(after ?? [])) return [`${key}: ${old} -> ${now}`];
  const [items, itemsNow] = [before, after].map((list) => new Set((list as unknown[] | undefined) ?? []));
  const added = [...(itemsNow ?? [])].filter((item) => !items?.has(item));
  const removed = [...(items ?? [])].filter((item) => !itemsNow?.has(item));
  return [
    ...added.map((item) => `${key}: + ${JSON.stringify(item)}`),
    ...removed.map((item) => `${key}: - ${JSON.stringify(item)}`),
  ];
}
