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
  copyFileSync,
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
import {
  type Asset,
  type Block,
  type FileRecord,
  fileRecordOf,
  type JoinedAsset,
  type SiteSink,
} from '../render/asset.ts';
import { createFolders, flushCreatedFolders, flushFolder, flushTree } from './durable.ts';
import { KnownTree, STAMP_LENGTH, type Stamp, stampOf, type TreeRecord } from './known-tree.ts';
import { type Lock, takeLock } from './lock.ts';
import { bytesOf, writeLong } from './long-files.ts';

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
  /** What the next build may start from; null where it is not kept. */
  readonly known: KnownSite | null;
}

/** What is known of a site, and of the one before it, which lies beside it until the next build makes it the next one. */
export interface KnownSite {
  readonly site: TreeRecord;
  /** Null where there was none, or it could not be kept. */
  readonly previous: TreeRecord | null;
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
  /** What is known of the folder from the last build; null where nothing is. Left out where nothing is kept for the next. */
  readonly known?: KnownSite | null | undefined;
}

/** The file in which a site lists its files with their sizes. Only what is listed is ever deleted. */
export const MANIFEST = 'site-manifest.json';

/** Files that systems put into folders by themselves. */
const SYSTEM_FILES = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

/** Errors of file systems that do not support or permit hard links. */
const CANNOT_LINK = ['EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EXDEV'];

/** A site that is being staged. */
export interface SiteStage extends SiteSink {
  /**
   * Puts the staged site in the place of the old one.
   *
   * @throws LostLockError where another build took over
   * @throws UnflushedError where the new site is in place but not on the disk
   * @throws the system's error where it cannot be written; the old site is then still in place
   */
  commit(): WriteOutcome;
  /** Ends the work. What has not been committed is removed. */
  end(): void;
}

/**
 * Begins a new site in the place of another.
 *
 * @throws SiteFolderError where the folder has something in it that no build wrote
 * @throws LockedError where another build does not finish
 * @throws the system's error where nothing can be written there
 */
