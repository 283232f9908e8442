import { devNull } from 'node:os';
import { promisify } from 'node:util';

/** Override what starts a program or changes git's output: a checkout's author is not trusted. */
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
 * Git sets these for hooks; they would select another repository. From `git rev-parse --local-env-vars`, without
 * variables of settings, in which users set `safe.directory`.
 */
const REPOSITORY_VARIABLES: ReadonlySet<string> = new Set(
  [
    'ALTERNATE_OBJECT_DIRECTORIES COMMON_DIR CONFIG DIR GRAFT_FILE IMPLICIT_WORK_TREE INDEX_FILE',
    'INTERNAL_SUPER_PREFIX NO_REPLACE_OBJECTS OBJECT_DIRECTORY PREFIX REPLACE_REF_BASE SHALLOW_FILE WORK_TREE',
  ].flatMap((names) => names.split(' ').map((name) => `GIT_${name}`)),
);

/** The checkout cannot name an external diff program. */
export const PLAIN_DIFF = ['--no-ext-diff', '--no-textconv', '--no-renames'] as const;

export function gitFieldsOf(output: Buffer): string[] {
  return output.toString('utf8').split('\0').filter(Boolean);
}

export function commitArgument(ref: string): string | null {
  return ref === '' || ref.startsWith('-') ? null : `${ref}^{commit}`;
}

export interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly maxBytes?: number;
  /** Other processes can read arguments, but not these. */
  readonly env?: Readonly<Record<string, string>>;
  /** Allowed transports (`https`, or `file` for this machine); none by default. */
  readonly protocols?: readonly string[];
}

/**
 * Fetches no objects that a partial clone lacks: the checkout's settings name the server and the programs that talk to
 * it.
 * @throws the error of `execFile`: git is not installed (`ENOENT`), its exit status is not 0 (`code`), or it prints too
 * much (`ERR_CHILD_PROCESS_STDIO_MAXBUFFER`)
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  { input = '', maxBytes = 1024 ** 3, env = {}, protocols = [] }: GitOptions = {},
): Promise<Buffer> {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const inherited = Object.entries(process.env).filter(([name]) => !REPOSITORY_VARIABLES.has(name));
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
        // For gitProblem(), messages must be English.
        LC_ALL: 'C',
        // Overrides transports of settings. Git before 2.45 does not know the next variable.
        GIT_ALLOW_PROTOCOL: protocols.join(':'),
        GIT_NO_LAZY_FETCH: '1',
        ...env,
      },
    },
  );
  // Git waits forever for a pipe in place of a file that it reads, such as .gitignore.
  const timeout = protocols.length > 0 ? null : setTimeout(() => running.child.kill(), LOCAL_TIMEOUT_MS);
  // Git may exit before reading all input; its exit status explains more than a broken pipe.
  running.child.stdin?.on('error', () => {}).end(input);
  try {
    return (await running).stdout;
  } finally {
    clearTimeout(timeout ?? undefined);
  }
}

/** For commands without network. */
const LOCAL_TIMEOUT_MS = 120_000;

const NOT_FETCHED = /transport '[^']*' not allowed|lazy fetching disabled|from promisor remote/;

export const PARTIAL_REPOSITORY =
  'this is a clone without all of its objects; fetch the rest with git fetch --refetch --no-filter';

export const NO_REPOSITORY = 'the catalog folder is not in a git repository';

export function gitProblem(error: NodeJS.ErrnoException & { stderr?: Buffer; signal?: NodeJS.Signals | null }): string {
  if (error.code === 'ENOENT') return 'git is not installed';
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'there are too many files, or they are too large';
  if (error.signal === 'SIGTERM') return `git did not end within ${LOCAL_TIMEOUT_MS / 1_000} seconds, and was stopped`;
  const output = error.stderr?.toString('utf8').trim() ?? '';
  // Before a broken pipe, git may not have printed the reason.
  if (NOT_FETCHED.test(output) || error.signal === 'SIGPIPE') return PARTIAL_REPOSITORY;
  const [line = ''] = output.split('\n');
  if (/not a git repository/i.test(line)) return NO_REPOSITORY;
  const [, dubious] = /detected dubious ownership in repository at '(.*)'/.exec(line) ?? [];
  if (dubious !== undefined)
    return `git does not trust the repository, because another user owns it (dubious ownership); if you trust it, git config --global --add safe.directory '${dubious}'`;
  return line.replace(/^fatal: /, '') || error.message;
}

/** Leaves out missing objects. */
export async function readObjects(folder: string, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const content = await runGit(folder, ['cat-file', '--batch'], { input: ids.map((id) => `${id}\n`).join('') });
  const contents = new Map<string, Buffer>();
  let at = 0;
  for (const id of ids) {
    // A line with an object's id, type and size, then its bytes and a newline.
    const start = content.indexOf('\n', at) + 1;
    const size = Number(content.toString('latin1', at, start).split(' ')[2]);
    // "<id> missing", in a partial or damaged clone.
    const isMissing = !Number.isSafeInteger(size);
    if (!isMissing) contents.set(id, content.subarray(start, start + size));
    at = isMissing ? start : start + size + 1;
  }
  return contents;
}
