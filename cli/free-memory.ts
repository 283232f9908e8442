/** Keeps the memory of a process flat while it goes through much data, a part at a time. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MEBIBYTE = 1024 * 1024;

/** With less in use, nothing is collected on request: a catalog of the size to build for stays below it. */
const MUCH = 72 * MEBIBYTE;

/** Collecting less than this takes longer than it is worth. */
const LEAST_GARBAGE = 24 * MEBIBYTE;

/**
 * Makes a function to call wherever much may just have become garbage. It has the engine collect it, where it is much.
 *
 * Left to itself, the engine begins late where only little is in use: by then the next part has as much again. For a
 * catalog of 270 MB that made a third more memory, and saved a twentieth of the time.
 */
export function memoryFreer(): () => void {
  let inUse = getHeapStatistics().used_heap_size;
  return () => {
    const { used_heap_size: used } = getHeapStatistics();
    if (used < MUCH || used - inUse < LEAST_GARBAGE) return;
    collectGarbage();
    inUse = getHeapStatistics().used_heap_size;
  };
}

/** The engine has this function only for contexts that are made while a flag is set. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}
