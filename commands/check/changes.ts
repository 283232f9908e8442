/** Changes in a catalog folder since a commit, according to git. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CatalogFolder } from '../../build/pipeline.ts';
import { refusePipes } from '../../cli/git.ts';
import { commitNamed, gitProblem, PLAIN_DIFF, runGit } from '../../cli/git-process.ts';
import { CannotRunError, type Io } from '../../cli/io.ts';

/** A catalog folder compared with an earlier commit. */
export interface Changes {
  /** The requested branch, tag or commit. */
  readonly ref: string;
  /** The merge base of HEAD and the ref, which the folder is compared with. */
  readonly commit: string;
  /** Every file added, changed or deleted since, committed or not; a renamed file under both names. */
  readonly files: ReadonlySet<string>;
  /** Reads the folder at that commit. */
  before(): Promise<CatalogFolder>;
}

/**
 * Starts `readChanges`. A failure is reported only when the result is awaited.
 *
 * @param catalog the folder, relative to the working folder
 */
export function askForChanges({ cwd }: Pick<Io, 'cwd'>, catalog: string, ref: string): Promise<Changes> {
  const changes = readChanges(resolve(cwd, catalog), ref);
  changes.catch(() => {});
  return changes;
}

/**
 * Compares a catalog folder with the merge base of HEAD and a ref. All git commands run at once.
 *
 * @param folder its path
 * @param ref a branch, tag or commit, as a person typed it
 * @throws CannotRunError if git is missing or does not know the ref
 */
export async function readChanges(folder: string, ref: string): Promise<Changes> {
  const git = async (...args: string[]): Promise<string> => (await runGit(folder, args)).toString('utf8');
  const changedSince = (...commit: string[]): Promise<string> =>
    git('diff', '--name-only', ...PLAIN_DIFF, '--relative', '-z', ...commit, '--', '.');
  try {
    refusePipes(realpathSync(folder));
  } catch (error) {
    throw new CannotRunError(`--changed-since: ${gitProblem(error as Error)}.`);
  }
  const named = commitNamed(ref);
  const [base, changed, untracked] = await Promise.allSettled([
    named === null ? '' : git('merge-base', named, 'HEAD'),
    named === null ? '' : changedSince('--merge-base', named),
    git('ls-files', '--others', '--exclude-standard', '-z', '--', '.'),
  ]);
  const commit = base.status === 'fulfilled' ? base.value.trim() : '';
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw await whyWithoutBase(folder, ref);
  try {
    // With several merge bases, `git diff --merge-base` fails, and `git merge-base` names one.
    const lists = [changed.status === 'fulfilled' ? changed.value : await changedSince(commit), answerOf(untracked)];
    const files = new Set(lists.join('').split('\0').filter(Boolean));
    return { ref, commit, files, before: async () => (await loadCommits()).readCommitFolder(folder, commit) };
  } catch (error) {
    throw new CannotRunError(`--changed-since: ${gitProblem(error as Error)}.`);
  }
}

function answerOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Loaded lazily: few runs need it. */
const loadCommits = (): Promise<typeof import('../../cli/commit-folder.ts')> => import('../../cli/commit-folder.ts');

/** Explains why HEAD and a ref have no merge base. */
async function whyWithoutBase(folder: string, ref: string): Promise<unknown> {
  const { commitOf } = await loadCommits();
  await commitOf(folder, ref, '--changed-since');
  return new CannotRunError(
    `HEAD and ${JSON.stringify(ref)} have no commit in common. If only the newest commits were fetched, fetch them all: git fetch --unshallow`,
  );
}
