/** Writes the results of an update into the catalog, while editors may change it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FormatError, loadFile, oneFileFolder } from '../../build/pipeline.ts';
import { createFile, replaceFile } from '../../cli/files.ts';
import { runGit } from '../../cli/git-process.ts';
import type { RemovalsSource } from '../../contract/generated/catalog.types.ts';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';
import { targetKey } from '../../contract/targets.ts';
import { byCodePoint } from '../../contract/text.ts';
import type { DataSourceUpdate, Groups, KnownDataSource } from './data-source.ts';
import { REMOVALS_FILE, RewriteError, type Rewritten, rewriteGroups, rewriteRemovals } from './rewrite.ts';

/** The files of a catalog. A dry run keeps its changes here. */
export class UpdatedFiles {
  readonly #root: string;
  readonly #planned: Map<string, Rewritten> | null;

  /** @param root the folder of the catalog */
  constructor(root: string, isDryRun: boolean) {
    this.#root = root;
    this.#planned = isDryRun ? new Map() : null;
  }

  /** The changes of a dry run. */
  get planned(): readonly Rewritten[] {
    return [...(this.#planned?.values() ?? [])].sort((a, b) => byCodePoint(a.path, b.path));
  }

  /** The text of a file; null if it does not exist. */
  read(path: string): string | null {
    const planned = this.#planned?.get(path);
    if (planned) return planned.text;
    try {
      return readFileSync(join(this.#root, path), 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  write({ path, before, text }: Rewritten): void {
    const file = join(this.#root, path);
    const planned = this.#planned?.get(path);
    if (this.#planned) this.#planned.set(path, { path, before: planned ? planned.before : before, text });
    else if (before === null) createFile(file, text);
    else replaceFile(file, text);
  }
}

/** Writes new entries of one data source, each file atomically. */
export class CatalogWriter {
  readonly #files: UpdatedFiles;
  readonly #id: string;
  #current: Groups;
  #dropped = 0;
  readonly #written = new Set<string>();
  readonly #conflicts = new Set<string>();

  constructor(files: UpdatedFiles, { id, groups }: KnownDataSource) {
    this.#files = files;
    this.#id = id;
    this.#current = groups;
  }

  /** The paths of the files that were written, or would be. */
  get written(): readonly string[] {
    return [...this.#written];
  }

  /** The number of entries that were deleted from the list of removals, or would be. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Writes the entries, and the reasons for removals.
   *
   * @param published the keys of removals that had their effect, and are deleted
   * @returns the failures
   */
  write(groups: Groups, gone: readonly string[], published?: ReadonlySet<string>): DataSourceUpdate['failed'] {
    const read = (path: string): string | null => this.#files.read(path);
    try {
      const { files, conflicts } = rewriteGroups(this.#id, this.#current, groups, read);
      for (const path of conflicts) this.#conflicts.add(path);
      const removed = gone.filter((path) => !this.#conflicts.has(path));
      const added = newPaths(this.#current, groups);
      const news = {
        gone: removed,
        reason: `Its server had no such file any more on ${new Date().toISOString().slice(0, 10)}.`,
        added,
        ...(published ? { published } : {}),
      };
      // First, so that no entry disappears without a reason.
      const removals = rewriteRemovals(this.#id, news, read);
      this.#dropped += removals?.dropped ?? 0;
      for (const rewritten of [...(removals ? [removals] : []), ...files]) {
        this.#written.add(rewritten.path);
        this.#files.write(rewritten);
      }
      this.#current = groups;
    } catch (error) {
      const isKnown = error instanceof RewriteError || error instanceof FormatError;
      return [{ path: '', reason: isKnown ? error.message : `it cannot be written: ${describeSystemError(error)}` }];
    }
    return [...this.#conflicts].map((path) => ({
      path,
      reason: 'somebody changed its entry in the meantime, so it stays',
    }));
  }
}

/** The paths in `after` that are not in `before`. */
function newPaths(before: Groups, after: Groups): string[] {
  const known = new Set(Object.values(before).flatMap((entries) => Object.keys(entries)));
  return Object.values(after).flatMap((entries) => Object.keys(entries).filter((path) => !known.has(path)));
}

/** The keys of the removals that the published branch lists; none if it is unknown. */
export async function publishedRemovals(catalog: string, branch: string): Promise<ReadonlySet<string>> {
  const git = (...args: string[]): Promise<Buffer | null> => runGit(catalog, args).catch(() => null);
  for (const ref of [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`, 'HEAD']) {
    if ((await git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)) === null) continue;
    const bytes = await git('show', `${ref}:./${REMOVALS_FILE.path}`);
    const list = bytes && loadFile(oneFileFolder(bytes), REMOVALS_FILE).value;
    return new Set(((list ?? []) as RemovalsSource).map(targetKey));
  }
  return new Set();
}
