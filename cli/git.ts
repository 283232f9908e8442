/** What git knows of a catalog folder. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Commits } from '../build/pipeline.ts';

const run = promisify(execFile);

/**
 * Runs git in a folder and gives what it prints.
 *
 * @throws what `execFile` throws: git is not there (`ENOENT`), or it ended with an exit status (`code`)
 */
export async function runGit(folder: string, args: readonly string[], input = ''): Promise<Buffer> {
  const running = run('git', ['--no-optional-locks', '-C', folder, '-c', 'core.quotePath=false', ...args], {
    encoding: 'buffer',
    maxBuffer: 1024 * 1024 * 1024,
  });
  // Git may end without having read everything; its exit status says more than the broken pipe.
  running.child.stdin?.on('error', () => {}).end(input);
  return (await running).stdout;
}

/** A line of the log that begins a commit: a NUL, then its time. Paths never begin with one. */
const COMMIT = '%x00%ct';

/**
 * The times of the last commits, null where nothing is known: no git, no repository, or a shallow clone, in which the
 * oldest commit seems to have touched every file.
 *
 * Merges count as touching what they brought in, at the time they brought it, since that is when it was published.
 */
export async function readCommits(folder: string): Promise<Commits | null> {
  const git = async (...args: string[]): Promise<string> => (await runGit(folder, args)).toString('utf8');
  try {
    const [shallow, log, status] = await Promise.all([
      git('rev-parse', '--is-shallow-repository'),
      git(
        'log',
        '--first-parent',
        '-m',
        '--no-renames',
        '--relative',
        '--name-only',
        '-z',
        `--format=${COMMIT}`,
        '--',
        '.',
      ),
      git('status', '--porcelain', '-z', '--no-renames', '--untracked-files=all', '--', '.'),
    ]);
    if (shallow.trim() !== 'false') return null;
    const prefix = (await git('rev-parse', '--show-prefix')).trim();
    return { times: parseLog(log), uncommitted: parseStatus(status, prefix) };
  } catch {
    return null;
  }
}

/**
 * Reads `git log --name-only -z`: newest commit first, each its time, then the paths it touched.
 * The first time met for a path is that of its last change.
 */
export function parseLog(log: string): Map<string, number> {
  const times = new Map<string, number>();
  let time = 0;
  let isTime = false;
  for (const field of log.split('\0')) {
    const text = field.replace(/^\n+/, '');
    if (isTime && text !== '') time = Number(text);
    else if (text !== '' && !times.has(text)) times.set(text, time);
    // The NUL that begins a commit leaves an empty field.
    isTime = text === '';
  }
  return times;
}

/** Reads `git status --porcelain -z`, whose paths are relative to the repository, not to the folder. */
export function parseStatus(status: string, prefix: string): Set<string> {
  const paths = status.split('\0').filter(Boolean);
  return new Set(paths.map((entry) => entry.slice(3)).map((path) => path.slice(prefix.length)));
}
