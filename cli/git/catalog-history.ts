import { realpathSync } from 'node:fs';
import { withoutExamples } from '../../build/history/examples.ts';
import type { Commits, CommittedChange, LoggedCommit, ReadHistory } from '../../build/history/history.ts';
import { historyObjectsOf, isRecordFile, memoizedValues, recordHistoryOf } from '../../build/history/record-history.ts';
import type { CatalogFolder } from '../../build/read/folder.ts';
import { listCatalogFiles } from '../../build/read/list-files.ts';
import { MEBIBYTE, TEXT_LIMITS } from '../../contract/base/limits.ts';
import { plural, shortenedText } from '../../contract/base/text.ts';
import { gitProblem, NO_REPOSITORY, PLAIN_DIFF, readObjects, runGit } from './git-process.ts';
import { repositoryAbove } from './repository-place.ts';

/** Prints of each commit a NUL, its full name, time and message, then its changes. */
const LOG = [
  ...['--first-parent', '-m', ...PLAIN_DIFF, '--relative', '--raw', '--no-abbrev', '-z', '--encoding=UTF-8'],
  '--format=%x00%H %ct %s%n%b',
];

/** Of older commits, only changes of records are kept. */
const KEPT_COMMITS = 300;

/** Later times, in seconds since 1970, become this one: git accepts any number, but many file systems end in 2106. */
const LATEST = 2 ** 32 - 1;

type CommitHistory =
  | { readonly commits: Commits; readonly problem: null }
  | { readonly commits: null; readonly problem: string };

type Logged = Required<Omit<Commits, 'uncommitted'>>;

/** What the last `git log` said, by commit and folder, for a process that asks repeatedly. */
export type LogMemory = Map<string, Logged>;

interface HistoryOptions {
  /** The full name; null for the files on disk. */
  readonly commit?: string | null;
  readonly memory?: LogMemory | undefined;
}

/**
 * The history is unknown without git or a repository, and in a shallow clone, whose oldest commit seems to have changed
 * every file. A merge changes all files that it brings in: it published them.
 */
export async function readCommits(
  folder: string,
  { commit = null, memory }: HistoryOptions = {},
): Promise<CommitHistory> {
  const git = async (...args: string[]): Promise<string> => (await runGit(folder, args)).toString('utf8');
  try {
    // Checked first, because starting git takes much of a build's time.
    const place = realpathSync(folder);
    if (repositoryAbove(place) === null) return { commits: null, problem: NO_REPOSITORY };
    const newest = commit === null ? [] : [commit];
    const log = async (): Promise<Logged> => {
      const [folderLog, time] = await Promise.all([
        git('log', ...LOG, ...newest, '--', '.'),
        git('log', '-1', '--format=%ct', ...newest),
      ]);
      const { times, commits } = parseLog(folderLog);
      const contents = await readSmallObjects(place, historyObjectsOf(commits));
      const read = (): ReadHistory => {
        const readValue = memoizedValues(contents);
        const published = withoutExamples(commits, readValue);
        return { log: published.slice(0, KEPT_COMMITS), records: recordHistoryOf(published, readValue) };
      };
      let history: ReadHistory | null = null;
      return { times, readHistory: () => (history ??= read()), builtAt: Math.min(Number(time), LATEST) };
    };
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
    const logged = early ?? memory?.get(key) ?? (await log());
    memory?.clear();
    memory?.set(key, logged);
    return { commits: { ...logged, uncommitted: parseStatus(status, prefix) }, problem: null };
  } catch (error) {
    return { commits: null, problem: gitProblem(error as Error) };
  }
}

const MAX_GROUP_OBJECTS = 3_000;

const MAX_OBJECT_BYTES = MEBIBYTE / 4;

/** By group: large lists of files must not displace records. */
const MAX_GROUP_BYTES = [2 * MEBIBYTE, MEBIBYTE, MEBIBYTE];

