/** Histories without git, from what each commit writes. */
import { createHash } from 'node:crypto';
import type { Commits, CommittedChange, LoggedCommit } from '../../build/history/history.ts';
import { historyObjectsOf, memoizedValues, recordHistoryOf } from '../../build/history/record-history.ts';

/** A commit: when and why, and the files that it writes; null removes one. */
export interface MadeCommit {
  /** `2026-01-02T03:04:05Z` */
  readonly time: string;
  readonly subject: string;
  /** Of a merge: the first line of the rest. */
  readonly title?: string;
  readonly files: Readonly<Record<string, string | null>>;
}

export const objectName = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/** A log as git has it, newest first, and the contents of its objects. */
export function madeLog(commits: readonly MadeCommit[]): { log: LoggedCommit[]; contents: Map<string, Buffer> } {
  const contents = new Map<string, Buffer>();
  const current = new Map<string, string>();
  const log = commits.map(({ time, subject, title, files }, index): LoggedCommit => {
    const changes = Object.entries(files).map(([path, text]): CommittedChange => {
      const before = current.get(path);
      current.delete(path);
      if (text === null) return { path, change: 'removed', ...(before === undefined ? {} : { before }) };
      const after = objectName(Buffer.from(text));
      contents.set(after, Buffer.from(text));
      current.set(path, after);
      return before === undefined ? { path, change: 'added', after } : { path, change: 'changed', before, after };
    });
    const commit = String(index + 1).padStart(40, '0');
    return {
      commit,
      time: Date.parse(time) / 1000,
      subject,
      ...(title === undefined ? {} : { title }),
      files: changes,
    };
  });
  return { log: log.reverse(), contents };
}

export function madeCommits(commits: readonly MadeCommit[]): Commits {
  const { log, contents } = madeLog(commits);
  const times = new Map<string, number>();
  for (const { time, files } of log) for (const { path } of files) if (!times.has(path)) times.set(path, time);
  const asked = new Set(historyObjectsOf(log).flat());
  const read = memoizedValues(new Map([...contents].filter(([id]) => asked.has(id))));
  return { times, uncommitted: new Set(), readHistory: () => ({ log, records: recordHistoryOf(log, read) }) };
}
