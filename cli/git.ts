/** The git history of a catalog folder. */
import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  type CatalogFolder,
  type Commits,
  type CommittedChange,
  type LoggedCommit,
  listFiles,
} from '../build/pipeline.ts';
import { plural } from '../contract/text.ts';
import { nearestWith } from './files.ts';
import { gitProblem, NO_REPOSITORY, PLAIN_DIFF, runGit } from './git-process.ts';

/** The format of a commit in the log: a NUL, its full name, its time, and the first line of its message. */
const COMMIT = '%x00%H %ct %s';

/** The number of newest commits whose changes are kept. */
const KEPT_COMMITS = 300;

/** Git recognizes a repository by these files; a bare one has only the second. */
const OF_REPOSITORIES = ['.git', 'HEAD'];

/** Git accepts any number as a time; file systems and dates end in 2106. */
const LATEST = 2 ** 32 - 1;

/** The commits of a catalog folder, or why they are unknown. */
export type CommitHistory =
  | { readonly commits: Commits; readonly problem: null }
  | { readonly commits: null; readonly problem: string };

/** What `git log` prints about a catalog folder. */
type Logged = Pick<Commits, 'times'> & Required<Pick<Commits, 'log'>>;

/** Caches the output of `git log` for a process that asks repeatedly. It is valid for its key. */
export class LogMemory {
  key = '';
  logged: Logged | null = null;
}

/**
 * Reads the times of the last commits, in seconds since 1970. They are unknown without git or a repository, and in a
 * shallow clone, whose oldest commit seems to have changed every file.
 *
 * A merge changes all files that it brings in, because that is when they were published.
 *
 * @param commit the full name of the newest commit to read; null if the files are those on disk
 */
export async function readCommits(
  folder: string,
  commit: string | null = null,
  memory?: LogMemory,
): Promise<CommitHistory> {
  const git = async (...args: string[]): Promise<string> => (await runGit(folder, args)).toString('utf8');
  try {
    // Starting git takes a large part of a build's time.
    const place = realpathSync(folder);
    if (nearestWith(place, OF_REPOSITORIES) === null) return { commits: null, problem: NO_REPOSITORY };
    if (commit === null) refusePipes(place);
    const form = ['--first-parent', '-m', ...PLAIN_DIFF, '--relative', '--name-status', '-z', '--encoding=UTF-8'];
    const newest = commit === null ? [] : [commit];
    const log = async () => parseLog(await git('log', ...form, `--format=${COMMIT}`, ...newest, '--', '.'));
    const [facts, status, early] = await Promise.all([
      git('rev-parse', '--is-shallow-repository', '--show-prefix', '--revs-only', 'HEAD'),
      commit !== null ? '' : git('status', '--porcelain', '-z', '--no-renames', '--untracked-files=all', '--', '.'),
      memory ? null : log(),
    ]);
    const [, shallow, prefix = '', head] = /^([^\n]*)\n(.*?)\n([0-9a-f]{40,64})?\n?$/s.exec(facts) ?? [];
    if (shallow !== 'false') {
      return { commits: null, problem: 'this is a shallow clone; fetch the rest with git fetch --unshallow' };
    }
    const key = `${head} ${prefix} ${place}`;
    const logged = early ?? (memory?.key === key ? memory.logged : null) ?? (await log());
    if (memory) Object.assign(memory, { key, logged });
    return { commits: { ...logged, uncommitted: parseStatus(status, prefix) }, problem: null };
  } catch (error) {
    return { commits: null, problem: gitProblem(error as Error) };
  }
}

/** Files that git reads in each folder. */
const SETTINGS_OF_FOLDERS = ['.gitignore', '.gitattributes'];

/**
 * Refuses pipes in the place of files that git reads in a folder, in those below and above it: git would wait forever.
 *
 * @throws Error that names a pipe
 */
export function refusePipes(folder: string): void {
  const root = nearestWith(folder, OF_REPOSITORIES) ?? folder;
  const pipe = pipeBelow(folder) ?? pipeAbove(folder, root);
  if (pipe === null) return;
  const path = relative(root, pipe).replaceAll('\\', '/');
  throw new Error(`${path} is a pipe, which git would wait for forever; delete it`);
}

