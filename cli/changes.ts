/** What has changed in a catalog folder since a commit, according to git. */
import type { CatalogFolder } from '../build/pipeline.ts';
import { commitOf, readCommitFolder } from './commit-folder.ts';
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
  const commit = await baseOf(await commitOf(folder, ref, '--changed-since'), ref, git);
  const lists = Promise.all([
    git('diff', '--name-only', ...PLAIN_DIFF, '--relative', '-z', commit, '--', '.'),
    git('ls-files', '--others', '--exclude-standard', '-z', '--', '.'),
  ]);
  const [changed, untracked] = await lists.catch((error) => {
    throw new CannotRunError(`--changed-since: ${gitProblem(error)}.`);
  });
  const files = new Set(`${changed}${untracked}`.split('\0').filter(Boolean));
  return { ref, commit, files, before: () => readCommitFolder(folder, commit) };
}

async function baseOf(commit: string, ref: string, git: (...args: string[]) => Promise<string>): Promise<string> {
  const base = (await git('merge-base', commit, 'HEAD').catch(() => '')).trim();
  if (base) return base;
  throw new CannotRunError(
    `HEAD and ${JSON.stringify(ref)} have no commit in common. Where only the newest commits were fetched, fetch them all: git fetch --unshallow`,
  );
}
