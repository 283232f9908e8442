/**
 * The last stage: the assets into a folder, wholly or not at all.
 *
 * Everything is written into a new folder beside the old one, and the two change places when it is complete. A system
 * cannot exchange two folders in one step from Node, so for an instant between two renames there is no site; a build
 * killed there leaves the old site beside its place, and the next build puts it back before anything else.
 */
import {
  existsSync,
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
import type { Asset } from '../render/asset.ts';
import { takeLock } from './lock.ts';

/** The site cannot go where it should; the message says why and what to do. */
export class SiteFolderError extends Error {}

/** What became of the folder. */
export type WriteOutcome = 'written' | 'unchanged';

/** How long to wait for another build that writes the same folder, and who is told what happens meanwhile. */
export interface WriteOptions {
  readonly patienceMs: number;
  /** Another build, of this process id, is being waited for. */
  readonly onWait: (pid: number) => void;
  /** A build that was killed has been cleaned up behind. */
  readonly onRecover: () => void;
}

/**
 * Replaces a site folder.
 *
 * @throws SiteFolderError where the folder holds something else than a site
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
    if (holdsExactly(place.site, assets)) return 'unchanged';
    stage(place.next, assets);
    swap(place);
    return 'written';
  } catch (error) {
    discard(place.next);
    throw error;
  } finally {
    release();
  }
}

interface Places {
  readonly site: string;
  /** The new site while it is written. */
  readonly next: string;
  /** The old site while the two change places. */
  readonly previous: string;
  readonly lock: string;
}

function placesFor(out: string): Places {
  // A link stays a link; what it leads to is replaced.
  const site = existsSync(out) ? realpathSync(out) : resolve(out);
  const beside = (ending: string): string => join(dirname(site), `.${basename(site)}.${ending}`);
  return { site, next: beside('next'), previous: beside('previous'), lock: beside('lock') };
}

/** Cleans up behind a build that was killed, and gives whether there was one. */
function recover({ site, next, previous }: Places): boolean {
  const wasKilled = existsSync(previous) || existsSync(next);
  if (existsSync(previous) && !existsSync(site)) renameSync(previous, site);
  rmSync(previous, { recursive: true, force: true });
  rmSync(next, { recursive: true, force: true });
  return wasKilled;
}

/** A slip in --out must not cost anybody a folder. */
function refuseForeignFolder(site: string): void {
  if (!existsSync(site)) return;
  if (!statSync(site).isDirectory()) throw new SiteFolderError(`${site} is a file; name a folder`);
  const names = readdirSync(site);
  if (names.length > 0 && !(names.includes('_headers') && names.includes('v1'))) {
    throw new SiteFolderError(`${site} holds something that is not a site; name another folder or empty it`);
  }
}

/** Whether a folder has these files with this content and no others: then nothing needs to be written. */
function holdsExactly(site: string, assets: readonly Asset[]): boolean {
  if (!existsSync(site)) return false;
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  if (files.length !== assets.length) return false;
  return assets.every(({ path, content }) => {
    try {
      return readFileSync(join(site, path), 'utf8') === content;
    } catch {
      return false;
    }
  });
}

function stage(next: string, assets: readonly Asset[]): void {
  mkdirSync(next);
  let folder = next;
  for (const { path, content } of assets) {
    const file = join(next, path);
    if (!file.startsWith(next + sep)) throw new Error(`${path} leads out of the site`);
    if (dirname(file) !== folder) {
      folder = dirname(file);
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(file, content);
  }
}

/** Removes what was staged; where even that fails, the error that led here is the one to report. */
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
