/** Running git, without what the settings of a checkout could make it do. */
import { devNull } from 'node:os';
import { promisify } from 'node:util';

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

/** What git has printed with `-z`, in its fields. */
export function fieldsOf(output: Buffer): string[] {
  return output.toString('utf8').split('\0').filter(Boolean);
}

/** How git is asked for the commit that a person means; null where nothing is meant, or git would take it for an option. */
export function commitNamed(ref: string): string | null {
  return ref === '' || ref.startsWith('-') ? null : `${ref}^{commit}`;
}

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
  // Loading it takes 3 ms, and not every run asks git.
  const { execFile } = process.getBuiltinModule('node:child_process');
  const running = promisify(execFile)(
    'git',
    ['--no-pager', '--no-optional-locks', '-C', folder, ...settings, ...args],
    {
      encoding: 'buffer',
      maxBuffer: maxBytes,
      env: { ...environmentOf(protocols), ...env },
    },
  );
  // Git may end without reading everything; its exit status explains more than the error of the pipe.
  running.child.stdin?.on('error', () => {}).end(input);
  return (await running).stdout;
}

/** What git says where it would have to fetch, which it may not. It may not wait for the process that says so. */
const NOT_FETCHED = /transport '.*' not allowed|lazy fetching disabled|from promisor remote/;

/** What a repository is that has not all of its objects, and what to do about it. */
export const PARTIAL =
  'this is a clone without all of its objects; fetch the rest with git fetch --refetch --no-filter';

/** What a repository is whose settings git does not read, because another user could have written them. */
const OF_ANOTHER_USER = 'git does not trust the repository, because another user owns it (dubious ownership)';

/** What is said where git finds no repository. */
export const NO_REPOSITORY = 'the catalog folder is not in a git repository';

/** Why git did not do what it was asked, in a few words. */
export function gitProblem(error: NodeJS.ErrnoException & { stderr?: Buffer; signal?: NodeJS.Signals | null }): string {
  if (error.code === 'ENOENT') return 'there is no git on this machine';
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'there are more files than are read';
  const said = error.stderr?.toString('utf8').trim() ?? '';
  if (NOT_FETCHED.test(said) || error.signal === 'SIGPIPE') return PARTIAL;
  const [line = ''] = said.split('\n');
  if (/not a git repository/i.test(line)) return NO_REPOSITORY;
  const [, dubious] = /detected dubious ownership in repository at '(.*)'/.exec(line) ?? [];
  if (dubious !== undefined)
    return `${OF_ANOTHER_USER}; if you trust it, git config --global --add safe.directory '${dubious}'`;
  return line.replace(/^fatal: /, '') || error.message;
}
