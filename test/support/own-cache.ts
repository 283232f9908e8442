/** A folder for caches of the program that is only for the tests of one run: those of the user are not touched. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where builds of tests keep what they know; not there before the first build. */
export const CACHE_HOME = join(tmpdir(), `cartalog-test-cache-${process.pid}`);

/** Called by Vitest when it begins; what it returns when it ends. */
export default function ownCache(): () => void {
  return () => rmSync(CACHE_HOME, { recursive: true, force: true, maxRetries: 3 });
}
