/** Folders that only the tests of one run use, and that go with it: those of the user are not touched. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'cartalog-tests-';

/**
 * Makes a folder for the caches of this process and of those that it starts.
 *
 * @returns what removes it again
 */
export function ownCaches(folder = mkdtempSync(join(tmpdir(), NAME))): () => void {
  process.env['XDG_CACHE_HOME'] = join(folder, 'caches');
  // Firefox writes for a while after it was closed.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 400 });
}

/** Where Linux has files in memory. */
const MEMORY = '/dev/shm';

/** In bytes: many times what the tests of a run have at once. */
const ENOUGH = 2 * 1024 ** 3;

/** A new folder in memory; undefined where there is no room for one, or programs in it cannot be started. */
function folderInMemory(): string | undefined {
  let folder: string;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ENOUGH) return undefined;
    folder = mkdtempSync(join(MEMORY, NAME));
  } catch {
    // Another system, or not for this user.
    return undefined;
  }
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

/**
 * Called by Vitest when it begins, before it starts the processes of the tests; what it returns when it ends.
 *
 * Tests create and remove hundreds of thousands of files, which on a disk takes a third of a run.
 */
export default function setup(): () => void {
  const folder = folderInMemory() ?? mkdtempSync(join(tmpdir(), NAME));
  // Some tests start servers as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return ownCaches(folder);
}
