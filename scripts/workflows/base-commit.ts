import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * The commit that a change was merged onto when it was checked, as the change itself says in a file. The change is a
 * stranger's: what it says is taken only where it is a commit of the branch that is checked out. Else, that branch.
 */
export function baseCommit(file: string, folder: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const said = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (/^[0-9a-f]{40}$/.test(said)) {
    try {
      git('merge-base', '--is-ancestor', said, 'HEAD');
      return said;
    } catch {
      // Not of this branch.
    }
  }
  return git('rev-parse', 'HEAD');
}
