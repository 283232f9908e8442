/**
 * Replaces a folder completely or not at all, also if the process is killed, or another one replaces the same folder.
 *
 * The new folder is filled inside a lock beside the old one, and swapped with it when it is complete. Node cannot
 * exchange two folders in one step, so for an instant between two renames there is none. A process that is killed there
 * leaves the old folder in the lock, and the next one first restores it.
 *
 * The old folder gets another name before anything in it is deleted. A folder with the name `old` is therefore always
 * complete.
 *
 * The new folder is flushed to the disk before the swap, and the swap before the old folder is deleted, so that after a
 * power cut one of them is complete, too.
 *
 * A folder that is mounted cannot be renamed (EBUSY), and its parent folder must be writable.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createFolders, flushFolder, flushTree } from './durable.ts';
import { type Lock, takeLock } from './lock.ts';

/** The folder cannot be replaced. The message follows its name and explains why and what to do. */
export class FolderError extends Error {}

/** Another process has taken the lock over, because this one was suspended or not visible; nothing was changed. */
export class LostLockError extends Error {
  constructor() {
    super('another build took over while this one was suspended; run it again');
  }
}

/** The new folder is in place, but the disk failed to flush it; the cause is the system's error. */
export class UnflushedError extends Error {
  constructor(cause: unknown) {
    super('it may be lost with the next power cut', { cause });
  }
}

/** Options for replacing a folder. */
export interface ReplaceOptions {
  /** How long to wait for another process that replaces the same folder. */
  readonly patienceMs: number;
  /** Whether to flush the folder to the disk, so that it survives a power cut. */
  readonly fsync: boolean;
  /** Called when waiting for another process begins, with its id if known. */
  readonly onWait: (pid: number | null) => void;
  /** Whether git tracks files in any of these folders: then no process on this machine has left them. */
  readonly isTracked: (folders: readonly string[]) => Promise<boolean>;
  /** Called when leftovers of a killed process were restored or removed. */
  readonly onRecover: () => void;
  /** Called with the unfinished new folder of a killed process before it is deleted. Any file in it can be half written. */
  readonly salvage?: (next: string) => void;
}

/**
 * Begins to replace a folder, which need not exist. It stays as it is until `commit`.
 *
 * @throws FolderError if it is a broken link
 * @throws LockedError if another process does not finish
 * @throws StuckLockError if something else is in the place of the lock
 * @throws the system's error if nothing can be written there
 */
export async function beginReplacing(path: string, options: ReplaceOptions): Promise<FolderReplacement> {
  const folder = targetOf(path);
  createFolders(dirname(folder), options.fsync);
  const lock = await takeLock(lockOf(folder), options.patienceMs, options.onWait);
  const replacement = new FolderReplacement(folder, lock, options.fsync);
  try {
    const { abandoned } = lock;
    const isOurs = abandoned.length === 0 || !(await options.isTracked([lockOf(folder), ...abandoned]));
    if (isOurs) replacement.recover(abandoned, options);
    mkdirSync(replacement.next);
    return replacement;
  } catch (error) {
    replacement.end();
    throw error;
  }
}

/** Restores a folder that a killed process left inside its lock. @throws the system's error if it cannot be moved */
export async function recoverFolder(path: string, options: ReplaceOptions): Promise<void> {
  const folder = targetOf(path);
  if (existsSync(folder) || !existsSync(dirname(folder))) return;
  const isNeeded = readdirSync(dirname(folder)).some((name) => name.startsWith(basename(lockOf(folder))));
  if (isNeeded) (await beginReplacing(path, options)).end();
}

/** A folder that is being replaced. The caller fills `next`, then calls `commit`, and in any case `end`. */
export class FolderReplacement {
  /** The path of the old folder, without symbolic links; it need not exist. */
  readonly folder: string;
  /** The new folder, empty at first. It is on the same file system as the old one. */
  readonly next: string;
  /** Whether something useless could not be deleted; the next process tries again. */
  hasLeftover = false;
  readonly #lock: Lock;
  readonly #fsync: boolean;

