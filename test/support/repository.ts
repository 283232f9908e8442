/** A git repository that holds a catalog, for tests of what changes in one. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Files, temporaryFolder, writeFiles } from './catalogs.ts';
import { commitAll, git } from './git.ts';

const DATE = '2026-01-02T03:04:05Z';

/** The catalog stands in `catalog/` and is committed on `main`. */
export class Repository {
  readonly path = temporaryFolder();

  constructor(catalog: Files) {
    this.write(catalog);
    this.commit();
  }

  git(...args: string[]): void {
    git(this.path, args);
  }

  /** Commits all there is. */
  commit(): void {
    commitAll(this.path, DATE);
  }

  /** Writes files of the catalog. */
  write(files: Files): void {
    writeFiles(join(this.path, 'catalog'), files);
  }

  /** Removes a file or folder of the catalog. */
  remove(path: string): void {
    rmSync(join(this.path, 'catalog', path), { recursive: true });
  }

  /** Renames a file of the catalog. */
  rename(from: string, to: string): void {
    const target = join(this.path, 'catalog', to);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(this.path, 'catalog', from), target);
  }
}
