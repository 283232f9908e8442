/**
 * The last stage: writes the assets to a folder, completely or not at all.
 *
 * The new site is staged inside the lock, in a folder of this build alone, and swapped with the old one when it is
 * complete. Node cannot exchange two folders in one step, so for an instant between two renames there is no site. A
 * build that is killed there leaves the old site in the lock, and the next build first restores it.
 *
 * The old site is renamed to `trash` before anything in it is deleted. A folder with the name of an old site is
 * therefore always complete.
 *
 * The staged site is flushed to the disk before the swap, and the swap before the old site is deleted, so that after a
 * power cut one of them is complete, too.
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
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { HOSTS } from '../../contract/hosts.ts';
import { SIGNATURE_ENDING } from '../../contract/minisign.ts';
import { PLAIN_FILES } from '../../contract/plain-files.ts';
import { systemCode } from '../../contract/system-errors.ts';
import { plural } from '../../contract/text.ts';
import type { OnProgress } from '../read/read.ts';
import {
  type Asset,
  type FileRecord,
  fileRecordOf,
  MANIFEST,
  type SiteSink,
  sha256Of,
  textAsset,
} from '../render/asset.ts';
import { createFolders, flushCreatedFolders, flushFolder, flushTree, pathInside, writeAsset } from './durable.ts';
import { type Lock, takeLock } from './lock.ts';

/** The site cannot be written there. The message follows its name and explains why and what to do. */
export class SiteFolderError extends Error {}

/** Another build has taken the lock over, because this one was suspended or not visible; nothing was changed. */
export class LostLockError extends Error {
  constructor() {
    super('another build took over while this one was suspended; run it again');
  }
}

/** The new site is in place, but the disk failed to flush it; the cause is the system's error. */
export class UnflushedError extends Error {
  constructor(cause: unknown) {
    super('it may be lost with the next power cut', { cause });
  }
}

/** The result of writing. */
export interface WriteOutcome {
  readonly did: 'written' | 'unchanged';
  /** A useless folder that could not be deleted; normally null. */
  readonly leftover: string | null;
}

/** Options for writing a site. */
export interface WriteOptions {
  /** How long to wait for another build that writes the same folder. */
  readonly patienceMs: number;
  /** Whether to flush the site to the disk, so that it survives a power cut. */
  readonly fsync: boolean;
  /** Called when waiting for another build begins, with its process id if known. */
  readonly onWait: (pid: number | null) => void;
  /** Whether git tracks files in any of these folders: then no build on this machine has left them. */
  readonly isTracked: (folders: readonly string[]) => Promise<boolean>;
  /** Called when leftovers of an earlier build were restored or removed. */
  readonly onRecover: () => void;
  readonly onProgress?: OnProgress;
}

/** Files that systems create in folders. */
const SYSTEM_FILES = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** What `cartalog sign` writes into a site. A site that replaces it is without them, and so is not signed. */
const SIGNATURES = Object.values(HOSTS).flatMap(({ root }) =>
  [SIGNATURE_ENDING, `${SIGNATURE_ENDING}.new`].map((ending) => root + PLAIN_FILES.manifest.path.slice(1) + ending),
);

/** Errors of file systems that do not support or permit hard links. */
const CANNOT_LINK = ['EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EXDEV'];

/**
 * Begins to replace a site.
 *
 * @throws SiteFolderError if the folder contains something that no build wrote
 * @throws LockedError if another build does not finish
 * @throws the system's error if nothing can be written there
 */
