/** Runs git without the programs and output formats that the settings of a checkout name. */
import { devNull } from 'node:os';
import { promisify } from 'node:util';

/** Overrides settings that start a program or change what git prints. The author of a checkout may not be trusted. */
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
 * Variables that git sets for its hooks and that make it use another repository than that of the folder: those of
 * `git rev-parse --local-env-vars`, without the settings of the user (`safe.directory`, for example).
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

/** For every command that compares: the checkout cannot name a program that shows the difference. */
export const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--no-renames'] as const;

/** Splits what git prints with `-z` into its fields. */
export function fieldsOf(output: Buffer): string[] {
  return output.toString('utf8').split('\0').filter(Boolean);
}

/** The argument that names a commit for git; null if the ref is empty, or git would read it as an option. */
export function commitNamed(ref: string): string | null {
  return ref === '' || ref.startsWith('-') ? null : `${ref}^{commit}`;
}

/** What a run of git may have in addition to its arguments. */
export interface GitOptions {
  /** The standard input. */
  readonly input?: string;
  /** Git is stopped if it prints more bytes. */
  readonly maxBytes?: number;
  /** Variables in addition to those of this process. Unlike arguments, other processes cannot read them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Protocols for talking to a server (`https`, or `file` for one on this machine); by default none. */
  readonly protocols?: readonly string[];
}

/**
 * Runs git in a folder.
 *
 * What is missing in a partial clone is not fetched, because the settings of the checkout name the server and the programs
 * that talk to it.
 *
 * @returns the standard output
 * @throws the error of `execFile`: git is not installed (`ENOENT`), its exit status is not 0 (`code`), or it prints too
 *   much (`ERR_CHILD_PROCESS_STDIO_MAXBUFFER`)
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  { input = '', maxBytes = 1024 ** 3, env = {}, protocols = [] }: GitOptions = {},
): Promise<Buffer> {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const inherited = Object.entries(process.env).filter(([name]) => !OF_A_REPOSITORY.has(name));
  // Loading it takes 3 ms, and many runs need no git.
  const { execFile } = process.getBuiltinModule('node:child_process');
  const running = promisify(execFile)(
    'git',
    ['--no-pager', '--no-optional-locks', '-C', folder, ...settings, ...args],
    {
      encoding: 'buffer',
      maxBuffer: maxBytes,
      env: {
        ...Object.fromEntries(inherited),
        // gitProblem() reads messages, so they must not be translated.
        LC_ALL: 'C',
        // Overrides every setting; git before 2.45 does not know the variable below.
        GIT_ALLOW_PROTOCOL: protocols.join(':'),
        GIT_NO_LAZY_FETCH: '1',
        ...env,
      },
    },
  );
  // Git may end without reading everything; its exit status explains more than the error of the pipe.
  running.child.stdin?.on('error', () => {}).end(input);
  return (await running).stdout;
}

/** What git prints if it would have to fetch, which it may not. */
const NOT_FETCHED = /transport '.*' not allowed|lazy fetching disabled|from promisor remote/;

/** The problem of a repository without all of its objects. */
export const PARTIAL =
  'this is a clone without all of its objects; fetch the rest with git fetch --refetch --no-filter';

/** The problem of a folder that is not in a repository. */
export const NO_REPOSITORY = 'the catalog folder is not in a git repository';

/** Describes in a few words why git failed. */
export function gitProblem(error: NodeJS.ErrnoException & { stderr?: Buffer; signal?: NodeJS.Signals | null }): string {
  if (error.code === 'ENOENT') return 'there is no git on this machine';
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'there are more files than are read';
  const said = error.stderr?.toString('utf8').trim() ?? '';
  // Git may end before the process that prints the reason, with a broken pipe.
  if (NOT_FETCHED.test(said) || error.signal === 'SIGPIPE') return PARTIAL;
  const [line = ''] = said.split('\n');
  if (/not a git repository/i.test(line)) return NO_REPOSITORY;
  const [, dubious] = /detected dubious ownership in repository at '(.*)'/.exec(line) ?? [];
  if (dubious !== undefined)
    return `git does not trust the repository, because another user owns it (dubious ownership); if you trust it, git config --global --add safe.directory '${dubious}'`;
  return line.replace(/^fatal: /, '') || error.message;
}
