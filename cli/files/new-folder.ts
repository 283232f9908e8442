import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFolders } from '../../build/write/durable.ts';
import { describeSystemError } from '../../contract/base/system-errors.ts';
import { listOfNames } from '../../contract/base/text.ts';
import { CannotRunError, whileReading } from '../terminal/io.ts';

const STAGED = '.cartalog-init-';

/** @param record the file that every repository of a catalog has */
export function refuseFullFolder(folder: string, name: string, record: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new CannotRunError(`${name} is not a folder.`);
  const entries = existsSync(folder) ? whileReading(name, () => readdirSync(folder)) : [];
  const found = entries.filter((entry) => entry !== '.git');
  if (found.length === 0) return;
  const left = found.find((entry) => entry.startsWith(STAGED));
  if (left !== undefined) {
    const others = found.length === 1 ? '' : ' Its other files may be yours.';
    throw new CannotRunError(
      `An earlier run was ended while it wrote ${name}, and left ${left} there.${others} Name a new folder.`,
    );
  }
  const missing = [record, 'catalog/'].filter((part) => !found.includes(part.replace('/', '')));
  if (missing.length === 0)
    throw new CannotRunError(`${name} is a catalog already; use init --upgrade in it to bring its files up to date.`);
  if (missing.length === 1)
    throw new CannotRunError(
      `${name} has files of a catalog, but no ${missing[0]}: restore it from the history of git. Or name a new folder, and replace the catalog in it with yours.`,
    );
  const shown = `${listOfNames(found.slice(0, 3))}${found.length > 3 ? ', …' : ''}`;
  throw new CannotRunError(`${name} is not empty (${shown}); name an empty or a new folder.`);
}

/**
 * `fill` writes to a temporary folder, which becomes the new folder in one step. An existing folder keeps its owner,
 * permissions, links and mounts: the temporary one is inside, and its entries are moved out.
 * @throws errors of `fill`; CannotRunError for errors of the system. The folder is then unchanged
 */
export async function fillNewFolder(
  folder: string,
  name: string,
  fill: (staged: string) => Promise<void> | void,
): Promise<void> {
  const isNew = !existsSync(folder);
  const written = [firstMissing(dirname(folder))].filter((path) => path !== null);
  try {
    createFolders(dirname(folder));
    const temporary = mkdtempSync(join(isNew ? dirname(folder) : folder, STAGED));
    try {
      // The temporary folder is private; this one has usual permissions.
      const staged = join(temporary, 'new');
      mkdirSync(staged);
      await fill(staged);
      if (isNew) return renameSync(staged, folder);
      for (const entry of readdirSync(staged)) {
        renameSync(join(staged, entry), join(folder, entry));
        written.push(join(folder, entry));
      }
    } finally {
      rmSync(temporary, { recursive: true });
    }
  } catch (error) {
    for (const path of written) if (existsSync(path)) rmSync(path, { recursive: true });
    const why = describeSystemError(error, 'creating');
    throw new CannotRunError(`${name} cannot be written: ${why}; nothing is written.`);
  }
}

function firstMissing(path: string): string | null {
  return existsSync(path) ? null : (firstMissing(dirname(path)) ?? path);
}
