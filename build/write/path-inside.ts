import { join, sep } from 'node:path';

/** The place of a file in a folder. @throws where the path leads out of it, which no asset's does */
export function pathInside(folder: string, path: string): string {
  const file = join(folder, path);
  if (!file.startsWith(folder + sep)) throw new Error(`${path} leads out of the site`);
  return file;
}
