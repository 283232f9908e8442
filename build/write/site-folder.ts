/**
 * The last stage: writes the assets to a folder, completely or not at all.
 *
 * The new site is staged inside the lock, in a folder of this build alone, and swapped with the old one when it is
 * complete. Node cannot exchange two folders in one step, so for an instant between two renames there is no site. A build
 * that is killed there leaves the old site in the lock, and the next build puts it back before it does anything else.
 *
 * The old site is renamed to `trash` before anything in it is deleted. A folder under the name of an
 * old site is therefore always whole.
 *
 * The staged site is flushed to the disk before it is swapped in, and the swap before the old site is deleted, so that
 * a power cut leaves one of them whole, too.
 */
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { systemCode } from '../../contract/system-errors.ts';
import { plural } from '../../contract/text.ts';
import type { OnProgress } from '../read/read.ts';
import type { Asset } from '../render/asset.ts';
import { createFolders, flushCreatedFolders, flushFolder, flushTree } from './durable.ts';
import { type Lock, takeLock } from './lock.ts';

/** The site cannot be written where it should be; the message, which follows its name, says why and what to do. */
export class SiteFolderError extends Error {}

/** Another build has taken the lock over, because this one was suspended or could not be seen; nothing was changed. */
export class LostLockError extends Error {
  constructor() {
    super('another build took over while this one was suspended; run it again');
  }
}

/** The new site is in its place, but the disk failed to keep it; the cause is the system's error. */
export class UnflushedError extends Error {
  constructor(cause: unknown) {
    super('it may be lost with the next power cut', { cause });
  }
}

/** What was done. */
export interface WriteOutcome {
  readonly did: 'written' | 'unchanged';
  /** A folder that could not be deleted and is no longer needed; null in the usual case. */
  readonly leftover: string | null;
}

/** How a site is written, and what to call meanwhile. */
export interface WriteOptions {
  /** How long to wait for another build that writes the same folder. */
  readonly patienceMs: number;
  /** Whether to wait until the site is on the disk, so that it survives a power cut. */
  readonly fsync: boolean;
  /** Called when waiting for another build begins, with its process id where that is known. */
  readonly onWait: (pid: number | null) => void;
  /** Called when what an earlier build had left was put back or removed. */
  readonly onRecover: () => void;
  readonly onProgress?: OnProgress;
}

/** The file in which a site lists its files with their sizes. Only what is listed is ever deleted. */
export const MANIFEST = 'site-manifest.json';

/** Files that systems put into folders by themselves. */
const SYSTEM_FILES = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** Errors of file systems that do not support or permit hard links. */
const CANNOT_LINK = ['EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EXDEV'];

/**
 * Replaces a site folder.
 *
 * @throws SiteFolderError where the folder has something in it that no build wrote
 * @throws LockedError where another build does not finish
 * @throws LostLockError where another build took over
 * @throws UnflushedError where the new site is in place but not on the disk
 * @throws the system's error where it cannot be written; the old site is then still in place
 */
export async function replaceSite(out: string, assets: readonly Asset[], options: WriteOptions): Promise<WriteOutcome> {
  const site = siteAt(out);
  return withLock(site, options, (lock, leftover) => {
    refuseForeignFolder(site);
    const files = [...assets, manifestOf(assets)];
    const { unchanged, fileCount } = compareWith(site, files);
    if (unchanged.size === files.length && fileCount === files.length) {
      // An earlier build may have written it without waiting.
      if (options.fsync) flushing(() => flushSite(site));
      return { did: 'unchanged', leftover };
    }
    try {
      stage(site, lock, files, unchanged, options.onProgress);
      if (options.fsync) flushTree(join(lock.folder, 'next'));
      return { did: 'written', leftover: swap(site, lock, options.fsync) ?? leftover };
    } catch (error) {
      if (!existsSync(lock.folder)) throw new LostLockError();
      remove(join(lock.folder, 'next'));
      throw error;
    }
  });
}

/**
 * Puts back a site that a killed build left inside its lock, so that there is a site whatever happens next.
 *
 * @throws the system's error where it cannot be moved
 */
export async function recoverSite(out: string, options: WriteOptions): Promise<void> {
  const site = siteAt(out);
  if (existsSync(site) || !existsSync(dirname(site))) return;
  const isNeeded = readdirSync(dirname(site)).some((name) => name.startsWith(basename(lockOf(site))));
  if (isNeeded) await withLock(site, options, () => {});
}

