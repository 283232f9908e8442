/** How users start the program. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PACKAGE_ROOT } from './package.ts';

/**
 * The command line that starts the program in a folder. `npx` is used only if the program is installed there or is the
 * checkout, and with `--no`: otherwise npx would later download any package of that name.
 */
export function programCall(cwd: string): string {
  const isHere = (folder: string): boolean =>
    folder === PACKAGE_ROOT || existsSync(join(folder, 'node_modules', 'cartalog'));
  let folder = resolve(cwd);
  while (!isHere(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return isHere(folder) ? 'npx --no -- cartalog' : 'cartalog';
}
