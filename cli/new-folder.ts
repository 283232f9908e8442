/** Fills an empty folder completely or not at all. */
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createFolders } from '../build/write/durable.ts';
import { describeSystemError, systemCode } from '../contract/system-errors.ts';
import { CannotRunError } from './io.ts';
import { removeLitter } from './write-file.ts';

/** The prefix of the temporary folder. */
const STAGED = '.cartalog-init-';

/**
 * Refuses a folder that contains anything but `.git`.
 *
 * @param name the folder in messages
 * @throws CannotRunError if it is not a folder, or not empty
 */
export function refuseFull(folder: string, name: string): void {
  const found = contentOf(folder, name).filter((entry) => entry !== '.git');
  const left = found.find((entry) => entry.startsWith(STAGED));
  if (left !== undefined) {
    throw new CannotRunError(
      `An earlier run was ended while it wrote ${name}; delete all of it but .git, ${left} too.`,
    );
  }
  if (found.length === 0) return;
  const shown = `${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}`;
  throw new CannotRunError(`${name} is not empty (${shown}); name an empty or a new folder.`);
}

function contentOf(folder: string, name: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new CannotRunError(`${name} is not a folder.`);
    throw new CannotRunError(`The folder ${name} cannot be read: ${describeSystemError(error)}.`);
  }
}

/**
 * Fills a folder, and creates it if necessary. `fill` writes to a temporary folder. It becomes the new folder in one step.
 * An existing folder keeps its owner, permissions, links and mounts: the temporary folder is inside it, and its entries
 * are moved out.
 *
 * @param name the folder in messages
 * @throws errors of `fill`; CannotRunError for system errors. The folder is then unchanged
 */
export async function fillFolder(
  folder: string,
  name: string,
  fill: (staged: string) => Promise<void> | void,
): Promise<void> {
  const isNew = !existsSync(folder);
  const place = isNew ? dirname(folder) : folder;
  const prefix = isNew ? `.${basename(folder)}${STAGED}` : STAGED;
  const staged = join(place, `${prefix}${process.pid}`);
  const written = [firstMissing(place) ?? staged];
  try {
    if (existsSync(place)) removeLitter(place, prefix, '');
    createFolders(staged);
    await fill(staged);
    if (isNew) {
      renameSync(staged, folder);
      return;
    }
    for (const entry of readdirSync(staged)) {
      renameSync(join(staged, entry), join(folder, entry));
      written.push(join(folder, entry));
    }
    rmdirSync(staged);
  } catch (error) {
    for (const path of written) {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // The first error is the one to report.
      }
    }
    throw new CannotRunError(
      `${name} cannot be written: ${describeSystemError(error, 'creating')}; nothing is written.`,
    );
  }
}

/** The uppermost missing folder of a path; null if all exist. */
function firstMissing(path: string): string | null {
  return existsSync(path) ? null : (firstMissing(dirname(path)) ?? path);
}
