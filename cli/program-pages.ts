/** Where the documents of the program are. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryLinks } from '../contract/repository-links.ts';
import { PACKAGE_ROOT, packageJson } from './package.ts';

/** The address of the program's repository, from package.json, without a trailing slash. */
export function repositoryUrl(): string {
  // The form that npm requires.
  return packageJson()
    .repository.url.replace(/^git\+/, '')
    .replace(/\.git$/, '');
}

/** A page of the program: its path in a clone, otherwise its address, because the package does not contain it. */
export function pageOf(path: string): string {
  return existsSync(join(PACKAGE_ROOT, path)) ? path : addressOfPage(path);
}

/** The address of a page of the program, on the forge of its repository. */
export function addressOfPage(path: string): string {
  return repositoryLinks({ repository: repositoryUrl(), branch: 'main' }).view(path);
}
