import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { repositoryLinks } from '../../contract/base/repository-links.ts';
import { IS_PUBLISHED, PACKAGE_ROOT, packageVersion, repositoryUrl } from './package.ts';

/** A path, or an address if the package lacks the document. */
export function programPageOf(path: string): string {
  const file = join(PACKAGE_ROOT, path);
  if (!existsSync(file)) return programPageAddress(path);
  if (basename(dirname(PACKAGE_ROOT)) !== 'node_modules') return path;
  const here = relative(process.cwd(), file);
  return here.startsWith('..') ? file : here;
}

/**
 * Before the first publication, no tag has this version's documents; the branch `main` has them. Between two releases,
 * the version is the last release.
 */
export function programPageAddress(path: string, isPublished = IS_PUBLISHED): string {
  const branch = isPublished ? `v${packageVersion()}` : 'main';
  return repositoryLinks({ repository: repositoryUrl(), branch }).view(path);
}
