/** Git repositories for tests, free of the settings of the machine. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Files, temporaryFolder, writeFiles } from './catalogs.ts';
import { environment } from './cli.ts';

/** Keeps git away from what the machine's owner has set. */
export const GIT_ENVIRONMENT = environment({
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.org',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.org',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
});

/** A repository with a catalog in `catalog/`, committed on `main`. */
export class Repository {
  readonly path = temporaryFolder();

  constructor(catalog: Files) {
    this.git('init', '--quiet', '--initial-branch=main');
    this.write(catalog);
    this.commit();
  }

  git(...args: string[]): string {
    return execFileSync('git', ['-C', this.path, ...args], { env: GIT_ENVIRONMENT, encoding: 'utf8' });
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

  /** Commits all there is. */
  commit(): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', 'Change');
  }
}
