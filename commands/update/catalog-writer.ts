/** Writes the results of an update into the catalog, while editors may change it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FormatError } from '../../build/pipeline.ts';
import { createFile, replaceFile } from '../../cli/files.ts';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';
import type { DataSourceUpdate, Groups, KnownDataSource } from './data-source.ts';
import { RewriteError, type Rewritten, rewriteGroups, rewriteRemovals } from './rewrite.ts';

/** Writes new entries of one data source, each file atomically. */
export class CatalogWriter {
  readonly #root: string;
  readonly #id: string;
  readonly #isDryRun: boolean;
  #current: Groups;
  readonly #written = new Set<string>();
  readonly #conflicts = new Set<string>();

  /** @param root the folder of the catalog */
  constructor(root: string, { id, groups }: KnownDataSource, isDryRun: boolean) {
    this.#root = root;
    this.#id = id;
    this.#current = groups;
    this.#isDryRun = isDryRun;
  }

  /** The paths of the files that were written, or would be. */
  get written(): readonly string[] {
    return [...this.#written];
  }

  /** Writes the entries, and the reasons for removals. @returns the failures */
  write(groups: Groups, gone: readonly string[]): DataSourceUpdate['failed'] {
    const read = (path: string): string | null => this.#read(path);
    try {
      const { files, conflicts } = rewriteGroups(this.#id, this.#current, groups, read);
      for (const path of conflicts) this.#conflicts.add(path);
      const news = {
        gone: gone.filter((path) => !this.#conflicts.has(path)),
        reason: `Its server had no such file any more on ${new Date().toISOString().slice(0, 10)}.`,
        added: newPaths(this.#current, groups),
      };
      // First, so that no entry disappears without a reason.
      const removals = rewriteRemovals(this.#id, news, read);
      for (const rewritten of [...(removals ? [removals] : []), ...files]) this.#replace(rewritten);
      if (!this.#isDryRun) this.#current = groups;
    } catch (error) {
      const isKnown = error instanceof RewriteError || error instanceof FormatError;
      return [{ path: '', reason: isKnown ? error.message : `it cannot be written: ${describeSystemError(error)}` }];
    }
    return [...this.#conflicts].map((path) => ({
      path,
      reason: 'somebody changed its entry in the meantime, so it stays',
    }));
  }

  #read(path: string): string | null {
    try {
      return readFileSync(join(this.#root, path), 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  #replace({ path, before, text }: Rewritten): void {
    this.#written.add(path);
    if (this.#isDryRun) return;
    const file = join(this.#root, path);
    if (before === null) createFile(file, text);
    else replaceFile(file, text);
  }
}

/** The paths in `after` that are not in `before`. */
function newPaths(before: Groups, after: Groups): string[] {
  const known = new Set(Object.values(before).flatMap((entries) => Object.keys(entries)));
  return Object.values(after).flatMap((entries) => Object.keys(entries).filter((path) => !known.has(path)));
}
