/** The times of the last changes of catalog files, from the repository. */

/** The change of a file in a commit. */
export interface CommittedChange {
  /** Inside the catalog folder. */
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
}

/** A commit that concerns a catalog folder. */
export interface LoggedCommit {
  /** Its full name. */
  readonly commit: string;
  /** Its time in seconds since 1970. */
  readonly time: number;
  /** The first line of its message; untrusted text. */
  readonly subject: string;
  readonly files: readonly CommittedChange[];
}

/** The commits that concern a catalog folder. */
export interface Commits {
  /**
   * The time of the last commit of each file, in seconds since 1970, by path in the catalog; includes removed files.
   */
  readonly times: ReadonlyMap<string, number>;
  /** Files with uncommitted changes, or that are not in the last commit. */
  readonly uncommitted: ReadonlySet<string>;
  /** The newest commits that changed files of the catalog, newest first, up to a limit; none by default. */
  readonly log?: readonly LoggedCommit[];
}

/** Finds when a group of files last changed. */
export interface History {
  /**
   * The time of the last commit of any file of a group, in seconds since 1970; null if it is unknown, because there is
   * no repository, its history is cut off, or one of the files has uncommitted changes.
   *
   * @param sources paths of files; folders with a trailing slash; the empty text for all files; and `folder/:id/name`
   *   for the
   *   files of that name in every subfolder of a folder
   */
  lastChange(sources: readonly string[]): number | null;
  /** The newest commits, newest first; none if they are unknown. */
  readonly log: readonly LoggedCommit[];
}

/** A history of commits; null if they are unknown. */
export function historyOf(commits: Commits | null): History {
  if (!commits) return { lastChange: () => null, log: [] };
  const times = new Map<string, number>();
  for (const [path, time] of commits.times) {
    for (const source of sourcesWith(path)) times.set(source, Math.max(time, times.get(source) ?? time));
  }
  const uncommitted = new Set([...commits.uncommitted].flatMap(sourcesWith));
  return {
    log: commits.log ?? [],
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