/** Leaves out large objects, and those that a partial clone lacks. */
async function readSmallObjects(folder: string, groups: readonly string[][]): Promise<ReadonlyMap<string, Buffer>> {
  const input = groups.flatMap((ids) => ids.slice(0, MAX_GROUP_OBJECTS).map((id) => `${id}\n`));
  if (input.length === 0) return new Map();
  const listed = await runGit(folder, ['cat-file', '--batch-check'], { input: input.join('') }).catch(() => '');
  const sizes = new Map(
    Array.from(listed.toString('latin1').matchAll(/^([0-9a-f]+) blob (\d+)$/gm), ([, id, size]) => [id, Number(size)]),
  );
  const taken = new Set<string>();
  for (const [index, ids] of groups.entries()) {
    let left = MAX_GROUP_BYTES[index] ?? 0;
    for (const id of ids) {
      const size = sizes.get(id) ?? Number.POSITIVE_INFINITY;
      if (taken.has(id) || size > Math.min(left, MAX_OBJECT_BYTES)) continue;
      taken.add(id);
      left -= size;
    }
  }
  return readObjects(folder, [...taken]).catch(() => new Map());
}

/** Uncommitted files are fine, unless all are. */
function historyGap(folder: CatalogFolder, { times, uncommitted }: Commits): string | null {
  const files = listCatalogFiles(folder).files.map(({ path }) => path);
  if (files.length > 0 && !files.some((path) => times.has(path))) return 'git does not know the files of the catalog';
  const [first, ...more] = files.filter((path) => !times.has(path) && !uncommitted.has(path));
  if (first === undefined) return null;
  const others = more.length === 0 ? '' : ` and ${plural(more.length, 'other file')} of the catalog`;
  return `git does not know ${JSON.stringify(first)}${others}; is it ignored?`;
}

/** The history counts as unknown if it lacks files of the catalog. */
export async function readCatalogHistory(
  folder: CatalogFolder,
  path: string,
  options?: HistoryOptions,
): Promise<CommitHistory> {
  const history = await readCommits(path, options);
  const problem = history.commits === null ? null : historyGap(folder, history.commits);
  return problem === null ? history : { commits: null, problem };
}

/**
 * Newest first. Before each path, a field has its objects and the change's letter. The first commit with a path is its
 * newest change.
 */
export function parseLog(output: string): {
  readonly times: Commits['times'];
  readonly commits: readonly LoggedCommit[];
} {
  const times = new Map<string, number>();
  const commits: LoggedCommit[] = [];
  let current: CommitWithFiles = { commit: '', time: 0, subject: '', files: [] };
  const fields = output.split('\0');
  for (let index = 0; index < fields.length; index++) {
    // The NUL before a commit leaves an empty field; so does the end.
    if (fields[index] === '') {
      const next = fields[index + 1];
      if (next === undefined || next === '') continue;
      index++;
      current = { ...commitIn(next), files: [] };
      commits.push(current);
      continue;
    }
    const change = changeIn(fields[index] as string);
    const path = fields[++index] ?? '';
    if (!times.has(path)) times.set(path, current.time);
    const file = { path, ...change };
    if (commits.length <= KEPT_COMMITS || isRecordFile(path)) current.files.push(file);
  }
  return { times, commits };
}

interface CommitWithFiles extends LoggedCommit {
  readonly files: CommittedChange[];
}

function commitIn(text: string): Omit<LoggedCommit, 'files'> {
  const [, commit = '', time = '', subject = '', line = ''] =
    /^([0-9a-f]{40,64}) (\d+) ([^\n]*)(?:\n([^\n]*))?/.exec(text) ?? [];
  const title = shortenedText(line.trim(), TEXT_LIMITS.subject);
  if (time === '') throw new Error(`git log prints ${JSON.stringify(text)} instead of a commit`);
  const known = { commit, time: Math.min(Number(time), LATEST), subject: shortenedText(subject, TEXT_LIMITS.subject) };
  return title !== '' && /^Merge /.test(subject) ? { ...known, title } : known;
}

/** A line feed precedes the first change. A is added, D deleted, other letters are changes. */
function changeIn(field: string): Omit<CommittedChange, 'path'> {
  const [, before = '', after = '', letter] =
    /^\n*:\d+ \d+ ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([A-Z])\d*$/.exec(field) ?? [];
  if (letter === undefined) throw new Error(`git log prints ${JSON.stringify(field)} instead of a change`);
  if (letter === 'A') return { change: 'added', after };
  return letter === 'D' ? { change: 'removed', before } : { change: 'changed', before, after };
}

/** Git prints paths relative to the repository; the result is relative to the folder. */
function parseStatus(status: string, prefix: string): Set<string> {
  const paths = status.split('\0').filter(Boolean);
  return new Set(paths.map((entry) => entry.slice(3)).map((path) => path.slice(prefix.length)));
}
