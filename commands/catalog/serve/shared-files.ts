import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bufferOptions } from '../../../build/render/core/asset.ts';

export function sharedBytes(content: Uint8Array): Uint8Array {
  const { length } = content;
  const copy = new Uint8Array(new SharedArrayBuffer(length, bufferOptions(length)), 0, length);
  copy.set(content);
  return copy;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** V8 counts shared memory in no thread, and would keep hundreds of megabytes of replaced files. */
export function collectGarbage(): void {
  // Later: the caller may still refer to garbage.
  setImmediate(collect).unref();
}
