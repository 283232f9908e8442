import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseLinks } from './refuse-links.ts';

const TEMPORARY_FOLDER = '.cartalog';

/** Git ignores it. @param names files and folders that the caller uses in it */
export function openTemporaryFolder(cwd: string, ...names: readonly string[]): string {
  const folder = join(cwd, TEMPORARY_FOLDER);
  for (const name of ['', '.gitignore', ...names]) refuseLinks(join(folder, name), cwd);
  mkdirSync(folder, { recursive: true });
  const ignored = join(folder, '.gitignore');
  if (!existsSync(ignored)) writeFileSync(ignored, '*\n', { flag: 'wx' });
  return folder;
}

export function leaveTemporaryFolder(cwd: string): void {
  const folder = join(cwd, TEMPORARY_FOLDER);
  try {
    refuseLinks(folder, cwd);
    if (readdirSync(folder).every((name) => name === '.gitignore')) rmSync(folder, { recursive: true });
  } catch {
    // The folder is missing, or another process just used it.
  }
}
