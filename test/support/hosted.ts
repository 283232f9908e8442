/** A repository as GitHub hosts it, and a checkout of its main in which a workflow runs. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Files, temporaryFolder, writeFiles } from './catalogs.ts';
import { configure, git, Repository } from './git.ts';

/** Checkouts that were cloned, by their catalog: a copy takes less than a clone. They go with the run. */
const cloned = new Map<string, string>();

/** Git does not tidy up by itself, which takes processes. */
const UNTENDED = { 'gc.auto': '0', 'receive.autogc': 'false', 'maintenance.auto': 'false' };

export class HostedCatalog {
  readonly origin: Repository;
  readonly checkout = join(temporaryFolder(), 'checkout');

  constructor(catalog: Files) {
    this.origin = new Repository(catalog);
    const key = JSON.stringify(catalog);
    const known = cloned.get(key) ?? mkdtempSync(join(tmpdir(), 'cartalog-clone-'));
    if (!cloned.has(key)) {
      git(known, ['clone', '--quiet', this.origin.path, '.']);
      git(known, ['config', '--unset', 'remote.origin.url']);
    }
    cloned.set(key, known);
    cpSync(known, this.checkout, { recursive: true });
    configure(this.origin.path, UNTENDED);
    configure(this.checkout, { ...UNTENDED, 'remote.origin.url': this.origin.path });
  }

  read(...args: string[]): string {
    return git(this.origin.path, args).trim();
  }

  /** The commit of a branch; empty where there is no such branch. */
  branch(name: string): string {
    return this.read('for-each-ref', '--format=%(objectname)', `refs/heads/${name}`);
  }

  /** Commits a change of the catalog on a branch of the repository, which is made if it is not there. */
  commitOn(branch: string, change: Files | ((origin: Repository) => void)): void {
    this.origin.git('checkout', '--quiet', ...(this.branch(branch) === '' ? ['-b'] : []), branch);
    if (typeof change === 'function') change(this.origin);
    else this.origin.write(change);
    this.origin.commit();
    this.origin.git('checkout', '--quiet', '--force', 'main');
  }

  change(files: Files): void {
    writeFiles(this.checkout, files);
  }

  moveMain(files: Files): void {
    writeFiles(this.origin.path, files);
    this.origin.commit();
    git(this.checkout, ['fetch', '--quiet', 'origin']);
    git(this.checkout, ['reset', '--quiet', '--hard', 'origin/main']);
  }
}
