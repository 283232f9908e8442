/** What has changed in a catalog folder since a commit, according to git. */
import type { CatalogFolder } from '../build/pipeline.ts';
import { gitProblem, PLAIN_DIFF, runGit } from './git.ts';
import { CannotRunError } from './io.ts';

/** A catalog folder compared with an earlier commit. */
export interface Changes {
  /** The branch, tag or commit that was asked for. */
  readonly ref: string;
  /** The commit that the folder is compared with: where the branch of HEAD left that of the ref. */
  readonly commit: string;
  /** Every file added, changed or deleted since, committed or not; a renamed one under both names. */
  readonly files: ReadonlySet<string>;
  /** The folder as it was. */
  before(): Promise<CatalogFolder>;
}

/**
 * Compares a catalog folder with the commit where the branch of HEAD left that of a ref.
 *
 * @param folder its path
 * @param ref a branch, tag or commit, as a person typed it
 * @throws CannotRunError where git is missing or does not know the ref
 */
export async function readChanges(folder: string, ref: string): Promise<Changes> {
  const git = async (...args: string[]): Promise<string> => (await runGit(folder, args)).toString('utf8');
  await git('rev-parse', '--is-inside-work-tree').catch(explainGit);
  const commit = await baseOf(ref, git);
  const [changed, untracked] = await Promise.all([
    git('diff', '--name-only', ...PLAIN_DIFF, '--relative', '-z', commit, '--', '.'),
    git('ls-files', '--others', '--exclude-standard', '-z', '--', '.'),
  ]);
  const files = new Set(`${changed}${untracked}`.split('\0').filter(Boolean));
  return { ref, commit, files, before: () => readTree(folder, commit) };
}

async function baseOf(ref: string, git: (...args: string[]) => Promise<string>): Promise<string> {
  const unknown = `Git does not know the commit ${JSON.stringify(ref)} here. Name a branch, tag or commit; one that is only on a server must be fetched first.`;
  // No ref begins with -, and git would take it for an option.
  if (ref.startsWith('-')) throw new CannotRunError(unknown);
  const commit = (await git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`).catch(() => '')).trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new CannotRunError(unknown);
  const base = (await git('merge-base', commit, 'HEAD').catch(() => '')).trim();
  if (base) return base;
  throw new CannotRunError(
    `HEAD and ${JSON.stringify(ref)} have no commit in common. Where only the newest commits were fetched, fetch them all: git fetch --unshallow`,
  );
}

function explainGit(error: Error): never {
  throw new CannotRunError(`--changed-since needs git and its history: ${gitProblem(error)}.`);
}

/** The files below a folder in a commit; an empty folder where it did not exist yet. */
async function readTree(folder: string, commit: string): Promise<CatalogFolder> {
  const listing = (await runGit(folder, ['ls-tree', '-r', '-z', commit, '--', '.'])).toString('utf8');
  const entries = listing
    .split('\0')
    .map((line) => /^(\d+) blob ([0-9a-f]+)\t(.+)$/s.exec(line))
    .filter((match) => match !== null)
    .map(([, mode, id = '', path = '']) => ({ path, id, isLink: mode === '120000' }));
  const content = await runGit(folder, ['cat-file', '--batch'], entries.map(({ id }) => `${id}\n`).join(''));
  const files = new Map<string, Buffer>();
  let at = 0;
  for (const { path } of entries) {
    // Each object: a line with its id, type and size, then its bytes and a newline.
    const start = content.indexOf('\n', at) + 1;
    const size = Number(content.toString('latin1', at, start).split(' ')[2]);
    files.set(path, content.subarray(start, start + size));
    at = start + size + 1;
  }
  const bytesOf = (path: string): Buffer => files.get(path) ?? Buffer.alloc(0);
  return {
    size: (path) => bytesOf(path).length,
    read: bytesOf,
    entries: () => entries.map(({ path, isLink }) => ({ path, type: isLink ? 'link' : 'file' })),
  };
}
