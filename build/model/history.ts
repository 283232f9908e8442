/** When catalog files were last changed, as far as that is known from the repository. */

/** The commits of a repository, as far as they concern the files of a catalog folder. */
export interface Commits {
  /** Seconds since 1970 of the last commit that touched each file, removed files included, by path in the catalog. */
  readonly times: ReadonlyMap<string, number>;
  /** Files that differ from the last commit, or that it does not have. */
  readonly uncommitted: ReadonlySet<string>;
}

/** Finds out when a group of files last changed. */
export interface History {
  /**
   * Seconds since 1970 of the last commit that touched any file whose path matches; null where that is not known,
   * because there is no repository, its history is cut off, or one of the files has changes that are not committed.
   */
  lastChange(paths: RegExp): number | null;
}

/** A history in which every file was committed. */
export const ALL_COMMITTED: History = { lastChange: () => 0 };

/** A history of commits; null where nothing is known. */
export function historyOf(commits: Commits | null): History {
  return {
    lastChange(paths) {
      if (!commits || [...commits.uncommitted].some((path) => paths.test(path))) return null;
      let latest: number | null = null;
      for (const [path, time] of commits.times) {
        if (paths.test(path) && (latest === null || time > latest)) latest = time;
      }
      return latest;
    },
  };
}