export async function stageSite(out: string, options: WriteOptions): Promise<SiteStage> {
  const site = siteAt(out);
  const { lock, leftover } = await lockSite(site, options);
  try {
    refuseForeignFolder(site);
    return new SiteStage(site, lock, leftover, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A site that is being staged, in a folder inside the lock. */
export class SiteStage implements SiteSink {
  readonly #site: string;
  readonly #lock: Lock;
  readonly #leftover: string | null;
  readonly #options: WriteOptions;
  readonly #next: string;
  /** Whether there is a site to compare with. */
  readonly #hasOld: boolean;
  readonly #files: FileRecord[] = [];
  /** The existing folders of the new site, by path. */
  readonly #folders = new Set(['']);
  /** The number of files that are equal in the old site. */
  #unchanged = 0;
  #isCommitted = false;

  constructor(site: string, lock: Lock, leftover: string | null, options: WriteOptions) {
    this.#site = site;
    this.#lock = lock;
    this.#leftover = leftover;
    this.#options = options;
    this.#next = join(lock.folder, 'next');
    this.#hasOld = existsSync(site);
    mkdirSync(this.#next);
  }

  take(asset: Asset): FileRecord {
    this.#options.onProgress?.('Writing', this.#files.length, null, asset.path);
    return this.#guarded(() => {
      const target = pathInside(this.#next, asset.path);
      this.#makeFolder(parentOf(asset.path));
      writeAsset(target, asset);
      const file = fileRecordOf(asset);
      if (this.#hasOld && isSame(join(this.#site, asset.path), file)) {
        this.#unchanged++;
        // Servers derive ETags from the times of files, so an unchanged file keeps its time.
        if (file.modified === null) replaceByLink(target, join(this.#site, asset.path));
      }
      this.#files.push(file);
      return file;
    });
  }

  read(path: string): Uint8Array {
    return readFileSync(join(this.#next, path));
  }

  /**
   * Replaces the old site by the staged one.
   *
   * @throws LostLockError if another build took over
   * @throws UnflushedError if the new site is in place but not flushed
   * @throws the system's error if it cannot be written; the old site is then still in place
   */
  commit(): WriteOutcome {
    this.take(textAsset(MANIFEST, manifestOf(this.#files), null));
    const { fsync } = this.#options;
    const leftover = this.#leftover;
    // A signature stays beside an unchanged manifest.
    const old = filesBelow(this.#site).filter((path) => !SIGNATURES.includes(path));
    if (this.#unchanged === this.#files.length && old.length === this.#files.length) {
      // An earlier build may have written it without flushing.
      if (fsync) flushing(() => flushSite(this.#site));
      return { did: 'unchanged', leftover };
    }
    return this.#guarded(() => {
      if (fsync) flushTree(this.#next);
      const undeleted = swap(this.#site, this.#lock, fsync);
      this.#isCommitted = true;
      return { did: 'written', leftover: undeleted ?? leftover };
    });
  }

  /** Ends the work. Removes everything that has not been committed. */
  end(): void {
    if (!this.#isCommitted && existsSync(this.#lock.folder)) remove(this.#next);
    this.#lock.release();
  }

  /** Runs steps that fail if another build has taken the lock over. */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!existsSync(this.#lock.folder)) throw new LostLockError();
      throw error;
    }
  }

  /**
   * Creates a folder below the staged site, level by level. A recursive `mkdir` would also recreate the folder of the
   * lock after another build has taken it over, and a site without the files staged before would be published.
   */
  #makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    this.#makeFolder(parentOf(path));
    mkdirSync(join(this.#next, path));
    this.#folders.add(path);
  }
}

/** The parent folder of a path; empty for the root. */
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Whether a file has this content, and this time unless it is null. */
function isSame(path: string, { size, sha256, modified }: FileRecord): boolean {
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (!status?.isFile() || status.size !== size) return false;
    if (modified !== null && status.mtimeMs !== modified * 1000) return false;
    return sha256Of(readFileSync(path)) === sha256;
  } catch {
    return false;
  }
}

/** Replaces a file by a hard link to another with the same content, if the file system has hard links. */
function replaceByLink(file: string, other: string): void {
  const linked = `${file}.link`;
  try {
    linkSync(other, linked);
    renameSync(linked, file);
  } catch (error) {
    if (!CANNOT_LINK.includes(systemCode(error) ?? '')) throw error;
  }
}

/** Restores a site that a killed build left inside its lock. @throws the system's error if it cannot be moved */
export async function recoverSite(out: string, options: WriteOptions): Promise<void> {
  const site = siteAt(out);
  if (existsSync(site) || !existsSync(dirname(site))) return;
  const isNeeded = readdirSync(dirname(site)).some((name) => name.startsWith(basename(lockOf(site))));
  if (isNeeded) (await lockSite(site, options)).lock.release();
}

/** Takes the lock, and removes leftovers of killed builds, except a folder that cannot be deleted. */
async function lockSite(site: string, options: WriteOptions): Promise<{ lock: Lock; leftover: string | null }> {
  const created = createFolders(dirname(site));
  if (options.fsync) flushCreatedFolders(dirname(site), created);
  const lock = await takeLock(lockOf(site), options.patienceMs, options.onWait);
  try {
    const { abandoned } = lock;
    const isOurs = abandoned.length === 0 || !(await options.isTracked([lockOf(site), ...abandoned]));
    const { isCleaner, leftover } = recover(site, isOurs ? abandoned : [], options.fsync);
    if (isCleaner) options.onRecover();
    return { lock, leftover };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const lockOf = (site: string): string => join(dirname(site), `.${basename(site)}.lock`);

/** The path of a site, or of the target of a symbolic link. @throws SiteFolderError if the link is broken */
function siteAt(out: string): string {
  if (existsSync(out)) return realpathSync(out);
  if (lstatSync(out, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new SiteFolderError('is a symbolic link that leads nowhere; remove it, or create its folder');
  }
  return resolve(out);
}

/**
 * Restores the old site if there is none, and removes what killed builds left.
 *
 * If this process is killed here, an incomplete site must not look complete: an old site is renamed before anything in
 * it is deleted, and is restored only if it has all listed files.
 *
 * @returns whether anything was restored or removed, and a folder that could not be deleted
 */
function recover(
  site: string,
  abandoned: readonly string[],
  fsync: boolean,
): { isCleaner: boolean; leftover: string | null } {
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

/** Whether a folder, and not a link to one, has every file that its manifest lists, with the listed size. */
function isWhole(folder: string): boolean {
  if (!lstatSync(folder).isDirectory()) return false;
  const files = Object.entries(readManifest(folder));
  const hasSize = ([path, size]: [string, number]): boolean =>
    lstatSync(join(folder, path), { throwIfNoEntry: false })?.size === size;
  return files.length > 0 && files.every(hasSize);
}

/** Refuses a folder with something that no build wrote: a mistake in --out must not delete anybody's files. */
function refuseForeignFolder(site: string): void {
  if (!existsSync(site)) return;
  if (!statSync(site).isDirectory()) throw new SiteFolderError('is a file; name a folder');
  if (readdirSync(site).length === 0) return;
  const listed = Object.keys(readManifest(site));
  const own = new Set([MANIFEST, ...SIGNATURES, ...listed]);
  const foreign = filesBelow(site).filter((path) => !own.has(path) && !SYSTEM_FILES.includes(basename(path)));
  const isSite = listed.length > 0;
  if (isSite && foreign.length === 0) return;
  const more = foreign.length > 3 ? ` and ${plural(foreign.length - 3, 'more file')}` : '';
  const names = `${foreign.slice(0, 3).join(', ')}${more}`;
  throw new SiteFolderError(
    isSite
      ? `contains files that no build wrote: ${names}; move it away, or name another folder`
      : `contains something that is not a site: ${names || 'folders'}; name another folder or empty it`,
  );
}

/** The files of a manifest with their sizes; none without a manifest. */
function readManifest(site: string): Readonly<Record<string, number>> {
  try {
    const manifest: { files?: Record<string, number> } = JSON.parse(readFileSync(join(site, MANIFEST), 'utf8'));
    return manifest.files ?? {};
  } catch {
    return {};
  }
}

function manifestOf(files: Iterable<FileRecord>): string {
  // Not an object, because thousands of keys make it slow.
  const lines = Array.from(files, ({ path, size }) => `${JSON.stringify(path)}:${size}`);
  return `{"version":1,"files":{${lines.join(',')}}}\n`;
}

/** Everything in a folder except folders, by path with `/`; empty if the folder does not exist. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

/**
 * Swaps the staged site with the old one. Both renames contain the folder of the lock in their paths, so that they fail
 * if another build has taken the lock over.
 *
 * @returns what could not be deleted afterwards
 */
function swap(site: string, { folder }: Lock, fsync: boolean): string | null {
  const [next, old, trash] = [join(folder, 'next'), join(folder, 'old'), join(folder, 'trash')];
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
    // The new site is in place. A build that has taken the lock over meanwhile removes the old one.
    return null;
  }
  return remove(trash);
}

/** Flushes a site in its place, and its name. */
function flushSite(site: string): void {
  flushTree(site);
  flushFolder(dirname(site));
}

/** Flushes a complete site. @throws UnflushedError */
function flushing(flush: () => void): void {
  try {
    flush();
  } catch (error) {
    throw new UnflushedError(error);
  }
}

/** Deletes a useless folder. Returns its path if that fails; the next build tries again. */
function remove(path: string): string | null {
  try {
    rmSync(path, { recursive: true, force: true });
    return null;
  } catch {
    return path;
  }
}