function pipeBelow(folder: string): string | null {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // Git skips it, too.
    return null;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFIFO() && SETTINGS_OF_FOLDERS.includes(entry.name)) return path;
    const found = entry.isDirectory() && entry.name !== '.git' ? pipeBelow(path) : null;
    if (found !== null) return found;
  }
  return null;
}

function pipeAbove(folder: string, root: string): string | null {
  if (folder === root) return null;
  const parent = dirname(folder);
  const paths = SETTINGS_OF_FOLDERS.map((name) => join(parent, name));
  return paths.find((path) => lstatSync(path, { throwIfNoEntry: false })?.isFIFO()) ?? pipeAbove(parent, root);
}

/**
 * Describes the catalog files that are missing in the history; null if there are none. Uncommitted files are fine,
 * unless all of them are uncommitted.
 *
 * @param folder the files of the commit, or those on disk
 */
export function historyGap(folder: CatalogFolder, { times, uncommitted }: Commits): string | null {
  const files = listFiles(folder).files.map(({ path }) => path);
  if (files.length > 0 && !files.some((path) => times.has(path))) return 'git does not know the files of the catalog';
  const [first, ...more] = files.filter((path) => !times.has(path) && !uncommitted.has(path));
  if (first === undefined) return null;
  const others = more.length === 0 ? '' : ` and ${plural(more.length, 'other file')} of the catalog`;
  return `git does not know ${JSON.stringify(first)}${others}; is it ignored?`;
}

/**
 * Reads the commits of a catalog. A history that lacks some of its files counts as unknown.
 *
 * @param folder the files of the commit, or those on disk
 * @param path the folder on disk, in which git runs
 */
export async function historyIn(
  folder: CatalogFolder,
  path: string,
  commit: string | null = null,
  memory?: LogMemory,
): Promise<CommitHistory> {
  const history = await readCommits(path, commit, memory);
  const problem = history.commits === null ? null : historyGap(folder, history.commits);
  return problem === null ? history : { commits: null, problem };
}

/**
 * Parses `git log --name-status -z`. The newest commit is first. Each has its name, time and subject, then the paths
 * that it changed, each after a letter for the kind of change. The first time of a path is that of its last change.
 *
 * @throws Error if the output has another form
 */
export function parseLog(output: string): Logged {
  const times = new Map<string, number>();
  const log: LoggedCommit[] = [];
  let current: CommitWithFiles = { commit: '', time: 0, subject: '', files: [] };
  const fields = output.split('\0');
  for (let index = 0; index < fields.length; index++) {
    // The NUL before a commit leaves an empty field; so does the end.
    if (fields[index] === '') {
      const next = fields[index + 1];
      if (next === undefined || next === '') continue;
      index++;
      current = { ...commitIn(next), files: [] };
      if (log.length < KEPT_COMMITS) log.push(current);
      continue;
    }
    const change = changeIn(fields[index] as string);
    const path = fields[++index] ?? '';
    if (!times.has(path)) times.set(path, current.time);
    if (log.at(-1) === current) current.files.push({ path, change });
  }
  return { times, log };
}

/** A commit whose files are being read. */
interface CommitWithFiles extends LoggedCommit {
  readonly files: CommittedChange[];
}

function commitIn(text: string): Omit<LoggedCommit, 'files'> {
  const [, commit = '', time = '', subject = ''] = /^([0-9a-f]{40,64}) (\d+) (.*)$/s.exec(text) ?? [];
  if (time === '') throw new Error(`git log prints ${JSON.stringify(text)} instead of a commit`);
  return { commit, time: Math.min(Number(time), LATEST), subject };
}

/** A line feed follows the commit. Letters other than A and D are changes of the content or of the file's type. */
function changeIn(field: string): CommittedChange['change'] {
  const letter = field.replace(/^\n+/, '');
  if (!/^[A-Z]\d*$/.test(letter)) throw new Error(`git log prints ${JSON.stringify(letter)} instead of a letter`);
  return letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'changed';
}

/** Parses `git status --porcelain -z`, whose paths are relative to the repository. */
export function parseStatus(status: string, prefix: string): Set<string> {
  const paths = status.split('\0').filter(Boolean);
  return new Set(paths.map((entry) => entry.slice(3)).map((path) => path.slice(prefix.length)));
}
