/** The history of a catalog folder, according to git. */
import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import {
  type CatalogFolder,
  type Commits,
  type CommittedChange,
  type LoggedCommit,
  listFiles,
} from '../build/pipeline.ts';
import { plural } from '../contract/text.ts';

const run = promisify(execFile);

/**
 * A checkout has settings of its own, and whoever made it may not be trusted: those that start a program, and those that
 * change what is printed, are not followed.
 */
const SETTINGS = [
  `core.fsmonitor=false`,
  `core.hooksPath=${devNull}`,
  'core.quotePath=false',
  'color.ui=false',
  'log.diffMerges=separate',
  'log.follow=false',
  'log.showRoot=true',
  'log.showSignature=false',
];

/**
 * Variables that git sets for its hooks, and by which it finds a repository other than that of the folder it runs in:
 * those of `git rev-parse --local-env-vars`, without the settings of whoever started the program (`safe.directory`, for
 * example).
 */
const OF_A_REPOSITORY: ReadonlySet<string> = new Set([
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_CONFIG',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
]);

/**
 * The environment of git. What is missing in a partial clone is not fetched: the settings of the checkout name the server,
 * and the programs that talk to it.
 */
function environmentOf(protocols: readonly string[]): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !OF_A_REPOSITORY.has(name));
  return {
    ...Object.fromEntries(kept),
    // Messages are read here, so they must not be translated.
    LC_ALL: 'C',
    // Has more weight than every setting; git before 2.45 does not know the other one.
    GIT_ALLOW_PROTOCOL: protocols.join(':'),
    GIT_NO_LAZY_FETCH: '1',
  };
}

/** For every command that compares: no program of the checkout shows the difference. */
export const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--no-renames'] as const;

/** What a run of git may have in addition to its arguments. */
export interface GitOptions {
  /** What git reads on its standard input. */
  readonly input?: string;
  /** Git is ended when it prints more. */
  readonly maxBytes?: number;
  /** Variables in addition to those of this process. Other processes cannot read them, as they can read arguments. */
  readonly env?: Readonly<Record<string, string>>;
  /** How git may talk to a server (`https`, or `file` for one on this machine); not at all where it is left out. */
  readonly protocols?: readonly string[];
}

/**
 * Runs git in a folder, without the programs that its settings name.
 *
 * @returns what git prints on its standard output
 *
 * @throws the error of `execFile`: git is not installed (`ENOENT`), its exit status was not 0 (`code`), or it prints too
 *   much (`ERR_CHILD_PROCESS_STDIO_MAXBUFFER`)
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  { input = '', maxBytes = 1024 ** 3, env = {}, protocols = [] }: GitOptions = {},
): Promise<Buffer> {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const running = run('git', ['--no-pager', '--no-optional-locks', '-C', folder, ...settings, ...args], {
    encoding: 'buffer',
    maxBuffer: maxBytes,
    env: { ...environmentOf(protocols), ...env },
  });
  // Git may end without reading everything; its exit status explains more than the error of the pipe.
  running.child.stdin?.on('error', () => {}).end(input);
  return (await running).stdout;
}

/** What begins a commit in the log: a NUL, then its name, its time, and the first line of its message. */
const COMMIT = '%x00%H %ct %s';

/** So many of the newest commits are kept with what they changed. */
const KEPT_COMMITS = 300;

/** What git says where it would have to fetch, which it may not. It may not wait for the process that says so. */
const NOT_FETCHED = /transport '.*' not allowed|lazy fetching disabled|from promisor remote/;

/** What a repository is that has not all of its objects, and what to do about it. */
export const PARTIAL =
  'this is a clone without all of its objects; fetch the rest with git fetch --refetch --no-filter';

/** What a repository is whose settings git does not read, because another user could have written them. */
const OF_ANOTHER_USER = 'git does not trust the repository, because another user owns it (dubious ownership)';

/** Why git did not do what it was asked, in a few words. */
export function gitProblem(error: NodeJS.ErrnoException & { stderr?: Buffer; signal?: NodeJS.Signals | null }): string {
  if (error.code === 'ENOENT') return 'there is no git on this machine';
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'there are more files than are read';
  const said = error.stderr?.toString('utf8').trim() ?? '';
  if (NOT_FETCHED.test(said) || error.signal === 'SIGPIPE') return PARTIAL;
  const [line = ''] = said.split('\n');
  if (/not a git repository/i.test(line)) return 'the catalog folder is not in a git repository';
  const [, dubious] = /detected dubious ownership in repository at '(.*)'/.exec(line) ?? [];
  if (dubious !== undefined)
    return `${OF_ANOTHER_USER}; if you trust it, git config --global --add safe.directory '${dubious}'`;
  return line.replace(/^fatal: /, '') || error.message;
}

