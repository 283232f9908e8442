import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { LinkInPathError } from '../../contract/base/system-errors.ts';

/**
 * The author of the checkout chose links below the root. Links above, such as a home on another disk, are fine.
 * @param root by default of the repository
 */
export function refuseLinks(path: string, root: string | null = repositoryOf(dirname(path))): void {
  let place = root;
  for (const part of root === null ? [] : relative(root, path).split(sep)) {
    place = join(place as string, part);
    const status = lstatSync(place, { throwIfNoEntry: false });
    if (!status) return;
    if (status.isSymbolicLink()) {
      const link = relative(root as string, place);
      throw new LinkInPathError(`${link} is a symbolic link, which may lead out of the repository; move it away`);
    }
  }
}

/** The nearest folder with a `.git` that is not a link. */
function repositoryOf(folder: string): string | null {
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isLink && existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? null : repositoryOf(dirname(folder));
}