/** Does something with the lock held and what killed builds have left removed, but for a folder that cannot be deleted. */
async function withLock<T>(
  site: string,
  options: WriteOptions,
  work: (lock: Lock, leftover: string | null) => T,
): Promise<T> {
  const created = createFolders(dirname(site));
  if (options.fsync) flushCreatedFolders(dirname(site), created);
  const lock = await takeLock(lockOf(site), options.patienceMs, options.onWait);
  try {
    const { isCleaner, leftover } = recover(site, lock, options.fsync);
    if (isCleaner) options.onRecover();
    return work(lock, leftover);
  } finally {
    lock.release();
  }
}

function lockOf(site: string): string {
  return join(dirname(site), `.${basename(site)}.lock`);
}

/** Where the site is, or will be. A symbolic link is kept, and the folder that it leads to is replaced. */
function siteAt(out: string): string {
  if (existsSync(out)) return realpathSync(out);
  if (lstatSync(out, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new SiteFolderError('is a symbolic link that leads nowhere; remove it, or create its folder');
  }
  return resolve(out);
}

/**
 * Puts back the old site where there is none, and removes what killed builds left.
 *
 * Being killed here must not make half of a site look like a whole one, either: an old site that is not put back gets
 * another name before anything in it is deleted, and one is put back only if it has all that it lists.
 *
 * @returns whether anything was put back or removed, and a folder that could not be deleted
 */
function recover(site: string, { abandoned }: Lock, fsync: boolean): { isCleaner: boolean; leftover: string | null } {
  let isCleaner = false;
  let leftover: string | null = null;
  for (const folder of abandoned) {
    const [old, trash] = [join(folder, 'old'), join(folder, 'trash')];
    if (existsSync(old) && !existsSync(site) && isWhole(old)) {
      renameSync(old, site);
      if (fsync) flushSite(site);
      isCleaner = true;
    } else if (existsSync(old) && remove(trash) === null) renameSync(old, trash);
    if (remove(folder) === null) isCleaner = true;
    else leftover = folder;
  }
  return { isCleaner, leftover };
}

/** Whether a folder has every file that its manifest lists, in the size that it lists. */
function isWhole(folder: string): boolean {
  const files = Object.entries(readManifest(folder));
  const hasSize = ([path, size]: [string, number]): boolean =>
    lstatSync(join(folder, path), { throwIfNoEntry: false })?.size === size;
  return files.length > 0 && files.every(hasSize);
}

/** A mistake in --out must not delete anybody's folder. */
function refuseForeignFolder(site: string): void {
  if (!existsSync(site)) return;
  if (!statSync(site).isDirectory()) throw new SiteFolderError('is a file; name a folder');
  const present = filesBelow(site);
  if (present.length === 0 && readdirSync(site).length === 0) return;
  const own = ownFiles(site);
  const foreign = present.filter((path) => !own.has(path) && !SYSTEM_FILES.includes(basename(path)));
  if (own.size > 0 && foreign.length === 0) return;
  const more = foreign.length > 3 ? ` and ${plural(foreign.length - 3, 'more file')}` : '';
  const listed = `${foreign.slice(0, 3).join(', ')}${more}`;
  throw new SiteFolderError(
    own.size > 0
      ? `contains files that no build wrote: ${listed}; move it away, or name another folder`
      : `contains something that is not a site: ${listed || 'folders'}; name another folder or empty it`,
  );
}

/** The files that a build wrote into a folder, by its manifest; none where it has none. */
function ownFiles(site: string): ReadonlySet<string> {
  const paths = Object.keys(readManifest(site));
  return new Set(paths.length === 0 ? [] : [MANIFEST, ...paths]);
}

/** The files that a manifest lists, with their sizes; none where there is no manifest. */
function readManifest(site: string): Readonly<Record<string, number>> {
  try {
    const manifest: { files?: Record<string, number> } = JSON.parse(readFileSync(join(site, MANIFEST), 'utf8'));
    return manifest.files ?? {};
  } catch {
    return {};
  }
}

function manifestOf(assets: readonly Asset[]): Asset {
  const files = Object.fromEntries(assets.map(({ path, content }) => [path, content.length]));
  return { path: MANIFEST, content: Buffer.from(`${JSON.stringify({ version: 1, files })}\n`), origin: null };
}

/** Everything in a folder that is not a folder, by path with `/`. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

/** Which assets a folder has already, and how many files it has in all. */
interface Present {
  readonly unchanged: ReadonlySet<string>;
  readonly fileCount: number;
}

function compareWith(site: string, assets: readonly Asset[]): Present {
  if (!existsSync(site)) return { unchanged: new Set(), fileCount: 0 };
  const present = new Set(filesBelow(site));
  const unchanged = assets.filter((asset) => present.has(asset.path) && isFileOf(join(site, asset.path), asset));
  return { unchanged: new Set(unchanged.map(({ path }) => path)), fileCount: present.size };
}

function isFileOf(file: string, { content, modified }: Asset): boolean {
  const status = lstatSync(file);
  const hasTime = modified == null || status.mtimeMs === modified * 1000;
  return status.isFile() && hasTime && readFileSync(file).equals(content);
}

/**
 * Writes the new site. A file that did not change is not written again: it becomes a hard link to the old one. One with
 * another time is written again, because both names of a linked file have the same time, and the old site is to stay as
 * it is.
 */
function stage(
  site: string,
  lock: Lock,
  assets: readonly Asset[],
  unchanged: ReadonlySet<string>,
  onProgress?: OnProgress,
): void {
  const next = join(lock.folder, 'next');
  mkdirSync(next);
  const made = new Set([next]);
  let folder = next;
  for (const [index, { path, content, modified }] of assets.entries()) {
    onProgress?.('Writing', index, assets.length, path);
    const file = pathInside(next, path);
    if (dirname(file) !== folder) {
      folder = dirname(file);
      makeFolder(folder, made);
    }
    if (unchanged.has(path) && link(join(site, path), file)) continue;
    writeFileSync(file, content);
    if (modified != null) utimesSync(file, modified, modified);
  }
}

/**
 * Creates a folder below the staged site, level by level. A recursive `mkdir` would also create the folder of the lock
 * again after another build has taken it over, and a site without the files staged before would be published.
 */
function makeFolder(folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  makeFolder(dirname(folder), made);
  mkdirSync(folder);
  made.add(folder);
}

/** Creates a hard link. Gives false where the file system has none. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (CANNOT_LINK.includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}

/**
 * Swaps the staged site with the old one. Both renames have the folder of the lock in their paths, so that they fail
 * where another build has taken the lock over.
 *
 * @returns what could not be deleted afterwards
 */
function swap(site: string, { folder }: Lock, fsync: boolean): string | null {
  const [next, old, trash] = ['next', 'old', 'trash'].map((name) => join(folder, name)) as [string, string, string];
  const hadSite = existsSync(site);
  if (hadSite) renameSync(site, old);
  try {
    // Somebody may have put a file there while the new site was staged.
    if (hadSite) refuseForeignFolder(old);
    renameSync(next, site);
  } catch (error) {
    if (hadSite && !existsSync(site) && existsSync(old)) renameSync(old, site);
    throw error;
  }
  if (fsync) flushing(() => flushFolder(dirname(site)));
  if (!hadSite) return null;
  try {
    renameSync(old, trash);
  } catch {
    // The new site is there. Whoever has taken the lock over meanwhile removes the old one.
    return null;
  }
  return remove(trash);
}

/** Flushes a site that is in its place, and its name. */
function flushSite(site: string): void {
  flushTree(site);
  flushFolder(dirname(site));
}

/** Flushes a site that is complete. @throws UnflushedError */
function flushing(flush: () => void): void {
  try {
    flush();
  } catch (error) {
    throw new UnflushedError(error);
  }
}

/** Deletes a folder that nobody needs. Gives its path where that cannot be done; the next build tries again. */
function remove(path: string): string | null {
  try {
    rmSync(path, { recursive: true, force: true });
    return null;
  } catch {
    return path;
  }
}

/** The path of a file in a folder. @throws where it leads out of the folder, which no asset's path does */
export function pathInside(folder: string, path: string): string {
  const file = join(folder, path);
  if (!file.startsWith(folder + sep)) throw new Error(`${path} leads out of the site`);
  return file;
}
