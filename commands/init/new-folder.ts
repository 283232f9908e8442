/** Fills a folder that is empty: with all of something, or with nothing. */
import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createFolders } from '../../build/pipeline.ts';
import { describeCreation } from '../../cli/files.ts';
import { CannotRunError } from '../../cli/io.ts';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';

/** What may be in the folder before. */
const ALLOWED = '.git';

/** What the folder is called while it is written, inside the folder itself or next to it. */
const STAGED = '.cartalog-init-';

/**
 * Refuses a folder that has something in it.
 *
 * @param name what the person called it
 * @throws CannotRunError where it is no folder, or not empty
 */
export function refuseFull(folder: string, name: string): void {
  const found = contentOf(folder, name);
  const left = found.find((entry) => entry.startsWith(STAGED));
  if (left !== undefined) {
    throw new CannotRunError(
      `An earlier run was ended while it wrote ${name}; delete all of it but .git, ${left} too.`,
    );
  }
  const others = found.filter((entry) => entry !== ALLOWED);
  if (others.length === 0) return;
  const shown = others.slice(0, 3).join(', ');
  throw new CannotRunError(
    `${name} is not empty (${shown}${others.length > 3 ? ', …' : ''}); name an empty or a new folder.`,
  );
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
 * Fills a folder. Where there is none, `fill` gets one next to it, which takes its place in one step. One that is there
 * stays the same folder, with its owner and permissions, links and mounts: `fill` gets a folder inside it, whose entries
 * are moved out one by one, and removed if that fails.
 *
 * @param name what the person called it
 * @throws whatever `fill` throws; CannotRunError where the system refuses. The folder is then as it was
 */
export async function fillFolder(
  folder: string,
  name: string,
  fill: (staged: string) => Promise<void> | void,
): Promise<void> {
  const isThere = existsSync(folder);
  const staged = isThere
    ? join(folder, `${STAGED}${process.pid}`)
    : join(dirname(folder), `${STAGED}${basename(folder)}-${process.pid}`);
  const made = firstMissing(dirname(staged));
  try {
    createFolders(staged);
    await fill(staged);
    if (isThere) moveAll(staged, folder);
    else renameSync(staged, folder);
  } catch (error) {
    cleanUp(made ?? staged);
    if (systemCode(error) === null) throw error;
    throw new CannotRunError(`${name} cannot be written: ${describeCreation(error)}; nothing is written.`);
  }
}

/** Removes what was staged. Where the system lets nobody write, there may be nothing, and the first error is the one to tell. */
function cleanUp(staged: string): void {
  try {
    rmSync(staged, { recursive: true, force: true });
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}

/** The uppermost folder of a path that does not exist; null where all do. */
function firstMissing(path: string): string | null {
  if (existsSync(path)) return null;
  return firstMissing(dirname(path)) ?? path;
}

/** Moves all entries of a folder, or none. */
function moveAll(from: string, to: string): void {
  const moved: string[] = [];
  try {
    for (const name of readdirSync(from)) {
      renameSync(join(from, name), join(to, name));
      moved.push(name);
    }
    rmdirSync(from);
  } catch (error) {
    for (const name of moved) rmSync(join(to, name), { recursive: true, force: true });
    throw error;
  }
}
