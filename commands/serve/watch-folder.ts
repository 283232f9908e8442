/** What happens to folders and files: to what is in them, to them, and to a link that is in their place. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';
import { systemCode } from '../../contract/system-errors.ts';
import { KEPT_MS } from './live-site.ts';
import type { CatalogEvent } from './serve.ts';

/** The changes of what is watched. */
interface FolderEvents {
  /** Resolves after the next event; at once if there was one since the last call. */
  next(): Promise<CatalogEvent>;
  close(): Promise<void>;
}

/**
 * Editors write a file in several steps, which take them a few milliseconds: a change is reported this many
 * milliseconds after the last. What comes later is another change.
 */
const QUIET_MS = 25;

/** Which folder a path leads to, and what is in it, is checked once in this many milliseconds. */
const LOOK_MS = 250;

/** And no more often than takes this part of the time: there may be thousands of files. */
const LOOKING_PART = 1 / 20;

/**
 * Watches the folders and files that paths lead to, whichever these are at the time: one may not be there yet, may be
 * moved away and come back, as while another branch is checked out, and a link may be switched to another folder.
 *
 * What the system reports is acted on at once. It does not report everything: a file that is removed and created anew
 * may have the number of the old one, which then is the one that is watched. So what it says of each file is also
 * compared, a few times a second.
 *
 * @param report is called with the error if something cannot be watched
 */
export async function watchFolders(paths: readonly string[], report: (error: unknown) => void): Promise<FolderEvents> {
  let hasChanged = false;
  let isSettled = true;
  let notify: (() => void) | null = null;
  let saved: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;
  const onChange = (): void => {
    clearTimeout(saved);
    saved = setTimeout(() => {
      hasChanged = true;
      notify?.();
    }, QUIET_MS);
  };
  const stop = new AbortController();
  const targets = paths.map((path) => followed(path, report, onChange));
  for (const target of targets) await target.look();
  const looking = (async () => {
    let pause = LOOK_MS;
    while (!stop.signal.aborted) {
      await sleep(pause, undefined, { signal: stop.signal }).catch(() => {});
      const begin = performance.now();
      for (const target of targets) if (!stop.signal.aborted && (await target.look())) onChange();
      pause = Math.max(LOOK_MS, (performance.now() - begin) / LOOKING_PART);
    }
  })();
  return {
    next: () =>
      new Promise((resolveNext) => {
        const give = (event: CatalogEvent): void => {
          clearTimeout(quiet);
          notify = null;
          hasChanged = false;
          isSettled = event === 'quiet';
          // The receiver reads everything, so what changes from now on is another change.
          if (event === 'changed') for (const target of targets) target.note();
          resolveNext(event);
        };
        if (hasChanged) return give('changed');
        notify = () => give('changed');
        if (!isSettled) quiet = setTimeout(() => give('quiet'), KEPT_MS);
      }),
    async close() {
      stop.abort();
      await looking;
      for (const timer of [saved, quiet]) clearTimeout(timer);
      for (const target of targets) await target.close();
    },
  };
}

interface Target {
  /**
   * Watches what is there if it is not watched yet.
   *
   * @returns whether it is another one than before, has gone, or has something in another state than was noted last
   */
  look(): Promise<boolean>;
  /** Notes the state of what is there. */
  note(): void;
  close(): Promise<void>;
}

function followed(path: string, report: (error: unknown) => void, onChange: () => void): Target {
  let watcher: FSWatcher | null = null;
  let watched: string | null = null;
  let state = stateOf(path);
  const close = async (): Promise<void> => {
    await watcher?.close();
    watcher = null;
  };
  return {
    async look() {
      const found = await identify(path);
      if (found?.identity === watched || (!found && watched === null)) return stateOf(path) !== state;
      await close();
      watched = found?.identity ?? null;
      if (!found) return true;
      const next = watch(found.folder, {
        ignoreInitial: true,
        // A watcher that is closed while it lists a folder may leave something open, for which the program must not
        // wait.
        persistent: false,
        // Links are no part of a catalog, and may lead to all of the disk, or in a circle.
        followSymlinks: false,
      });
      watcher = next;
      next.on('error', report);
      next.on('all', (event, changed) => {
        onChange();
        // It is not watched any more, and may be back at once.
        if (event === 'unlinkDir' && changed === found.folder) watched = null;
      });
      await new Promise<void>((resolveReady) => next.once('ready', resolveReady));
      // What was moved while it was listed may have come back too soon to be missed, with folders in it that were not
      // found.
      const now = await identify(path);
      if (now?.identity !== found.identity || now.changed !== found.changed) watched = null;
      return true;
    },
    note() {
      state = stateOf(path);
    },
    close,
  };
}

/**
 * Tells the state of a file, or of a folder and everything in it, from any other by what the system says of each. Names
 * that begin with a dot are those of programs.
 */
function stateOf(path: string): string {
  const hash = createHash('sha256');
  const add = (file: string): void => {
    try {
      const status = lstatSync(file);
      hash.update(`${file}\0${status.ino} ${status.mode} ${status.size} ${status.mtimeMs} ${status.ctimeMs}\n`);
      // The path itself may be a link.
      if (!status.isDirectory() && file !== path) return;
      for (const name of readdirSync(file)) if (!name.startsWith('.')) add(join(file, name));
    } catch (error) {
      hash.update(`${file}\0${systemCode(error)}\n`);
    }
  };
  add(path);
  return hash.digest('hex');
}

interface Identified {
  readonly folder: string;
  /** What tells it from every other one. */
  readonly identity: string;
  /** When it was last moved, or something directly in it came or went: milliseconds since 1970. */
  readonly changed: number;
}

/** The folder that a path leads to; null if there is none. */
async function identify(path: string): Promise<Identified | null> {
  try {
    const folder = await realpath(path);
    const { dev, ino, ctimeMs } = await stat(folder);
    return { folder, identity: `${dev} ${ino} ${folder}`, changed: ctimeMs };
  } catch {
    return null;
  }
}
