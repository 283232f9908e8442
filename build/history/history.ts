/** The times of the last changes of catalog files, from the repository. */
import type { WithdrawnRecord } from '../../contract/generated/v2.types.ts';
import { RECORD_FOLDERS, type RecordRole } from '../../contract/pages/pages.ts';

/** The change of a file in a commit. */
export interface CommittedChange {
  /** Inside the catalog folder. */
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** The names of the git objects with its content before and after; missing if it did not exist. */
  readonly before?: string;
  readonly after?: string;
}

/** A commit that concerns a catalog folder. */
export interface LoggedCommit {
  /** Its full name. */
  readonly commit: string;
  /** Its time in seconds since 1970. */
  readonly time: number;
  /** The first line of its message; untrusted text. */
  readonly subject: string;
  /** For a merge, whose first line only names branches: the first line of the rest, if there is one. */
  readonly title?: string;
  readonly files: readonly CommittedChange[];
}

/** A commit that did something to a record. */
export type Cause = Pick<LoggedCommit, 'commit' | 'time' | 'subject'>;

/** A record that a commit removed from the catalog, or gave another id. */
export interface FormerRecord {
  readonly list: WithdrawnRecord['list'];
  /** As programs know it. */
  readonly id: string;
  readonly name: string | null;
  /** The name of its file or folder. */
  readonly file: string;
  /** What its tiles were requested by; empty for other records. */
  readonly tiles: string;
  readonly cause: Cause;
}

/** A field of a record: its name, and its values before and after as text; null if it is missing. Lists differ by items. */
export type FieldChange = readonly [field: string, from: string | null, to: string | null];

/** What happened to the files of a data source, by their numbers. */
export type ToldEntries = Readonly<Record<CommittedChange['change'], number>>;

/** The roles of records whose changes are told, in their order. */
export const TOLD_ROLES = [...(Object.keys(RECORD_FOLDERS) as RecordRole[]), 'provider', 'area', 'site'] as const;

/** What a commit did to a record. */
export interface ToldChange extends Pick<CommittedChange, 'change'> {
  readonly cause: Cause;
  readonly role: (typeof TOLD_ROLES)[number];
  /** The name of its file or folder, or its number; empty for the site. */
  readonly name: string;
  /** The name that people knew it by after the commit, or before it if it was removed; null if that is unknown. */
  readonly label: string | null;
  /** The changed fields; null if they are unknown. */
  readonly fields: readonly FieldChange[] | null;
  /** The changes of the files of a data source; null if there are none. */
  readonly entries: ToldEntries | null;
  /** Why it was removed, if `removals.yaml` says so. */
  readonly reason: string | null;
}

/** What the commits of a catalog did to its records. */
export interface RecordHistory {
  /** The newest changes, newest first. Those of a commit have the same cause. */
  readonly told: readonly ToldChange[];
  /** The same by record: `mapserver openstreetmap`. */
  readonly ofRecord: ReadonlyMap<string, readonly ToldChange[]>;
  /** The records that commits removed or renamed, newest first. Some may be in the catalog again. */
  readonly former: readonly FormerRecord[];
  /** The commits since which maps are switched off, if they are now, by the paths of their files. */
  readonly switchedOff: ReadonlyMap<string, Cause>;
  /** The reasons of every version of `removals.yaml`, the newest ones, by list and id: `mapservers One`. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** What is told of commits. */
export interface ToldHistory {
  /** The newest commits that changed files of the catalog, newest first, up to a limit. */
  readonly log: readonly LoggedCommit[];
  /** What they did to the records. */
  readonly records: RecordHistory;
}

/** The commits that concern a catalog folder. */
export interface Commits {
  /**
   * The time of the last commit of each file, in seconds since 1970, by path in the catalog; includes removed files.
   */
  readonly times: ReadonlyMap<string, number>;
  /** Files with uncommitted changes, or that are not in the last commit. */
  readonly uncommitted: ReadonlySet<string>;
  /** What is told of the newest commits; nothing by default. */
  readonly told?: () => ToldHistory;
  /** The time of the commit that is built, in seconds since 1970. It may concern other files only. */
  readonly builtAt?: number;
}

/** Finds when a group of files last changed. No commit is told of if they are unknown. */
export interface History
  extends Pick<ToldHistory, 'log'>,
    Partial<Pick<ToldHistory, 'records'>>,
    Pick<Commits, 'builtAt'> {
  /**
   * The time of the last commit of any file of a group, in seconds since 1970; null if it is unknown, because there is
   * no repository, its history is cut off, or one of the files has uncommitted changes.
   *
   * @param sources paths of files; folders with a trailing slash; the empty text for all files; and `folder/:id/name`
   *   for the
   *   files of that name in every subfolder of a folder
   */
  lastChange(sources: readonly string[]): number | null;
}

/** A history of commits; null if they are unknown. */
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
    ...commits.told?.(),
    lastChange(sources) {
      if (sources.some((source) => uncommitted.has(source))) return null;
      const known = sources.flatMap((source) => times.get(source) ?? []);
      return known.reduce((latest: number | null, time) => Math.max(time, latest ?? time), null);
    },
  };
}

/** Every group that a file belongs to. */
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
