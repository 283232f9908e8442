import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LockedError, takeLock } from '../../../build/write/lock.ts';
import { temporaryFolder } from '../../support/catalogs.ts';

const nobodyWaits = (): never => {
  throw new Error('nothing should be waited for');
};

/** The path of a lock in a new folder, and what is in it already. */
function lockWith(content: string | null, ageMs = 0): string {
  const path = join(temporaryFolder(), 'lock');
  if (content === null) return path;
  writeFileSync(path, content);
  const time = new Date(Date.now() - ageMs);
  utimesSync(path, time, time);
  return path;
}

const MINE = `${process.pid}\n`;
const MINUTE = 60_000;

test('a lock names its process, and nothing is left of it in the end', async () => {
  const path = lockWith(null);
  const release = await takeLock(path, 0, nobodyWaits);
  expect(readFileSync(path, 'utf8')).toBe(MINE);
  release();
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('a second one waits until the first is given back', async () => {
  const path = lockWith(null);
  const release = await takeLock(path, 0, nobodyWaits);
  const waited: unknown[] = [];
  const second = takeLock(path, MINUTE, (pid) => {
    waited.push(pid);
    release();
  });
  (await second)();
  expect(waited).toEqual([process.pid]);
  expect(existsSync(path)).toBe(false);
});

describe('a lock that is kept', () => {
  test.each([
    ['by a process that is running', MINE, 0, `another build (process ${process.pid}) is writing there`],
    ['by a build that is just writing it', '', 0, 'another build is writing there'],
  ])('%s', async (_, content, age, message) => {
    const path = lockWith(content, age);
    const waited: unknown[] = [];
    const refused = takeLock(path, 0, (pid) => waited.push(pid));
    await expect(refused).rejects.toThrow(new LockedError({ pid: content === '' ? null : process.pid, age }));
    await expect(refused).rejects.toThrow(message);
    expect(waited.length).toBeLessThanOrEqual(1);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });
});

describe('a lock that is taken over', () => {
  const { pid: gone } = spawnSync(process.execPath, ['--version']);

  test.each([
    ['of a process that is gone', `${gone}\n`, 0],
    ['of a process id that somebody else has by now', MINE, 11 * MINUTE],
    ['that a power cut left empty', '', MINUTE],
  ])('%s', async (_, content, age) => {
    const path = lockWith(content, age);
    const release = await takeLock(path, MINUTE, nobodyWaits);
    expect(readFileSync(path, 'utf8')).toBe(MINE);
    release();
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

test('a build that has lost its lock leaves it to the new holder', async () => {
  const path = lockWith(null);
  const release = await takeLock(path, 0, nobodyWaits);
  writeFileSync(path, '1\n');
  release();
  expect(readFileSync(path, 'utf8')).toBe('1\n');
});
