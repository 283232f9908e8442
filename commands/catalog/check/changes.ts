import type { CatalogFolder } from '../../../build/read/folder.ts';
import { readCommitFolder, resolveCommit } from '../../../cli/git/commit-folder.ts';
import { commitArgument, gitFieldsOf, gitProblem, PLAIN_DIFF, runGit } from '../../../cli/git/git-process.ts';
import { CannotRunError } from '../../../cli/terminal/io.ts';

export interface Changes {
  readonly ref: string;
  /** The merge base of HEAD and `ref`. */
  readonly commit: string;
  /** Committed or not; of a renamed file, both paths. */
  readonly files: ReadonlySet<string>;
  before(): Promise<CatalogFolder>;
}

export async function readCatalogChanges(folder: string, ref: string): Promise<Changes> {
  const git = async (...args: string[]): Promise<Buffer> => runGit(folder, args);
  const named = commitArgument(ref);
  try {
    const base = named === null ? '' : await git('merge-base', named, 'HEAD').catch(() => '');
    const commit = base.toString().trim();
    if (!/^[0-9a-f]{40,64}$/.test(commit)) throw await whyWithoutBase(folder, ref);
    const changed = await git('diff', '--name-only', ...PLAIN_DIFF, '--relative', '-z', commit, '--', '.');
    const untracked = await git('ls-files', '--others', '--exclude-standard', '-z', '--', '.');
    const files = new Set([changed, untracked].flatMap(gitFieldsOf));
    return { ref, commit, files, before: () => readCommitFolder(folder, commit) };
  } catch (error) {
    throw error instanceof CannotRunError
      ? error
      : new CannotRunError(`--changed-since: ${gitProblem(error as Error)}.`);
  }
}

async function whyWithoutBase(folder: string, ref: string): Promise<CannotRunError> {
  await resolveCommit(folder, ref, '--changed-since');
  return new CannotRunError(
    `HEAD and ${JSON.stringify(ref)} have no commit in common. If only the newest commits were fetched, fetch them all: git fetch --unshallow`,
  );
}
