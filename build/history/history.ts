import type { WithdrawnRecord } from '../../contract/generated/v2.types.ts';
import { RECORD_FOLDERS, type RecordRole } from '../../contract/pages/pages.ts';

export interface CommittedChange {
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Git objects; missing if the file did not exist. */
  readonly before?: string;
  readonly after?: string;
}

export interface LoggedCommit {
  readonly commit: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** The first line of the message; untrusted. */
  readonly subject: string;
  /** The first line of a merge's body: its subject only names branches. */
  readonly title?: string;
  readonly files: readonly CommittedChange[];
}

export type Cause = Pick<LoggedCommit, 'commit' | 'time' | 'subject'>;

export interface FormerRecord {
  readonly list: WithdrawnRecord['list'];
  readonly id: string;
  readonly name: string | null;
  readonly file: string;
  /** See `tileIdentityOf`; empty for other records. */
  readonly tiles: string;
  readonly cause: Cause;
}

/** Values are texts; null if missing. Lists have only items that differ. */
export type FieldChange = readonly [field: string, from: string | null, to: string | null];

/** Numbers of entries. */
export type ChangedEntries = Readonly<Record<CommittedChange['change'], number>>;

export const DESCRIBED_ROLES = [...(Object.keys(RECORD_FOLDERS) as RecordRole[]), 'provider', 'area', 'site'] as const;

export interface DescribedChange extends Pick<CommittedChange, 'change'> {
  readonly cause: Cause;
  readonly role: (typeof DESCRIBED_ROLES)[number];
  /** A file, a folder or the number of a category; empty for the site. */
  readonly name: string;
  /** Its name after the commit, or before its removal; null if unknown. */
  readonly label: string | null;
  /** What a removed record stated. */
  readonly former?: Readonly<Record<'provider' | 'kind' | 'countries', string | null>>;
  /** Null if unknown. Entries are also null if the record was added or removed. */
  readonly fields: readonly FieldChange[] | null;
  readonly entries: ChangedEntries | null;
  readonly reason: string | null;
}

export interface RecordHistory {
  /** Newest first. Changes of a commit have the same cause. */
  readonly changes: readonly DescribedChange[];
  /** By role and name: `mapserver openstreetmap`. */
  readonly ofRecord: ReadonlyMap<string, readonly DescribedChange[]>;
  /** Removed or renamed, newest first. Some may have returned. */
  readonly former: readonly FormerRecord[];
  /** The commit since which a map is off, by path of its file. */
  readonly switchedOff: ReadonlyMap<string, Cause>;
  /** The newest reason in any version of `removals.yaml`, by list and id: `mapservers One`. */
  readonly reasons: ReadonlyMap<string, string>;
}

export interface ReadHistory {
  /** Newest first, up to a limit. */
  readonly log: readonly LoggedCommit[];
  readonly records: RecordHistory;
}

export interface Commits {
  /** The last commit of each file, even if removed, in seconds since 1970, by path in the catalog. */
  readonly times: ReadonlyMap<string, number>;
  /** Changed and new files. */
  readonly uncommitted: ReadonlySet<string>;
  readonly readHistory?: () => ReadHistory;
  /** The time of the built commit, in seconds since 1970. It may change no catalog file. */
  readonly builtAt?: number;
}

/** Without known commits, the log is empty. */
export interface History
  extends Pick<ReadHistory, 'log'>,
    Partial<Pick<ReadHistory, 'records'>>,
    Pick<Commits, 'builtAt'> {
  /**
   * When a commit last changed one of the sources, in seconds since 1970. Null if unknown, or a source has uncommitted
   * changes.
   * @param sources paths of files; folders with a trailing slash; '' for all files; `folder/:id/name` for files of that
   * name in every subfolder
   */
  lastChange(sources: readonly string[]): number | null;
}

export function catalogHistoryOf(commits: Commits | null): History {
  if (!commits) return { lastChange: () => null, log: [] };
  const times = new Map<string, number>();
  for (const [path, time] of commits.times) {
    for (const source of sourcesWith(path)) times.set(source, Math.max(time, times.get(source) ?? time));
  }
  const uncommitted = new Set([...commits.uncommitted].flatMap(sourcesWith));
  return {
    ...(commits.builtAt === undefined ? {} : { builtAt: commits.builtAt }),
    log: [],
    ...commits.readHistory?.(),
    lastChange(sources) {
      if (sources.some((source) => uncommitted.has(source))) return null;
      const known = sources.flatMap((source) => times.get(source) ?? []);
      return known.reduce((latest: number | null, time) => Math.max(time, latest ?? time), null);
    },
  };
}

function sourcesWith(path: string): string[] {
  const parts = path.split('/');
  const folders = parts.map((_, depth) =>
    parts
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join(''),
  );
  const sameName = parts.length === 3 ? [`${parts[0]}/:id/${parts[2]}`] : [];
  return [path, ...folders, ...sameName];
}
