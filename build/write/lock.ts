/**
 * A lock between builds that write the same folder.
 *
 * A file made exclusively, holding the process id: a lock whose process is gone, killed for example, is taken over.
 */
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 50;
/** No build takes this long; a process id that old belongs to somebody else by now. */
const STALE_MS = 10 * 60 * 1000;

/** Another build holds the lock and does not let go. */
export class LockedError extends Error {
  readonly pid: number;

  constructor(pid: number) {
    super(`another build (process ${pid}) is writing there`);
    this.pid = pid;
  }
}

/**
 * Takes the lock, waiting for another build to finish.
 *
 * @param patience milliseconds to wait at most
 * @param onWait called once, with the process id of the other, when waiting begins
 * @returns a function that gives the lock back
 * @throws LockedError when the other does not finish in time
 */
export async function takeLock(path: string, patience: number, onWait: (pid: number) => void): Promise<() => void> {
  const mine = `${path}.${process.pid}`;
  const deadline = performance.now() + patience;
  let hasWaited = false;
  writeFileSync(mine, `${process.pid}\n`);
  try {
    for (;;) {
      try {
        // A hard link appears with its content, so that nobody ever reads a lock without its process id.
        linkSync(mine, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = holderOf(path);
      if (holder === null) continue;
      if (!isAlive(holder.pid) || holder.age > STALE_MS) {
        removeStale(path, holder.pid);
        continue;
      }
      if (performance.now() > deadline) throw new LockedError(holder.pid);
      if (!hasWaited) onWait(holder.pid);
      hasWaited = true;
      await sleep(WAIT_MS);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function holderOf(path: string): { pid: number; age: number } | null {
  try {
    return { pid: Number.parseInt(readFileSync(path, 'utf8'), 10), age: Date.now() - statSync(path).mtimeMs };
  } catch {
    return null;
  }
}

/**
 * Removes a lock whose holder is gone. Moving it aside first makes one of two builds that find it the one that removes
 * it; the other may have moved the first one's new lock, sees that, and puts it back.
 */
function removeStale(path: string, pid: number): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
    if (holderOf(aside)?.pid !== pid) linkSync(aside, path);
  } catch {
    // The other build was faster; the next look tells.
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
