/** Frees the files of former sites. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/**
 * Collects the garbage of this thread, soon. Memory that threads share counts for none of them, so the engine would let
 * hundreds of megabytes of replaced files pile up.
 */
export function collectGarbage(): void {
  // Not at once: the caller may still refer to what can be freed.
  setImmediate(collect).unref();
}
