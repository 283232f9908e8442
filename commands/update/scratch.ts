/** Room on the disk for one download, outside of the catalog, that nothing is left of however the program ends. */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../../contract/system-errors.ts';
import type { Scratch } from './update.ts';

const PREFIX = 'cartalog-update-';

/** No download takes so long: what is older is of a program that was killed. */
const OLD_MS = 24 * 3_600_000;

/** Gives a file to a download. It has no name any more as soon as it is open, where the system allows that. */
export async function withScratch<T>(use: (scratch: Scratch) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  const removed = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const file = await open(join(folder, 'download'), 'wx+', 0o600);
    try {
      ignoringSystem(removed);
      let size = 0;
      return await use({
        async append(bytes) {
          await file.write(bytes, 0, bytes.length, size);
          size += bytes.length;
        },
        async read(offset, length) {
          const bytes = Buffer.alloc(Math.min(length, Math.max(0, size - offset)));
          await file.read(bytes, 0, bytes.length, offset);
          return bytes;
        },
      });
    } finally {
      await file.close();
    }
  } finally {
    ignoringSystem(removed);
  }
}

/** Removes what programs that were killed have left. What cannot be removed, as that of another person, stays. */
export function removeOldScratch(now: number): void {
  ignoringSystem(() => {
    for (const name of readdirSync(tmpdir())) {
      if (name.startsWith(PREFIX)) ignoringSystem(() => removeIfOld(join(tmpdir(), name), now));
    }
  });
}

function removeIfOld(path: string, now: number): void {
  const found = lstatSync(path);
  if (found.isDirectory() && found.mtimeMs < now - OLD_MS) rmSync(path, { recursive: true, force: true });
}

/** Does what may fail: nothing depends on it. */
function ignoringSystem(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}