/** The commits of a catalog folder, or why they are not known. */
export type CommitHistory =
  | { readonly commits: Commits; readonly problem: null }
  | { readonly commits: null; readonly problem: string };

/**
 * The times of the last commits, in seconds since 1970; not known without git or a repository, and in a shallow clone,
 * whose oldest commit seems to have changed every file.
 *
 * A merge counts as the change of all files it brings in: that is when they were published.
 *
 * @param commit the full name of the newest commit that counts, where the files are those of this commit; null where they
 *   are those on disk
 */
export async function readCommits(folder: string, commit: string | null = null): Promise<CommitHistory> {
  const git = async (...args: string[]): Promise<string> => (await runGit(folder, args)).toString('utf8');
  try {
    const [shallow, log, status] = await Promise.all([
      git('rev-parse', '--is-shallow-repository'),
      git(
        'log',
        '--first-parent',
        '-m',
        ...PLAIN_DIFF,
        '--relative',
        '--name-status',
        '-z',
        '--encoding=UTF-8',
        `--format=${COMMIT}`,
        ...(commit === null ? [] : [commit]),
        '--',
        '.',
      ),
      commit !== null ? '' : git('status', '--porcelain', '-z', '--no-renames', '--untracked-files=all', '--', '.'),
    ]);
    if (shallow.trim() !== 'false') {
      return { commits: null, problem: 'this is a shallow clone; fetch the rest with git fetch --unshallow' };
    }
    const prefix = (await git('rev-parse', '--show-prefix')).trim();
    return { commits: { ...parseLog(log), uncommitted: parseStatus(status, prefix) }, problem: null };
  } catch (error) {
    return { commits: null, problem: gitProblem(error as Error) };
  }
}

/**
 * What a history does not say of the files of a catalog, though git has answered; null where nothing is missing. A file
 * that is not committed yet is known to be that, but not where all of them are.
 *
 * @param folder the files that count: those of the commit, or those on disk
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
 * The commits of a catalog; none where they do not say enough of its files.
 *
 * @param folder the files that count: those of the commit, or those on disk
 * @param path the folder on disk, where git is asked
 */
export async function historyIn(
  folder: CatalogFolder,
  path: string,
  commit: string | null = null,
): Promise<CommitHistory> {
  const history = await readCommits(path, commit);
  const problem = history.commits === null ? null : historyGap(folder, history.commits);
  return problem === null ? history : { commits: null, problem };
}

/**
 * Reads `git log --name-status -z`: the newest commit first, each with its name, time and subject, and then the paths that
 * it changed, each after a letter that says how. The first time of a path is that of its last change.
 *
 * @throws Error where something else is in the place of a commit or of a letter
 */
export function parseLog(output: string): Pick<Commits, 'times'> & Required<Pick<Commits, 'log'>> {
  const times = new Map<string, number>();
  const log: LoggedCommit[] = [];
  let current: CommitWithFiles = { commit: '', time: 0, subject: '', files: [] };
  const fields = output.split('\0');
  for (let index = 0; index < fields.length; index++) {
    // The NUL that begins a commit leaves an empty field; so does the end.
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
  if (time === '') throw new Error(`git log prints ${JSON.stringify(text)} in the place of a commit`);
  return { commit, time: Number(time), subject };
}

/** After the commit comes a line feed. Any other letter than these two is a change: of the content, or of the kind of file. */
function changeIn(field: string): CommittedChange['change'] {
  const letter = field.replace(/^\n+/, '');
  if (!/^[A-Z]\d*$/.test(letter)) throw new Error(`git log prints ${JSON.stringify(letter)} in the place of a letter`);
  return letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'changed';
}

/** Reads `git status --porcelain -z`, whose paths are relative to the repository, not to the folder. */
export function parseStatus(status: string, prefix: string): Set<string> {
  const paths = status.split('\0').filter(Boolean);
  return new Set(paths.map((entry) => entry.slice(3)).map((path) => path.slice(prefix.length)));
}
