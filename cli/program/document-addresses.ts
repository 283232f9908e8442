import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { repositoryLinks } from '../../contract/base/repository-links.ts';
import { IS_PUBLISHED, PACKAGE_ROOT, packageVersion, repositoryUrl } from './package.ts';

/** A page of the program: its path, in a clone or in the installed package; its address if the package does not contain it. */
export function programPageOf(path: string): string {
  const file = join(PACKAGE_ROOT, path);
  if (!existsSync(file)) return programPageAddress(path);
  if (basename(dirname(PACKAGE_ROOT)) !== 'node_modules') return path;
  const here = relative(process.cwd(), file);
  return here.startsWith('..') ? file : here;
}

/**
 * The address of a page of the program, on the forge of its repository, at the tag of this version. Before the first
 * publication there is no tag; later a commit between two releases has the number of the last one. So no link is dead.
 */
export function programPageAddress(path: string, isPublished = IS_PUBLISHED): string {
  const branch = isPublished ? `v${packageVersion()}` : 'main';
  return repositoryLinks({ repository: repositoryUrl(), branch }).view(path);
}
