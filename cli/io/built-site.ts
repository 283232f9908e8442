import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteFiles } from '../../review/site.ts';
import { CannotRunError } from './io.ts';

/**
 * The files of a site folder on disk. Links are not followed: a site folder has none, and one that came from elsewhere
 * could lead anywhere.
 *
 * @param name what the person called the folder
 * @throws CannotRunError where it cannot be read
 */
export function readSiteFolder(root: string, name: string): SiteFiles {
  const sizes = new Map<string, number>();
  try {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      sizes.set(path.slice(join(root, '/').length).replaceAll('\\', '/'), statSync(path).size);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CannotRunError(`There is no folder ${name}.`);
    if (code === 'ENOTDIR') throw new CannotRunError(`${name} is not a folder.`);
    throw new CannotRunError(`The folder ${name} cannot be read (${code}).`);
  }
  return { sizes, read: (path) => readFileSync(join(root, path)) };
}