  constructor(folder: string, lock: Lock, fsync: boolean) {
    this.folder = folder;
    this.next = join(lock.folder, 'next');
    this.#lock = lock;
    this.#fsync = fsync;
  }

  /** Restores the old folder if there is none, and deletes what killed processes left. @throws the system's error */
  recover(abandoned: readonly string[], { onRecover, salvage }: ReplaceOptions): void {
    let isCleaner = false;
    for (const left of abandoned) {
      const [old, next] = [join(left, 'old'), join(left, 'next')];
      if (existsSync(old) && !existsSync(this.folder)) {
        renameSync(old, this.folder);
        if (this.#fsync) flushPlaced(this.folder);
        isCleaner = true;
      }
      if (existsSync(next)) salvage?.(next);
      if (this.#discard(old) && this.#remove(left)) isCleaner = true;
    }
    if (isCleaner) onRecover();
  }

  /**
   * Runs steps that write to the new folder. They must not create its parent folder, as a recursive `mkdir` does: it
   * is gone after another process has taken the lock over.
   *
   * @throws LostLockError if another process has taken the lock over; otherwise errors of the steps
   */
  guarded<T>(steps: () => T): T {
    try {
      return steps();
    } catch (error) {
      if (!existsSync(this.#lock.folder)) throw new LostLockError();
      throw error;
    }
  }

  /** Flushes the old folder, which an earlier process may not have done. @throws UnflushedError */
  flushOld(): void {
    if (this.#fsync) flushing(() => flushPlaced(this.folder));
  }

  /**
   * Swaps the new folder with the old one. Both renames contain the folder of the lock in their paths, so that they fail
   * if another process has taken the lock over.
   *
   * @param finish called with the old folder, if any, when it no longer has its name: the last time to take over what
   *   somebody has put there, by links or copies because a killed process restores it, or to throw, which restores it too
   * @throws LostLockError if another process took over
   * @throws UnflushedError if the new folder is in place but not flushed
   * @throws errors of `finish`; the system's error. The old folder is then in place
   */
  commit(finish: (old: string) => void = () => {}): void {
    this.guarded(() => {
      if (this.#fsync) flushTree(this.next);
      const old = join(this.#lock.folder, 'old');
      const hadOld = existsSync(this.folder);
      if (hadOld) renameSync(this.folder, old);
      try {
        if (hadOld) finish(old);
        renameSync(this.next, this.folder);
      } catch (error) {
        if (hadOld && !existsSync(this.folder) && existsSync(old)) renameSync(old, this.folder);
        throw error;
      }
      if (this.#fsync) flushing(() => flushFolder(dirname(this.folder)));
      this.#discard(old);
    });
  }

  /** Removes a new folder that was not committed, and releases the lock. */
  end(): void {
    if (existsSync(this.#lock.folder)) this.#remove(this.next);
    this.#lock.release();
  }

  /** Deletes an old folder, if any, under another name: half of it must not look complete. Returns false if it fails. */
  #discard(old: string): boolean {
    if (!existsSync(old)) return true;
    const trash = join(dirname(old), `trash-${Date.now()}`);
    try {
      renameSync(old, trash);
      return this.#remove(trash);
    } catch {
      // Perhaps a process that has taken the lock over deletes it.
      this.hasLeftover = true;
      return false;
    }
  }

  #remove(path: string): boolean {
    try {
      rmSync(path, { recursive: true, force: true });
      return true;
    } catch {
      this.hasLeftover = true;
      return false;
    }
  }
}

const lockOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.lock`);

/** The path of a folder, or of the target of a symbolic link. @throws FolderError if the link is broken */
function targetOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new FolderError('is a symbolic link that leads nowhere; remove it, or create its folder');
  }
  return resolve(path);
}

/** Flushes a folder in its place, and its name. */
function flushPlaced(folder: string): void {
  flushTree(folder);
  flushFolder(dirname(folder));
}

/** Flushes a complete folder. @throws UnflushedError */
function flushing(flush: () => void): void {
  try {
    flush();
  } catch (error) {
    throw new UnflushedError(error);
  }
}
