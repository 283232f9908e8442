/** The history of a catalog folder, according to git. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Commits } from '../build/pipeline.ts';

const run = promisify(execFile);

/**
 * Runs git in a folder.
 *
 * @param input what git reads on its standard input
 * @returns what git prints on its standard output
 *
 * @throws the error of `execFile`: git is not installed (`ENOENT`), or its exit status was not 0 (`code`)
 */
export async function runGit(folder: string, args: readonly string[], input = ''): Promise<Buffer> {
  const running = run('git', ['--no-optional-locks', '-C', folder, '-c', 'core.quotePath=false', ...args], {
    encoding: 'buffer',
    maxBuffer: 1024 * 1024 * 1024,
  });
  // Git may end without reading everything; its exit status explains more than the error of the pipe.
  running.child.stdin?.on('error', () => {}).end(input);
  return (await running).stdout;
}

/** A line of the log that begins a commit: a NUL, then its time. Paths never begin with one. */
const COMMIT = '%x00%ct';

/**
 * The times of the last commits, in seconds since 1970; null without git or a repository, and in a shallow clone, whose
 * oldest commit seems to have changed every file.
 *
 * A merge counts as the change of all files it brings in: that is when they were published.
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
 * Reads `git log --name-only -z`: the newest commit first, each with its time and then the paths it changed. The first
 * time of a path is that of its last change.
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
