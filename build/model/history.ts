/** When catalog files were last changed, as far as that is known from the repository. */

/** What a commit did to a file. */
export interface CommittedChange {
  /** Inside the catalog folder. */
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
}

/** One commit, as far as it concerns the files of a catalog folder. */
export interface LoggedCommit {
  /** Its full name. */
  readonly commit: string;
  /** Seconds since 1970 of when it was made. */
  readonly time: number;
  /** The first line of its message, which anybody may have written. */
  readonly subject: string;
  readonly files: readonly CommittedChange[];
}

/** The commits of a repository, as far as they concern the files of a catalog folder. */
export interface Commits {
  /** Seconds since 1970 of the last commit that touched each file, removed files included, by path in the catalog. */
  readonly times: ReadonlyMap<string, number>;
  /** Files that differ from the last commit, or that it does not have. */
  readonly uncommitted: ReadonlySet<string>;
  /** The newest commits that touched files of the catalog, newest first, up to a limit; none if it is left out. */
  readonly log?: readonly LoggedCommit[];
}

/** Finds out when a group of files last changed. */
export interface History {
  /**
   * Seconds since 1970 of the last commit that touched any file of a group; null if that is not known, because there
   * is no repository, its history is cut off, or one of the files has changes that are not committed.
   *
   * @param sources the group: paths of files; folders, with a slash at the end, and the empty text for all files; and `folder/:id/name`, the files of that
   *   name in every folder of a folder
   */
  lastChange(sources: readonly string[]): number | null;
  /** The newest commits, newest first; none if they are not known. */
  readonly log: readonly LoggedCommit[];
}

/** A history of commits; null if nothing is known. */
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

/** Every group of one source that a file belongs to. */
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
