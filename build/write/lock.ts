/**
 * A lock between builds that write the same folder.
 *
 * A file that is created exclusively and contains the process id. A lock whose process no longer exists, because it was
 * killed for example, is taken over.
 */
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 50;
/** No build takes this long; after it, the process id may belong to another program. */
const STALE_MS = 10 * 60 * 1000;
/** How long a lock may be without a process id: its build is just writing it, or was interrupted while writing. */
const NAMELESS_MS = 5_000;

/** The errors of file systems that do not support hard links, or do not permit them. */
export const CANNOT_LINK = ['EMLINK', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EXDEV'];

/** Another build holds the lock and does not release it. */
export class LockedError extends Error {
  constructor({ pid }: Holder) {
    super(`another build${pid === null ? '' : ` (process ${pid})`} is writing there`);
  }
}

interface Holder {
  /** Null where the lock contains none. */
  readonly pid: number | null;
  /** Milliseconds since the lock was taken. */
  readonly age: number;
}

/**
 * Takes the lock, waiting for another build to finish.
 *
 * @param patience milliseconds to wait at most
 * @param onWait called once, with the process id of the other, where it is known, when waiting begins
 * @returns a function that releases the lock
 * @throws LockedError when the other does not finish in time
 */
export async function takeLock(
  path: string,
  patience: number,
  onWait: (pid: number | null) => void,
): Promise<() => void> {
  const deadline = performance.now() + patience;
  let hasWaited = false;
  while (!make(path)) {
    const holder = holderOf(path);
    if (holder && isStale(holder)) removeStale(path, holder);
    else if (holder) {
      if (performance.now() > deadline) throw new LockedError(holder);
      if (!hasWaited) onWait(holder.pid);
      hasWaited = true;
    }
    await sleep(WAIT_MS);
  }
  return () => {
    // A build that took too long may have lost its lock to another.
    if (holderOf(path)?.pid === process.pid) rmSync(path, { force: true });
  };
}

/** Creates the lock. Gives false where there is one already. */
function make(path: string): boolean {
  const mine = `${path}.${process.pid}`;
  const content = `${process.pid}\n`;
  try {
    writeFileSync(mine, content);
    // A hard link appears together with its content, so that nobody reads a lock without a process id.
    linkSync(mine, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EEXIST') return false;
    if (!CANNOT_LINK.includes(code)) throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Who holds the lock; null where nobody does. */
function holderOf(path: string): Holder | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  return { pid: pidIn(path), age: Date.now() - stat.mtimeMs };
}

function pidIn(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isStale({ pid, age }: Holder): boolean {
  return age > STALE_MS || (pid === null ? age > NAMELESS_MS : !isAlive(pid));
}

/**
 * Removes a lock whose holder no longer exists. It is renamed first, so that of two builds that find it only one removes
 * it. The other one may have renamed the new lock of the first: it notices that and puts it back.
 */
function removeStale(path: string, { pid }: Holder): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
    if (pidIn(aside) !== pid) linkSync(aside, path);
  } catch {
    // The other build was faster; the caller tries again.
  } finally {
    rmSync(aside, { force: true, recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
