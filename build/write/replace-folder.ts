/**
 * Replaces a folder completely or not at all, even if the process is killed, or another one does the same. The new
 * folder is filled inside a lock beside the old one, and swapped when complete. Node cannot exchange two folders in one
 * step: between two renames there is none for an instant. If the process is killed then, the old folder is in the lock,
 * and the next process restores it. The lock is renamed before anything in it is deleted, so a folder named `old` is
 * always complete. Flushing the new folder before the swap, and the swap before deleting the old folder, keeps one
 * complete after a power cut. A mounted folder cannot be renamed (EBUSY), and its parent must be writable.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { copyFileRights, createFolders, flushFolder, flushPath } from './durable.ts';
import { FolderError, type Lock, takeLock } from './lock.ts';

/**
 * Another process took the lock over, because this one was suspended, or invisible from another container. Nothing was
 * changed.
 */
export class LostLockError extends Error {
  constructor() {
    super('another build took over while this one was suspended; run it again');
  }
}

export interface ReplaceOptions {
  readonly patienceMs: number;
  readonly fsync: boolean;
  readonly onWait: (pid: number | null) => void;
  readonly onRecover: () => void;
}

/**
 * The folder may be missing. It does not change until `commit`.
 * @throws FolderError if it is a broken link, or something else has the lock's name
 * @throws LockedError if another process does not finish
 * @throws the system's error if nothing can be written there
 */
export async function beginReplacingFolder(path: string, options: ReplaceOptions): Promise<FolderReplacement> {
  const folder = targetOf(path);
  createFolders(dirname(folder), options.fsync);
  const lock = await takeLock(lockOf(folder), options.patienceMs, options.onWait);
  const replacement = new FolderReplacement(folder, lock, options.fsync);
  try {
    if (lock.abandoned.length > 0) {
      replacement.recover();
      options.onRecover();
    }
    replacement.makeFolder('.');
    return replacement;
  } catch (error) {
    replacement.end();
    throw error;
  }
}

/** Restores a folder from the lock of a killed process. @throws the system's error if it cannot be moved */
export async function recoverFolder(path: string, options: ReplaceOptions): Promise<void> {
  const folder = targetOf(path);
  if (existsSync(folder) || !existsSync(dirname(folder))) return;
  const isNeeded = readdirSync(dirname(folder)).some((name) => name.startsWith(basename(lockOf(folder))));
  if (isNeeded) (await beginReplacingFolder(path, options)).end();
}

/** Callers fill `next`, then call `commit`, and in any case `end`. */
export class FolderReplacement {
  readonly folder: string;
  /** Empty at first, on the old one's file system. */
  readonly next: string;
  #old: string;
  readonly #lock: Lock;
  readonly #fsync: boolean;
  /** Folders made in the new folder; true if the old one has the folder, too. */
  readonly #made = new Map<string, boolean>();

  constructor(folder: string, lock: Lock, fsync: boolean) {
    this.folder = folder;
    this.next = join(lock.folder, 'next');
    this.#old = folder;
    this.#lock = lock;
    this.#fsync = fsync;
  }

  /** Restores a missing old folder, and deletes what killed processes left. @throws the system's error */
  recover(): void {
    for (const left of this.#lock.abandoned) {
      if (existsSync(join(left, 'old')) && !existsSync(this.folder)) {
        renameSync(join(left, 'old'), this.folder);
        this.flushOld();
      }
      this.#lock.discard(left);
    }
  }

  /**
   * Runs steps that write to the new folder. If another process took the lock over, the lock's folder is gone. The
   * steps must not create it anew, as a recursive `mkdir` does.
   * @throws LostLockError if it is gone; otherwise errors of the steps
   */
  guarded<T>(steps: () => T): T {
    try {
      return steps();
    } catch (error) {
      throw existsSync(this.#lock.folder) ? error : new LostLockError();
    }
  }

  /** @returns if the old folder has it */
  makeFolder(path: string): boolean {
    const known = this.#made.get(path);
    if (known !== undefined) return known;
    const isParentOld = path === '.' || this.makeFolder(dirname(path));
    mkdirSync(join(this.next, path));
    const old = join(this.#old, path);
    const isOld = isParentOld && existsSync(old) && statSync(old).isDirectory();
    this.#made.set(path, isOld);
    if (isOld) copyFileRights(old, join(this.next, path));
    return isOld;
  }

  /** An earlier process may not have flushed it and its name. @throws the system's error */
  flushOld(): void {
    if (!this.#fsync) return;
    flushTree(this.folder);
    flushFolder(dirname(this.folder));
  }

  /**
   * Both renames have the lock's folder in their paths: they fail if another process took it over.
   * @param finish called with the old folder, if any, after it lost its name. It can link or copy what somebody put
   * there, but not move it: after an error, this process restores the old folder, or the next one if this is killed.
   * @throws LostLockError if another process took over
   * @throws errors of `finish`, and the system's error; the old folder is then in place
   */
  commit(finish: (old: string) => void = () => {}): void {
    this.guarded(() => {
      if (this.#fsync) flushTree(this.next);
      const old = join(this.#lock.folder, 'old');
      const hadOld = existsSync(this.folder);
      if (hadOld) renameSync(this.folder, old);
      this.#old = old;
      let isSwapped = false;
      try {
        if (hadOld) finish(old);
        renameSync(this.next, this.folder);
        isSwapped = true;
        if (this.#fsync) flushFolder(dirname(this.folder));
      } catch (error) {
        if (isSwapped) renameSync(this.folder, this.next);
        if (hadOld && !existsSync(this.folder)) renameSync(old, this.folder);
        throw error;
      }
    });
  }

  /** Deletes the folder not in place: the old one, or an uncommitted new one. */
  end(): void {
    // The next process restores an old folder that could not be put back.
    if (existsSync(this.folder) || !existsSync(join(this.#lock.folder, 'old'))) this.#lock.release();
  }
}

const lockOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.lock`);

/** Follows a symbolic link. @throws FolderError if it is broken */
function targetOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new FolderError('is a broken symbolic link; create its folder, or name another one');
  }
  return resolve(path);
}

/**
 * On Linux the program `sync` flushes a file system in one call, which Node lacks: 4,768 small files took 0.08 s, each
 * alone 1.3 s.
 * @throws the system's error if the disk is full or broken
 */
function flushTree(folder: string): void {
  if (process.platform === 'linux') {
    // Loading it takes 3 ms, and few commands start a program.
    const { spawnSync } = process.getBuiltinModule('node:child_process');
    const { status } = spawnSync('sync', ['-f', folder], { stdio: 'ignore' });
    if (status === 0) return;
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Windows flushes only files open for writing.
    if (entry.isFile()) flushPath(path, 'r+');
    else if (entry.isDirectory()) flushFolder(path);
  }
  flushFolder(folder);
}
