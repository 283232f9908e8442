import { createHash } from 'node:crypto';
import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../../contract/base/system-errors.ts';

/** The time from the last event to the report, because editors write in several steps. */
const QUIET_MS = 10;

/** The least time between comparisons without an event. */
const LOOK_MS = 250;

/** The most time, as a part of all, for comparisons of thousands of files. */
const LOOKING_PART = 1 / 20;

/**
 * Yields at the start and after each change. A path may be missing, disappear and return (another branch is checked
 * out), or be a link that switches to another folder. The status of each file is compared a few times a second; events
 * of the system only make it sooner, because not every change causes one, and there may be fewer watchers than folders.
 */
export async function* folderChanges(paths: readonly string[], signal: AbortSignal): AsyncGenerator<'changed', void> {
  const watchers = new Map<string, FSWatcher>();
  let state = '';
  let hasEvent = false;
  let hurry = (): void => {};
  const onEvent = (_: string, name: string | null): void => {
    if (name?.startsWith('.')) return;
    hasEvent = true;
    hurry();
  };
  signal.addEventListener('abort', () => hurry());
  try {
    while (!signal.aborted) {
      const begun = performance.now();
      const seen = lookAt(paths);
      // Two writes can have the same time.
      const hasChanged = hasEvent || seen.state !== state;
      hasEvent = false;
      state = seen.state;
      follow(seen.folders, watchers, onEvent);
      const pause = Math.max(LOOK_MS, (performance.now() - begun) / LOOKING_PART);
      if (hasChanged) yield 'changed';
      await new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, hasEvent || signal.aborted ? QUIET_MS : pause);
        hurry = () => {
          clearTimeout(timer);
          timer = setTimeout(resolve, QUIET_MS);
        };
      });
    }
  } finally {
    follow(new Map(), watchers, onEvent);
  }
}

function follow(
  folders: ReadonlyMap<string, string>,
  watchers: Map<string, FSWatcher>,
  onEvent: (event: string, name: string | null) => void,
): void {
  for (const [id, watcher] of watchers) {
    if (folders.has(id)) continue;
    watcher.close();
    watchers.delete(id);
  }
  for (const [id, folder] of folders) {
    if (watchers.has(id)) continue;
    try {
      watchers.set(
        id,
        watch(folder, { persistent: false }, onEvent).on('error', () => {}),
      );
    } catch {
      // The folder is gone, or the system has no more watchers.
    }
  }
}

interface Seen {
  readonly state: string;
  readonly folders: ReadonlyMap<string, string>;
}

/**
 * Names with a leading dot are not part of a catalog. Links below the paths are not followed: they may lead anywhere or
 * form a cycle.
 */
function lookAt(paths: readonly string[]): Seen {
  const hash = createHash('sha256');
  const folders = new Map<string, string>();
  const add = (file: string, statusOf: typeof lstatSync): void => {
    try {
      const status = statusOf(file);
      hash.update(`${file}\0${status.ino} ${status.mode} ${status.size} ${status.mtimeMs} ${status.ctimeMs}\n`);
      if (!status.isDirectory()) return;
      folders.set(`${status.ino} ${status.birthtimeMs} ${file}`, file);
      for (const name of readdirSync(file)) if (!name.startsWith('.')) add(join(file, name), lstatSync);
    } catch (error) {
      hash.update(`${file}\0${systemCode(error)}\n`);
    }
  };
  for (const path of paths) add(path, statSync);
  return { state: hash.digest('hex'), folders };
}
