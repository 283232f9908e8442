/**
 * What merging a pull request would give, as a commit that nothing refers to. Nothing of the pull request is checked out,
 * and no code of it runs: git merges objects, with the attributes and settings of the checkout, which is main.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOfKind } from '../../build/pipeline.ts';
import { gitProblem, PLAIN_DIFF, runGit } from '../../cli/git.ts';
import { COMMIT_LIMITS, INPUT_LIMITS } from '../../contract/limits.ts';
import { byCodePoint, visible } from '../../contract/text.ts';
import { requireEnv, requireNumber, type WorkflowContext, WorkflowError } from './api.ts';
import { changedSettings } from './site-settings.ts';

/** What became of a pull request. Texts that it contains are not escaped. */
export type Merge =
  | {
      readonly outcome: 'merged';
      /** The commit of main that it was merged into. */
      readonly base: string;
      readonly commit: string;
      /** What it changes other than files of the catalog: names of the root, and paths inside the catalog folder. */
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

/**
 * Fetches the pull request PULL_REQUEST, which must be at HEAD_COMMIT, and merges it into HEAD. Outputs `outcome` and
 * `commit` to the next steps, and writes the outcome to a folder.
 *
 * @param repository the checkout of main, whose `origin` has the pull request
 * @param out the folder of the result
 * @returns what to print
 * @throws WorkflowError where a variable is missing or wrong
 */
export async function mergePullRequest(context: WorkflowContext, repository: string, out: string): Promise<string> {
  const number = requireNumber(context);
  const head = requireEnv(context, 'HEAD_COMMIT');
  if (!/^[0-9a-f]{40}$/.test(head)) throw new WorkflowError('HEAD_COMMIT is not the name of a commit.');
  const merge = await fetchAndMerge(repository, number, head);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, MERGE_FILE), JSON.stringify(merge));
  const commit = merge.outcome === 'merged' ? merge.commit : '';
  appendFileSync(requireEnv(context, 'GITHUB_OUTPUT'), `outcome=${merge.outcome}\ncommit=${commit}\n`);
  switch (merge.outcome) {
    case 'merged':
      return `Merging ${head} into ${merge.base} gives ${commit}.`;
    case 'conflict':
      return `Merging ${head} into ${merge.base} is a conflict.`;
    case 'failed':
      return `${head} cannot be merged into ${merge.base}: ${visible(merge.reason)}.`;
    case 'moved':
      return `Pull request ${number} is no longer at ${head}; there is nothing to do.`;
  }
}

async function fetchAndMerge(repository: string, number: string, head: string): Promise<Merge> {
  const git = async (...args: string[]): Promise<string> => (await runGit(repository, args)).toString('utf8').trim();
  const base = await git('rev-parse', 'HEAD');
  try {
    await fetchHead(repository, number);
    if ((await git('rev-parse', refOf(number))) !== head) return { outcome: 'moved' };
    // A few objects can be any number of files. Merging and comparing them takes as much memory; listing does not.
    await runGit(repository, ['ls-tree', '-r', '--name-only', '-z', head], { maxBytes: COMMIT_LIMITS.listing });
    const merged = await mergeTrees(repository, base, head);
    if ('files' in merged) return { outcome: 'conflict', base, files: merged.files };
    const identity = ['-c', 'user.name=Preview', '-c', 'user.email=preview@localhost'];
    const commit = await git(...identity, 'commit-tree', merged.tree, '-p', base, '-p', head, '-m', 'Merge');
    const elsewhere = await changedElsewhere(repository, base, commit);
    const settings = changedSettings(await readSettings(repository, base), await readSettings(repository, commit));
    return { outcome: 'merged', base, commit, elsewhere, settings };
  } catch (error) {
    return { outcome: 'failed', base, reason: gitProblem(error as Error) };
  }
}

/** The text of site.yaml in a commit; empty where there is none, or it is too large for a catalog. */
async function readSettings(repository: string, commit: string): Promise<Uint8Array> {
  const args = ['cat-file', 'blob', `${commit}:${CATALOG}/${pathOfKind('site')}`];
  return runGit(repository, args, { maxBytes: INPUT_LIMITS.fileBytes }).catch(() => Buffer.alloc(0));
}

const refOf = (number: string): string => `refs/pull/${number}/head`;

/** Objects that git would not check out, such as a path with `..` in it, are refused when they arrive. */
async function fetchHead(repository: string, number: string): Promise<void> {
  const plain = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance'];
  const ref = refOf(number);
  const args = ['-c', 'fetch.fsckObjects=true', 'fetch', ...plain, 'origin', `+${ref}:${ref}`];
  // GitHub, or a repository on this machine that takes its place.
  await runGit(repository, args, { protocols: ['https', 'file'] });
}

/** The tree that both sides give together, or the files that keep them from it. */
async function mergeTrees(
  repository: string,
  base: string,
  head: string,
): Promise<{ tree: string } | { files: string[] }> {
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', base, head];
  try {
    const [tree = ''] = fieldsOf(await runGit(repository, args));
    return { tree };
  } catch (error) {
    const { code, stdout } = error as { code?: unknown; stdout?: Buffer };
    if (code !== 1) throw error;
    // A conflict: the tree with the marks of conflicts in it, then the files.
    return { files: fieldsOf(stdout ?? Buffer.alloc(0)).slice(1) };
  }
}

const fieldsOf = (output: Buffer): string[] => output.toString('utf8').split('\0').filter(Boolean);

const FOLDER = '040000';
const SUBMODULE = '160000';
const CATALOG = 'catalog';

/**
 * What a merge changes that is no file of the catalog, and so no part of a site that main's program builds of it. In the
 * catalog folder these are names that begin with a dot (attributes of git, for example) and submodules.
 */
async function changedElsewhere(repository: string, base: string, commit: string): Promise<string[]> {
  const changes = async (...args: string[]): Promise<TreeChange[]> => {
    const options = ['--raw', '-z', ...PLAIN_DIFF];
    return parseRaw(fieldsOf(await runGit(repository, ['diff-tree', ...options, ...args])));
  };
  const root = await changes(base, commit);
  const inside = await changes('-r', base, commit, '--', `${CATALOG}/`);
  const places = root
    .filter(({ path, modes }) => path !== CATALOG || modes.some((mode) => mode !== FOLDER))
    .map(({ path, modes }) => (modes.includes(FOLDER) ? `${path}/` : path));
  const others = inside
    .filter(({ path, modes }) => /\/\./.test(path) || modes.includes(SUBMODULE))
    .map(({ path }) => path);
  return [...new Set([...places, ...others])].sort(byCodePoint);
}

/** One path that differs between two trees. */
interface TreeChange {
  readonly path: string;
  /** What it was and what it is. */
  readonly modes: readonly string[];
}

/** Reads `git diff-tree --raw -z`: the modes and ids, then the path. A folder that becomes a file is there twice. */
function parseRaw(fields: readonly string[]): TreeChange[] {
  const modes = new Map<string, string[]>();
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const path = fields[index + 1] as string;
    const changed = (fields[index] as string).slice(1).split(' ').slice(0, 2);
    modes.set(path, [...(modes.get(path) ?? []), ...changed]);
  }
  return [...modes].map(([path, changed]) => ({ path, modes: changed }));
}
