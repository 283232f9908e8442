import { getHeapStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { memoryFreer } from '../../cli/free-memory.ts';

const MEBIBYTE = 1024 * 1024;

/** So many MiB of texts that nothing is the same as. */
const texts = (mebibytes: number): string[] =>
  Array.from({ length: mebibytes * 1024 }, (_, index) => `${index} `.padEnd(1024, 'x')).map((text) =>
    `${text}!`.slice(1),
  );

const usedBytes = (): number => getHeapStatistics().used_heap_size;

test('much that is no longer used is freed, and what is used stays', () => {
  // The engine may collect by itself what is garbage, in the moment before it is asked: then it is tried again.
  let freed = 0;
  for (let attempt = 0; attempt < 10 && freed < 50 * MEBIBYTE; attempt++) {
    const free = memoryFreer();
    let garbage: string[] | null = texts(100);
    const kept = garbage.slice(0, 10).join('');
    garbage = null;
    const before = usedBytes();
    free();
    freed = before - usedBytes();
    expect(kept).toHaveLength(10 * 1024);
  }
  expect(freed).toBeGreaterThan(50 * MEBIBYTE);
});

test('little is left to the engine', () => {
  const free = memoryFreer();
  const before = usedBytes();
  free();
  expect(Math.abs(before - usedBytes())).toBeLessThan(MEBIBYTE);
});