export async function stageSite(out: string, options: WriteOptions): Promise<SiteStage> {
  const site = siteAt(out);
  const { lock, leftover } = await lockSite(site, options);
  try {
    return new StagedSite(site, lock, leftover, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The new site, in a folder inside the lock. Nothing is staged as long as all that it has is in the old one; then it begins
 * with the site before that, where it was kept.
 */
class StagedSite implements SiteStage {
  readonly #site: string;
  readonly #lock: Lock;
  readonly #leftover: string | null;
  readonly #options: WriteOptions;
  readonly #next: string;
  readonly #cache: string;
  /** The old site; null where there is none. */
  readonly #old: KnownTree | null;
  readonly #oldRecord: TreeRecord | null;
  /** Whether anything is staged. */
  #isBegun = false;
  /** What the new site began with; null where that is nothing. */
  #base: TreeRecord | null = null;
  #baseTree: KnownTree | null = null;
  readonly #wanted = new Map<string, FileRecord>();
  /** What small files have that were made in this build: opening thousands of them again would take long. */
  readonly #small = new Map<string, Uint8Array>();
  /** Files that were linked or written in this build. */
  readonly #placed = new Set<string>();
  /** Those of them that the old site has, too. */
  readonly #linked = new Set<string>();
  /** The folders of the new site that are there, by their paths in it. */
  readonly #made = new Set<string>();
  /** Folders of the new site in which something has been added or removed, by their paths in it. */
  readonly #touched = new Set<string>();
  /** How many of the files are in the old site just so. */
  #unchanged = 0;
  #isCommitted = false;

  constructor(site: string, lock: Lock, leftover: string | null, options: WriteOptions) {
    this.#site = site;
    this.#lock = lock;
    this.#leftover = leftover;
    this.#options = options;
    this.#next = join(lock.folder, 'next');
    this.#cache = join(dirname(site), `.${basename(site)}.cache`);
    const { known } = options;
    this.#oldRecord = (existsSync(site) && known?.site) || null;
    // What is known is looked at when it is replaced.
    if (!this.#oldRecord) refuseForeignFolder(site, null);
    this.#old = existsSync(site) ? new KnownTree(site, this.#oldRecord) : null;
  }

  /** Stages what has been taken so far, all of which is in the old site. */
  #begin(): void {
    this.#isBegun = true;
    this.#takeUp(this.#options.known?.previous ?? null);
    for (const file of this.#wanted.values()) this.#bring(file, true, this.#copyOf(file));
  }

  /** Begins with the site before the last one, where it is as it was left; else with nothing. */
  #takeUp(record: TreeRecord | null): void {
    this.#made.add('');
    const previous = join(this.#cache, PREVIOUS);
    const tree = new KnownTree(previous, record);
    const isOurs = isOwnCache(this.#cache);
    if (record && isOurs && existsSync(previous) && tree.hasSameNames) {
      renameSync(previous, this.#next);
      tree.movedTo(this.#next);
      this.#base = record;
      this.#baseTree = tree;
      for (const path of record.folders) this.#made.add(path);
      return;
    }
    if (isOurs) remove(previous);
    mkdirSync(this.#next);
  }

  take(asset: Asset | JoinedAsset): FileRecord {
    this.#options.onProgress?.('Writing', this.#wanted.size, null, asset.path);
    return this.#guarded(() => {
      if ('pieces' in asset) return this.#takeJoined(asset);
      return asset.blocks
        ? this.#takeBlocks(asset, asset.blocks()[Symbol.iterator]())
        : this.#takeWhole(asset, asset.content);
    });
  }

  reuse(files: readonly FileRecord[]): boolean {
    return this.#guarded(() => {
      const isInOld = (file: FileRecord): boolean => this.#old?.find(file.path, file) === true;
      const isInBase = (file: FileRecord): boolean => this.#baseTree?.find(file.path, file) === true;
      if (!files.every(isInOld)) {
        if (!this.#isBegun) this.#begin();
        if (!files.every((file) => isInOld(file) || isInBase(file))) return false;
      }
      for (const file of files) this.#place(file, this.#copyOf(file));
      return true;
    });
  }

  joined({ pieces, size, ...rest }: JoinedAsset): Asset {
    const content = Buffer.alloc(size);
    let at = 0;
    for (const bytes of this.#bytesOf(pieces)) at += Buffer.from(bytes).copy(content, at);
    return { ...rest, content };
  }

  commit(): WriteOutcome {
    this.take({ path: MANIFEST, content: Buffer.from(manifestOf(this.#wanted.values())), origin: null });
    const { fsync } = this.#options;
    const leftover = this.#leftover;
    if (this.#unchanged === this.#wanted.size && this.#oldCount() === this.#wanted.size) {
      // An earlier build may have written it without waiting.
      if (fsync) flushing(() => flushSite(this.#site));
      return { did: 'unchanged', leftover, known: this.#guarded(() => this.#knownUnchanged()) };
    }
    return this.#guarded(() => {
      if (!this.#isBegun) this.#begin();
      this.#removeRest();
      if (fsync) flushTree(this.#next);
      const keeps = this.#options.known !== undefined;
      const isReplaced = existsSync(this.#site);
      const record = keeps ? this.#recordOf(this.#next) : null;
      const cache = keeps && isReplaced && this.#oldRecord ? this.#cache : null;
      const swapped = swap(this.#site, this.#lock, { fsync, cache, known: this.#old });
      this.#isCommitted = true;
      const previous = swapped.isKept && this.#oldRecord ? this.#refreshed(this.#oldRecord) : null;
      return { did: 'written', leftover: swapped.leftover ?? leftover, known: record && { site: record, previous } };
    });
  }

  end(): void {
    if (!this.#isCommitted && existsSync(this.#lock.folder)) {
      remove(this.#next);
      remove(join(this.#lock.folder, JOINED));
    }
    this.#lock.release();
  }

  /** Runs steps that fail where another build has taken the lock over. */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!existsSync(this.#lock.folder)) throw new LostLockError();
      throw error;
    }
  }

  #takeWhole({ path, origin, modified = null }: Omit<Asset, 'content'>, content: Uint8Array): FileRecord {
    const file = fileRecordOf({ path, origin, modified, content });
    if (content.length <= SMALL_BYTES) this.#small.set(path, Buffer.from(content));
    this.#place(file, (target) => writeFileSync(target, content));
    return file;
  }

  /** A long file goes to the disk a block at a time. */
  #takeBlocks(asset: Omit<Asset, 'content'>, blocks: Iterator<Block, void>): FileRecord {
    const first = blocks.next().value as Block;
    if (first.isLast) return this.#takeWhole(asset, first.bytes);
    return this.#takeLong(asset, chained(first, blocks));
  }

  #takeLong(
    { path, origin, modified = null }: Omit<Asset, 'content'>,
    parts: Iterable<Uint8Array>,
    size?: number,
  ): FileRecord {
    const long = join(this.#lock.folder, JOINED);
    const file = { path, ...writeLong(long, parts, size), modified, origin };
    this.#place(file, (target) => renameSync(long, target));
    // It may be there already.
    rmSync(long, { force: true });
    return file;
  }

  #takeJoined({ pieces, size, ...asset }: JoinedAsset): FileRecord {
    return this.#takeLong(asset, this.#bytesOf(pieces), size);
  }

  #bytesOf(pieces: JoinedAsset['pieces']): Generator<Uint8Array> {
    const root = this.#isBegun ? this.#next : this.#site;
    return bytesOf(pieces, (path) => this.#small.get(path) ?? `${root}/${path}`);
  }

  /** Sees to it that a file is in the new site: it is there already, or in the old one, or is written. */
  #place(file: FileRecord, write: (target: string) => void): void {
    const isInOld = this.#old?.find(file.path, file) === true;
    if (isInOld) this.#unchanged++;
    else if (!this.#isBegun) this.#begin();
    this.#wanted.set(file.path, file);
    if (this.#isBegun) this.#bring(file, isInOld, write);
  }

  #bring(file: FileRecord, isInOld: boolean, write: (target: string) => void): void {
    const { path, modified } = file;
    const stamp = isInOld ? this.#old?.stampOf(path) : null;
    if (stamp) this.#baseTree?.vouch(path, stamp);
    const isInBase = this.#baseTree?.find(path, file) === true;
    // What the last site did not have is new, also where the one before it had just this: servers tell by its time.
    if (isInBase && (isInOld || modified !== null)) return;
    const target = pathInside(this.#next, path);
    this.#placed.add(path);
    if (isInBase) {
      renew(target);
      return;
    }
    if (this.#baseTree) this.#touch(path);
    this.#makeFolder(parentOf(path));
    if (this.#baseTree) rmSync(target, { recursive: true, force: true });
    if (isInOld && link(join(this.#site, path), target)) {
      this.#linked.add(path);
      return;
    }
    write(target);
    if (modified !== null) utimesSync(target, modified, modified);
  }

  #touch(path: string): void {
    for (const folder of foldersAbove(path)) {
      if (this.#touched.has(folder)) return;
      this.#touched.add(folder);
    }
  }

  /** Copies a file of the old site whose content nobody has any more, where the file system makes no hard links. */
  #copyOf({ path }: FileRecord): (target: string) => void {
    return (target) => copyFileSync(join(this.#site, path), target);
  }

  /**
   * Creates a folder below the staged site, level by level. A recursive `mkdir` would also create the folder of the lock
   * again after another build has taken it over, and a site without the files staged before would be published.
   */
  #makeFolder(path: string): void {
    if (this.#made.has(path)) return;
    this.#makeFolder(parentOf(path));
    const folder = `${this.#next}/${path}`;
    // What was a file before may be a folder now.
    if (this.#baseTree?.has(path)) rmSync(folder, { force: true });
    mkdirSync(folder);
    this.#made.add(path);
  }

  /** Removes what the new site no longer has of the one that it began with. */
  #removeRest(): void {
    const folders = this.#folders();
    // What was a file may be a folder now, and what was a folder a file.
    const isGone = (path: string): boolean =>
      !this.#wanted.has(path) &&
      !folders.has(path) &&
      ![...foldersAbove(path)].some((above) => this.#wanted.has(above));
    for (const { path } of this.#base?.files ?? []) {
      if (!isGone(path)) continue;
      this.#touch(path);
      rmSync(join(this.#next, path), { recursive: true, force: true });
    }
    for (const path of this.#made) {
      if (path !== '' && isGone(path)) rmSync(join(this.#next, path), { recursive: true, force: true });
    }
  }

  /** The folders of the new site. Nearly always they are those of the old one. */
  #folders(): ReadonlySet<string> {
    const { files = [], folders } = this.#oldRecord ?? {};
    const isSame = files.length === this.#wanted.size && files.every(({ path }) => this.#wanted.has(path));
    return isSame ? new Set(folders) : foldersOf(this.#wanted.keys());
  }

  #oldCount(): number {
    if (!existsSync(this.#site)) return 0;
    return this.#oldRecord && this.#old?.hasSameNames ? this.#oldRecord.files.length : filesBelow(this.#site).length;
  }

  /** What is known of the old site, which is as the new one would be, and of the one before it, which was not taken up. */
  #knownUnchanged(): KnownSite | null {
    const { known } = this.#options;
    if (known === undefined) return null;
    const previous = (!this.#isBegun && known?.previous) || null;
    if (known && this.#oldRecord && this.#old?.hadDoubts === false && previous === known.previous) return known;
    return { site: this.#recordOf(this.#site), previous };
  }

  /** Records all files of a folder that has just these, with their folders. */
  #recordOf(root: string): TreeRecord {
    const recorded = Date.now();
    const isNext = root === this.#next;
    const tree = isNext ? this.#baseTree : this.#old;
    const files = [...this.#wanted.values()];
    const folders = [...this.#folders()];
    const stampIn = (changed: ReadonlySet<string>, path: string, known: Stamp | null | undefined): Stamp =>
      (!(isNext && changed.has(path)) && known) || stampOf(lstatSync(`${root}/${path}`));
    const stamps = stampsOf(files, ({ path }) => stampIn(this.#placed, path, tree?.stampOf(path)));
    const folderStamps = stampsOf(folders, (path) => stampIn(this.#touched, path, tree?.stampOfFolder(path)));
    return { recorded, files, stamps, folders, folderStamps };
  }

  /**
   * The record of the old site as it is kept: some of its files have got another name, which their stamps show. What nobody
   * has looked at is not vouched for.
   */
  #refreshed(record: TreeRecord): TreeRecord {
    const root = join(this.#cache, PREVIOUS);
    const recorded = Date.now();
    const stamps = stampsOf(record.files, ({ path }) => {
      const known = this.#old?.stampOf(path) ?? null;
      if (!known || !this.#linked.has(path)) return known ?? UNKNOWN_STAMP;
      const status = lstatSync(`${root}/${path}`, { throwIfNoEntry: false });
      const [ino, mtimeMs] = known;
      return status?.ino === ino && status.mtimeMs === mtimeMs ? stampOf(status) : UNKNOWN_STAMP;
    });
    return { ...record, recorded, stamps, folderStamps: this.#old?.folderStamps ?? record.folderStamps };
  }
}

/** The stamp of no file. */
const UNKNOWN_STAMP: Stamp = [0, 0, 0];

/** The stamps of some files or folders, in a column. */
function stampsOf<T>(items: readonly T[], stampOfItem: (item: T) => Stamp): Float64Array {
  const stamps = new Float64Array(items.length * STAMP_LENGTH);
  for (const [index, item] of items.entries()) stamps.set(stampOfItem(item), index * STAMP_LENGTH);
  return stamps;
}

/** The path of the folder that a path is in; empty for that of the root. */
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function* chained(first: Block, others: Iterator<Block, void>): Generator<Uint8Array> {
  yield first.bytes;
  for (let next = others.next(); !next.done; next = others.next()) yield next.value.bytes;
}

/** A file that is put together, in the folder of the lock. */
const JOINED = 'joined';

/** The site before the last one, in the folder of the cache. */
const PREVIOUS = 'previous';

/** Files of no more bytes are kept in memory until the files that consist of others are put together. */
export const SMALL_BYTES = 1024;

/** The paths of the folders that a path is in, from the nearest up. */
export function* foldersAbove(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
}

/** The folders that some paths are in. */
function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (const folder of foldersAbove(path)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
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
  if (isNeeded) (await lockSite(site, options)).lock.release();
}

/** Takes the lock, and removes what killed builds have left, but for a folder that cannot be deleted. */
async function lockSite(site: string, options: WriteOptions): Promise<{ lock: Lock; leftover: string | null }> {
  const created = createFolders(dirname(site));
  if (options.fsync) flushCreatedFolders(dirname(site), created);
  const lock = await takeLock(lockOf(site), options.patienceMs, options.onWait);
  try {
    const { isCleaner, leftover } = recover(site, lock, options.fsync);
    if (isCleaner) options.onRecover();
    return { lock, leftover };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function lockOf(site: string): string {
  return join(dirname(site), `.${basename(site)}.lock`);
}

/**
 * Where a site is, or will be. A symbolic link is kept, and the folder that it leads to is replaced.
 *
 * @throws SiteFolderError where a link leads nowhere
 */
export function siteAt(out: string): string {
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

/**
 * A mistake in --out must not delete anybody's folder.
 *
 * @param known what is known of the folder from the last build
 */
function refuseForeignFolder(site: string, known: KnownTree | null): void {
  if (!existsSync(site)) return;
  if (!statSync(site).isDirectory()) throw new SiteFolderError('is a file; name a folder');
  // What has the names of the last build, and no other, has nothing of anybody else.
  if (known?.hasSameNames) return;
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

/** The list of the files with their sizes. */
function manifestOf(files: Iterable<FileRecord>): string {
  // Thousands of keys make an object slow.
  const lines: string[] = [];
  for (const { path, size } of files) lines.push(`${JSON.stringify(path)}:${size}`);
  return `{"version":1,"files":{${lines.join(',')}}}\n`;
}

/** Everything in a folder that is not a folder, by path with `/`. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

/** Gives a file the time of now, where the system lets this user. */
function renew(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch (error) {
    if (!['EPERM', 'EACCES'].includes(systemCode(error) ?? '')) throw error;
  }
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
 * @param options with the cache, in which the old site is kept for the next build; null where it is deleted
 * @returns what could not be deleted afterwards, and whether the old site has been kept
 */
function swap(
  site: string,
  { folder }: Lock,
  { fsync, cache, known }: { readonly fsync: boolean; readonly cache: string | null; readonly known: KnownTree | null },
): { leftover: string | null; isKept: boolean } {
  const [next, old, trash] = ['next', 'old', 'trash'].map((name) => join(folder, name)) as [string, string, string];
  const hadSite = existsSync(site);
  if (hadSite) renameSync(site, old);
  try {
    // Somebody may have put a file there while the new site was staged.
    if (hadSite) {
      known?.movedTo(old);
      refuseForeignFolder(old, known);
    }
    renameSync(next, site);
  } catch (error) {
    if (hadSite && !existsSync(site) && existsSync(old)) renameSync(old, site);
    throw error;
  }
  if (fsync) flushing(() => flushFolder(dirname(site)));
  if (!hadSite) return { leftover: null, isKept: false };
  if (cache !== null && keep(old, cache)) return { leftover: null, isKept: true };
  try {
    renameSync(old, trash);
  } catch {
    // The new site is there. Whoever has taken the lock over meanwhile removes the old one.
    return { leftover: null, isKept: false };
  }
  return { leftover: remove(trash), isKept: false };
}

/** Whether a folder is that of the cache, or nothing yet: what a link leads to is somebody else's. */
function isOwnCache(cache: string): boolean {
  return lstatSync(cache, { throwIfNoEntry: false })?.isDirectory() ?? true;
}

/** Keeps an old site for the next build. @returns whether that could be done */
function keep(old: string, cache: string): boolean {
  try {
    if (!isOwnCache(cache)) return false;
    createFolders(cache);
    writeFileSync(join(cache, '.gitignore'), '*\n');
    if (remove(join(cache, PREVIOUS)) !== null) return false;
    renameSync(old, join(cache, PREVIOUS));
    return true;
  } catch {
    return false;
  }
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
  const file = ODD_PART.test(path) ? join(folder, path) : `${folder}/${path}`;
  if (!file.startsWith(`${folder}/`) && !file.startsWith(folder + sep))
    throw new Error(`${path} leads out of the site`);
  return file;
}

/** An empty part of a path, `.` or `..`: only paths with one of these lead elsewhere than they say. Joining takes long. */
const ODD_PART = /(?:^|[\\/])\.{0,2}(?:[\\/]|$)/;
