/**
 * The last stage: the assets into a folder, wholly or not at all.
 *
 * Everything is written into a new folder next to the old one, and the two are swapped when it is complete. Node cannot
 * exchange two folders in one step, so for an instant between two renames there is no site. A build that is killed there
 * leaves the old site under another name, and the next build puts it back before it does anything else.
 */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { OnProgress } from '../read/read.ts';
import type { Asset } from '../render/site.ts';
import { CANNOT_LINK, takeLock } from './lock.ts';

/** The site cannot go where it should; the message says why and what to do. */
export class SiteFolderError extends Error {}

/** What was done with the folder. */
export type WriteOutcome = 'written' | 'unchanged';

/** How long to wait for another build that writes the same folder, and what to call meanwhile. */
export interface WriteOptions {
  readonly patienceMs: number;
  /** Called when waiting for another build begins, with its process id where that is known. */
  readonly onWait: (pid: number | null) => void;
  /** Called when the remains of a build that was killed have been removed. */
  readonly onRecover: () => void;
  readonly onProgress?: OnProgress;
}

/**
 * Replaces a site folder.
 *
 * @throws SiteFolderError where the folder has something in it that is not a site
 * @throws LockedError where another build does not finish
 * @throws the system's error where it cannot be written; the old site is then still in place
 */
export async function replaceSite(out: string, assets: readonly Asset[], options: WriteOptions): Promise<WriteOutcome> {
  const place = placesFor(out);
  mkdirSync(dirname(place.site), { recursive: true });
  const release = await takeLock(place.lock, options.patienceMs, options.onWait);
  try {
    if (recover(place)) options.onRecover();
    refuseForeignFolder(place.site);
    const { unchanged, fileCount } = compareWith(place.site, assets);
    if (unchanged.size === assets.length && fileCount === assets.length) return 'unchanged';
    stage(place, assets, unchanged, options.onProgress);
    swap(place);
    return 'written';
  } catch (error) {
    discard(place.next);
    throw error;
  } finally {
    release();
  }
}

/**
 * Puts back a site that a killed build left under another name, so that there is a site whatever happens next.
 *
 * @throws the system's error where it cannot be moved
 */
export async function recoverSite(out: string, options: WriteOptions): Promise<void> {
  const place = placesFor(out);
  if (existsSync(place.site) || !existsSync(place.previous)) return;
  const release = await takeLock(place.lock, options.patienceMs, options.onWait);
  try {
    if (recover(place)) options.onRecover();
  } finally {
    release();
  }
}

interface Places {
  readonly site: string;
  /** The new site while it is written. */
  readonly next: string;
  /** The old site while the two are swapped. */
  readonly previous: string;
  readonly lock: string;
}

function placesFor(out: string): Places {
  // A symbolic link stays one; the folder that it leads to is replaced.
  const site = existsSync(out) ? realpathSync(out) : resolve(out);
  const beside = (ending: string): string => join(dirname(site), `.${basename(site)}.${ending}`);
  return { site, next: beside('next'), previous: beside('previous'), lock: beside('lock') };
}

/** Removes the remains of a build that was killed. Gives whether there were any. */
function recover({ site, next, previous }: Places): boolean {
  const wasKilled = existsSync(previous) || existsSync(next);
  if (existsSync(previous) && !existsSync(site)) renameSync(previous, site);
  rmSync(previous, { recursive: true, force: true });
  rmSync(next, { recursive: true, force: true });
  return wasKilled;
}

/** A mistake in --out must not delete anybody's folder. */
function refuseForeignFolder(site: string): void {
  if (!existsSync(site)) return;
  if (!statSync(site).isDirectory()) throw new SiteFolderError(`${site} is a file; name a folder`);
  const names = readdirSync(site);
  if (names.length > 0 && !(names.includes('_headers') && names.includes('v1'))) {
    throw new SiteFolderError(`${site} contains something that is not a site; name another folder or empty it`);
  }
}

/** Which assets a folder has already, and how many files it has in all. */
interface Present {
  readonly unchanged: ReadonlySet<string>;
  readonly fileCount: number;
}

function compareWith(site: string, assets: readonly Asset[]): Present {
  if (!existsSync(site)) return { unchanged: new Set(), fileCount: 0 };
  const entries = readdirSync(site, { recursive: true, withFileTypes: true });
  const files = new Set(entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
  const unchanged = assets.filter(({ path, content }) => {
    const file = join(site, path);
    return files.has(file) && readFileSync(file).equals(content);
  });
  return {
    unchanged: new Set(unchanged.map(({ path }) => path)),
    fileCount: entries.filter((entry) => !entry.isDirectory()).length,
  };
}

/** Writes the new site. A file that did not change is not written again: it becomes a hard link to the old one. */
function stage(
  { site, next }: Places,
  assets: readonly Asset[],
  unchanged: ReadonlySet<string>,
  onProgress?: OnProgress,
): void {
  mkdirSync(next);
  let folder = next;
  for (const [index, { path, content }] of assets.entries()) {
    onProgress?.('Writing', index, assets.length, path);
    const file = pathInside(next, path);
    if (dirname(file) !== folder) {
      folder = dirname(file);
      mkdirSync(folder, { recursive: true });
    }
    if (!unchanged.has(path) || !link(join(site, path), file)) writeFileSync(file, content);
  }
}

/** Creates a hard link. Gives false where the file system has none. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (CANNOT_LINK.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Removes what was staged. Where that fails too, the first error is the one to report. */
function discard(next: string): void {
  try {
    rmSync(next, { recursive: true, force: true });
  } catch {
    // The next build tries again.
  }
}

function swap({ site, next, previous }: Places): void {
  const hadSite = existsSync(site);
  if (hadSite) renameSync(site, previous);
  try {
    renameSync(next, site);
  } catch (error) {
    if (hadSite) renameSync(previous, site);
    throw error;
  }
  rmSync(previous, { recursive: true, force: true });
}

/** The path of a file in a folder. @throws where it leads out of the folder, which no asset's path does */
export function pathInside(folder: string, path: string): string {
  const file = join(folder, path);
  if (!file.startsWith(folder + sep)) throw new Error(`${path} leads out of the site`);
  return file;
}
