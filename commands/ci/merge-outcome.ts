/** What became of merging a pull request, and what it changes that is no part of a catalog. */
import { byCodePoint } from '../../contract/text.ts';
import { treeChangesIn } from './tree-changes.ts';

/** What became of a pull request. Texts that it contains are not escaped. */
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
  /** Git could not fetch it or did not try to merge it, and says why. */
  | { readonly outcome: 'failed'; readonly base: string; readonly reason: string }
  /** It has other commits by now, which have their own run. */
  | { readonly outcome: 'moved' };

/** The file of the result that holds a `Merge`. */
export const MERGE_FILE = 'merge.json';

/** The name of the catalog folder in a repository. */
export const CATALOG = 'catalog';

const FOLDER = '040000';
const SUBMODULE = '160000';
const NOTHING = '000000';

/** What changes what workflows, npm, git and wrangler do, or what is published, as soon as it is there. */
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
 * The order in which changes are named, of which a reader may see only the first. Of the first two kinds there are only so
 * many: nobody can push another path out of sight with names that they make up.
 */
const ORDER: readonly ((change: ChangedPath) => boolean)[] = [
  ({ path }) => TAKES_EFFECT.has(path),
  ({ isNew }) => !isNew,
  ({ path }) => path.endsWith('/.gitattributes'),
  ({ path }) => /(?:^|\/)\./.test(path),
  () => true,
];

/**
 * What a merge changes that is no file of the catalog, and so no part of a site that main's program builds of it. In the
 * catalog folder these are names that begin with a dot (attributes of git, for example) and submodules.
 *
 * @param root what `git diff-tree --raw -z` prints of the two trees, in fields
 * @param inside the same of the catalog folder, with all folders below
 */
export function changedElsewhere(root: readonly string[], inside: readonly string[]): string[] {
  const places = changedPaths(root).filter(
    ({ path, modes }) => path !== CATALOG || modes.some((mode) => mode !== FOLDER),
  );
  const others = changedPaths(inside).filter(({ path, modes }) => /\/\./.test(path) || modes.includes(SUBMODULE));
  return [...places, ...others]
    .sort((a, b) => rankOf(a) - rankOf(b) || byCodePoint(a.path, b.path))
    .map(({ path, modes }) => (modes.includes(FOLDER) ? `${path}/` : path));
}

const rankOf = (change: ChangedPath): number => ORDER.findIndex((isOfKind) => isOfKind(change));

/** One path that differs between two trees. */
interface ChangedPath {
  readonly path: string;
  /** What it was and what it is. */
  readonly modes: readonly string[];
  /** Whether nothing was there. */
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
