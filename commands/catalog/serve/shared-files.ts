/** The memory that both threads of `cartalog serve` use: each file of the site is there once. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A copy of bytes that all threads can read. */
export function sharedBytes(content: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(content.length));
  copy.set(content);
  return copy;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/**
 * Collects the garbage of this thread, soon. Shared memory counts for no thread, so the engine would let hundreds of
 * megabytes of replaced files pile up.
 */
export function collectGarbage(): void {
  // Not at once: the caller may still refer to what can be freed.
  setImmediate(collect).unref();
}
