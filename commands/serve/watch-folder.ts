/** Watches folders and files: their contents, themselves, and symbolic links in their place. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';
import { systemCode } from '../../contract/system-errors.ts';
import { KEPT_MS } from './live-site.ts';
import type { CatalogEvent } from './serve.ts';

interface FolderEvents {
  /** Resolves after the next event, or immediately if one occurred since the last call. */
  next(): Promise<CatalogEvent>;
  close(): Promise<void>;
}

/** A change is reported this many milliseconds after the last event, because editors write a file in several steps. */
const QUIET_MS = 25;

/** The interval for comparing folders, in milliseconds. */
const LOOK_MS = 250;

/** The maximum share of time for comparing, because there may be thousands of files. */
const LOOKING_PART = 1 / 20;

/**
 * Watches the folders and files at paths. They may not exist yet, may disappear and return, as during a checkout of
 * another branch, and a symbolic link may be switched to another folder.
 *
 * Events of the system are handled at once, but are not complete: a recreated file may have the inode of the old one,
 * which is still watched. So the status of each file is also compared a few times a second.
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
          // The receiver reads everything, so later events are a new change.
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
   * Starts watching existing targets.
   *
   * @returns whether the target was replaced or removed, or its state changed
   */
  look(): Promise<boolean>;
  /** Records the current state. */
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
        // A watcher closed while listing a folder may leave a handle open, which must not keep the process alive.
        persistent: false,
        // Symbolic links are not part of a catalog, and may lead anywhere or form a cycle.
        followSymlinks: false,
      });
      watcher = next;
      next.on('error', report);
      next.on('all', (event, changed) => {
        onChange();
        // No longer watched; it may return at once.
        if (event === 'unlinkDir' && changed === found.folder) watched = null;
      });
      await new Promise<void>((resolveReady) => next.once('ready', resolveReady));
      // A folder moved during listing may return too soon to be noticed, with folders that were not found.
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
 * Computes a fingerprint of a file, or of a folder with all its contents, from their status. Names that begin with a
 * dot are ignored.
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
  /** Its identity. */
  readonly identity: string;
  /** When it was moved, or its entries changed, in milliseconds since 1970. */
  readonly changed: number;
}

/** The folder at a path; null if it does not exist. */
async function identify(path: string): Promise<Identified | null> {
  try {
    const folder = await realpath(path);
    const { dev, ino, ctimeMs } = await stat(folder);
    return { folder, identity: `${dev} ${ino} ${folder}`, changed: ctimeMs };
  } catch {
    return null;
  }
}
